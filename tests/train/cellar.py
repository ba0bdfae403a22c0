"""A cellar: the collections that the recipe learns from, in little and invented."""

from __future__ import annotations

import csv
import io
import json
import lzma
import sqlite3
import tarfile
import zipfile

from beds import _GIVEN, _SURNAMES, _TOWNS, marked, note

from sfumato.knowledge.schemes import name_in
from sfumato.train.examples import Example

_PLAIN = (
    "El paciente refiere dolor en la cadera desde ayer; sin fiebre. Ingresa en la planta y se "
    "pauta analgesia. Vive con su familia de siempre y trabaja con el mismo horario. "
)
_ENGLISH = (
    "The patient was seen today for a cough with mild fever since last week; no pain at rest. "
    "Chest was clear and the patient went home with advice and a follow up call with the clinic. "
)
_TRADES = {"es": "albañil enfermera pastor".split(), "en": "baker nurse teacher".split()}
_CITY = "\t".join(["0", "{name}", *[""] * 6, "{country}", *[""] * 5, "{size}", *[""] * 4])


def english(number):
    """A short English note, as `beds.note` makes Spanish ones."""
    person = f"{('Peter', 'Mary', 'Joan', 'Hugh')[number % 4]} {('Novak', 'Baker')[number % 2]}"
    text = f"Mr {person}, MRN {40_000 + 731 * number}, seen in {('Leeds', 'Bath')[number % 2]}.\n"
    spans = [(3, 3 + len(person), "PATIENT"), (9 + len(person), 14 + len(person), "PATIENT_ID")]
    town = text.index(" in ") + 4
    return Example(f"e-{number}", text, (*spans, (town, len(text) - 2, "LOCATION")), "en", "note")


def fill(root):
    """Writes everything that vocabulary, lexicon, pretraining and tuning read."""
    _texts(root)
    _lists(root)
    _brat(root / "meddocan" / "train", range(24))
    _brat(root / "meddocan" / "dev", range(30, 36))
    for writer, numbers, make in (
        ("es1", range(40, 52), note),
        ("es3", range(52, 56), note),
        ("en1", range(8), english),
        ("en2", range(8, 10), english),
    ):
        for number in numbers:
            _json(root / "notes-train" / f"{writer}-{number}.json", make(number))
    _json(root / "notes-sample" / "es-1.json", note(57))
    _queries(root)
    _templates(root)
    for name, numbers in (("notes", range(60, 66)), ("gold", range(66, 69))):
        text = "\n".join(marked(note(number)) for number in numbers)
        _write(root / name / "es-1.txt", text.encode())


def _write(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _packed(path, text):
    _write(path, lzma.compress(text.encode(), preset=1))


def _lines(path, rows):
    _packed(path, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))


def _texts(root):
    spanish = [{"text": note(n).text + _PLAIN} for n in range(60)]
    _lines(root / "meddocan" / "background.jsonl.xz", spanish)
    notes = [{"name": "Visit", "text": english(n).text + _ENGLISH} for n in range(60)]
    _lines(root / "mtsamples" / "mtsamples.jsonl.xz", notes)


def _table(path, *columns, rows):
    text = io.StringIO()
    sheet = csv.writer(text)
    sheet.writerow(columns)
    sheet.writerows(rows)
    if path.suffix == ".xz":
        _packed(path, text.getvalue())
    else:
        _write(path, text.getvalue().encode())


def _lists(root):
    names = root / "names"
    for part, given in (("hombres", _GIVEN[:5]), ("mujeres", _GIVEN[5:])):
        _table(names / f"ine-{part}.csv", "nombre", "frec", rows=[(g, 3000) for g in given])
    for part in ("apellidos", "apellidos-20"):
        rows = [(surname, 900, 1500) for surname in _SURNAMES]
        _table(names / f"ine-{part}.csv", "apellido", "frec_pri", "frec_seg", rows=rows)
    towns = names / "codigos_postales_municipios.csv.xz"
    _table(towns, "municipio_nombre", rows=[(town,) for town in _TOWNS])
    _table(names / "es-health-centres.csv", "name", rows=[("Hospital de Baza",)])
    for language, trades in _TRADES.items():
        rows = [(trade, "") for trade in trades]
        path = names / f"esco-occupations_{language}.csv.xz"
        _table(path, "preferredLabel", "altLabels", rows=rows)
    _census(names / "us-census-names.sqlite")
    for file in (
        *("mesh-thesaurus.tsv.xz", "HumanDO.tsv.xz"),
        *("doid-es-translated.tsv.xz", "hp-es.babelon.tsv.xz"),
    ):
        _packed(root / "taxonomies" / file, "1\tfever\n2\tfiebre\n3\tcadera\n")
    cities = [("Leeds", "GB", 400_000), ("Bath", "GB", 90_000), ("Tudela", "ES", 36_000)]
    with zipfile.ZipFile(root / "taxonomies" / "geonames-cities15000.zip", "w") as archive:
        lines = [_CITY.format(name=n, country=c, size=s) for n, c, s in cities]
        archive.writestr("cities15000.txt", "\n".join(lines) + "\n")


def _census(path):
    link = sqlite3.connect(path)
    for table, names in (
        ("male", ("Peter", "Hugh")),
        ("female", ("Mary", "Joan")),
        ("surname", ("Novak", "Baker")),
    ):
        link.execute(f"create table {table} (name text, freq real)")
        link.executemany(f"insert into {table} values (?, 0.01)", [(name,) for name in names])
    link.commit()
    link.close()


def _marks(example):
    return "".join(
        f"T{at}\t{name_in('meddocan', label)} {start} {end}\t{example.text[start:end]}\n"
        for at, (start, end, label) in enumerate(example.spans, start=1)
    )


def _brat(folder, numbers):
    for number in numbers:
        example = note(number)
        _write(folder / f"{example.id}.txt", example.text.encode())
        _write(folder / f"{example.id}.ann", _marks(example).encode())


def _json(path, example):
    spans = [list(span) for span in example.spans]
    row = {"id": path.stem, "lang": example.language, "text": example.text, "spans": spans}
    _write(path, json.dumps(row).encode())


def _queries(root):
    rows = [
        {
            "text": english(number).text,
            "phi": [{"identifier_type": "NAME", "value": english(number).text[3:13]}],
        }
        for number in range(6)
    ]
    _lines(root / "asq-phi" / "asq-phi.jsonl.xz", rows)


def _templates(root):
    kinds = {"PATIENT": "PERSON", "LOCATION": "GPE"}
    rows = [
        {
            "template_id": number,
            "full_text": english(number).text,
            "spans": [
                {"start_position": start, "end_position": end, "entity_type": kinds[label]}
                for start, end, label in english(number).spans
                if label in kinds
            ],
        }
        for number in range(6)
    ]
    _write(root / "presidio-research" / "synth_dataset_v2.json", json.dumps(rows).encode())
    path = root / "spg" / "spg.tar.xz"
    path.parent.mkdir(parents=True)
    with tarfile.open(path, "w:xz") as archive:
        for number in range(70, 90):
            example = note(number)
            for ending, text in ((".txt", example.text), (".ann", _marks(example))):
                member = tarfile.TarInfo(f"{example.id}{ending}")
                member.size = len(text.encode())
                archive.addfile(member, io.BytesIO(text.encode()))
