"""Load: strict TOML to a policy. An unknown key, label or operator is an error."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import fields
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from sfumato.core.errors import PolicyError
from sfumato.core.fill import filled
from sfumato.core.labels import is_label
from sfumato.core.preferences import Preferences
from sfumato.core.protocols import Operator
from sfumato.core.speed import Speed
from sfumato.policy.model import Policy
from sfumato.policy.schema import PolicyKeys
from sfumato.transform.operators import OPERATORS

MODEL = "recogniser.onnx"
"""The name of the network in a folder that `sfumato train` leaves."""
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


def load_policy(name: str, changes: Sequence[str] = (), *, speed: Speed | None = None) -> Policy:
    """The policy of a shipped name or a TOML file, with preferences set as "key=value".

    A speed that is given counts before the policy's own.
    """
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
    if speed and speed != table.get("speed", "default"):
        table["speed"] = speed
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
    keys = filled(PolicyKeys, table, where, error=PolicyError)
    _check_numbers(keys, where)
    named = [*(row.label for row in keys.patterns), *(row.label for row in keys.dictionaries)]
    for label in [*keys.operators, *(set(keys.thresholds) - {"default"}), *named]:
        if not is_label(label):
            raise PolicyError(f"{where}: {label!r} is not a label")
    lists = tuple((entry, _entries(entry.file, folder, where)) for entry in keys.dictionaries)
    avoid = _entries(keys.preferences.avoid, folder, where) if keys.preferences.avoid else ()
    model = _model(keys.recogniser, folder, where) if keys.recogniser else None
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
        digest=_digest(table, [*(entries for _, entries in lists), avoid], model),
        releases=keys.releases,
        images=keys.images,
        parts=keys.parts,
        other_languages=keys.other_languages,
        patterns=keys.patterns,
        dictionaries=lists,
        recogniser=model,
        speed=keys.speed,
        vault=keys.vault,
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
    return cast(Operator, filled(cast("type[Any]", made), rest, where, error=PolicyError))


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


def _model(file: str, folder: Path | None, where: str) -> bytes:
    """The bytes of a recogniser, by its file or by the folder that training left."""
    path = (folder or Path()) / file
    try:
        return (path / MODEL if path.is_dir() else path).read_bytes()
    except OSError:
        pass
    raise PolicyError(f"{where}: recogniser {file}: cannot be read")


def _digest(table: Mapping[str, Any], lists: Sequence[tuple[str, ...]], model: bytes | None) -> str:
    whole: list[Any] = [table, [list(entries) for entries in lists]]
    if model is not None:
        whole.append(hashlib.sha256(model).hexdigest())
    return hashlib.sha256(json.dumps(whole, sort_keys=True, default=str).encode()).hexdigest()
