import subprocess
import sys

import pytest

PROBE = """
import sys
from sfumato.batch.sandbox import confine
closed = confine(memory_mb=300)
def attempt(what):
    try:
        what()
    except (OSError, MemoryError) as error:
        return type(error).__name__
    return "done"
def write():
    with open(sys.argv[1], "wb") as handle:
        handle.write(b"x")
def connect():
    import socket
    socket.socket(socket.AF_INET, socket.SOCK_STREAM)
print(closed, attempt(write), attempt(connect), attempt(lambda: bytearray(400 << 20)))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="seccomp is a Linux matter")
def test_a_confined_process_has_no_files_no_network_and_bounded_memory(tmp_path):
    target = tmp_path / "leak"
    done = subprocess.run(
        [sys.executable, "-c", PROBE, str(target)], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["True", "OSError", "PermissionError", "MemoryError"]
    assert not target.exists() or target.read_bytes() == b""
