"""Augment: the same note as another writer might have left it.

Every step takes an example and returns one whose spans still stand at the right places. Identities
are drawn anew, header lines renamed, shuffled, moved, joined or dropped, case lost, letters
mistyped, lines broken elsewhere.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from sfumato.train.examples import Example
from sfumato.train.identities import Identities, Pools

Spans = tuple[tuple[int, int, str], ...]

# Field names of a header and other ways to name the same field.
_FIELDS = {
    "Nombre": ("Nombre del paciente", "Paciente", "Nom.", "NOMBRE", "Pte", "Nombre y apellidos"),
    "Apellidos": ("Apellido(s)", "Ap.", "APELLIDOS", "1er y 2º apellido"),
    "NHC": ("Nº Historia", "Hª Clínica", "N.H.C.", "Historia", "nº hist", "CIP", "HC"),
    "NASS": ("Nº SS", "Seguridad Social", "NUSS", "Afiliación", "Nº afiliación SS"),
    "Domicilio": ("Dirección", "Dir.", "Calle", "Vive en", "DOMICILIO"),
    "Localidad/ Provincia": ("Población", "Localidad", "Municipio", "Ciudad", "Loc./Prov."),
    "CP": ("C.P.", "Código postal", "Cód. postal", "Cp"),
    "Fecha de nacimiento": ("F. nac.", "Fecha nac", "FN", "Nacido el", "F.Nto", "Nac."),
    "País": ("Pais", "Nacionalidad", "País de origen", "PAIS"),
    "País de nacimiento": ("Nacido en", "Origen", "País nac."),
    "Edad": ("EDAD", "edad", "Ed."),
    "Sexo": ("SEXO", "Sx", "Género", "sexo"),
    "Fecha de Ingreso": ("F. ingreso", "Ingreso", "Fecha ing.", "Ingresa el", "Fecha"),
    "Médico": ("Facultativo", "Dr./Dra.", "Med.", "Responsable", "Atendido por", "MÉDICO"),
    "NºCol": ("Nº Col.", "Colegiado", "Col. nº", "nº colegiado", "N.º colegiado"),
    "Remitido por": ("Firmado", "Fdo.", "Remite", "Correspondencia", "Atte.", "Informe de"),
    "Email": ("e-mail", "Correo", "E-mail", "correo electrónico", "mail"),
    "Servicio": ("Sº", "Unidad", "SERVICIO"),
    "Datos del paciente": ("DATOS", "Filiación", "FILIACIÓN", "Identificación"),
    "Datos asistenciales": ("Episodio", "ASISTENCIA", "Datos del episodio"),
    "Informe clínico del paciente": ("Informe", "Historia", "INFORME CLÍNICO", "Motivo"),
}
_LONGEST_HEADER_LINE = 110
_KEYS = "qwertyuiopasdfghjklzxcvbnm"


@dataclass(frozen=True, slots=True)
class Change:
    """A stretch of the text and what takes its place."""

    start: int
    end: int
    text: str


def apply(example: Example, changes: Sequence[Change], *, spans: Spans | None = None) -> Example:
    """The example with the changes made; changes may not overlap and keep to or leave spans."""
    parts, at, moves = [], 0, []
    shift = 0
    for change in sorted(changes, key=lambda c: (c.start, c.end)):
        parts += [example.text[at : change.start], change.text]
        shift += len(change.text) - (change.end - change.start)
        moves.append((change.start, change.end, shift, len(change.text)))
        at = change.end
    parts.append(example.text[at:])
    moved = [_moved(span, moves) for span in (example.spans if spans is None else spans)]
    return replace(example, text="".join(parts), spans=tuple(s for s in moved if s[0] < s[1]))


def _moved(
    span: tuple[int, int, str], moves: list[tuple[int, int, int, int]]
) -> tuple[int, int, str]:
    start, end, label = span
    new_start = start + _shift(start, moves, opening=True)
    new_end = end + _shift(end, moves, opening=False)
    return (new_start, new_end, label)


def _shift(place: int, moves: list[tuple[int, int, int, int]], *, opening: bool) -> int:
    """How far a place moves; one inside a change goes to its begin or its end."""
    shift = 0
    for start, end, total, size in moves:
        if place >= end and place > start:
            shift = total
        elif start < place:
            return shift + (start - place if opening else start + size - place)
        else:
            break
    return shift


def new_identities(example: Example, pools: Pools, chance: random.Random) -> Example:
    """The same text about other people and places."""
    drawn = Identities(pools, example.language, chance)
    keep = chance.random() * 0.5
    changes = [
        Change(start, end, new)
        for start, end, label in example.spans
        if chance.random() > keep
        and (new := drawn.replace(label, example.text[start:end])) != example.text[start:end]
    ]
    return apply(example, changes)


def lines_of(example: Example) -> list[Example]:
    """Each line as an example of its own; a line that a span crosses is joined with the next."""
    crossing = {at for s, e, _ in example.spans for at in range(s, e) if example.text[at] == "\n"}
    rows, begin = [], 0
    for at, char in enumerate(example.text):
        if char == "\n" and at not in crossing:
            rows.append((begin, at))
            begin = at + 1
    rows.append((begin, len(example.text)))
    found = []
    for start, end in rows:
        spans = tuple(
            (s - start, e - start, label)
            for s, e, label in example.spans
            if start <= s and e <= end
        )
        found.append(replace(example, text=example.text[start:end], spans=spans))
    return found


def joined(rows: Sequence[Example], between: Sequence[str] | str, like: Example) -> Example:
    """Examples one after another as one, with what stands between them."""
    text, spans = "", []
    for index, row in enumerate(rows):
        if index:
            text += between if isinstance(between, str) else between[index - 1]
        spans += [(s + len(text), e + len(text), label) for s, e, label in row.spans]
        text += row.text
    return replace(like, text=text, spans=tuple(spans))


def _header_size(rows: Sequence[Example]) -> int:
    size = 0
    for row in rows:
        if len(row.text) > _LONGEST_HEADER_LINE:
            break
        size += 1
    return size if size >= 5 else 0


def header_changed(example: Example, chance: random.Random) -> Example:
    """Header lines renamed, shuffled, dropped, joined, moved to the end, or gone."""
    rows = lines_of(example)
    size = _header_size(rows)
    if not size:
        return example
    head, body = rows[:size], rows[size:]
    if chance.random() < 0.12:
        return joined(body or rows, "\n", example)
    if chance.random() < 0.5:
        head = [_renamed_fields(row, chance) for row in head]
    if chance.random() < 0.3:
        chance.shuffle(head)
    if chance.random() < 0.3:
        head = [row for row in head if chance.random() > 0.3] or head
    if chance.random() < 0.25:
        head = [_without_stop(row) for row in head]
    between = "\n"
    if chance.random() < 0.25:
        between = chance.choice((" ", "; ", " | ", "\t", ", ", " - ", "  "))
    top = joined(head, between, example)
    rest = joined(body, "\n", example) if body else replace(example, text="", spans=())
    order = [rest, top] if chance.random() < 0.15 else [top, rest]
    return joined(order, "\n", example)


def _renamed_fields(row: Example, chance: random.Random) -> Example:
    changes = []
    for name, others in _FIELDS.items():
        found = re.search(rf"(?<!\w){re.escape(name)}(?=\s?:|\.$|:)", row.text)
        if found and chance.random() < 0.7 and not _inside(row.spans, *found.span()):
            other = chance.choice(others)
            changes.append(Change(*found.span(), other))
    kept: list[Change] = []
    for change in sorted(changes, key=lambda c: c.start - c.end):
        if all(change.end <= k.start or k.end <= change.start for k in kept):
            kept.append(change)
    row = apply(row, kept)
    colon = row.text.find(":")
    if colon > 0 and chance.random() < 0.15 and not _inside(row.spans, colon, colon + 1):
        row = apply(row, [Change(colon, colon + 1, chance.choice(("", " =", ".", " -", " :")))])
    return row


def _inside(spans: Spans, start: int, end: int) -> bool:
    return any(s < end and start < e for s, e, _ in spans)


def _without_stop(row: Example) -> Example:
    stripped = row.text.rstrip(". ")
    return replace(
        row, text=row.text if _inside(row.spans, len(stripped), len(row.text)) else stripped
    )


def mistyped(example: Example, chance: random.Random) -> Example:
    """Letters swapped, dropped, doubled or replaced by their neighbours."""
    rate = chance.uniform(0.003, 0.06)
    changes, last = [], -2
    for at, char in enumerate(example.text[:-1]):
        if chance.random() >= rate or not char.isalpha() or at <= last + 1:
            continue
        after = example.text[at + 1]
        kind = chance.randrange(4)
        if kind == 0 and after.isalpha() and not _edge(example.spans, at + 1):
            changes.append(Change(at, at + 2, after + char))
            last = at + 1
        elif kind == 1 and after.isalpha():
            changes.append(Change(at, at + 1, char + char))
            last = at
        elif kind == 2:
            changes.append(Change(at, at + 1, _neighbour(char, chance)))
            last = at
        elif after.isalpha() and at and example.text[at - 1].isalpha():
            changes.append(Change(at, at + 1, ""))
            last = at
    return apply(example, changes)


def _edge(spans: Spans, place: int) -> bool:
    return any(place in (s, e) for s, e, _ in spans)


def _neighbour(char: str, chance: random.Random) -> str:
    at = _KEYS.find(char.lower())
    if at < 0:
        return chance.choice(_KEYS)
    other = _KEYS[max(0, min(len(_KEYS) - 1, at + chance.choice((-1, 1))))]
    return other.upper() if char.isupper() else other


def cased(example: Example, chance: random.Random) -> Example:
    """All in lower case, or all in capitals, or each line in one of them."""
    roll = chance.random()
    if roll < 0.5:
        return _mapped(example, str.lower)
    if roll < 0.8:
        return _mapped(example, str.upper)
    rows = [_mapped(row, chance.choice((str.lower, str.upper, str))) for row in lines_of(example)]
    return joined(rows, "\n", example)


def _mapped(example: Example, change: Callable[[str], str]) -> Example:
    """Letter by letter, so that no letter becomes two and offsets stay."""
    text = "".join(new if len(new := change(char)) == 1 else char for char in example.text)
    return replace(example, text=text)


def reflowed(example: Example, chance: random.Random) -> Example:
    """Line breaks become blanks, or blanks become line breaks, as after copying from a page."""
    blank = chance.random() < 0.5
    rate = chance.uniform(0.2, 1.0) if blank else chance.uniform(0.02, 0.12)
    old, new = ("\n", " ") if blank else (" ", "\n")
    text = "".join(new if char == old and chance.random() < rate else char for char in example.text)
    return replace(example, text=text)


def varied(example: Example, pools: Pools, chance: random.Random) -> Example:
    """One random variant of an example."""
    if chance.random() < 0.7:
        example = new_identities(example, pools, chance)
    if example.kind == "meddocan" and chance.random() < 0.5:
        example = header_changed(example, chance)
    if chance.random() < 0.12:
        example = reflowed(example, chance)
    if chance.random() < 0.15:
        example = mistyped(example, chance)
    if chance.random() < 0.16:
        example = cased(example, chance)
    return example
