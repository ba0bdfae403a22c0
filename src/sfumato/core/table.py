"""Table: built-ins by name, imported on first use; outsiders through entry points."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import entry_points
from typing import Generic, TypeVar, cast

from sfumato.core.errors import PolicyError

T = TypeVar("T")


class Table(Generic[T]):
    """A plain table `name -> "module:attribute"` for one kind of extension."""

    def __init__(self, kind: str, entries: Mapping[str, str]) -> None:
        self.kind = kind
        self._entries = dict(entries)
        self._loaded: dict[str, T] = {}

    def names(self) -> tuple[str, ...]:
        """The names of the built-ins, in table order, then those of the outsiders."""
        outside = [point.name for point in entry_points(group=f"sfumato.{self.kind}")]
        return (*self._entries, *sorted(set(outside) - set(self._entries)))

    def load(self, name: str) -> T:
        """The entry of that name, imported now if it was not before."""
        if name not in self._loaded:
            self._loaded[name] = self._import(name)
        return self._loaded[name]

    def _import(self, name: str) -> T:
        target = self._entries.get(name)
        if target is None:
            for point in entry_points(group=f"sfumato.{self.kind}", name=name):
                return cast(T, point.load())
            raise PolicyError(f"no {self.kind.rstrip('s')} is called {name!r}")
        module, _, attribute = target.partition(":")
        return cast(T, getattr(import_module(module), attribute))
