"""Age shift: one number of years by which all ages of a subject move, and its birth date too."""

from __future__ import annotations

import datetime

from sfumato.core.protocols import Scene


def age_offset(scene: Scene) -> int:
    """The years by which stated ages move; none where a record fixes the age at each event."""
    return scene.once("age offset", _offset)


def _offset(scene: Scene) -> int:
    most = abs(scene.preferences.age_years)
    if scene.entry is not None or most == 0:
        return 0
    own = scene.subject if scene.subject is not None else scene.text
    chance = scene.dice.chance("ages", own if scene.preferences.scope == "project" else "")
    return chance.choice([years for years in range(-most, most + 1) if years])


def moved_age(years: int, scene: Scene) -> int:
    """An age moved within its class: children's stay, and nobody crosses a border."""
    kept, cap = scene.preferences.age_kept_under, scene.preferences.age_capped_over
    if years < kept or years > cap:
        return years
    return min(max(years + age_offset(scene), kept), cap)


def birth_years(born: datetime.date, latest: datetime.date, scene: Scene) -> int | None:
    """How many years the birth date moves back so that ages agree; None where it tells too much.

    What counts is the age on the latest day known: over the cap the birth date tells it.
    """
    age = years_between(born, latest)
    if age > scene.preferences.age_capped_over:
        return None
    return moved_age(age, scene) - age if age >= 0 else 0


def years_between(born: datetime.date, day: datetime.date) -> int:
    """The age in whole years on a day."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))
