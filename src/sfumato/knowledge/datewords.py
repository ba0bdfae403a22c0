"""Date words: what each word of a date expression is for, as codes of the date tokens."""

from __future__ import annotations

import difflib

from sfumato.knowledge import calendarwords as words
from sfumato.knowledge import numberwords
from sfumato.knowledge.datefeasts import FEASTS

_PLAIN_WORDS = {
    "o": "de del d of do da dels",
    "t": "el la los las the lo els les l",
    "n": "dia dias day days",
    "z": "mes month ano anos any anys year years mesos",
    "j": "y e u and or to al a hasta until till til through thru desde from entre between",
    "s": "same this last next previous following coming past current inst ult prox mismo misma "
    "presente actual corriente corrientes curso pasado pasada pasados pasadas proximo proxima "
    "ultimo ultima anterior anteriores siguiente siguientes este esta ese esa aquel aquella que "
    "viene vinent passat passada proper pasat",
    "k": "noche night nite evening morning afternoon tarde tardes manana madrugada mediodia noon "
    "midday midnight en por on at in by since antes before after despues about approx aprox "
    "aproximadamente circa ca sobre hacia around wk weeks semanas wb wc w "
    "festivo laborable ayer hoy anoche anteayer yesterday today tomorrow tonight tmrw arvo finde "
    "weekend weekends finds every each other cada otros ago hace no date fecha primera hora "
    "horas hrs hours ultima eve dusk dawn p m am pm para ese both ambos b c teh",
    "u": "week semana quincena fortnight trimestre quarter semestre half trim q",
}
_COUNTS = {
    "primer": 1,
    "primera": 1,
    "segundo": 2,
    "segunda": 2,
    "tercer": 3,
    "tercera": 3,
    "cuarto": 4,
    "cuarta": 4,
    "quinto": 5,
    "quinta": 5,
    "ultimo": -1,
    "ultima": -1,
}
_EDGES = (
    "principios principio primeros comienzos inicios inicio early beginning start",
    "mediados medio mid middle",
    "finales final fines fin late end",
)
_SEASONS = (
    "invierno winter hivern inverno",
    "primavera spring",
    "verano summer estiu veran",
    "otono autumn fall tardor outono",
)
JOINED_ENDINGS = frozenset("st nd rd th o a er ero ra ean an ko eko s n".split())
_DECADES = (
    "twenties thirties forties fifties sixties seventies eighties nineties".split(),
    "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa".split(),
)


def _table() -> dict[str, tuple[str, int | None]]:
    table: dict[str, tuple[str, int | None]] = {}
    for code, written in _PLAIN_WORDS.items():
        table |= dict.fromkeys(written.split(), (code, None))
    for word in numberwords.WORDS - {"o"}:
        table[word] = ("#", None)
    for number, written in enumerate(_EDGES):
        table |= dict.fromkeys(written.split(), ("E", number))
    for number, written in enumerate(_SEASONS):
        table |= dict.fromkeys(written.split(), ("S", number))
    table |= {word: ("d", 20 + 10 * number) for number, word in enumerate(_DECADES[0])}
    for code, series in (("M", words.MONTHS), ("W", words.WEEKDAYS)):
        for names in reversed(series):
            for number, name in enumerate(names.names, 1):
                table[numberwords.plain(name)] = (code, number)
    table |= {word + "s": ("W", n) for n, word in enumerate(_PLURALS, 1) if word}
    return table | {"mar": ("X", None)} | {word: ("c", n) for word, n in _COUNTS.items()}


_PLURALS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
WORDS = _table()
STARTS = frozenset(
    start for name in FEASTS for start in (name.split()[0], name.split()[0].removesuffix("s"))
)
_LONG = {word: found for word, found in WORDS.items() if found[0] in "MW" and len(word) > 5}
_ALIKE = 0.8


def misspelt(word: str) -> str | None:
    """The month or weekday that a long word must mean, or None."""
    if not 6 <= len(word) <= 12:
        return None
    near = difflib.get_close_matches(word, _LONG, n=1, cutoff=_ALIKE)
    return near[0] if near and near[0][0] == word[0] else None
