"""Addresses: which town, region, postcode and country of a document belong together."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from sfumato.core.protocols import Scene
from sfumato.core.span import Span
from sfumato.knowledge.areas import Area, aliases, area_of, areas_named, countries_named
from sfumato.knowledge.towns import Town, fold, misread, table
from sfumato.transform.placeread import Piece, pieces_of
from sfumato.transform.postcodes import country_of, plain_digits

_WIDEST_GAP = 28
_JOINING = re.compile(
    r"(?:[\W\d_]|\b(?:cp|c\.p|prov|provincia|zip|de|localidad|postal|codigo|código|municipio|ciudad|city|"
    r"state|tel|in|of|post|code|postcode)\b)*",
    re.IGNORECASE,
)
_BREAK = re.compile(r"\n\s*\n|[.;]\s+[^\W\d_]{4}|\d{6}")
_AS_REGION = re.compile(
    r"(?:provin\w*|comunidad\w*|state|estado|county|regi[oó]n|province)[\s:.=]*(?:de )?$", re.I
)
_AS_TOWN = re.compile(r"localidad|ciudad|poblaci|municip|city|town", re.IGNORECASE)
_THE = re.compile(r"^(?:the|la|los|las|el)\s+(?!salvador)", re.IGNORECASE)
_SAMPLE_CHARACTERS = 20_000
_WORDS = {
    "US": re.compile(r"\b(?:MD|ER|ED|Medicare|Medicaid|ZIP|PCP|attending|VA|SSN|HMO|RN)\b"),
    "GB": re.compile(
        r"\b(?:NHS|GP|A&E|[Bb]leep|registrar|NMC|GMC|CMHT|haemo\w+|oedema|anaem\w+|paediatric\w*|"
        r"orthopaedic\w*|[Cc]entre|[Tt]heatre|Trust|07\d{3})\b"
    ),
    "CA": re.compile(r"\b(?:OHIP|MSP|RAMQ|PHN|SIN)\b"),
    "AU": re.compile(r"\b(?:PBS|AHPRA|IHI|Centrelink|DVA)\b"),
    "ES": re.compile(r"\b(?:DNI|NIE|CIP|NHC|NASS|SERGAS|CP|Osakidetza|INSS|SAS)\b"),
    "MX": re.compile(r"\b(?:CURP|IMSS|ISSSTE|RFC|NSS|[Cc]olonia)\b"),
    "CL": re.compile(r"\b(?:RUT|FONASA|[Ii]sapre|CESFAM|RUN|[Cc]omuna)\b"),
    "AR": re.compile(r"\b(?:CUIL|[Oo]bra social|PAMI|CABA|CUIT)\b"),
    "CO": re.compile(r"\b(?:EPS|IPS|NIT|SISBEN|[Cc]édula)\b"),
    "PE": re.compile(r"\b(?:EsSalud|RENIEC|MINSA|CMP)\b"),
}
_DOMINANT = 0.02
_DEFAULT = 3


@dataclass(slots=True)
class Address:
    """Pieces that stand together, and what they say of one place."""

    lead: Span
    pieces: list[tuple[Span, Piece]] = field(default_factory=list)
    town: Piece | None = None
    region: Piece | None = None
    code: Piece | None = None
    country: str = ""
    home: str = ""

    def take(self, span: Span, piece: Piece, *, as_region: bool) -> bool:
        """Adds a piece; whether it fits with those before."""
        if piece.kind == "code":
            if self.code:
                return False
            self.code = piece
        elif piece.kind == "country":
            self.country = countries_named()[fold(piece.text)].code
        elif piece.kind == "region" or as_region or (self.town and self._may_be_region(piece)):
            if self.region:
                return False
            self.region = piece
        elif self.town or self.region:
            return False
        else:
            self.town = piece
        self.pieces.append((span, piece))
        return True

    def _may_be_region(self, piece: Piece) -> bool:
        """Whether a name after a town is its region: the town lies there, or is unknown."""
        found = areas_named().get(fold(piece.text), ())
        if not found or self.region or self.town is None:
            return False
        known = towns_named(self.town.text)
        return not known or any(
            (town.country, town.region) == (area.country, area.code)
            for town in known
            for area in found
        )


def towns_named(name: str) -> list[Town]:
    """The towns of a name in all tables."""
    key = fold(name)
    if key in aliases():
        key, country = aliases()[key]
        return [town for town in table(country).named(key) if town.country == country]
    found = [town for code in ("ES", "US", "GB") for town in table(code).named(key)]
    return found or ([] if misread(key) == key else towns_named(misread(key)))


def _says_region(before: str) -> bool:
    """Whether a label asks for a region, and for nothing smaller with it."""
    return bool(_AS_REGION.search(before)) and not _AS_TOWN.search(before)


def addresses_of(scene: Scene) -> list[Address]:
    """The addresses of a document, in order."""
    found: list[Address] = []
    last = 0
    for span in scene.spans:
        if span.label == "STREET" and found and _joins(scene.text[last : span.start]):
            last = span.end
        if span.label not in ("LOCATION", "COUNTRY"):
            continue
        for piece in _pieces(scene, span):
            whole = piece.moved(span.start)
            before = scene.text[max(0, whole.start - 24) : whole.start]
            as_region = _says_region(before) and fold(piece.text) in areas_named()
            joined = bool(found) and _joins(scene.text[last : whole.start])
            if not (joined and found[-1].take(span, whole, as_region=as_region)):
                found.append(Address(span))
                found[-1].take(span, whole, as_region=as_region)
            last = whole.end
    return found


def _pieces(scene: Scene, span: Span) -> list[Piece]:
    text = scene.text[span.start : span.end]
    if span.label == "COUNTRY":
        bare = _THE.sub("", text)
        known = fold(bare) in countries_named()
        start = len(text) - len(bare)
        return [Piece(start, len(text), bare, "country")] if known else []
    return pieces_of(text)


def _joins(gap: str) -> bool:
    if len(gap) > _WIDEST_GAP or _BREAK.search(gap):
        return False
    return _JOINING.fullmatch(gap) is not None


def home_of(scene: Scene) -> str:
    """The country in which the document's addresses lie."""
    weights: Counter[str] = Counter()
    weights[_by_words(scene)] = _DEFAULT
    for address in scene.once("addresses", addresses_of):
        for country, points in evidence(address).items():
            weights[country] += points
    return max(weights, key=lambda one: weights[one])


def _by_words(scene: Scene) -> str:
    """The country whose health service the document's words belong to."""
    usual = "US" if scene.language == "en" else "ES"
    text = scene.text[:_SAMPLE_CHARACTERS]
    counts = {
        country: len(set(words.findall(text)))
        for country, words in _WORDS.items()
        if (country in ("US", "GB", "AU", "CA")) == (scene.language == "en")
    }
    best = max(counts, key=lambda one: counts[one])
    return best if counts[best] > counts.get(usual, 0) + 1 else usual


def evidence(address: Address) -> dict[str, int]:
    """Points for the countries that an address may lie in."""
    points: Counter[str] = Counter()
    if address.code:
        digits = plain_digits(address.code.text)
        layout = country_of(address.code.text)
        if layout:
            points[layout] += 6
        elif len(digits) == 5 and table("ES").coded(digits):
            points["ES"] += 4
        elif len(digits) == 5 and area_of("ES", digits[:2]):
            points["ES"] += 1
        if len(digits) >= 5 and table("US").coded(digits[:5]) and address.region:
            points["US"] += 3
    if address.region:
        for area in areas_named().get(fold(address.region.text), ()):
            points[area.country] += 3
    if address.town:
        known = towns_named(address.town.text)
        if any(one.country == address.country for one in known):
            points[address.country] += 1
        if known:
            points[max(known, key=lambda town: town.people).country] += 2
    return points


def area_of_piece(piece: Piece, home: str, country: str) -> Area | None:
    """The region that a piece names, that of the address or of the home country first."""
    found = areas_named().get(fold(piece.text), ())
    wanted = (country, home)
    ranked = sorted(
        found, key=lambda a: wanted.index(a.country) if a.country in wanted else len(wanted)
    )
    return ranked[0] if ranked else None


def town_of(name: str, home: str, *, country: str = "", region: str = "") -> Town | None:
    """The town that a name means, in a known region or country, else at home if it is no dwarf."""
    known = towns_named(name)
    if region:
        known = [one for one in known if (one.country, one.region) == (country, region)]
    elif country:
        known = [one for one in known if one.country == country]
    if not known:
        return None
    largest = max(known, key=lambda one: one.people)
    near = [one for one in known if one.country == home]
    if near and not country:
        best = max(near, key=lambda one: one.people)
        if best.people >= largest.people * _DOMINANT:
            return best
    return largest
