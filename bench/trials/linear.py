"""Hard texts for every expression and detector: four times the text, about four times the time.

Units are repeated until the text is long enough: runs of signs that expressions begin with, and,
for each row of the tables, its own example, cut short and unbroken, and its own near-misses. The
reduced trial puts stretches of all units into one text; the full one takes each alone.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from bench.trials.notes import note
from sfumato.core.document import Block, Document
from sfumato.core.protocols import Detector
from sfumato.detect.dictionary import Dictionary
from sfumato.detect.patterns import Patterns, Row
from sfumato.detect.registry import built_in, detect_all
from sfumato.detect.tables import rows

SMALL, LARGE = 250_000, 1_000_000
"""The lengths of the two texts, in characters."""
GROWTH = 6.0
"""How many times as long the fourfold text may take; quadratic time would be sixteen times."""
LONGEST_S = 60.0
"""The network takes about half of it for 1 MB on a slow core, the expressions a few seconds."""
_FLOOR_S = 0.1
_TIMEOUT_S = 600.0

_UNITS = {
    **{f"runs of {sign!r}": sign for sign in "1.@-/(,: A_a\n\té\u200bЖ"},
    "groups of digits": "123 456 ",
    "digits and hyphens": "12-",
    "digits and slashes": "1/",
    "digits and dots": "1.",
    "digits and letters": "1A",
    "mail signs": "a@",
    "mail domains": "a@b.",
    "dotted letters": "a.",
    "given names": "Ana ",
    "given names without blanks": "Ana",
    "titles": "Dr. ",
    "lists of names": "Ana López, ",
    "open brackets": "([{",
    "fields": "NHC: ",
    "days": "el 3 de ",
    "months": "3 de mayo y ",
    "ranges": "01/02/2021-",
    "ages": "3 años y ",
    "numbers in words": "treinta y ",
    "streets": "Calle Mayor, ",
    "addresses": "http://a.",
    "hospitals": "Hospital de ",
    "colons": "a:b::",
    "plus signs": "+34 ",
    "hexadecimal": "0a:",
    "two lines": "Nombre:\n",
}
Text = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Grown:
    """How long a text took, and one four times as long."""

    what: str
    small_s: float
    large_s: float

    @property
    def is_linear(self) -> bool:
        """Whether the time grew with the text, and stays under the bound."""
        growth = self.large_s / max(self.small_s, _FLOOR_S)
        return growth < GROWTH and self.large_s < LONGEST_S


def repeated(unit: str, size: int) -> str:
    """The unit again and again, in so many characters."""
    return (unit * (size // len(unit) + 1))[:size]


def stretches(units: Sequence[str], size: int) -> str:
    """Each of the units again and again, in equal parts of so many characters."""
    return "".join(repeated(unit, size // len(units)) for unit in units)


def texts() -> dict[str, Text]:
    """Hard texts for all detectors, by name."""
    return {**{name: partial(repeated, unit) for name, unit in _UNITS.items()}, "notes": _notes}


def units_of(row: Row) -> Iterator[str]:
    """What nearly matches a row, or matches it again and again."""
    example = row.example.replace("«", "").replace("»", "")
    yield from (example, f"{example}\n", example[:-1], example[: len(example) // 2 + 1])
    yield example.replace(" ", "")
    yield from (f"{near} " for near in row.near)


def measure_row(row: Row, *, small: int = SMALL, large: int = LARGE) -> Grown:
    """The slowest of a row's own texts."""
    found = Patterns([row])
    return max(
        (
            _measured(row.name, found.find, partial(repeated, unit), small, large)
            for unit in units_of(row)
        ),
        key=lambda grown: grown.large_s,
    )


def measure_detectors(
    name: str, text: Text, *, small: int = SMALL, large: int = LARGE
) -> Iterator[Grown]:
    """Each detector alone and all together, on one text."""
    for kind, detector in _detectors().items():
        yield _measured(f"{kind} on {name}", partial(_detected, detector), text, small, large)
    yield _measured(f"all on {name}", _all, text, small, large)
    yield _measured(f"blocks of {name}", _blocks, text, small, large)


def reduced() -> Iterator[Grown]:
    """All detectors on a text of all units, and the table on one of the units of all its rows."""
    yield from measure_detectors("stretches", partial(stretches, tuple(_UNITS.values())))
    near = tuple(dict.fromkeys(unit for row in rows() for unit in units_of(row)))
    table = Patterns(rows())
    yield _measured("rows on near-misses", table.find, partial(stretches, near), SMALL, LARGE)


def full() -> None:
    """Every row and every detector on 1 MB."""
    grown = [measure_row(row) for row in rows()]
    _say("rows", grown)
    for name, text in texts().items():
        measured = list(measure_detectors(name, text))
        _say(name, measured)
        grown += measured
    steep = [one.what for one in grown if not one.is_linear]
    assert not steep, f"not linear: {'; '.join(steep)}"


def _say(name: str, grown: list[Grown]) -> None:
    worst = max(grown, key=lambda one: one.large_s)
    steepest = max(one.large_s / max(one.small_s, _FLOOR_S) for one in grown)
    print(
        f"   {name}: slowest {worst.what}, {worst.large_s:.2f} s for {LARGE} characters; "
        f"fourfold text takes at most {steepest:.1f} times as long",
        flush=True,
    )


def _measured(
    what: str, work: Callable[[str], object], text: Text, small: int, large: int
) -> Grown:
    grown = Grown(what, _seconds(work, text(small)), _seconds(work, text(large)))
    if not grown.is_linear:
        # once more: other work on the machine may have held it up
        grown = Grown(what, _seconds(work, text(small)), _seconds(work, text(large)))
    return grown


def _seconds(work: Callable[[str], object], text: str) -> float:
    began = time.process_time()
    work(text)
    return time.process_time() - began


def _detectors() -> dict[str, Detector]:
    entries = ("Ana", "Ana López", "aaaa", "1 1 1 1", "Hospital de Hospital", "é" * 50)
    own = Row("own", "OTHER", r"(?:[a-z0-9]+[ .@-]?){1,40}!", "")
    return {
        **built_in(),
        "a dictionary": Dictionary(entries, "OTHER"),
        "a policy's pattern": Patterns([own]),
    }


def _detected(detector: Detector, text: str) -> int:
    return sum(1 for _ in detector.detect(Document("", text)))


def _all(text: str) -> object:
    return detect_all(Document("", text), _expressions(), timeout_s=_TIMEOUT_S)


def _expressions() -> dict[str, Detector]:
    """All built-in detectors but the network, which takes its time and is measured alone."""
    return {name: found for name, found in built_in().items() if name != "recogniser"}


def _blocks(text: str) -> object:
    """Every tenth character begins a block of its own, half of them named by their structure."""
    blocks = tuple(
        Block(start, start + 9, f"cell {start}", "PATIENT" if start % 20 else None)
        for start in range(0, len(text) - 10, 10)
    )
    return detect_all(Document("", text, blocks), _expressions(), timeout_s=_TIMEOUT_S)


def _notes(size: int) -> str:
    chance = random.Random(size)
    pieces: list[str] = []
    length = 0
    while length < size:
        pieces.append(note(chance))
        length += len(pieces[-1])
    return "".join(pieces)[:size]
