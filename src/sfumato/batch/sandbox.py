"""Sandbox: what a worker process gives up before it sees the first foreign byte.

It may not write files, open network sockets, dump core, or grow beyond its memory. The limits are
the kernel's (setrlimit, seccomp); on systems without seccomp the rest still holds.
"""

from __future__ import annotations

import ctypes
import platform
import resource
import signal
import struct
import sys

_PR_SET_NO_NEW_PRIVS = 38
_PR_SET_DUMPABLE = 4
_PR_SET_SECCOMP = 22
_SECCOMP_MODE_FILTER = 2
_ALLOW = 0x7FFF0000
_DENY = 0x00050000 | 1  # SECCOMP_RET_ERRNO with EPERM
_AF_UNIX = 1

# machine: (AUDIT_ARCH_*, number of socket(2))
_MACHINES = {"x86_64": (0xC000003E, 41), "aarch64": (0xC00000B7, 198)}

_LOAD = 0x20  # BPF_LD | BPF_W | BPF_ABS
_EQUAL = 0x15  # BPF_JMP | BPF_JEQ | BPF_K
_RETURN = 0x06  # BPF_RET | BPF_K
_OFFSET_NUMBER, _OFFSET_ARCH, _OFFSET_FIRST_ARGUMENT = 0, 4, 16


def confine(*, memory_mb: int) -> bool:
    """Gives up files, memory and network for good; true when the network is closed as well."""
    memory_bytes = memory_mb * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    return _close_network()


def _close_network() -> bool:
    machine = _MACHINES.get(platform.machine())
    if not sys.platform.startswith("linux") or machine is None:
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    if libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        return False
    program = _filter(*machine)
    code = ctypes.create_string_buffer(program)
    header = ctypes.create_string_buffer(
        struct.pack("@HxxxxxxP", len(program) // 8, ctypes.addressof(code))
    )
    return bool(libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, header, 0, 0) == 0)


def _filter(arch: int, socket_number: int) -> bytes:
    """A BPF program: socket(2) of any family but AF_UNIX fails; foreign call tables are refused."""
    steps = (
        (_LOAD, 0, 0, _OFFSET_ARCH),
        (_EQUAL, 1, 0, arch),
        (_RETURN, 0, 0, _DENY),
        (_LOAD, 0, 0, _OFFSET_NUMBER),
        (_EQUAL, 0, 3, socket_number),
        (_LOAD, 0, 0, _OFFSET_FIRST_ARGUMENT),
        (_EQUAL, 1, 0, _AF_UNIX),
        (_RETURN, 0, 0, _DENY),
        (_RETURN, 0, 0, _ALLOW),
    )
    return b"".join(struct.pack("@HBBI", *step) for step in steps)
