"""Calendar words: names of months, weekdays, seasons and feasts, and how a scan misreads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sfumato.knowledge.numberwords import plain


@dataclass(frozen=True, slots=True)
class Names:
    """One series of names of months or weekdays, in order, first January or Monday."""

    language: str
    names: tuple[str, ...]


def _names(language: str, words: str) -> Names:
    return Names(language, tuple(words.split()))


# Earlier series win where two share a name ("abril", "octubre").
MONTHS: tuple[Names, ...] = (
    _names(
        "es",
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    ),
    _names(
        "en",
        "January February March April May June July August September October November December",
    ),
    _names("es", "ene feb mar abr may jun jul ago sep oct nov dic"),
    _names("en", "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"),
    _names("es", "ene feb mar abr may jun jul ago sept oct nov dic"),
    _names("en", "Jan Feb Mar Apr May June July Aug Sept Oct Nov Dec"),
    _names(
        "es",
        "enero febrero marzo abril mayo junio julio agosto setiembre octubre noviembre diciembre",
    ),
    _names(
        "ca",
        "gener febrer març abril maig juny juliol agost setembre octubre novembre desembre",
    ),
    _names(
        "gl",
        "xaneiro febreiro marzo abril maio xuño xullo agosto setembro outubro novembro decembro",
    ),
    _names(
        "eu",
        "urtarrila otsaila martxoa apirila maiatza ekaina uztaila abuztua iraila urria azaroa "
        "abendua",
    ),
    _names(
        "eu",
        "urtarrilaren otsailaren martxoaren apirilaren maiatzaren ekainaren uztailaren "
        "abuztuaren irailaren urriaren azaroaren abenduaren",
    ),
    _names("es", "ener feb marz abr my jun jul agto set octbre novbre dicbre"),
    _names("es", "ene febr mzo abr may jun jul agost sepbre oct novbr dcbre"),
)
# Too short or too common to stand for a month by themselves.
_NOT_MONTHS = frozenset({"my"})

WEEKDAYS: tuple[Names, ...] = (
    _names("es", "lunes martes miércoles jueves viernes sábado domingo"),
    _names("en", "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"),
    _names("es", "lun mar mié jue vie sáb dom"),
    _names("en", "Mon Tue Wed Thu Fri Sat Sun"),
    _names("en", "Mon Tues Weds Thurs Fri Sat Sun"),
    _names("es", "lun mart miér juev vier sáb dom"),
    _names("es", "lun mart miérc juev viern sáb dom"),
    _names("en", "Mon Tues Wed Thur Fri Sat Sun"),
    _names("ca", "dilluns dimarts dimecres dijous divendres dissabte diumenge"),
    _names("ca", "dl dt dc dj dv ds dg"),
    _names("gl", "luns martes mércores xoves venres sábado domingo"),
    _names("gl", "lun mar mér xov ven sáb dom"),
    _names("eu", "astelehena asteartea asteazkena osteguna ostirala larunbata igandea"),
)
ROMAN: tuple[str, ...] = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")

_SLIPS = str.maketrans("01l|", "oiii")


def key(word: str) -> str:
    """The word as a table key: plain, lower case, a scan's usual confusions undone."""
    return plain(word).replace("rn", "m").translate(_SLIPS)


def _index(series: Sequence[Names]) -> Mapping[str, tuple[int, int]]:
    table: dict[str, tuple[int, int]] = {}
    for row, names in enumerate(series):
        for number, name in enumerate(names.names, 1):
            table.setdefault(key(name), (row, number))
    return table


_MONTH_OF = _index(MONTHS)
_WEEKDAY_OF = _index(WEEKDAYS)
_ROMAN_OF = {numeral.lower(): number for number, numeral in enumerate(ROMAN, 1)}


def month_of(word: str) -> tuple[int, int] | None:
    """The series and the number (1 to 12) of a month's name."""
    return _MONTH_OF.get(key(word.rstrip(".")))


_OF_LANGUAGE = {
    language: frozenset(
        key(name) for names in MONTHS if names.language == language for name in names.names
    )
    for language in ("es", "en")
}


def is_month_in(word: str, language: str) -> bool:
    """Whether a word is a month's name in a language, whatever it is in others."""
    return key(word.rstrip(".")) in _OF_LANGUAGE.get(language, frozenset())


def weekday_of(word: str) -> tuple[int, int] | None:
    """The series and the number (1, Monday, to 7) of a weekday's name."""
    found = _WEEKDAY_OF.get(key(word.rstrip(".")))
    return found or _WEEKDAY_OF.get(key(word.rstrip(".").removesuffix("s")))


def roman_of(word: str) -> int | None:
    """The number of a Roman month."""
    return _ROMAN_OF.get(word.lower().replace("l", "i").replace("1", "i"))


_SLIP_CLASSES = {"l": "[l1]", "i": "[i1l]", "o": "[o0]", "m": "(?:m|rn)"}


def _slippery(word: str) -> str:
    return "".join(_SLIP_CLASSES.get(char, char) for char in plain(word).replace("º", "o"))


def _alternation(series: Sequence[Names], without: frozenset[str]) -> str:
    words = {plain(name) for names in series for name in names.names} - without
    return "|".join(_slippery(word) for word in sorted(words, key=lambda word: (-len(word), word)))


MONTH = f"(?:{_alternation(MONTHS, _NOT_MONTHS)})"
WEEKDAY = f"(?:{_alternation(WEEKDAYS, frozenset())})"

SEASON = (
    r"(?:primavera|verano|otono|invierno|tardor|estiu|hivern|outono|"
    r"spring|summer|autumn|fall|winter)"
)
# Longest first is not needed: the search takes the longest match.
_FEASTS_ES = (
    r"semana santa",
    r"(?:jueves|viernes|lunes|sabado|martes|miercoles) santo",
    r"(?:domingo|lunes|martes|miercoles) de (?:ramos|resurreccion|pascua|gloria|ceniza|carnaval)",
    r"pascuas?(?: militar| florida)?",
    r"(?:dia|noche|fiesta|pascua|vispera|puente) (?:de |del )(?:los )?(?:todos los santos|reyes|"
    r"(?:los )?(?:difuntos|muertos|santos)|navidad|ano nuevo|san [a-z]{3,10}|santa [a-z]{3,10}|"
    r"santiago|la (?:inmaculada|constitucion|hispanidad|almudena|asuncion|candelaria|madre|merce|"
    r"virgen|mujer|comunidad)|pilar|padre|corpus|mayo|hogueras|andalucia|trabajo)",
    r"noche de hogueras",
    r"todos los santos",
    r"nochebuena",
    r"nochevieja",
    r"navidad(?:es)?",
    r"ano nuevo",
    r"carnaval(?:es)?",
    r"san (?:juan|isidro|fermin|anton|valentin|silvestre|esteban|jordi|prudencio)",
    r"corpus(?: christi)?",
    r"aste nagusia",
    r"reyes",
    r"fallas",
    r"halloween",
)
_FEASTS_EN = (
    r"(?:orthodox )?easter(?: (?:sunday|monday|weekend|week|saturday|eve))?",
    r"(?:good|holy|black) (?:friday|saturday|thursday|week)",
    r"(?:ash|maundy|shrove|palm|cyber|super bowl|fat|pancake|whit|spy) "
    r"(?:monday|tuesday|wednesday|thursday|sunday)",
    r"(?:christmas|xmas)(?: (?:eve|day|week|night|holidays|morning))?",
    r"boxing day",
    r"than(?:ks|x)giving(?: (?:day|eve|weekend))?",
    r"hallowe'?en(?: night)?",
    r"new years?(?:'s)?(?: (?:eve|day))?",
    r"new year's(?: (?:eve|day))?",
    r"(?:labou?r|memorial|veterans'?|presidents?'?|columbus|independence|canada|australia|anzac|"
    r"waitangi|mlk|victoria|remembrance|armistice|groundhog|family|civic|heritage|youth|republic|"
    r"leap|lady|michaelmas|midsummer'?s?|may|st\.? [a-z]{4,10}'?s|saint [a-z]{4,10}'?s|"
    r"stephen's|indigenous peoples'?|martin luther king(?: jr\.?)?|"
    r"kadooment|melbourne cup|pres|flag|patriots'?|women's|workers'|freedom|boxing)"
    r" day(?: weekend)?",
    r"(?:mother|father|valentine)'?s'? day",
    r"valentine's",
    r"fourth of july",
    r"july fourth",
    r"bonfire night",
    r"guy fawkes(?: night)?",
    r"(?:twelfth|burns) night",
    r"hogmanay",
    r"juneteenth",
    r"mardi gras",
    r"cinco de mayo",
    r"whitsun(?:day|tide)?",
    r"(?:ascension|trinity|pentecost|candlemas|michaelmas|martinmas|lammas|midsummer|advent|lent)"
    r"(?: (?:day|term|sunday))?",
    r"the ides of march",
    r"(?:winter|summer) solstice",
    r"(?:spring|autumn(?:al)?|vernal) equinox",
    r"half[ -]term",
    r"(?:the )?(?:mid[ -]autumn|lantern|dragon boat|spring) festival",
    r"(?:lunar|chinese) new year",
    r"songkran",
    r"obon",
    r"golden week",
)
_FEASTS_OTHER = (
    r"diwali|deepavali|holi|navratri|dussehra|ganesh chaturthi|(?:makar )?sankranti|pongal|onam|"
    r"raksha bandhan|eid(?:[ -]?(?:al|ul)[ -](?:fitr|adha|ghadir))?|ramad[ah]n|muharram|ashura|"
    r"mawlid|nowruz|norouz|yom kippur|rosh ha ?shanah?|sukk[oa][ts]h?|pesach|passover|purim|"
    r"shavuo[ts]h?|[hc]hann?uk[kh]?ah?|simchat torah|tu b'av|tu bishvat|kislev|timket|genna|"
    r"meskel|enkutatash|songkran|vesak|tet|matariki|loy krathong|cny|kwanzaa"
)
FEAST = f"(?:{'|'.join((*_FEASTS_ES, *_FEASTS_EN, _FEASTS_OTHER))})"
