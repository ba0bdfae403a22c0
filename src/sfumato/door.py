"""The class behind `from sfumato import Sfumato`."""

from __future__ import annotations

from dataclasses import astuple
from pathlib import Path
from types import TracebackType

from sfumato.batch.job import Job, Outcome
from sfumato.batch.local import Pool
from sfumato.batch.tree import collect, read_source
from sfumato.core.dice import Dice, secret_of
from sfumato.core.document import Document, Language
from sfumato.core.errors import SfumatoError
from sfumato.core.keys import Key
from sfumato.core.protocols import Intake
from sfumato.core.record import RecordFiles
from sfumato.core.release import Reason, Refusal, Release
from sfumato.core.span import Span
from sfumato.core.speed import Speed
from sfumato.knowledge.register import read_register
from sfumato.pipeline import Line, find, run
from sfumato.policy.detectors import detectors_of
from sfumato.policy.load import load_policy


class Sfumato:
    """De-identifies texts and files under one policy.

    A `str` is a text and is worked on here; a `Path` is a file of any format, read in a confined
    child process that ends with `close` or the `with` block. `record` is a structured record and
    the TOML that maps it.
    """

    def __init__(
        self,
        *,
        policy: str = "hipaa-safe-harbor",
        speed: Speed | None = None,
        key: Key | None = None,
        language: Language | None = None,
        record: tuple[Path, Path] | None = None,
    ) -> None:
        self._policy_name = policy
        self._policy = load_policy(policy, speed=speed)
        self._record = RecordFiles.read(*record) if record else None
        self._line = Line(
            self._policy,
            detectors_of(self._policy),
            key=key,
            language=language,
            dice=Dice(secret_of(self._policy.preferences, key)),
            record=read_register(*astuple(self._record)) if self._record else None,
        )
        self._pool: Pool | None = None

    def deid(self, path_or_text: Path | str, *, name: str = "document.txt") -> Release | Refusal:
        """The de-identified document, or the reasons why it may not leave.

        `name` is what the record calls a text.
        """
        if isinstance(path_or_text, str):
            data = path_or_text.encode("utf-8", "surrogatepass")
            return run(data, Intake(name=name, limits=self._policy.limits), self._line)
        return self._file(path_or_text)

    def detect(self, text: str) -> tuple[Span, ...]:
        """The identifiers in a text."""
        return find(Document("", text), self._line)

    def close(self) -> None:
        """Ends the child process, if one was started."""
        if self._pool is not None:
            self._pool.close()
            self._pool = None

    def __enter__(self) -> Sfumato:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _file(self, path: Path) -> Release | Refusal:
        try:
            (source,) = collect([path])
            data, companions = read_source(source, max_bytes=self._policy.limits.max_bytes)
        except SfumatoError as error:
            return Refusal((Reason(error.code, str(error)),), self._policy.digest)
        except ValueError:
            return Refusal((Reason("input", "give one file, not a folder"),), self._policy.digest)
        if self._pool is None:
            self._pool = Pool(
                self._policy_name,
                self._policy,
                key=self._line.key,
                language=self._line.language,
                record=self._record,
            )
        return _result(
            self._pool.perform(Job("deid", path.name, data, companions)), self._policy.digest
        )


def _result(outcome: Outcome, digest: str) -> Release | Refusal:
    if outcome.verdict != "released":
        return Refusal(outcome.reasons, digest, outcome.format, outcome.language, outcome.findings)
    return Release(
        output=outcome.output,
        policy_digest=digest,
        format=outcome.format,
        language=outcome.language,
        extension=outcome.extension,
        findings=outcome.findings,
        notes=outcome.notes,
        name_identifies=outcome.name_identifies,
        companions=outcome.companions,
        offsets=outcome.offsets,
    )
