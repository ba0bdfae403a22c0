"""Load: strict TOML to a policy. An unknown key, label or operator is an error."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from importlib import resources
from pathlib import Path
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

from sfumato.core.errors import PolicyError
from sfumato.core.labels import is_label
from sfumato.core.preferences import Preferences
from sfumato.core.protocols import Operator
from sfumato.policy.model import Policy
from sfumato.policy.schema import PolicyKeys
from sfumato.transform.operators import OPERATORS

T = TypeVar("T")
_SHIPPED = resources.files("sfumato.policy") / "shipped"


def shipped_policies() -> tuple[str, ...]:
    """The names of the policies that come with the program."""
    return tuple(
        sorted(
            entry.name.removesuffix(".toml")
            for entry in _SHIPPED.iterdir()
            if entry.name.endswith(".toml")
        )
    )


def policy_source(name: str) -> str:
    """The TOML of a policy, by shipped name or by file."""
    return _source(name)[0]


def load_policy(name: str, changes: Sequence[str] = ()) -> Policy:
    """The policy of a shipped name or a TOML file, with preferences set as "key=value"."""
    source, folder = _source(name)
    problem = ""
    try:
        table = tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        problem = str(error)
    if problem:
        raise PolicyError(f"{name}: not valid TOML: {problem}")
    if changes:
        own = table.get("preferences", {})
        table["preferences"] = {**own, **dict(map(_change, changes))}
    return build_policy(table, where=name, folder=folder)


def _change(words: str) -> tuple[str, Any]:
    """A preference written on the command line: the value as TOML, or else as it stands."""
    key, equals, value = words.partition("=")
    if not equals:
        raise PolicyError(f"--set: write key=value, not {words!r}")
    try:
        return key.strip(), tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return key.strip(), value.strip()


def build_policy(table: Mapping[str, Any], *, where: str, folder: Path | None = None) -> Policy:
    """The policy of a parsed table; `where` names it in errors."""
    keys = _fill(PolicyKeys, table, where)
    _check_numbers(keys, where)
    named = [*(row.label for row in keys.patterns), *(row.label for row in keys.dictionaries)]
    for label in [*keys.operators, *(set(keys.thresholds) - {"default"}), *named]:
        if not is_label(label):
            raise PolicyError(f"{where}: {label!r} is not a label")
    lists = tuple((entry, _entries(entry.file, folder, where)) for entry in keys.dictionaries)
    avoid = _entries(keys.preferences.avoid, folder, where) if keys.preferences.avoid else ()
    return Policy(
        name=keys.name,
        description=keys.description,
        operators=MappingProxyType(
            {
                label: _operator(given, f"{where}: operators.{label}")
                for label, given in keys.operators.items()
            }
        ),
        thresholds=MappingProxyType(dict(keys.thresholds)),
        digest=_digest(table, [*(entries for _, entries in lists), avoid]),
        releases=keys.releases,
        images=keys.images,
        parts=keys.parts,
        patterns=keys.patterns,
        dictionaries=lists,
        limits=keys.limits,
        preferences=keys.preferences,
        avoid=frozenset(name.casefold() for name in avoid),
        where=where,
    )


def _check_numbers(keys: PolicyKeys, where: str) -> None:
    for label, threshold in keys.thresholds.items():
        if not 0 <= threshold <= 1:
            raise PolicyError(f"{where}: thresholds.{label}: must be from 0 to 1")
    for number, pattern in enumerate(keys.patterns, start=1):
        if not 0 <= pattern.score <= 1:
            raise PolicyError(f"{where}: patterns {number}: score: must be from 0 to 1")
    for entry in fields(keys.limits):
        if getattr(keys.limits, entry.name) <= 0:
            raise PolicyError(f"{where}: limits.{entry.name}: must be over 0")
    _check_preferences(keys.preferences, where)


def _check_preferences(preferences: Preferences, where: str) -> None:
    for name in ("shift_days", "shift_months", "shift_years"):
        bounds = getattr(preferences, name)
        if len(bounds) != 2 or not 0 <= bounds[0] <= bounds[1]:
            raise PolicyError(f"{where}: preferences: {name}: write [least, most]")
    if not 0 <= preferences.mixed_share <= 1:
        raise PolicyError(f"{where}: preferences: mixed_share: must be from 0 to 1")
    if min(preferences.age_years, preferences.age_kept_under, preferences.age_capped_over) < 0:
        raise PolicyError(f"{where}: preferences: ages must not be below 0")


def _source(name: str) -> tuple[str, Path | None]:
    if name in shipped_policies():
        return (_SHIPPED / f"{name}.toml").read_text(encoding="utf-8"), None
    path = Path(name)
    problem = ""
    try:
        return path.read_text(encoding="utf-8"), path.parent
    except FileNotFoundError:
        problem = f"no policy file or shipped policy (shipped: {', '.join(shipped_policies())})"
    except (OSError, UnicodeError):
        problem = "cannot be read"
    raise PolicyError(f"{name}: {problem}")


def _operator(given: object, where: str) -> Operator:
    options = {"name": given} if isinstance(given, str) else given
    if not isinstance(options, Mapping) or not isinstance(options.get("name"), str):
        raise PolicyError(f'{where}: write "mask" or {{ name = "mask", ... }}')
    if options["name"] not in OPERATORS.names():
        raise PolicyError(
            f"{where}: no operator {options['name']!r} (there are: {', '.join(OPERATORS.names())})"
        )
    made = OPERATORS.load(options["name"])
    rest = {key: value for key, value in options.items() if key != "name"}
    return cast(Operator, _fill(cast("type[Any]", made), rest, where))


def _entries(file: str, folder: Path | None, where: str) -> tuple[str, ...]:
    path = (folder or Path()) / file
    failed = False
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeError):
        failed = True
    if failed:
        raise PolicyError(f"{where}: list {file}: cannot be read")
    return tuple(line.strip() for line in lines if line.strip() and not line.startswith("#"))


def _digest(table: Mapping[str, Any], lists: Sequence[tuple[str, ...]]) -> str:
    whole = [table, [list(entries) for entries in lists]]
    return hashlib.sha256(json.dumps(whole, sort_keys=True, default=str).encode()).hexdigest()


def _fill(kind: type[T], table: object, where: str) -> T:
    """An object of a dataclass from a table, each key and type checked."""
    if not isinstance(table, Mapping):
        raise PolicyError(f"{where}: must be a table")
    known = {entry.name: entry for entry in fields(cast(Any, kind))}
    for key in table:
        if key not in known:
            raise PolicyError(f"{where}: unknown key {key!r} (known: {', '.join(known) or 'none'})")
    hints = get_type_hints(kind)
    values = {}
    for name, entry in known.items():
        if name in table:
            values[name] = _typed(hints[name], table[name], f"{where}: {name}")
        elif entry.default is MISSING and entry.default_factory is MISSING:
            raise PolicyError(f"{where}: key {name!r} is missing")
    problem = ""
    try:
        return kind(**values)
    except PolicyError as error:
        problem = str(error)
    raise PolicyError(f"{where}: {problem}")


def _typed(hint: Any, value: Any, where: str) -> Any:
    if isinstance(hint, UnionType):
        hint = next(kind for kind in get_args(hint) if kind is not NoneType)
    origin = get_origin(hint)
    if origin is Literal:
        if value not in get_args(hint):
            raise PolicyError(f"{where}: one of {', '.join(map(str, get_args(hint)))}")
        return value
    if origin is tuple:
        if not isinstance(value, list):
            raise PolicyError(f"{where}: must be a list")
        return tuple(_typed(get_args(hint)[0], item, where) for item in value)
    if origin is not None and issubclass(origin, Mapping):
        if not isinstance(value, Mapping):
            raise PolicyError(f"{where}: must be a table")
        inner = get_args(hint)[1]
        return {
            key: item if inner is Any else _typed(inner, item, f"{where}.{key}")
            for key, item in value.items()
        }
    if is_dataclass(hint):
        return _fill(cast("type[Any]", hint), value, where)
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, hint) or (isinstance(value, bool) and hint is not bool):
        raise PolicyError(f"{where}: must be {hint.__name__}")
    return value
