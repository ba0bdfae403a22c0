"""Optical recognition: the words in a picture with their boxes, by tesseract through its pipes."""

from __future__ import annotations

import csv
import os
import shutil
import subprocess
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from io import BytesIO, StringIO
from itertools import groupby

from PIL import Image, ImageChops, ImageDraw, ImageOps

from sfumato.core.errors import LimitReached, Unsupported

_LANGUAGES = ("spa", "eng")
_SMALL_PX = 1200
_MIDDLE_PX = 2600
_LONGEST_PX = 32_000
_MOST_PIXELS = 40_000_000
_FAINT = 10
_SURE = 55.0
_REMEMBERED = 12
_ROTATIONS = (
    (90, Image.Transpose.ROTATE_90),
    (180, Image.Transpose.ROTATE_180),
    (270, Image.Transpose.ROTATE_270),
)

Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Word:
    """A recognised word: its text, its box (left, top, right, bottom) and tesseract's trust."""

    text: str = field(repr=False)
    box: Box
    trust: float
    line: tuple[int, ...]

    @property
    def solid(self) -> int:
        """How many letters and digits it has."""
        return sum(char.isalnum() for char in self.text)


@lru_cache(maxsize=1)
def _program() -> tuple[str, str] | None:
    """The path of tesseract and the installed ones of the languages, joined as it wants them."""
    path = shutil.which("tesseract")
    if path is None:
        return None
    try:
        listed = subprocess.run(  # noqa: S603
            [path, "--list-langs"], capture_output=True, timeout=20, env=_environment(), check=False
        )
    except (OSError, subprocess.SubprocessError):
        return None
    names = (listed.stdout + listed.stderr).decode("ascii", "replace").split()
    found = [name for name in _LANGUAGES if name in names]
    return (path, "+".join(found)) if found else None


def available() -> bool:
    """Whether tesseract is installed with Spanish or English."""
    return _program() is not None


def require() -> tuple[str, str]:
    """Tesseract's path and languages, or the error that says what to do."""
    found = _program()
    if found is None:
        raise Unsupported(
            "optical recognition needs tesseract; install it or let the policy drop images"
        )
    return found


def recognise(image: Image.Image, timeout_s: float) -> tuple[tuple[Word, ...], ...]:
    """The lines of words in a picture, in reading order; boxes are in the picture's own pixels.

    Words in any quarter turn are found: what the upright pass recognised is painted over, and the
    rest is looked at again, enlarged, as scattered text, and turned.
    """
    require()
    grey = image.convert("L")
    if _contrast(grey) < _FAINT:
        return ()
    scale = _scale(grey.size)
    words = _pass(grey, scale, "3", timeout_s)
    if doubtful(words):
        words = _best_turn(grey, scale, words, timeout_s)
    found = [word for word in words if word.text]
    for more in _leftovers(image, grey, scale, timeout_s, found):
        found += more
    return tuple(tuple(words) for words in _lines(found))


def _leftovers(
    image: Image.Image, grey: Image.Image, scale: int, timeout_s: float, found: list[Word]
) -> Iterator[list[Word]]:
    """Scattered and turned words in what earlier passes left, one list a pass."""
    rest = _without(_strongest(image, grey), found)
    if _contrast(rest) < _FAINT:
        return
    rest = ImageOps.autocontrast(rest)
    scattered = _pass(rest, scale + 1, "11", timeout_s)
    likely = [word for word in scattered if word.solid >= 2 and _believable(word)]
    fresh = _numbered(likely, found, 1)
    yield fresh
    rest = _without(rest, fresh)
    for number, (_, turn) in enumerate(_ROTATIONS[::2], start=2):
        if _contrast(rest) < _FAINT:
            return
        turned = _turned_pass(rest, turn, scale, "11", timeout_s)
        sure = [word for word in turned if word.solid >= 3 and word.trust >= _SURE]
        fresh = _numbered(sure, found, number)
        yield fresh
        rest = _without(rest, fresh)


def _believable(word: Word) -> bool:
    """Grain and hatching are read as short words of little trust."""
    return word.trust >= 30 or word.solid >= 5


def _scale(size: tuple[int, int]) -> int:
    longest = max(size)
    return 3 if longest <= _SMALL_PX else 2 if longest <= _MIDDLE_PX else 1


def _contrast(grey: Image.Image) -> int:
    low, high = grey.getextrema()
    return int(high) - int(low)  # type: ignore[arg-type]


def _strongest(image: Image.Image, grey: Image.Image) -> Image.Image:
    """Another grey of a coloured picture, for inks that are as bright as their paper."""
    if image.mode not in ("RGB", "RGBA"):
        return grey
    red, green, blue = image.convert("RGB").split()
    return ImageChops.darker(ImageChops.darker(red, green), blue)


def doubtful(words: Sequence[Word]) -> bool:
    """Whether so little was read, or so badly, that the picture may stand another way round."""
    real = [word for word in words if word.solid]
    return len(real) < 3 or sum(word.trust for word in real) / len(real) < _SURE


def _best_turn(
    grey: Image.Image, scale: int, upright: Sequence[Word], timeout_s: float
) -> list[Word]:
    """The words of the quarter turn that reads best, and those that the upright pass had."""
    best, score = list(upright), _worth(upright)
    for _, turn in _ROTATIONS:
        turned = _turned_pass(grey, turn, scale, "3", timeout_s)
        if _worth(turned) > max(score * 1.3, score + 100):
            best, score = turned, _worth(turned)
    return best + _numbered([word for word in upright if word.solid], best, 9)


def _worth(words: Iterable[Word]) -> float:
    return sum(word.trust * word.solid for word in words if word.trust >= _SURE)


def _numbered(words: Iterable[Word], found: Sequence[Word], number: int) -> list[Word]:
    """Those words that no earlier word already covers, their lines kept apart from the earlier."""
    return [
        replace(word, line=(number, *word.line))
        for word in words
        if not any(_mostly_inside(word.box, other.box) for other in found)
    ]


def _mostly_inside(inner: Box, outer: Box) -> bool:
    width = min(inner[2], outer[2]) - max(inner[0], outer[0])
    height = min(inner[3], outer[3]) - max(inner[1], outer[1])
    area = max(1, (inner[2] - inner[0]) * (inner[3] - inner[1]))
    return width > 0 and height > 0 and width * height > area * 0.6


def _without(grey: Image.Image, words: Iterable[Word]) -> Image.Image:
    """The picture with the words painted over in the tone around each of them."""
    result = grey.copy()
    draw = ImageDraw.Draw(result)
    for word in words:
        left, top, right, bottom = word.box
        edge = (max(0, left - 3), max(0, top - 3), right + 3, bottom + 3)
        tones = grey.crop(edge).histogram()
        draw.rectangle(edge, fill=tones.index(max(tones)))
    return result


def _lines(words: Iterable[Word]) -> Iterator[list[Word]]:
    for _, group in groupby(words, key=lambda word: word.line):
        yield list(group)


def _turned_pass(
    grey: Image.Image, turn: Image.Transpose, scale: int, mode: str, timeout_s: float
) -> list[Word]:
    turned = _pass(grey.transpose(turn), scale, mode, timeout_s)
    return [replace(word, box=_turned_back(word.box, turn, grey.size)) for word in turned]


def _turned_back(box: Box, turn: Image.Transpose, size: tuple[int, int]) -> Box:
    width, height = size
    left, top, right, bottom = box
    if turn is Image.Transpose.ROTATE_90:
        return (width - bottom, left, width - top, right)
    if turn is Image.Transpose.ROTATE_180:
        return (width - right, height - bottom, width - left, height - top)
    return (top, height - right, bottom, height - left)


def _pass(grey: Image.Image, scale: int, mode: str, timeout_s: float) -> list[Word]:
    """One run of tesseract; boxes come back in the pixels of the given picture."""
    width, height = grey.size
    while scale > 1 and (
        width * height * scale * scale > _MOST_PIXELS or max(width, height) * scale > _LONGEST_PX
    ):
        scale -= 1
    margin = 10 * scale
    enlarged = grey.resize((width * scale, height * scale), Image.Resampling.BICUBIC)
    # Letters that touch the border are not read; a margin in the border's tone frees them.
    framed = ImageOps.expand(enlarged, margin, fill=_border_tone(grey))
    return [
        _unscaled(word, scale, margin, grey.size) for word in _remembered(framed, mode, timeout_s)
    ]


def _border_tone(grey: Image.Image) -> int:
    width, height = grey.size
    tones = [0] * 256
    for edge in (
        (0, 0, width, 1),
        (0, height - 1, width, height),
        (0, 0, 1, height),
        (width - 1, 0, width, height),
    ):
        tones = [one + two for one, two in zip(tones, grey.crop(edge).histogram(), strict=True)]
    return tones.index(max(tones))


def _unscaled(word: Word, scale: int, margin: int, size: tuple[int, int]) -> Word:
    left, top, right, bottom = (edge - margin for edge in word.box)
    box = (
        max(0, left // scale),
        max(0, top // scale),
        min(size[0], -(-right // scale)),
        min(size[1], -(-bottom // scale)),
    )
    return replace(word, box=box)


_memory: OrderedDict[bytes, tuple[Word, ...]] = OrderedDict()


def _remembered(image: Image.Image, mode: str, timeout_s: float) -> tuple[Word, ...]:
    """Recognition is slow and pure: write and inspection meet the same pixels that read met."""
    digest = sha256(f"{mode} {image.size}".encode() + image.tobytes()).digest()
    if digest in _memory:
        _memory.move_to_end(digest)
        return _memory[digest]
    words = tuple(_parse(_tesseract(image, mode, timeout_s)))
    _memory[digest] = words
    while len(_memory) > _REMEMBERED:
        _memory.popitem(last=False)
    return words


def _environment() -> dict[str, str]:
    kept = {
        name: os.environ[name]
        for name in ("TESSDATA_PREFIX", "SYSTEMROOT", "LD_LIBRARY_PATH")
        if name in os.environ
    }
    return {"OMP_THREAD_LIMIT": "1", "LC_ALL": "C", **kept}


def _tesseract(image: Image.Image, mode: str, timeout_s: float) -> str:
    path, languages = require()
    buffer = BytesIO()
    image.save(buffer, "PNG", compress_level=1)
    failure: type[LimitReached] | type[Unsupported] | None = None
    command = [path, "stdin", "stdout", "-l", languages, "--psm", mode, "--dpi", "300", "tsv"]
    try:
        done = subprocess.run(  # noqa: S603
            command,
            input=buffer.getvalue(),
            capture_output=True,
            timeout=timeout_s,
            env=_environment(),
            check=False,
        )
        if done.returncode:
            failure = Unsupported
    except subprocess.TimeoutExpired:
        failure = LimitReached
    except OSError:
        failure = Unsupported
    if failure:
        raise failure("optical recognition of a picture failed")
    return done.stdout.decode("utf-8", "replace")


def _parse(table: str) -> Iterator[Word]:
    """Words of tesseract's TSV: level, page, block, paragraph, line, word, box, trust, text."""
    for row in csv.reader(StringIO(table), delimiter="\t", quoting=csv.QUOTE_NONE):
        if len(row) != 12 or row[0] != "5" or not row[11].strip():
            continue
        left, top, width, height = (int(value) for value in row[6:10])
        box = (left, top, left + width, top + height)
        line = tuple(int(value) for value in row[1:5])
        yield Word(row[11].strip(), box, float(row[10]), line)
