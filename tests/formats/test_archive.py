"""Zip containers: what is safe is read, everything else is refused with the right reason."""

from __future__ import annotations

import io
import struct
import zipfile

import pytest

from sfumato.core.errors import Damaged, Dangerous, Encrypted, TooLarge
from sfumato.core.protocols import Limits
from sfumato.formats.archive import open_archive, pack

LIMITS = Limits()


def zipped(*parts: tuple[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts:
            archive.writestr(name, data)
    return target.getvalue()


def test_what_is_packed_is_read_in_order() -> None:
    archive = open_archive(pack([("b.xml", b"two"), ("a.xml", b"one")]), LIMITS)
    assert archive.names() == ("b.xml", "a.xml")
    assert archive.read("a.xml") == b"one"


def test_packing_twice_gives_the_same_bytes() -> None:
    parts = [("mimetype", b"application/x"), ("a", b"a" * 999)]
    assert pack(parts, stored={"mimetype"}) == pack(parts, stored={"mimetype"})


def test_a_stored_part_stands_in_the_file_as_it_is() -> None:
    assert b"mimetypeapplication/x" in pack([("mimetype", b"application/x")], stored=["mimetype"])


def test_folders_are_no_parts() -> None:
    assert open_archive(zipped(("word/", b""), ("word/a", b"x")), LIMITS).names() == ("word/a",)


def test_a_bomb_is_dangerous() -> None:
    archive = open_archive(zipped(("a", bytes(60_000_000))), LIMITS)
    with pytest.raises(Dangerous):
        archive.read("a")


def test_a_bomb_that_lies_about_its_size_is_still_measured() -> None:
    data = zipped(("a", bytes(60_000_000)))
    data = data.replace(struct.pack("<L", 60_000_000), struct.pack("<L", 10))
    with pytest.raises(Dangerous):
        open_archive(data, LIMITS).read("a")


def test_many_small_parts_share_one_budget() -> None:
    limits = Limits(max_unpacked_bytes=25)
    with pytest.raises(TooLarge):
        open_archive(zipped(("a", b"0123456789" * 2), ("b", b"0123456789")), limits)


def test_too_many_parts_are_too_large() -> None:
    with pytest.raises(TooLarge):
        open_archive(zipped(*((str(n), b"") for n in range(11))), Limits(max_parts=10))


@pytest.mark.parametrize("name", ["../a", "/a", "x/../../a", "C:a", "x\\..\\a"])
def test_a_name_outside_the_archive_is_dangerous(name: str) -> None:
    with pytest.raises(Dangerous):
        open_archive(zipped((name, b"x")), LIMITS)


def test_the_same_name_twice_is_damaged() -> None:
    with pytest.raises(Damaged):
        open_archive(zipped(("a.xml", b"x"), ("A.xml", b"y")), LIMITS)


def test_an_encrypted_part_is_encrypted() -> None:
    data = bytearray(zipped(("a", b"x")))
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(Encrypted):
        open_archive(bytes(data), LIMITS)


def test_overlapping_parts_are_dangerous() -> None:
    data = bytearray(zipped(("a", b"x" * 50), ("b", b"x" * 50)))
    first = data.index(b"PK\x01\x02")
    second = data.index(b"PK\x01\x02", first + 4)
    data[second + 42 : second + 46] = struct.pack("<L", 0)
    with pytest.raises(Dangerous):
        open_archive(bytes(data), LIMITS)


def test_a_flipped_bit_is_damaged() -> None:
    data = bytearray(pack([("a", b"some text")], stored=["a"]))
    data[data.index(b"some")] ^= 1
    with pytest.raises(Damaged):
        open_archive(bytes(data), LIMITS).read("a")


@pytest.mark.parametrize("cut", [1, 20, 60, 100])
def test_a_cut_file_is_damaged(cut: int) -> None:
    with pytest.raises(Damaged):
        open_archive(zipped(("a", b"hello" * 50))[:-cut], LIMITS).read("a")
