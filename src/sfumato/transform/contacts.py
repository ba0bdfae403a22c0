"""Contacts: mail, addresses of the web, phones and handles that belong to nobody.

Domains are those kept for examples (RFC 2606, RFC 6761), addresses of machines those for
documentation (RFC 5737, RFC 3849) or of no maker (IEEE 802, locally administered), phones those
kept for fiction where a country has some, and else numbers that its plan does not assign.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from sfumato.core.protocols import Scene
from sfumato.core.span import Span
from sfumato.transform.dial import chance_for
from sfumato.transform.originals import free, value_of
from sfumato.transform.telephones import telephone

_DOMAINS = ("example.com", "example.org", "example.net")
_MAIL = re.compile(
    r"(?P<head>\s*<?(?:mailto:)?)(?P<local>[^\s@<>,;:]+)(?P<at>\s?@\s?)"
    r"(?P<host>(?:[\w-]+\.)*[\w-]+)(?P<tail>[.>]?\s*)",
    re.I,
)
_URL = re.compile(
    r"(?P<head>\s*(?:[a-z][a-z0-9+.-]*://)?(?:www\.)?)(?P<host>[^/\s?#]+)(?P<rest>.*)", re.I | re.S
)
_IP4 = re.compile(r"(?<![0-9])[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?![0-9])")
_IP6 = re.compile(r"[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}", re.I)
_MAC = re.compile(
    r"([0-9a-f]{2})((?:[:-]?[0-9a-f]{2}){5})|([0-9a-f]{2})(..(?:\.[0-9a-f]{4}){2})", re.I
)
_NETS = ("192.0.2", "198.51.100", "203.0.113")
_DIGITS, _SIGNS = "0123456789", "0123456789abcdef"
_WORD = re.compile(r"[^\W\d_]+|\d+")
_ENDING = re.compile(
    r"\.(?:html?|php|aspx?|jsp|pdf|jpe?g|png|gif|docx?|xlsx?|txt|csv|json|xml)\Z", re.I
)
_TRIES = 60
_VOWELS, _CONSONANTS = "aeiou", "bcdfglmnprstv"

_Draw = Callable[[str, random.Random], str | None]


def contact(original: str, span: Span, scene: Scene) -> str | None:
    """Another contact of the same kind; nothing where the original is not what its label says."""
    kind, draw = _kind(original, span.label, scene.language)
    chance = chance_for(scene, span, kind, value_of(original))
    for _ in range(_TRIES):
        made = draw(original, chance)
        if made is None:
            return None
        if free(made, original, scene):
            return made
    return None


def _kind(original: str, label: str, language: str) -> tuple[str, _Draw]:
    """How a value is replaced: as mail, machine or page by its shape, else by its label."""
    if label in ("PHONE", "FAX"):
        return "phone", lambda text, chance: telephone(text, language, chance)
    if label == "EMAIL" or _MAIL.fullmatch(original):
        return "mail", _mail
    if label == "IP":
        return "machine", _machine
    return ("page", _page) if label == "URL" else ("handle", shaped)


def _mail(original: str, chance: random.Random) -> str | None:
    """Only what is an address of mail; words such as "arroba" are for a person to replace."""
    found = _MAIL.fullmatch(original)
    if found is None:
        return None
    host = _like(chance.choice(_DOMAINS), found["host"])
    return f"{found['head']}{shaped(found['local'], chance)}{found['at']}{host}{found['tail']}"


def _page(original: str, chance: random.Random) -> str | None:
    found = _URL.fullmatch(original)
    if found is None:
        return None
    ending = _ENDING.search(found["rest"])
    middle = found["rest"][: ending.start()] if ending else found["rest"]
    rest = shaped(middle, chance) + (ending[0] if ending else "")
    if _IP4.match(found["host"]):
        return f"{found['head']}{_machine(found['host'], chance)}{rest}"
    return f"{found['head']}{invented(5, chance)}.{chance.choice(_DOMAINS)}{rest}"


def _machine(original: str, chance: random.Random) -> str:
    """An address of a network for documentation, or of no maker; else the same shape."""
    if _IP4.search(original):
        return _IP4.sub(lambda _: f"{chance.choice(_NETS)}.{chance.randint(1, 254)}", original)
    found = _MAC.fullmatch(original.strip())
    if found:
        first = f"{chance.choice(_SIGNS)}{chance.choice('26ae')}"
        return _cased(first + _hexadecimal(found[2] or found[4], chance), original)
    if _IP6.fullmatch(original.split("/")[0].split("%")[0].strip()):
        return _cased(_ip6(original.strip(), chance), original)
    return shaped(original, chance)


def _ip6(original: str, chance: random.Random) -> str:
    """In 2001:db8::/32; groups that are written out stay written out."""
    address, mark, size = original.partition("/")
    groups = address.split("%")[0].split(":")
    if "" in groups:
        count = max(2, sum(map(bool, groups)) - 2)
        made = "2001:db8::" + ":".join(_hexadecimal("f" * 4, chance) for _ in range(min(count, 5)))
    else:
        rest = [_hexadecimal(group, chance) for group in groups[2:]]
        made = ":".join(["2001", "db8".zfill(len(groups[1]) if len(groups[1]) > 3 else 3), *rest])
    return made + mark + size


def _hexadecimal(like: str, chance: random.Random) -> str:
    return re.sub(r"[0-9A-Fa-f]", lambda _: chance.choice(_SIGNS), like)


def shaped(original: str, chance: random.Random) -> str:
    """Words that can be spoken in place of words, digits in place of digits; signs stay."""

    def other(found: re.Match[str]) -> str:
        word = found.group()
        if word[0].isdecimal():
            return "".join(chance.choice(_DIGITS) for _ in word)
        return _like(invented(len(word), chance), word)

    return _WORD.sub(other, original)


def invented(length: int, chance: random.Random) -> str:
    """A word that means nothing, of consonants and vowels in turn."""
    turn = chance.randrange(2)
    return "".join(
        chance.choice(_VOWELS if (at + turn) % 2 else _CONSONANTS) for at in range(length)
    )


def _like(drawn: str, original: str) -> str:
    if original.isupper() and len(original) > 1:
        return drawn.upper()
    return drawn.capitalize() if original[:1].isupper() else drawn


def _cased(drawn: str, like: str) -> str:
    return drawn.upper() if any(sign in "ABCDEF" for sign in like) else drawn
