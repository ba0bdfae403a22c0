"""Places: towns, postcodes, regions and countries, consistent with each other in a document."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from sfumato.core.protocols import Scene
from sfumato.core.span import Span
from sfumato.knowledge.areas import Area, area_of, areas, areas_named
from sfumato.knowledge.numberwords import WORDS
from sfumato.knowledge.towns import Town, fold, table
from sfumato.transform.addresses import (
    Address,
    addresses_of,
    area_of_piece,
    evidence,
    home_of,
    town_of,
    towns_named,
)
from sfumato.transform.atlas import Atlas, section_of
from sfumato.transform.dial import chance_for
from sfumato.transform.likeness import drawn_from, like, taken, unaccented, without_accents
from sfumato.transform.nations import nation
from sfumato.transform.placeread import Piece
from sfumato.transform.postcodes import country_of, plain_digits, rewritten

_TRIES = 8
_SHORT = 4
_DIGIT_WORDS = {
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve".split(),
    "en": "zero one two three four five six seven eight nine".split(),
}


def place(original: str, span: Span, scene: Scene) -> str | None:
    """A town, region or postcode in the place of another."""
    atlas = _atlas(scene)
    parts = scene.once("pieces by span", _by_span).get((span.start, span.end))
    if not parts:
        return None
    made = original
    for piece, address in sorted(parts, key=lambda part: -part[0].start):
        new = _replaced(piece, address, atlas)
        if new is None:
            return None
        at = piece.start - span.start
        made = made[:at] + new + made[at + len(piece.text) :]
    return made


def _by_span(scene: Scene) -> dict[tuple[int, int], list[tuple[Piece, Address]]]:
    found: dict[tuple[int, int], list[tuple[Piece, Address]]] = {}
    for address in scene.once("addresses", addresses_of):
        for held, piece in address.pieces:
            found.setdefault((held.start, held.end), []).append((piece, address))
    return found


def country(original: str, span: Span, scene: Scene) -> str | None:
    """Another country, or a word for its people, in the grammar of the original."""
    atlas = _atlas(scene)

    def draw(kind: str, what: str) -> random.Random:
        return chance_for(scene, span, kind, what)

    found = nation(original, span, scene, lambda code: atlas.country(code, draw))
    return found or place(original, span, scene)


def town_name(name: str, span: Span, scene: Scene) -> str | None:
    """The surrogate of a town or region inside another name; None where it is neither."""
    atlas = _atlas(scene)
    address = _named_in(scene).get(fold(name)) or Address(span, home=atlas.home)
    piece = Piece(0, len(name), name, "name")
    if towns_named(name):
        return _replaced(piece, replace(address, town=piece, pieces=[]), atlas)
    if fold(name) in areas_named():
        return _replaced(piece, replace(address, region=piece, town=None, pieces=[]), atlas)
    if fold(name) in _named_in(scene):
        return _replaced(piece, replace(address, town=piece, pieces=[]), atlas)
    return None


def home_in(scene: Scene) -> str:
    """The country in which the document's addresses lie."""
    return _atlas(scene).home


def _named_in(scene: Scene) -> dict[str, Address]:
    return scene.once("addresses by town", _by_town)


def _by_town(scene: Scene) -> dict[str, Address]:
    found: dict[str, Address] = {}
    for address in scene.once("addresses", addresses_of):
        if address.town:
            found.setdefault(fold(address.town.text), address)
    return found


def _atlas(scene: Scene) -> Atlas:
    return scene.once("atlas", _made_atlas)


def _made_atlas(scene: Scene) -> Atlas:
    home = home_of(scene)
    for address in scene.once("addresses", addresses_of):
        address.home = home
    settled = any(
        points.get(home) for points in map(evidence, scene.once("addresses", addresses_of))
    )
    return Atlas(scene, home, scene.preferences.places == "any", settled)


@dataclass(frozen=True, slots=True)
class _Whereabouts:
    """What an address means, and the town that it becomes."""

    town: Town | None
    area: Area | None
    target: Town | None


def _replaced(piece: Piece, address: Address, atlas: Atlas) -> str | None:
    """What takes the place of one piece of an address."""
    scene = atlas.scene

    def draw(kind: str, what: str) -> random.Random:
        return chance_for(scene, address.lead, kind, what)

    if piece.kind == "country":
        return nation(piece.text, address.lead, scene, lambda code: atlas.country(code, draw))
    if piece is address.region:
        return _region(piece, address, atlas, draw)
    where = _whereabouts(address, atlas, draw)
    if piece.kind == "code":
        return _code(piece.text, where.target, scene, draw)
    spelled = _spelled(piece.text, draw)
    if spelled or where.target is None:
        return spelled
    return _styled(piece.text, where.target.name, where.town, scene)


def _whereabouts(
    address: Address, atlas: Atlas, draw: Callable[[str, str], random.Random]
) -> _Whereabouts:
    home = atlas.home
    country = address.country or (country_of(address.code.text) if address.code else "")
    area = area_of_piece(address.region, home, country) if address.region else None
    coded = _coded(address, home)
    region = area.code if area and not area.code.startswith("@") else ""
    town = None
    if address.town:
        if region and area:
            town = town_of(address.town.text, home, country=area.country, region=region)
        if town is None and coded:
            town = town_of(address.town.text, home, country=coded.country, region=coded.region)
        if town is None and not region:
            town = town_of(address.town.text, home, country=area.country if area else country)
    else:
        town = coded
    if town:
        return _Whereabouts(town, area, atlas.town(town, draw))
    land, code = _region_of(address, area, coded, atlas)
    target_land, target = atlas.region(land, code, draw)
    what = address.town.text if address.town else (address.code.text if address.code else "")
    return _Whereabouts(None, area, atlas.small(target_land, target.lstrip("@"), draw, what))


def _region_of(
    address: Address, area: Area | None, coded: Town | None, atlas: Atlas
) -> tuple[str, str]:
    """Country and region of an address whose town no table knows."""
    if area and area.code:
        return area.country, area.code
    if coded:
        return coded.country, coded.region
    digits = plain_digits(address.code.text) if address.code else ""
    if atlas.home == "ES" and len(digits) == 5 and area_of("ES", digits[:2]):
        return "ES", digits[:2]
    land = address.country or (country_of(address.code.text) if address.code else "")
    if land:
        return land, ""
    return (area.country, "") if area else _main_region(atlas)


def _main_region(atlas: Atlas) -> tuple[str, str]:
    return atlas.scene.once("main region", lambda _: _found_region(atlas))


def _found_region(atlas: Atlas) -> tuple[str, str]:
    """The region in which most of the document's addresses at home lie."""
    seen: dict[str, int] = {}
    for address in atlas.scene.once("addresses", addresses_of):
        area = area_of_piece(address.region, atlas.home, "") if address.region else None
        town = _coded(address, atlas.home)
        if town is None and address.town and not area:
            town = town_of(address.town.text, atlas.home)
        code = area.code if area and area.country == atlas.home else ""
        if town and town.country == atlas.home:
            code = town.region
        if code and not code.startswith("@"):
            seen[code] = seen.get(code, 0) + 1
    return atlas.home, max(seen, key=lambda one: seen[one]) if seen else ""


def _coded(address: Address, home: str) -> Town | None:
    """The town of an address's postcode."""
    if not address.code:
        return None
    digits = plain_digits(address.code.text).partition("-")[0]
    if len(digits) != 5 or not digits.isdigit():
        return None
    area = area_of_piece(address.region, home, "") if address.region else None
    land = area.country if area else address.country or home
    return table(land).coded(digits) if land in ("ES", "US") else None


def _code(
    code: str, town: Town | None, scene: Scene, draw: Callable[[str, str], random.Random]
) -> str | None:
    chance = draw("postcode", code)
    held = taken(scene)
    for _ in range(_TRIES * _TRIES):
        made = rewritten(code, town, chance)
        if made != code and not held.holds(made):
            return made
    return None


def _region(
    piece: Piece, address: Address, atlas: Atlas, draw: Callable[[str, str], random.Random]
) -> str | None:
    """The name of the region that a region becomes, short where the original is."""
    area = area_of_piece(piece, atlas.home, address.country)
    if area is None:
        return None
    if not area.code:
        return _sister(piece, area, atlas, draw)
    land, code = atlas.region(area.country, area.code, draw)
    if (land, code) == (area.country, area.code):
        return piece.text
    target = area_of(land, code)
    if target is None:
        found = table(land).first(section_of(land, code))
        return _styled(piece.text, found.name, None, atlas.scene) if found else None
    key = fold(piece.text)
    if area.country == "US" and land == "US" and piece.text.upper() == area.code:
        return like(piece.text, target.code)
    if key in map(fold, area.shorts) and target.shorts:
        return target.shorts[0]
    return _styled(piece.text, target.names[0], None, atlas.scene)


def _sister(
    piece: Piece, area: Area, atlas: Atlas, draw: Callable[[str, str], random.Random]
) -> str | None:
    """A county of the same nation, an island of the same archipelago."""
    sisters = [one for one in areas() if (one.country, one.group) == (area.country, area.group)]
    held = taken(atlas.scene)
    found = drawn_from(
        draw("county", area.names[0]),
        sisters,
        lambda one: one.names != area.names and not held.holds(one.names[0]),
    )
    return like(piece.text, found.names[0]) if found else None


def _styled(original: str, name: str, known: Town | None, scene: Scene) -> str:
    plain = without_accents(scene) or (
        known is not None
        and original.isascii()
        and not known.name.isascii()
        and fold(known.name) == fold(original)
    )
    if original.isupper() and len(original) <= _SHORT:
        return unaccented(name) if plain else name
    return like(original, name, plain=plain)


def _spelled(text: str, draw: Callable[[str, str], random.Random]) -> str | None:
    """A postcode written in words; None for what is no number."""
    words = text.lower().split()
    if not words or not all(word in WORDS for word in words):
        return None
    tongue = "en" if any(word in _DIGIT_WORDS["en"] for word in words) else "es"
    chance = draw("spelled", text)
    return " ".join(
        chance.choice(_DIGIT_WORDS[tongue]) if word in _DIGIT_WORDS[tongue] else word
        for word in words
    )
