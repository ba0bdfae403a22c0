"""Drawn places: no town, postcode, street or site drawn is one of the document or of the record."""

from __future__ import annotations

import random

from sfumato.core.dice import Dice
from sfumato.core.preferences import Dial, Preferences
from sfumato.core.protocols import Scene
from sfumato.core.record import Entry, Subject, Value
from sfumato.core.span import Span
from sfumato.knowledge.towns import fold
from sfumato.transform.places import place
from sfumato.transform.sites import site
from sfumato.transform.streets import street

_DIALS: tuple[Dial, ...] = ("consistent", "varied", "mixed")
_MAKERS = {"LOCATION": place, "STREET": street, "HOSPITAL": site}
_TOWNS = {
    "es": (
        "Getafe;Alcorcón;Leganés;Sevilla;Dos Hermanas;Motril;Vigo;Reus;Elche;Bilbao;Barakaldo;Lugo;"
        "Talavera de la Reina;Villarramiel;Miranda de Ebro;Arnedo;Lorca;Ronda;28901;41013;08902;"
        "46010;48991;15006"
    ).split(";"),
    "en": (
        "Springfield;Peoria;Boise;Salina;Worcester;Leeds;Ludlow;Moose Jaw;Ballarat;Toledo;Macon;"
        "Provo;Duluth;Akron;Reno;62704;67401;02139;97201;SY8 4TZ;S6H 1Z8"
    ).split(";"),
}
_STREETS = {
    "es": (
        "C/ Olmo Viejo, 14, 3º B;Calle de la Fuente 2;Avda. Libertad, 46;Pza. del Carmen, 3;"
        "Carrer de la Pau, 7;rúa da Ponte 12;calle jilguero 21;Paseo de los Tilos s/n"
    ).split(";"),
    "en": (
        "48 Alder St Apt 2B;12 Mill Lane;7 Heron Court;3015 E. Willow Ln;PO Box 418;1 Quarry Rd;"
        "Flat 3, 12 Fox Row"
    ).split(";"),
}
_SITES = {
    "es": (
        "Hospital Valle Umbrío;H. Virgen del Alcor;Clínica Los Almendros;Hospital de Getafe;"
        "Hospital San Genadio;HUCA;Hospital General"
    ).split(";"),
    "en": (
        "Northgate General;St. Neot's Hospital;Alder Creek Medical Center;Springfield Clinic;MGH;"
        "Rowan Court Hospital"
    ).split(";"),
}


def places(chance: random.Random, draws: int) -> int:
    """So many places, streets and sites drawn, at least; the number that was made."""
    done = 0
    while done < draws:
        done += _document(chance)
    return done


def _document(chance: random.Random) -> int:
    """One document with some places, a record with others."""
    language = chance.choice(("es", "en"))
    spans, text = [], ""
    for label, pool in (("LOCATION", _TOWNS), ("STREET", _STREETS), ("HOSPITAL", _SITES)):
        for original in chance.sample(pool[language], chance.randint(1, 4)):
            text += "consta que luego estuvo por "
            spans.append(Span(len(text), len(text) + len(original), label))
            text += f"{original}; "
    recorded = chance.sample(_TOWNS[language], 3)
    scene = Scene(
        language=language,
        text=text,
        spans=tuple(spans),
        preferences=Preferences(
            dial=chance.choice(_DIALS), places=chance.choice(("region", "any"))
        ),
        dice=Dice(chance.randbytes(16)),
        entry=Entry(Subject("1", values=tuple(Value(one, "LOCATION") for one in recorded))),
    )
    held = {fold(text[span.start : span.end]) for span in spans} | set(map(fold, recorded))
    for span in spans:
        made = _MAKERS[span.label](text[span.start : span.end], span, scene)
        assert made is None or fold(made) not in held, f"{span.label}: an original"
    return len(spans)
