"""Local: a pool of confined workers on this machine."""

from __future__ import annotations

import base64
import contextlib
import os
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from types import TracebackType
from typing import Any, TypeVar

from sfumato.batch.frames import Closed, Late, receive, send
from sfumato.batch.job import Job, Outcome, outcome_of, refused
from sfumato.core.dice import Dice, secret_of
from sfumato.core.document import Language
from sfumato.core.errors import KeyMissing, LimitReached, SfumatoError
from sfumato.core.keys import Key
from sfumato.core.record import RecordFiles
from sfumato.policy.model import Policy

_START_TIMEOUT_S = 60.0
_AHEAD = 4
# Output, text and findings of a document are a few times its size; more is no sensible answer.
_ANSWER_FACTOR = 8

A = TypeVar("A")
B = TypeVar("B")


class Worker:
    """One child process. It is replaced when it dies or runs late."""

    def __init__(self, policy: Policy, greeting: dict[str, Any], payloads: list[bytes]) -> None:
        self._policy = policy
        self._greeting, self._payloads = greeting, payloads
        self._child: subprocess.Popen[bytes] | None = None
        self._ended = False

    def start(self) -> None:
        """Starts the child, if it does not run yet."""
        self._started()

    def perform(self, job: Job) -> Outcome:
        """Does one job in the child; a dead or late child is a refusal, and is replaced."""
        child = self._started()
        limits = self._policy.limits
        header = {
            "task": job.task,
            "name": job.name,
            "companions": list(job.companions),
            "folders": job.folders,
        }
        try:
            payloads = [job.data, *job.companions.values()]
            send(_handle(child.stdin), header, payloads, timeout_s=limits.timeout_s)
            answer = receive(
                _handle(child.stdout),
                timeout_s=limits.timeout_s,
                most_bytes=_ANSWER_FACTOR * limits.max_unpacked_bytes,
            )
            return outcome_of(*answer)
        except Late:
            words = f"the document took over {limits.timeout_s:g} s"
        except (Closed, OSError):
            words = "the worker died on the document (memory, time, or a broken file)"
        except (ValueError, LookupError, TypeError):
            words = "the worker gave no sensible answer"
        self._drop()
        return refused("limit", words)

    def close(self) -> None:
        """Ends the child, for good."""
        self._ended = True
        self._drop()

    def _drop(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        # The worker leads a group of its own, to which recognition programs belong as well.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
        for pipe in (child.stdin, child.stdout):
            if pipe:
                with contextlib.suppress(OSError):
                    pipe.close()
        child.wait()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._ended:
            raise LimitReached("the batch has ended")
        if self._child is None:
            self._child = subprocess.Popen(
                [sys.executable, "-P", "-m", "sfumato.batch.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=_environment(),
                bufsize=0,
                start_new_session=True,
            )
            os.set_blocking(_handle(self._child.stdin), False)
            self._greet(self._child)
        return self._child

    def _greet(self, child: subprocess.Popen[bytes]) -> None:
        failed = False
        answer: dict[str, str] = {}
        try:
            send(_handle(child.stdin), self._greeting, self._payloads, timeout_s=_START_TIMEOUT_S)
            answer, _ = receive(_handle(child.stdout), timeout_s=_START_TIMEOUT_S)
        except (Closed, Late, OSError):
            failed = True
        if failed:
            self._drop()
            raise LimitReached("a worker process could not be started")
        if "error" in answer:
            self._drop()
            raise SfumatoError(answer["words"])


class Pool:
    """Several workers; results come in the order of the jobs."""

    def __init__(
        self,
        policy_name: str,
        policy: Policy,
        *,
        jobs: int = 1,
        key: Key | None = None,
        language: Language | None = None,
        changes: Sequence[str] = (),
        record: RecordFiles | None = None,
    ) -> None:
        secret = secret_of(policy.preferences, key)
        greeting = {
            "policy": policy_name,
            "changes": list(changes),
            "speed": policy.speed,
            "digest": policy.digest,
            "key": base64.b64encode(key.secret()).decode() if key else None,
            "secret": base64.b64encode(secret).decode(),
            "language": language,
            "record": record.name if record else None,
        }
        files = [record.data, record.mapping] if record else []
        self._key = key
        self._workers = [Worker(policy, greeting, files) for _ in range(max(1, jobs))]
        self._setting = {
            "key": key.digest("journal", "").hex()[:16] if key else None,
            "language": language,
            # A secret that is new in each run makes a resumed run begin again.
            "draws": Dice(secret).chance("journal").randbytes(8).hex() if policy.draws() else None,
            "record": record.digest() if record else None,
        }
        self._free: SimpleQueue[Worker] = SimpleQueue()
        for worker in self._workers:
            self._free.put(worker)

    def __enter__(self) -> Pool:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def setting(self) -> dict[str, str | None]:
        """What beside the policy decides the results; the key only as a fingerprint."""
        return self._setting

    def key(self) -> Key:
        """The key, where the run cannot do without one."""
        if self._key is None:
            raise KeyMissing("the vault of the policy needs a key")
        return self._key

    def start(self) -> None:
        """Starts a first worker, so that what is wrong for all documents is told before any."""
        self._workers[0].start()

    def perform(self, job: Job) -> Outcome:
        """Does one job in a free worker."""
        worker = self._free.get()
        try:
            return worker.perform(job)
        finally:
            self._free.put(worker)

    def ordered(self, function: Callable[[A], B], items: Iterable[A]) -> Iterator[B]:
        """Results in the order of the items, as many at once as there are workers."""
        waiting: deque[Future[B]] = deque()
        threads = ThreadPoolExecutor(len(self._workers))
        try:
            for item in items:
                waiting.append(threads.submit(function, item))
                if len(waiting) >= len(self._workers) * _AHEAD:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            threads.shutdown(wait=True, cancel_futures=True)

    def close(self) -> None:
        """Ends all workers."""
        for worker in self._workers:
            worker.close()


def _handle(pipe: object) -> int:
    return pipe.fileno()  # type: ignore[attr-defined, no-any-return]


def _environment() -> dict[str, str]:
    """The environment of a worker: ours without the key, one thread a library."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SFUMATO_KEY")}
    return {**kept, "OMP_NUM_THREADS": "1", "OMP_THREAD_LIMIT": "1", "PYTHONDONTWRITEBYTECODE": "1"}
