"""Names: where outputs go. The tree of the inputs, without names that identify."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath

from sfumato.batch.store import DOSSIER, JOURNAL
from sfumato.batch.tree import Source

_LONGEST_NAME_BYTES = 240


class Names:
    """Places of outputs, which depend on the sources alone and never on who finished first."""

    def __init__(self, sources: Sequence[Source], *, apart: tuple[str, ...] = ()) -> None:
        self._apart = apart  # endings that the run itself gives
        self._taken = {source.relative for source in sources}
        folders = {folder for source in sources for folder in source.relative.parents}
        self._folders = sorted(folders - {PurePosixPath(".")})
        self._odd = {folder for folder in self._folders if _odd(folder.name)}
        words = {part for folder in self._folders for part in folder.parts}
        self._word = "folder"
        while any(word.startswith(self._word) for word in words):
            self._word += "-"

    def place(
        self, source: Source, number: int, *, extension: str = "", neutral: bool = False
    ) -> PurePosixPath:
        """The place of an output: the input's, but for names that may not or cannot be written."""
        own = source.relative
        name = own.name + extension
        if neutral or self._is_reserved(own.with_name(name)) or _cannot_be(name):
            name = f"document-{number:04d}{_ending(own)}{extension}"
        while name != own.name and own.with_name(name) in self._taken:
            name = f"_{name}"
        return self.without(source, (), name)

    def without(self, source: Source, folders: Iterable[PurePosixPath], name: str) -> PurePosixPath:
        """A name in the source's place, where folders that identify have a number for a name."""
        shut = {*folders, *self._odd}
        parts = [
            f"{self._word}-{self._folders.index(folder) + 1:04d}" if folder in shut else folder.name
            for folder in list(source.relative.parents)[-2::-1]
        ]
        return PurePosixPath(*parts, name)

    def _is_reserved(self, place: PurePosixPath) -> bool:
        return str(place) in (DOSSIER, JOURNAL) or place.name.endswith(self._apart)


def _cannot_be(name: str) -> bool:
    return _odd(name) or len(name.encode()) > _LONGEST_NAME_BYTES


def _odd(name: str) -> bool:
    """Whether a name is no valid UTF-8, so that no report could name it."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return True
    return False


def _ending(place: PurePosixPath) -> str:
    return "" if _odd(place.suffix) or len(place.suffix) > 12 else place.suffix
