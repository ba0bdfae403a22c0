"""Replacements are checked for what a program can see of them."""

from __future__ import annotations

import pytest

from sfumato.core.document import Block, Document
from sfumato.core.edit import Edit, splice
from sfumato.core.offsets import map_of
from sfumato.core.span import Span
from sfumato.evaluate import surrogatechecks as checks
from sfumato.evaluate.surrogates import Before, assess, by_category, by_label, plain


def before(*places: tuple[str, str, str], name: str = "n") -> Before:
    """A document in which each (label, old, new) stands once, in this order."""
    text, edits = "", []
    for label, old, new in places:
        text += "x "
        edits.append(Edit(Span(len(text), len(text) + len(old), label), new, "surrogate"))
        text += old + ". "
    document = Document("", text, (Block(0, len(text), "text"),))
    return Before(name, text, splice(text, edits), map_of(edits, document))


def wrong(*places: tuple[str, str, str]) -> list[str]:
    return [fault.category for fault in assess([before(*places)]).faults]


@pytest.mark.parametrize(
    ("label", "old", "new", "found"),
    [
        ("PATIENT", "María Soler", "Carmen Gil", []),
        ("PATIENT", "María Soler", "Antonio Gil", ["gender"]),
        ("PATIENT", "MARÍA SOLER", "Carmen Gil", ["format"]),
        ("PATIENT", "María Soler", "María Soler", ["not replaced"]),
        ("PATIENT", "María Soler", "[PATIENT]", ["masked"]),
        ("PATIENT", "María Soler", "", ["masked"]),
        ("KINSHIP", "abuela", "madrina", ["generation"]),
        ("KINSHIP", "hija", "ahijada", []),
        ("KINSHIP", "hermano", "hermana", ["gender"]),
        ("PATIENT_ID", "12345678Z", "87654321X", []),
        ("PATIENT_ID", "12345678Z", "87654321A", ["check digits"]),
        ("PATIENT_ID", "12345678Z", "8765432X", ["format", "check digits"]),
        ("PATIENT_ID", "AB-123/4", "CD-567/8", []),
        ("PHONE", "612 345 678", "699-000-111", ["format"]),
        ("EMAIL", "a.b@c.es", "pq@example.com", []),
        ("EMAIL", "a.b@c.es", "pq.example.com", ["format"]),
        ("DATE", "03/04/2021", "09/11/2023", []),
        ("DATE", "03/14/2021", "08/01/2023", []),
        ("DATE", "3 de abril de 2021", "09/11/2023", ["format"]),
        ("AGE", "70 años", "setenta", ["format"]),
    ],
)
def test_each_category_has_a_case(label: str, old: str, new: str, found: list[str]) -> None:
    assert wrong((label, old, new)) == found


def test_a_weekday_must_be_the_dates_own() -> None:
    old = "lunes 5 de febrero de 2024"
    assert checks.weekday("DATE", old, "lunes 4 de enero de 2016") in (True, None)
    assert checks.weekday("DATE", old, "martes 4 de enero de 2016") in (False, None)
    assert checks.weekday("DATE", "martes 5 de febrero de 2024", old) is None


def test_a_date_that_moves_otherwise_than_the_others_is_wrong() -> None:
    places = [("DATE", f"2021-03-{day}", f"2022-03-{day + 1}") for day in (14, 16, 20)]
    assert wrong(*places) == []
    assert wrong(*places, ("DATE", "2021-03-25", "2022-03-25")) == ["interval"]


def test_one_surrogate_for_two_originals_and_two_for_one() -> None:
    ana, eva = ("PATIENT", "Ana Ruiz", "Luz Gil"), ("PATIENT", "Eva Sanz", "Luz Gil")
    assert wrong(ana, eva) == ["one for two"]
    assert wrong(ana, ("PATIENT", "Ruiz", "Gil")) == []
    assert wrong(ana, ("PATIENT", "Ana Ruiz", "Sol Paz")) == ["two for one"]


def test_rates_come_with_intervals_and_labels() -> None:
    found = assess([before(("PATIENT", "María Soler", "Antonio Gil"), ("SEX", "M", "M"))])
    rows = {row[0]: row[1:] for row in by_category(found).rows}
    assert rows["gender"] == ("1", "1", "1.0000", "0.207 to 1.000")
    assert rows["weekday"] == ("0", "0", "-", "-")
    assert by_label(found).rows[0][:4] == ("PATIENT", "1", "0", "1")
    assert plain(found)["documents"] == 1


def test_kept_places_are_counted_and_not_judged() -> None:
    text = "Mujer"
    edits = [Edit(Span(0, 5, "SEX"), text, "keep", "grammar")]
    offsets = map_of(edits, Document("", text, (Block(0, 5, "text"),)))
    found = assess([Before("n", text, text, offsets)])
    assert (found.kept, found.faults) == (1, ())


def test_faults_hold_no_text() -> None:
    (fault,) = assess([before(("PATIENT", "María Soler", "Antonio Gil"))]).faults
    assert "Soler" not in repr(fault)
