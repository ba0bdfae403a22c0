"""Fill: an object of a dataclass from a parsed table, each key and each type checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

from sfumato.core.errors import SettingsError

T = TypeVar("T")


def filled(
    kind: type[T], table: object, where: str, *, error: type[SettingsError] = SettingsError
) -> T:
    """The object; a key or type that is wrong or missing is an error that begins with `where`."""
    if not isinstance(table, Mapping):
        raise error(f"{where}: must be a table")
    known = {entry.name: entry for entry in fields(cast(Any, kind))}
    for key in table:
        if key not in known:
            raise error(f"{where}: unknown key {key!r} (known: {', '.join(known) or 'none'})")
    hints = get_type_hints(kind)
    values = {}
    for name, entry in known.items():
        if name in table:
            values[name] = _typed(hints[name], table[name], f"{where}: {name}", error)
        elif entry.default is MISSING and entry.default_factory is MISSING:
            raise error(f"{where}: key {name!r} is missing")
    problem = ""
    try:
        return kind(**values)
    except SettingsError as wrong:
        problem = str(wrong)
    raise error(f"{where}: {problem}")


def _typed(hint: Any, value: Any, where: str, error: type[SettingsError]) -> Any:
    if isinstance(hint, UnionType):
        hint = next(kind for kind in get_args(hint) if kind is not NoneType)
    origin = get_origin(hint)
    if origin is Literal:
        if value not in get_args(hint):
            raise error(f"{where}: one of {', '.join(map(str, get_args(hint)))}")
        return value
    if origin is tuple:
        if not isinstance(value, list):
            raise error(f"{where}: must be a list")
        return tuple(_typed(get_args(hint)[0], item, where, error) for item in value)
    if origin is not None and issubclass(origin, Mapping):
        if not isinstance(value, Mapping):
            raise error(f"{where}: must be a table")
        inner = get_args(hint)[1]
        return {
            key: item if inner is Any else _typed(inner, item, f"{where}.{key}", error)
            for key, item in value.items()
        }
    if is_dataclass(hint):
        return filled(cast("type[Any]", hint), value, where, error=error)
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, hint) or (isinstance(value, bool) and hint is not bool):
        raise error(f"{where}: must be {hint.__name__}")
    return value
