"""Date names: months, weekdays, seasons and feasts that stand alone, told from other words."""

from __future__ import annotations

import re

from sfumato.detect import datecontext as context
from sfumato.detect.datescene import Scene
from sfumato.knowledge.calendarwords import month_of, weekday_of

# Months that are also common words or short for something else.
SHY_MONTHS = frozenset({"set", "ag", "des", "gen", "my", "mars"})
# Months that are also given names or surnames, and names that say nothing else.
_NAMES = frozenset(
    {
        "april",
        "june",
        "august",
        "may",
        "julio",
        "abril",
        "march",
        "augusto",
        "mayo",
        "maig",
        "agosto",
    }
)
_SURE = frozenset(
    "enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre "
    "diciembre january february march april may june july august september october november "
    "december gener febrer marc abril maig juny juliol agost setembre octubre novembre desembre "
    "xaneiro febreiro maio xuno xullo setembro outubro novembro decembro urtarrila otsaila martxoa "
    "apirila maiatza ekaina uztaila abuztua iraila urria azaroa abendua".split()
)
_TITLE = re.compile(
    r"\b(?:dra?|sra?|mr|mrs|ms|miss|don|dona|da)\b\.? (?:[a-z]+ )?\Z", re.IGNORECASE
)
_SOON = re.compile(
    r"\b(?:in|since|until|till?|by|last|next|this|early|late|mid|from|to|before|after|during|"
    r"through|"
    r"of|for|en|desde|hasta|due) \(?\Z",
    re.IGNORECASE,
)
_JOINED = re.compile(r"[a-z0-9][-/.'@]\Z|[@_#\\]\Z", re.IGNORECASE)
_JOINS = re.compile(r"[-/@'_=][a-z0-9]", re.IGNORECASE)
_VERB = re.compile(r" (?:be|have|not|also|need|require|cause|take|use|I|or may)\b", re.IGNORECASE)


_NUMBER_BEFORE = re.compile(r"(?:[0-9]{1,2}|dos|uno|doce|catorce) (?:de )?\Z", re.IGNORECASE)


def month(scene: Scene) -> bool:
    """A month by itself, unless it is a person, a street, a verb or a mere abbreviation."""
    name, before, after = scene.match["b"], scene.before, scene.after
    word = name.lower().replace("0", "o").replace("1", "i")
    if (
        month_of(name) is None
        or word in SHY_MONTHS
        or _JOINED.search(before)
        or _JOINS.match(after)
    ):
        return False
    if (
        context.PLACE.search(_NUMBER_BEFORE.sub("", before))
        or _TITLE.search(before)
        or _VERB.match(after)
    ):
        return False
    qualified = len(scene.text.rstrip(".")) > len(name)
    if word in ("may", "march"):
        near_word = qualified and not scene.text.lower().startswith("this ")
        return (
            (name[0].isupper() and qualified)
            or near_word
            or bool(
                _SOON.search(before) and (name[0].isupper() or not context.NOUN_AFTER.match(after))
            )
        )
    if qualified or (word in _SURE and (word not in _NAMES or name.islower())):
        return True
    told = bool(context.PREP.search(before))
    if word in _NAMES:
        return told and not re.search(
            r"\b(?:for|to|with|and|y|a|de|del|la|el|of|con|para) \Z", before
        )
    if len(word) > 4:
        return True
    if word in ("mar", "sep", "dec", "oct", "ago", "abr"):
        return bool(_SOON.search(before)) and (word != "ago" or scene.language != "en")
    return told or bool(re.search(r"[(,/] ?\Z", before))


_FULL_WEEKDAYS = frozenset(
    "lunes martes miercoles jueves viernes sabado domingo monday tuesday wednesday thursday friday "
    "saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays sabados "
    "domingos dilluns dimarts dimecres dijous divendres dissabte diumenge luns mercores xoves "
    "venres astelehena asteartea asteazkena osteguna ostirala larunbata igandea".split()
)


_RECURS = re.compile(
    r"\b(?:los|cada|todos los)(?: [a-z]+,?){0,2}(?: y| e)?(?: los)? \Z|\bcada (?:primer|ultimo) \Z",
    re.IGNORECASE,
)
_BARE_STRONG = re.compile(
    r"\b(?:on|since|until|till?|by|last|next|this|every|r/o|from|bolsa|desde|hasta|due|missed|"
    r"again|"
    r"home|el|este|proximo) ?\Z|[,/(] ?\Z",
    re.IGNORECASE,
)


def weekday(scene: Scene) -> bool:
    """A weekday by itself; recurring ones ("los lunes") are habits, "Sat" is also saturation."""
    name, before, after = scene.match["w"], scene.before, scene.after
    word = name.lower()
    if len(word) < 3 or weekday_of(name) is None or _JOINED.search(before) or _JOINS.match(after):
        return False
    if (
        _TITLE.search(before)
        or _RECURS.search(before)
        or scene.text.lower().endswith(("bados", "ingos"))
    ):
        return False
    qualified = len(scene.text.rstrip(".")) > len(name) + 1
    if word in _FULL_WEEKDAYS:
        if word == "domingo" and not qualified:
            return name[0].islower() or name.isupper()
        return qualified or not re.search(r"\b[A-Z]\. \Z", before)
    if word in ("mar", "dom", "ven", "mart", "xov", "sab") or (word == "sun" and name.isupper()):
        return word == "sab" and name.islower() and bool(_BARE_STRONG.search(before))
    if re.match(r"[ :.]*(?:[0-9]|o2)", after, re.IGNORECASE):
        return False
    if word in ("sat", "sun", "mon", "wed", "fri", "lun"):
        if name.isupper():
            return False
        if name.islower():
            return word in ("mon", "wed", "fri") and bool(_BARE_STRONG.search(before))
        ends = scene.text.endswith(".") or bool(re.match(r"[.,;:)\n]|$| [\x7f-]", after))
        return bool(_BARE_STRONG.search(before)) or (
            ends and (scene.language != "es" or word != "sat")
        )
    return True


def weekday_day(scene: Scene) -> bool:
    """A weekday with a day of the month."""
    word = scene.match["w"].lower()
    if (
        len(word) < 3
        or weekday_of(scene.match["w"]) is None
        or not scene.match["d"].strip("lI").isdigit()
    ):
        return False
    if re.match(r"[-/.,:][0-9]|%|h[0-9 ]", scene.after) or _JOINED.search(scene.before):
        return False
    return not context.QUANTITY.match(scene.after) or bool(scene.match["o"])


def season(scene: Scene) -> bool:
    """A season by itself or with its year."""
    parts = scene.match.groupdict()
    if any(parts.get(name) for name in ("y", "y1", "y2", "yw2", "yw")) or re.search(
        r"pasad|proxim", scene.text, re.I
    ):
        return True
    word = scene.match["se"].lower()
    prepared = bool(
        re.search(
            r"(?:since|until|till?|by|before|after|from|in|en|desde|hasta|para|during)(?: el|"
            r" la)? \Z",
            scene.before,
            re.I,
        )
    )
    if re.match(r"(?:last|next|this|este|proximo|pasado)\b", scene.text, re.I):
        return word != "fall" or re.match(r"[.,;)\n]|$", scene.after) is not None
    if word in ("fall", "spring", "primavera", "invierno", "verano"):
        return prepared and scene.text.lower().startswith("the ") and word != "fall"
    return prepared


_FEAST_ALONE = re.compile(
    r"(?:reyes|lent|advent|corpus|fallas|pascuas?|holi|tet|genna|obon|trinity|ascension|eid|"
    r"pentecost|half[ -]term|kislev|purim|onam|san [a-z]+|new years?|golden week|carnaval(?:es)?|"
    r"navidad|may day|family day|cny|pascua|midsummer|vesak|meskel|matariki|pongal)",
    re.I,
)


def feast(scene: Scene) -> bool:
    """A feast day; names that are also surnames, places or words need a preposition."""
    name, before = scene.match["f"].lower(), scene.before
    if context.PLACE.search(before) or re.match(r"[-@_/][a-z]", scene.after, re.I):
        return False
    if name.startswith("eid") and scene.text.isupper():
        return False
    if len(scene.text) > len(name) or not _FEAST_ALONE.fullmatch(name):
        return True
    if name.startswith("san "):
        return bool(
            re.search(
                r"(?:verbena|noche|hogueras?|vispera|fiestas?|dia|por|antes|puente|llegara|"
                r"hasta)(?: de| a)? \Z",
                before,
                re.I,
            )
        )
    if name in ("reyes", "corpus"):
        return bool(
            re.search(
                r"(?:por|antes de|despues de|hasta|desde|dia de|noche de|tras) \Z", before, re.I
            )
        )
    return bool(context.PREP.search(before)) and not re.match(
        r" (?:[A-Z][a-z]|scale|syndrome)", scene.after
    )
