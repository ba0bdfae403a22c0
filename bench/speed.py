"""Speed as ratios within one run, on one core: peers on the same texts, libraries on the files.

Times are CPU seconds, so that another program on the machine does not count. Each ratio is the
median of several rounds, in which the two sides take turns; each round has notes in a new order.
"""

from __future__ import annotations

import io
import os
import statistics
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pikepdf
from lxml import etree

from bench import wards
from bench.peers.environment import Absent, Peer
from sfumato.batch.job import Job
from sfumato.batch.local import Pool
from sfumato.core.document import Document
from sfumato.core.edit import splice
from sfumato.core.protocols import Detector, Intake
from sfumato.core.release import Release
from sfumato.core.speed import Speed
from sfumato.evaluate.figures import headline
from sfumato.evaluate.metrics import score
from sfumato.evaluate.note import Mark, Note
from sfumato.formats.registry import FORMATS
from sfumato.knowledge.language import tell_language
from sfumato.knowledge.marked import read_marked
from sfumato.pipeline import Line, examine, find, run
from sfumato.policy.detectors import detectors_of
from sfumato.policy.engine import decide
from sfumato.policy.load import load_policy

FASTER_THAN_PRESIDIO = 5.0
OVER_LIBRARY = 1.3
SPEEDS: dict[Speed, int] = {"default": 6_000, "fast": 15_000}
"""Words a second on one core that were promised for the two recognisers."""
_ROUNDS = 5
_WORDS = 60_000
_TRAINED_WORDS = 15_000
_NEURAL = frozenset({"recogniser"})
_GOLD = Path("tests/gold/notes")
_POLICY = "hipaa-safe-harbor"
_BLANK = ("en=", "es=")
_BLANK_PEER = "presidio, blank pipeline"
_TRAINED = {"es": "es_core_news_sm", "en": "en_core_web_sm"}

Texts = Sequence[tuple[str, str]]
Work = Callable[[Texts], object]


def full() -> None:
    """Every race; the ratios that were promised are checked."""
    core = min(os.sched_getaffinity(0))
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        missed = [*_patterns(core), *_documents(), *_recognisers(core)]
    finally:
        os.sched_setaffinity(0, allowed)
    start()
    assert not missed, "; ".join(missed)


def _line(*, neural: bool, speed: Speed = "default") -> Line:
    policy = load_policy(_POLICY, speed=speed)
    detectors: Mapping[str, Detector] = {
        name: detector
        for name, detector in detectors_of(policy).items()
        if neural or name not in _NEURAL
    }
    return Line(policy, detectors)


def _patterns(core: int) -> list[str]:
    """Pattern side beside presidio without a model; what was missed."""
    line = _line(neural=False)
    _say("detect", _rate(lambda texts: _detected(texts, line), _WORDS))
    _say("detect and mask", _rate(lambda texts: _masked(texts, line), _WORDS))
    _say("the whole line, inspection too", _rate(lambda texts: _released(texts, line), _WORDS))
    try:
        peer = Peer("presidio", "presidio", *_BLANK, core=core)
    except Absent as reason:
        print(f"   presidio is not raced: {reason}")
        return []
    rate, ratio = _race(lambda texts: _masked(texts, line), peer, _WORDS)
    peer.close()
    _say("presidio, blank pipeline", rate)
    print(f"   detect and mask: {ratio:.2f} times presidio (at least {FASTER_THAN_PRESIDIO:g})")
    return [] if ratio >= FASTER_THAN_PRESIDIO else [f"{ratio:.2f} times presidio"]


def _recognisers(core: int) -> list[str]:
    """What both recognisers do in a second with all detectors; and the peers."""
    missed = []
    for speed, least in SPEEDS.items():
        line = _line(neural=True, speed=speed)
        rate = _rate(partial(_looked, line=line), _WORDS)
        _say(f"all detectors, {speed} (at least {least:,})", rate)
        missed += [f"{speed}: {rate:,.0f} words a second"] if rate < least else []
    return [*missed, *_trained(core)]


def _looked(texts: Texts, *, line: Line) -> None:
    _detected(texts, line)


def _trained(core: int) -> list[str]:
    """Both recognisers with all detectors beside spaCy and presidio around it; what was missed."""
    lines: dict[Speed, Line] = {speed: _line(neural=True, speed=speed) for speed in SPEEDS}
    missed = []
    for language, model in _TRAINED.items():
        peers = _peers(language, model, core)
        for speed, line in lines.items():
            ratios = [_beside(name, peer, line, language, speed) for name, peer in peers.items()]
            if speed == "fast" and ratios and min(ratios) < 1 and _BLANK_PEER not in peers:
                missed.append(f"{min(ratios):.2f} times the faster peer in {language}")
        notes = [note for note in _marked() if note.language == language]
        for name, peer in peers.items():
            _cover(name, notes, peer.found([(language, note.text) for note in notes]))
            peer.close()
        for speed, line in lines.items():
            spans = [find(_document(note.text), line) for note in notes]
            _cover(f"{speed}", notes, [[(s.start, s.end) for s in found] for found in spans])
    return missed


def _peers(language: str, model: str, core: int) -> dict[str, Peer]:
    """The peers of a language that are here; without its model, presidio around none."""
    blank = (_BLANK_PEER, "presidio", "presidio", f"{language}=")
    trained = (
        (f"spaCy {model}", "spacy", "plain_spacy", model),
        (f"presidio {model}", "spacy", "presidio", f"{language}={model}"),
    )
    return dict(_started(trained, core)) or dict(_started((blank,), core))


def _started(rows: Sequence[tuple[str, str, str, str]], core: int) -> Iterator[tuple[str, Peer]]:
    for name, environment, script, argument in rows:
        try:
            yield name, Peer(environment, script, argument, core=core)
        except Absent as reason:
            print(f"   {name} is not raced: {reason}")


def _beside(name: str, peer: Peer, line: Line, language: str, speed: Speed) -> float:
    """How many times as many words are looked through as by a peer."""
    rate, ratio = _race(
        lambda texts: _detected(texts, line), peer, _TRAINED_WORDS, language=language
    )
    print(
        f"   {language}: {name} {rate:,.0f} words a second; all detectors, {speed}: "
        f"{ratio:.2f} times that, {rate * ratio:,.0f}"
    )
    return ratio


def _marked() -> list[Note]:
    return [
        Note(note.id, note.text, tuple(Mark(*span) for span in note.spans), note.language)
        for path in sorted(_GOLD.glob("*.txt"))
        for note in read_marked(path.read_text("utf-8"))
    ]


def _cover(name: str, notes: Sequence[Note], found: Sequence[Sequence[tuple[int, int]]]) -> None:
    """Which share of the identifiers in notes some ranges cover, whatever their labels."""
    marks = {
        note.id: tuple(Mark(start, end, "OTHER") for start, end in sorted(set(ranges)))
        for note, ranges in zip(notes, found, strict=True)
    }
    figures = headline(score(notes, marks))
    direct, whole, precision = (
        figures["coverage", key] for key in ("direct_recall", "all_recall", "precision")
    )
    print(
        f"      covers {direct:.3f} of direct identifiers, {whole:.3f} of all, "
        f"precision {precision:.3f}: {name}"
    )


def start() -> None:
    """A first document from a cold start, memory, and two workers beside one."""
    code = (
        "import time; began = time.monotonic(); from sfumato import Sfumato; "
        "Sfumato({}).detect('Paciente: Saioa Rekarte, de Zumarraga. NHC 4471902.'); "
        "took = time.monotonic() - began; status = open('/proc/self/status').read(); "
        "print(took, status.partition('VmHWM:')[2].split()[0])"
    )
    for speed in SPEEDS:
        runs = [
            subprocess.run(
                [sys.executable, "-c", code.format(f"speed={speed!r}")],
                capture_output=True, check=True, text=True,
            ).stdout.split()
            for _ in range(_ROUNDS)
        ]  # fmt: skip
        seconds, kilobytes = (
            statistics.median(map(float, column)) for column in zip(*runs, strict=True)
        )
        print(f"   {speed}: first text after {seconds:.2f} s, {kilobytes / 1024:.0f} MB")
        _two_beside_one(speed)


def _two_beside_one(speed: Speed) -> None:
    """Documents through two workers beside one, in seconds of the clock."""
    texts = wards.supply(_WORDS // 2, seed=1)
    jobs = [Job("detect", "note.txt", text.encode()) for _, text in texts]
    policy = load_policy(_POLICY, speed=speed)
    ratios = []
    with Pool(_POLICY, policy, jobs=1) as one, Pool(_POLICY, policy, jobs=2) as two:
        for number in range(_ROUNDS):
            times = [_clock(partial(_through, pool, jobs)) for pool in (one, two)]
            if number:
                ratios.append(times[0] / times[1])
    print(f"      two workers: {statistics.median(ratios):.2f} times one")


def _through(pool: Pool, jobs: Sequence[Job]) -> None:
    assert all(found.verdict == "examined" for found in pool.ordered(pool.perform, jobs))


def _clock(work: Callable[[], object]) -> float:
    began = time.monotonic()
    work()
    return time.monotonic() - began


def _documents() -> list[str]:
    """Word documents and PDFs beside their libraries; what was missed."""
    line, missed = _line(neural=False), []
    for size in (3, 30, 150):
        texts = wards.supply(size * 450, seed=size)
        word = wards.word_document(texts)
        missed += _file(f"DOCX, about {size} pages", word, "note.docx", line, _saved_word)
        plain = wards.plain_pdf(texts)
        title = f"PDF of lines, {wards.page_count(plain)} pages"
        missed += _file(title, plain, "note.pdf", line, _saved_pdf)
        if wards.converter() and size < 100:
            printed = wards.printed_pdf(word)
            title = f"PDF of a word processor, {wards.page_count(printed)} pages"
            missed += _file(title, printed, "note.pdf", line, _saved_pdf)
    return missed


def _file(
    title: str, data: bytes, name: str, line: Line, library: Callable[[bytes], bytes]
) -> list[str]:
    intake = Intake(name, limits=line.policy.limits)
    _, document, _ = examine(data, intake, line)
    assert isinstance(run(data, intake, line), Release), f"{title}: refused"
    rows = []
    for _ in range(_ROUNDS):
        opened = _seconds(lambda: library(data))
        detected = _seconds(lambda: find(document, line))
        written = _seconds(lambda: _written(data, intake, line))
        released = _seconds(lambda: run(data, intake, line))
        floor = opened + detected
        rows.append((written / floor, released / floor, opened, detected, written, released))
    ratio, whole, *times = (statistics.median(column) for column in zip(*rows, strict=True))
    print(
        f"   {title}: {ratio:.2f} times open, save and detect (at most {OVER_LIBRARY:g}), "
        f"{whole:.2f} with inspection; library {times[0] * 1e3:.0f} ms, detect "
        f"{times[1] * 1e3:.0f}, line without inspection {times[2] * 1e3:.0f}, with it "
        f"{times[3] * 1e3:.0f}"
    )
    return [] if ratio <= OVER_LIBRARY else [f"{title} {ratio:.2f}"]


def _saved_word(data: bytes) -> bytes:
    """Every part read, parsed and written anew."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(
        out, "w", zipfile.ZIP_DEFLATED
    ) as target:  # fmt: skip
        for entry in source.infolist():
            part = source.read(entry)
            if entry.filename.endswith((".xml", ".rels")):
                part = etree.tostring(etree.fromstring(part), encoding="UTF-8")
            target.writestr(entry.filename, part)
    return out.getvalue()


def _saved_pdf(data: bytes) -> bytes:
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        pdf.save(out, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()


def _written(data: bytes, intake: Intake, line: Line) -> bytes:
    """The line up to the written bytes, before inspection."""
    name, document, spans = examine(data, intake, line)
    edits = decide(document, spans, line.policy)
    return FORMATS.load(name).write(data, document, edits, intake).data


def _detected(texts: Texts, line: Line) -> None:
    for _, text in texts:
        find(_document(text), line)


def _masked(texts: Texts, line: Line) -> None:
    for _, text in texts:
        document = _document(text)
        splice(text, decide(document, find(document, line), line.policy))


def _document(text: str) -> Document:
    return replace(Document("", text), language=tell_language(text))


def _released(texts: Texts, line: Line) -> None:
    intake = Intake(limits=line.policy.limits)
    for _, text in texts:
        assert isinstance(run(text.encode("utf-8"), intake, line), Release), "a note is refused"


def _rate(work: Work, words: int) -> float:
    """Words in a CPU second, the median of the rounds."""
    work(wards.supply(words // 4, seed=0))
    rates = []
    for seed in range(_ROUNDS):
        texts = wards.supply(words, seed=seed)
        rates.append(wards.word_count(texts) / _seconds(partial(work, texts)))
    return statistics.median(rates)


def _race(work: Work, peer: Peer, words: int, *, language: str = "") -> tuple[float, float]:
    """The peer's words in a second, and how many times as many the work has."""
    rates, ratios = [], []
    for seed in range(-1, _ROUNDS):
        supply = wards.supply(words, seed=seed)
        texts = [note for note in supply if language in ("", note[0])]
        theirs, ours = peer.seconds(texts), _seconds(partial(work, texts))
        if seed >= 0:
            rates.append(wards.word_count(texts) / theirs)
            ratios.append(theirs / ours)
    return statistics.median(rates), statistics.median(ratios)


def _seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _say(what: str, rate: float) -> None:
    print(f"   {what}: {rate:,.0f} words a second")
