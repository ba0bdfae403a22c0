"""Date feasts: on which day a feast falls in a year, where a rule of the calendar fixes it."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from functools import partial

from sfumato.knowledge.datevalue import day_of

Rule = Callable[[int], datetime.date | None]

_FIXED = {
    "01-01": "ano nuevo|dia de ano nuevo|new year|new years|new years day|any nou",
    "01-05": "twelfth night|vispera de reyes|noche de reyes",
    "01-06": "reyes|dia de reyes|los reyes|reyes magos|epifania|epiphany",
    "01-17": "san anton",
    "01-20": "san sebastian",
    "01-25": "burns night",
    "01-26": "australia day",
    "02-01": "st brigids day|st brigids",
    "02-02": (
        "candelaria|la candelaria|dia de la candelaria|candlemas|groundhog day|"
        "vispera de san blas|fiesta de la candelaria"
    ),
    "02-03": "san blas|dia de san blas",
    "02-06": "waitangi day",
    "02-14": "san valentin|valentines|valentines day|st valentines day",
    "02-28": "dia de andalucia",
    "02-29": "leap day",
    "03-15": "ides of march|the ides of march",
    "03-17": "st patricks day|saint patricks day|st paddys day|st pats",
    "03-19": "san jose|dia de san jose|dia del padre",
    "03-25": "lady day",
    "04-23": "sant jordi|san jorge|st georges day",
    "04-25": "anzac day",
    "05-01": ("dia del trabajo|dia del trabajador|may day|workers day|calan mai"),
    "05-17": "syttende mai",
    "05-15": "san isidro|dia de san isidro",
    "06-14": "flag day",
    "06-19": "juneteenth",
    "06-23": "vispera de san juan|noche de san juan|verbena de san juan",
    "06-24": "san juan|dia de san juan|sant joan|dia de san xoan|san xoan",
    "06-29": "san pedro|san pedro y san pablo|sant pere",
    "07-01": "canada day",
    "07-04": "independence day",
    "07-07": "san fermin",
    "07-14": "bastille day",
    "07-16": "virgen del carmen|dia de la virgen del carmen|fiesta de la virgen del carmen",
    "07-25": "santiago|dia de santiago|santiago apostol",
    "07-31": "san ignacio|dia de san ignacio|s ignacio",
    "08-15": "asuncion|la asuncion|dia de la asuncion|virgen de agosto",
    "10-05": "san froilan",
    "09-24": "la merce|dia de la merce",
    "09-29": "san miguel|michaelmas",
    "10-12": "pilar|el pilar|dia del pilar|virgen del pilar|dia de la hispanidad",
    "10-31": "halloween|hallowe en|halloween night",
    "11-01": (
        "todos los santos|dia de todos los santos|dia de los santos|tots sants|"
        "todos santos|all saints|all saints day"
    ),
    "11-02": (
        "difuntos|los difuntos|dia de los difuntos|dia de difuntos|dia de los muertos|"
        "all souls|all souls day"
    ),
    "11-05": "bonfire night|guy fawkes|guy fawkes night",
    "11-09": "la almudena|dia de la almudena",
    "11-11": "san martin|veterans day|remembrance day|armistice day|martinmas|san martino",
    "11-22": "santa cecilia",
    "11-30": "san andres|st andrews day",
    "12-06": "dia de la constitucion|la constitucion",
    "12-08": "inmaculada|la inmaculada|dia de la inmaculada",
    "12-13": "santa lucia|st lucys day",
    "12-21": "santo tomas",
    "12-24": "nochebuena|noche buena|christmas eve|xmas eve",
    "12-25": "navidad|dia de navidad|nadal|christmas|christmas day|xmas|xmas day",
    "12-26": "san esteban|boxing day|stephens day|st stephens day|feast of stephen",
    "12-28": (
        "inocentes|santos inocentes|los inocentes|dia de los inocentes|dia de los santos inocentes"
    ),
    "12-31": (
        "nochevieja|noche vieja|san silvestre|la san silvestre|new years eve|"
        "new year eve|hogmanay|nye"
    ),
}
_EASTER = {
    -52: "jueves lardero",
    -48: "lunes de carnaval",
    -47: ("martes de carnaval|mardi gras|shrove tuesday|pancake day|fat tuesday|pancake tuesday"),
    -46: "ash wednesday|miercoles de ceniza",
    -21: "mothering sunday",
    -9: "viernes de dolores",
    -7: "palm sunday|domingo de ramos|d de ramos",
    -6: "lunes santo|holy monday|monday of holy week",
    -5: "martes santo|holy tuesday",
    -4: "miercoles santo|spy wednesday|holy wednesday",
    -3: "jueves santo|maundy thursday|holy thursday",
    -2: "viernes santo|good friday",
    -1: "sabado santo|sabado de gloria|holy saturday|easter saturday|easter eve",
    0: (
        "easter|easter sunday|easter day|domingo de resurreccion|domingo de pascua|"
        "d de resurreccion"
    ),
    1: "easter monday|lunes de pascua",
    39: "ascension day|ascension thursday|ascension",
    42: "domingo de la ascension",
    49: "pentecost|pentecostes|whit sunday|whitsun|domingo de pentecostes",
    50: "whit monday|lunes de pentecostes",
    56: "trinity sunday",
    60: "corpus|corpus christi|dia del corpus",
}
# Month, weekday and which of them in the month; -1 is the last.
_WEEKDAYS = {
    (1, 1, 3): "martin luther king day|mlk day|martin luther king jr day",
    (2, 1, 3): "presidents day|family day",
    (5, 7, 1): "dia de la madre",
    (5, 7, 2): "mothers day",
    (5, 1, -1): "memorial day",
    (6, 7, 3): "fathers day",
    (9, 1, 1): "labor day|labour day",
    (10, 1, 2): "columbus day|indigenous peoples day",
    (11, 2, 1): "melbourne cup day",
    (11, 7, 2): "remembrance sunday",
    (11, 4, 4): "thanksgiving|thanksgiving day|thxgiving",
}


def easter(year: int) -> datetime.date | None:
    """Easter Sunday in the Gregorian calendar (Meeus, Jones and Butcher)."""
    century, rest = divmod(year, 100)
    golden = year % 19
    moon = (
        19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15
    ) % 30
    week = (32 + 2 * (century % 4) + 2 * (rest // 4) - moon - rest % 4) % 7
    late = (golden + 11 * moon + 22 * week) // 451
    month, day = divmod(moon + week - 7 * late + 114, 31)
    return day_of(year, month, day + 1)


def nth_weekday(year: int, month: int, weekday: int, count: int) -> datetime.date | None:
    """The first, second ... or last (-1) Monday to Sunday (1 to 7) of a month."""
    first = day_of(year, month, 1)
    if first is None:
        return None
    day = 1 + (weekday - first.isoweekday()) % 7
    if count < 0:
        return day_of(year, month, day + 28) or day_of(year, month, day + 21)
    return day_of(year, month, day + 7 * (count - 1))


def _from_easter(days: int, year: int) -> datetime.date | None:
    sunday = easter(year)
    return sunday + datetime.timedelta(days=days) if sunday else None


def _on(month: int, day: int, year: int) -> datetime.date | None:
    return day_of(year, month, day)


def _of_month(month: int, weekday: int, count: int, year: int) -> datetime.date | None:
    return nth_weekday(year, month, weekday, count)


def _rules() -> dict[str, Rule]:
    rules: dict[str, Rule] = {}
    for place, names in _FIXED.items():
        month, day = map(int, place.split("-"))
        rules |= dict.fromkeys(names.split("|"), partial(_on, month, day))
    for days, names in _EASTER.items():
        rules |= dict.fromkeys(names.split("|"), partial(_from_easter, days))
    for rule, names in _WEEKDAYS.items():
        rules |= dict.fromkeys(names.split("|"), partial(_of_month, *rule))
    return rules


FEASTS = _rules()
