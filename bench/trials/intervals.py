"""Intervals: for all pairs of dates of a subject the days between them stay, in text and fields.

Subjects are invented: a birth, some events, and notes in Spanish or English that tell the events in
many forms, whole and partial. Each note is written from known days, its dates are moved, and the
days are read from the output again with the moved entry date. What is counted: pairs of days with
another interval, pairs that changed their order (months and years too), weekday words that do not
fit, expressions whose layout changed, and expressions left to a person.
"""

from __future__ import annotations

import datetime
import os
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

from sfumato.core.dice import Dice
from sfumato.core.preferences import Preferences
from sfumato.core.protocols import Scene
from sfumato.core.record import Entry, Subject
from sfumato.core.span import Span
from sfumato.evaluate.corpora import read_gold
from sfumato.evaluate.note import Mark
from sfumato.knowledge.calendarwords import MONTHS, ROMAN, WEEKDAYS
from sfumato.knowledge.dateread import read
from sfumato.knowledge.marked import read_marked
from sfumato.knowledge.numberwords import write_number
from sfumato.transform.dateshift import date, shift_of
from sfumato.transform.timeline import timeline_of

_SUBJECTS, _SEED = 2_000, 20260101
_LEAST = 0.99
_VARIABLE = "SFUMATO_CORPORA"
_NOTES = (Path("src/sfumato/train/notes"), Path("tests/gold/notes"))

Day = datetime.date
Writer = Callable[[Day], str]


def full() -> None:
    """Many subjects, then the dates of the corpora that are there."""
    counts = trial(_SUBJECTS, seed=_SEED)
    print(
        f"   {_SUBJECTS} subjects: {counts['days']} days in {counts['notes']} notes, "
        f"{counts['pairs']} pairs"
    )
    for what in ("intervals", "orders", "weekdays", "layouts", "left"):
        print(f"      {_WORDS[what]:44} {counts[what]}")
    assert not any(counts[what] for what in ("intervals", "orders", "weekdays", "left"))
    for name, dated in _collections():
        share = _show(name, dated)
        assert share >= _LEAST or not name.startswith("meddocan"), f"{name}: {share:.4f}"


_WORDS = {
    "intervals": "pairs with another interval in days",
    "orders": "pairs in another order",
    "weekdays": "weekdays that do not fit their date",
    "layouts": "expressions in another layout",
    "left": "expressions left to a person",
}


@dataclass(frozen=True, slots=True)
class Mention:
    """An expression in a note and the first and last day that it means."""

    text: str
    first: Day
    last: Day


@dataclass(frozen=True, slots=True)
class Told:
    """A note: its text, what its spans mean, its language and its entry date."""

    text: str
    spans: tuple[Span, ...]
    mentions: tuple[Mention, ...]
    language: str
    written: Day


def trial(subjects: int, *, seed: int) -> Counter[str]:
    """The counts over so many subjects."""
    counts: Counter[str] = Counter()
    chance = random.Random(seed)
    for number in range(subjects):
        counts += _subject(number, chance)
    return counts


def _subject(number: int, chance: random.Random) -> Counter[str]:
    events = sorted(_day(chance, 2005, 2024) for _ in range(6))
    birth = _day(chance, 1940, 2004)
    record = Subject(f"s{number}", birth=birth, dates=tuple(events))
    language = chance.choice(("es", "en"))
    habit = "mdy" if language == "en" and chance.random() < 0.6 else "dmy"
    counts: Counter[str] = Counter()
    old: list[Mention] = []
    new: list[tuple[Day, Day]] = []
    for written in chance.sample(events, 3):
        note = _note(written, birth, events, language, habit, chance)
        found = _replaced(note, record, counts)
        old += [mention for mention, extent in zip(note.mentions, found, strict=True) if extent]
        new += [extent for extent in found if extent]
    counts["days"] += len(old)
    counts.update(_pairs(old, new))
    return counts


def _day(chance: random.Random, first: int, last: int) -> Day:
    return Day(first, 1, 1) + datetime.timedelta(days=chance.randrange((last - first + 1) * 365))


def _pairs(old: list[Mention], new: list[tuple[Day, Day]]) -> Iterator[str]:
    for (one, first), (other, second) in combinations(zip(old, new, strict=True), 2):
        yield "pairs"
        exact = one.first == one.last and other.first == other.last
        if exact and other.first - one.first != second[0] - first[0]:
            yield "intervals"
        if (one.last < other.first and first[0] > second[1]) or (
            other.last < one.first and second[0] > first[1]
        ):
            yield "orders"


def _replaced(note: Told, record: Subject, counts: Counter[str]) -> list[tuple[Day, Day] | None]:
    """What the output's expressions mean, read again with the moved entry date."""
    scene = _scene(note.text, note.spans, note.language, Entry(record, note.written))
    shift = datetime.timedelta(days=shift_of(scene))
    text, spans, position = "", [], 0
    for span in note.spans:
        original = note.text[span.start : span.end]
        made = date(original, span, scene)
        counts["left"] += made is None
        counts["layouts"] += made is not None and layout(made) != layout(original)
        text += note.text[position : span.start]
        spans.append(Span(len(text), len(text) + len(made or "?"), "DATE"))
        text, position = text + (made or "?"), span.end
    counts["notes"] += 1
    moved = Subject(
        record.id,
        birth=record.birth and record.birth + shift,
        dates=tuple(day + shift for day in record.dates),
    )
    again = _scene(
        text + note.text[position:], tuple(spans), note.language, Entry(moved, note.written + shift)
    )
    return [_extent(again, span, counts) for span in spans]


def _scene(text: str, spans: tuple[Span, ...], language: str, entry: Entry | None) -> Scene:
    subject = entry.subject.id if entry else "corpus"
    return Scene(
        subject=subject,
        language=language,
        text=text,
        spans=spans,
        preferences=Preferences(),
        dice=Dice(b"intervals").within(f"subject {subject}"),
        entry=entry,
    )


def _extent(scene: Scene, span: Span, counts: Counter[str]) -> tuple[Day, Day] | None:
    told = timeline_of(scene).told.get((span.start, span.end))
    if told is None or not told.moments or told.moments[0].extent is None:
        return None
    for moment in told.moments:
        if moment.day is not None and moment.value.weekday is not None:
            counts["weekdays"] += moment.day.isoweekday() != moment.value.weekday
    return told.moments[0].extent


def layout(text: str) -> str:
    """The layout of an expression: digits, letters and signs, whatever they are."""
    plain = re.sub(r"\d+", "9", text)
    plain = re.sub(r"\b[IVXivx]+\b", "R", plain)
    words = re.sub(r"[^\W\d_]+", lambda word: _shape(word.group()), plain)
    return re.sub(r"(?:[am]|A)(?: ?(?:y |-)?(?:a|m))*", lambda run: run.group()[0], words)


def _shape(word: str) -> str:
    if word == "R":
        return word
    return "A" if word.isupper() and len(word) > 1 else "a"


_ES, _EN = MONTHS[0].names, MONTHS[1].names
_ES_SHORT, _EN_SHORT = MONTHS[2].names, MONTHS[3].names
_ES_WEEK, _EN_WEEK = WEEKDAYS[0].names, WEEKDAYS[1].names


def _suffix(day: int) -> str:
    return "th" if 10 < day < 20 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


_ES_WHOLE: tuple[Writer, ...] = (
    lambda d: f"{d:%d/%m/%Y}",
    lambda d: f"{d:%d-%m-%y}",
    lambda d: f"{d.day}/{d.month}/{d.year}",
    lambda d: f"{d:%d.%m.%Y}",
    lambda d: f"{d:%Y-%m-%d}",
    lambda d: f"{d:%Y%m%d}1430",
    lambda d: f"{d.day} de {_ES[d.month - 1]} de {d.year}",
    lambda d: f"{_ES_WEEK[d.weekday()]}, {d.day} de {_ES[d.month - 1]} del {d.year}",
    lambda d: f"{d.day:02d}-{_ES_SHORT[d.month - 1].upper()}-{d.year}",
    lambda d: f"{d.day}-{ROMAN[d.month - 1]}-{d.year}",
    lambda d: (
        f"{write_number(d.day, language='es')} de {_ES[d.month - 1]} de "
        f"{write_number(d.year, language='es')}"
    ),
    lambda d: f"{_ES_WEEK[d.weekday()]} {d:%d/%m/%Y}",
)
_EN_BOTH: tuple[Writer, ...] = (
    lambda d: f"{d:%Y-%m-%d}",
    lambda d: f"{d:%Y-%m-%d}T08:15:00Z",
    lambda d: f"{d.day} {_EN[d.month - 1]} {d.year}",
    lambda d: f"{_EN[d.month - 1]} {d.day}{_suffix(d.day)}, {d.year}",
    lambda d: f"{_EN_WEEK[d.weekday()]}, {_EN[d.month - 1]} {d.day}, {d.year}",
    lambda d: f"{d.day:02d}{_EN_SHORT[d.month - 1].upper()}{d.year}",
    lambda d: f"the {d.day}{_suffix(d.day)} of {_EN[d.month - 1]}, {d.year}",
)
_MDY: tuple[Writer, ...] = (
    lambda d: f"{d:%m/%d/%Y}",
    lambda d: f"{d.month}/{d.day}/{d:%y}",
    lambda d: f"{_EN_WEEK[d.weekday()][:3]} {d:%m/%d/%Y}",
)
_DMY: tuple[Writer, ...] = (lambda d: f"{d:%d/%m/%Y}", lambda d: f"{d.day}.{d.month}.{d:%y}")
_PARTS: dict[str, tuple[Writer, ...]] = {
    "es": (
        lambda d: f"{d.day} de {_ES[d.month - 1]}",
        lambda d: f"{_ES_WEEK[d.weekday()]} {d.day} de {_ES[d.month - 1]}",
        lambda d: f"{d.day} {_ES_SHORT[d.month - 1]}",
    ),
    "en": (
        lambda d: f"{_EN[d.month - 1]} {d.day}",
        lambda d: f"{d.day} {_EN_SHORT[d.month - 1]}",
        lambda d: f"{_EN_WEEK[d.weekday()]} {d.day} {_EN[d.month - 1]}",
    ),
}
_BIRTH = {"es": "F. nac.: ", "en": "DOB: "}


def _note(
    written: Day, birth: Day, events: list[Day], language: str, habit: str, chance: random.Random
) -> Told:
    whole = _ES_WHOLE if language == "es" else (*_EN_BOTH, *(_MDY if habit == "mdy" else _DMY))
    parts: list[tuple[str, Mention]] = [(_BIRTH[language], _single(chance.choice(whole), birth))]
    parts.append((". Nota: ", _single(chance.choice(whole), written)))
    for day in chance.sample(events, 3):
        parts.append((". ", _single(chance.choice(whole), day)))
        parts += _after(day, language, chance)
    near = written + datetime.timedelta(days=chance.randrange(-40, 40))
    parts.append((". ", _single(chance.choice(_PARTS[language]), near)))
    parts.append((". En ", _month(chance.choice(events), language)))
    year = chance.choice(events).year
    parts.append(
        (
            ". In " if language == "en" else ". En ",
            Mention(str(year), Day(year, 1, 1), Day(year, 12, 31)),
        )
    )
    return _laid_out(parts, language, written)


def _single(writer: Writer, day: Day) -> Mention:
    return Mention(writer(day), day, day)


def _month(day: Day, language: str) -> Mention:
    first = day.replace(day=1)
    last = (first + datetime.timedelta(days=31)).replace(day=1) - datetime.timedelta(days=1)
    name = f"{_ES[day.month - 1]} de" if language == "es" else _EN[day.month - 1]
    return Mention(f"{name} {day.year}", first, last)


def _after(day: Day, language: str, chance: random.Random) -> Iterator[tuple[str, Mention]]:
    """A day of the same month after a date, where there is one, or a range."""
    later = day + datetime.timedelta(days=chance.randrange(1, 12))
    if later.month != day.month:
        return
    if language == "es":
        yield " y el ", Mention(f"día {later.day} del mismo mes", later, later)
        text = f"del {day.day} al {later.day} de {_ES[day.month - 1]} de {day.year}"
    else:
        ending = _suffix(later.day)
        yield " and ", Mention(f"the {later.day}{ending} of the same month", later, later)
        text = f"{_EN[day.month - 1]} {day.day}-{later.day}, {day.year}"
    yield ", ", Mention(text, day, day)


def _laid_out(parts: list[tuple[str, Mention]], language: str, written: Day) -> Told:
    text, spans = "", []
    for lead, mention in parts:
        text += lead
        spans.append(Span(len(text), len(text) + len(mention.text), "DATE"))
        text += mention.text
    return Told(text, tuple(spans), tuple(mention for _, mention in parts), language, written)


@dataclass(frozen=True, slots=True)
class Dated:
    """A date expression where it stands."""

    text: str
    language: str
    scene: Scene = field(repr=False)
    span: Span


def _collections() -> Iterator[tuple[str, list[Dated]]]:
    place = os.environ.get(_VARIABLE)
    if place and (Path(place) / "meddocan" / "dev").is_dir():
        notes = read_gold(Path(place) / "meddocan" / "dev")
        marks = [(n.text, "es", [m for m in n.marks if m.label == "FECHAS"]) for n in notes]
        yield "meddocan/dev", list(_dated(marks))
    for folder in _NOTES:
        files = sorted(folder.glob("*.txt"))
        marked = [note for file in files for note in read_marked(file.read_text("utf-8"))]
        for language in ("es", "en"):
            found = [
                (n.text, language, [Span(*s) for s in n.spans if s[2] == "DATE"])
                for n in marked
                if n.language == language
            ]
            yield f"{folder.parent.name}/{folder.name} {language}", list(_dated(found))


def _dated(notes: list[tuple[str, str, list[Mark] | list[Span]]]) -> Iterator[Dated]:
    for text, language, marks in notes:
        spans = tuple(sorted({Span(mark.start, mark.end, "DATE") for mark in marks}))
        scene = _scene(text, spans, language, None)
        for span in spans:
            yield Dated(text[span.start : span.end], language, scene, span)


def _show(name: str, dated: list[Dated]) -> float:
    """A line on a collection, and the share of its dates rewritten in their own layout."""
    unread = [one for one in dated if read(one.text, language=one.language) is None]
    made = [(one, date(one.text, one.span, one.scene)) for one in dated]
    left = [one for one, text in made if text is None]
    kept = [one for one, text in made if text == one.text]
    other = [(one, text) for one, text in made if text and layout(text) != layout(one.text)]
    share = (len(dated) - len(left) - len(other)) / max(1, len(dated))
    print(
        f"   {name:20} {len(dated):5} dates: {1 - len(unread) / max(1, len(dated)):.4f} read, "
        f"{share:.4f} rewritten in their own layout "
        f"({len(left)} left to a person, {len(other)} in another layout, {len(kept)} stay)"
    )
    return share
