"""Vaults: the memories of outputs as files in a folder beside the output folder.

One file a document, in one folder a subject, so that the memories of a subject can be kept,
handed over or destroyed by themselves. All names are keyed tokens and numbers.
"""

from __future__ import annotations

from pathlib import Path, PurePath

from sfumato.batch.job import Outcome
from sfumato.batch.records import Piece
from sfumato.batch.store import write_whole
from sfumato.core.errors import VaultError
from sfumato.core.keys import Key
from sfumato.transform.vault import Memory, Vault

SUFFIX = ".vault"
_MARK = "key-"


def vault_folder(out: Path) -> Path:
    """Where the vault of an output folder lies: beside it, so that nobody hands both on."""
    whole = out.resolve()
    return whole.with_name(whole.name + SUFFIX)


def memory_place(piece: Piece, outcome: Outcome) -> str:
    """The place of a document's memory in the vault; empty where it has none."""
    if outcome.vault is None:
        return ""
    line = piece.record.number if piece.record else 0
    return f"{outcome.vault.folder}/{outcome.vault.name}-{piece.number}-{line}{SUFFIX}"


def keep(folder: Path, piece: Piece, outcome: Outcome) -> None:
    """Writes the memory of a document, if it has one."""
    if outcome.vault is not None:
        write_whole(folder / memory_place(piece, outcome), outcome.vault.data)


def begin(folder: Path, key: Key) -> None:
    """The folder with the mark of its key, so that another key is told from another output."""
    mark = folder / f"{_MARK}{Vault(key).mark}"
    if not mark.exists():
        write_whole(mark, b"")


class Memories:
    """The memories in a vault, found by the outputs that they belong to."""

    def __init__(self, folder: Path, key: Key) -> None:
        self._vault = Vault(key)
        if not folder.is_dir():
            raise VaultError("there is no vault at that place")
        if not (folder / f"{_MARK}{self._vault.mark}").exists():
            marked = any(folder.glob(f"{_MARK}*"))
            raise VaultError("the vault has another key" if marked else "the folder is no vault")
        self._places: dict[str, list[Path]] = {}
        for place in sorted(folder.glob(f"*/*{SUFFIX}"), key=_order):
            self._places.setdefault(place.name.split("-")[0], []).append(place)

    def of(self, output: str, path: Path, *, turn: int = 0, turns: int = 1) -> Memory:
        """The memory of an output; `turn` counts the same output among the lines of one file.

        Where several documents have become the same output, those that lay elsewhere are not
        meant; what cannot be told apart even so is an error, if it matters.
        """
        places = self._places.get(self._vault.name(output), [])
        if not places:
            raise VaultError("not in the vault: changed since, or from another run")
        found = [(place, self._vault.open(_bytes(place), output)) for place in places]
        near = max(_likeness(memory.path, path) for _, memory in found)
        found = [(place, memory) for place, memory in found if _likeness(memory.path, path) == near]
        sources = {_order(place)[0] for place, _ in found}
        memories = [memory for _, memory in found]
        if all(memory.pieces == memories[0].pieces for memory in memories):
            return memories[0]
        if len(sources) == 1 and turns == len(memories):
            return memories[turn]
        raise VaultError("several documents became this same output; which is meant is not known")


def _likeness(path: str, released: Path) -> int:
    """How many of the last parts of two paths are the same."""
    pairs = zip(reversed(PurePath(path).parts), reversed(released.parts), strict=False)
    count = 0
    for one, two in pairs:
        if one != two:
            break
        count += 1
    return count


def _order(place: Path) -> tuple[int, int]:
    """The number of the input and the line that a memory is of."""
    parts = place.name.removesuffix(SUFFIX).split("-")[1:]
    if len(parts) != 2 or not all(part.isdecimal() for part in parts):
        return 0, 0
    return int(parts[0]), int(parts[1])


def _bytes(place: Path) -> bytes:
    problem = ""
    try:
        return place.read_bytes()
    except OSError as error:
        problem = (error.strerror or "cannot be read").lower()
    raise VaultError(f"a file of the vault: {problem}")
