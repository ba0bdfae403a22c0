import os

import pytest

from sfumato.batch.frames import Closed, Late, receive, send


@pytest.fixture
def pipe():
    reading, writing = os.pipe()
    yield reading, writing
    for handle in (reading, writing):
        try:
            os.close(handle)
        except OSError:
            continue


def test_a_frame_arrives_as_it_was_sent(pipe):
    reading, writing = pipe
    send(writing, {"a": 1}, [b"", b"xyz" * 1000])
    assert receive(reading) == ({"a": 1}, [b"", b"xyz" * 1000])


def test_a_gone_sender_is_told(pipe):
    reading, writing = pipe
    os.close(writing)
    with pytest.raises(Closed):
        receive(reading)


def test_a_late_sender_is_told(pipe):
    reading, _ = pipe
    with pytest.raises(Late):
        receive(reading, timeout_s=0.05)
