"""Sandbox: what a worker process gives up before it sees the first foreign byte.

It may not write files, open sockets, reach into other processes, dump core, or grow beyond its
memory; each document has its processor time. The limits are the kernel's (setrlimit, seccomp); on
systems without seccomp the rest still holds.
"""

from __future__ import annotations

import ctypes
import math
import platform
import resource
import signal
import struct
import sys
from collections.abc import Collection

_PR_SET_NO_NEW_PRIVS = 38
_PR_SET_DUMPABLE = 4
_PR_SET_SECCOMP = 22
_SECCOMP_MODE_FILTER = 2
_ALLOW = 0x7FFF0000
_DENY = 0x00050000 | 1  # SECCOMP_RET_ERRNO with EPERM
# The x86_64 kernel also answers to call numbers with this bit, which a plain comparison misses.
_FOREIGN_CALLS = 0x40000000

# machine: (AUDIT_ARCH_*, numbers of the calls that fail). ptrace and process_vm_* reach into other
# processes; io_uring opens sockets without socket(2).
_MACHINES = {
    "x86_64": (0xC000003E, {"socket": 41, "ptrace": 101, "readv": 310, "writev": 311, "ring": 425}),
    "aarch64": (
        0xC00000B7,
        {"socket": 198, "ptrace": 117, "readv": 270, "writev": 271, "ring": 425},
    ),
}

_LOAD = 0x20  # BPF_LD | BPF_W | BPF_ABS
_EQUAL = 0x15  # BPF_JMP | BPF_JEQ | BPF_K
_AT_LEAST = 0x35  # BPF_JMP | BPF_JGE | BPF_K
_RETURN = 0x06  # BPF_RET | BPF_K
_OFFSET_NUMBER, _OFFSET_ARCH = 0, 4


def confine(*, memory_mb: int) -> bool:
    """Gives up files, memory and network for good; true when the network is closed as well."""
    memory_bytes = memory_mb * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    return _close_network()


def allow_seconds(seconds: float) -> None:
    """Lets the process use that much more processor time; the kernel ends it when it is spent."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    until = math.ceil(used.ru_utime + used.ru_stime + seconds) + 1
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (until, most))


def _close_network() -> bool:
    machine = _MACHINES.get(platform.machine())
    if not sys.platform.startswith("linux") or machine is None:
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    if libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        return False
    arch, calls = machine
    program = _filter(arch, calls.values())
    code = ctypes.create_string_buffer(program)
    header = ctypes.create_string_buffer(
        struct.pack("@HxxxxxxP", len(program) // 8, ctypes.addressof(code))
    )
    return bool(libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, header, 0, 0) == 0)


def _filter(arch: int, denied: Collection[int]) -> bytes:
    """A BPF program: the denied calls fail with EPERM, and so do those of foreign call tables."""
    last = len(denied) + 5  # the step that denies; jumps count from the step after their own
    steps = [
        (_LOAD, 0, 0, _OFFSET_ARCH),
        (_EQUAL, 0, last - 2, arch),
        (_LOAD, 0, 0, _OFFSET_NUMBER),
        (_AT_LEAST, last - 4, 0, _FOREIGN_CALLS),
        *((_EQUAL, last - at - 1, 0, number) for at, number in enumerate(denied, start=4)),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _DENY),
    ]
    return b"".join(struct.pack("@HBBI", *step) for step in steps)
