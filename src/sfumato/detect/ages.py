"""Ages: how old a person is, told apart from how long something lasts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import re2

from sfumato.core.document import Document
from sfumato.core.span import Span
from sfumato.knowledge.numberwords import EN_NUMBER, ES_NUMBER, read_number
from sfumato.knowledge.shadow import Shadow, shadow

_OVER = 89
_OLDEST = 120
_REACH = 44
_FLAGS = re.IGNORECASE | re.ASCII

_N = r"(?:[0-9]{1,3}|[1-9l][0-9lo])"
_ES_WORDS = rf"(?:{ES_NUMBER}|un|una)"
_ES_YEARS = r"(?:a[n\x7f][o0]s?|an[ui]tos?|aninos|anos?|anys?|ans|urte|tacos|primaveras)"
_ES_MONTHS = r"(?:mes(?:es|[oi]s)?|rneses|mesos)"
_ES_DAYS = r"(?:dias?|ddv|horas?(?: de vida)|semanas?|setmanes)"
_ES_TAIL = (
    rf"(?:(?:,| y| i)? (?:[0-9]{{1,2}}|{_ES_WORDS}) (?:{_ES_MONTHS}|dias?)| y medio| y pico|"
    r" cumplidos| recien cumplidos)?"
)
_EN_YEARS = r"(?:years?|yrs?|yr)"
_EN_UNIT = r"(?:years?|yrs?\.?|months?|mos?\.?|mths?|weeks?|wks?|days?|hours?)"
_EN_TAIL = (
    r"(?:,? (?:and )?(?:[0-9]{1,2}|" + EN_NUMBER + r") ?(?:months?|mths?|mos?|days?|wks?|weeks?))?"
)
_HALF = r"(?:[- ]and[- ]a[- ]half)?"
_MEASURED = "|".join(
    (
        # Spanish: 53 años, 3 años y 8 meses, setenta años, un mes
        rf"(?:{_N}|{_ES_WORDS})(?: (?:y|a los|y los) (?:{_N}|"
        rf"{_ES_WORDS}))? {{0,2}}{_ES_YEARS}{_ES_TAIL}",
        rf"(?:{_N}|{_ES_WORDS})(?: y {_N})? ?{_ES_MONTHS}(?: de edad)?(?: y (?:{_N} dias|medio))?",
        rf"(?:{_N}|{_ES_WORDS}) ?{_ES_DAYS}",
        rf"{_N} ?a(?:\.|nos)?(?: ?,? ?[0-9]{{1,2}} ?m(?:eses|\.)?)?",
        r"[0-9]{1,2} ?m y [0-9]{1,2} ?d",
        r"[0-9]{1,2} ?m",
        r"ano y medio",
        # English: 71-year-old, 66yo, 92 y/o, five years and two months, 14 and a half years
        rf"(?:{_N}|{EN_NUMBER}){_HALF}[- ]?{_EN_UNIT}{_EN_TAIL}(?:[- ]?old|[- ]?young| of age)?",
        rf"{_N} ?(?:y/?o|y\.? ?o\.?|yo|yoa|y)",
        rf"{_N} ?yr?s? ?,? ?[0-9]{{1,2}} ?m(?:os?|ths?)?",
        rf"(?:{EN_NUMBER}){_HALF}",
        rf"(?:{ES_NUMBER})",
        r"(?:in (?:his|her|their|the) )?(?:(?:early|mid|late)[- ])?"
        r"(?:twent|thirt|fort|fift|sixt|sevent|eight|ninet)ies",
        r"[2-9]0'?s",
        r"(?:octo|nona|septua|sexa|quincua|cuadra)genari[oa]s?|(?:octo|nona|septua|sexa|quinqua)"
        r"genarians?|centenari[oa]s?|centenarians?",
    )
)
_SEX = r"(?:males?|females?|man|woman|boy|girl|mujer|hombre|varon|nin[oa]|home|dona|fem|masc)"
_NAMED = r"[A-Z][A-Za-z'_.-]{1,20}"
_KIN = (
    r"(?:father|mother|brother|sister|dad|mum|mom|aunt|uncle|cousin|gran|nan|son|daughter|died|"
    r"death|"
    r"diagnosed|menarche|menopause|life|dx|ca|cancer|mi|cabg|stroke|dementia|well|dead|wife|"
    r"husband)"
)
_ES_KIN = (
    r"(?:hij[oa]s?|herman[oa]s?|madre|padre|mama|papa|mujer|marido|esposa|esposo|abuel[oa]|"
    r"suegr[oa]|"
    r"chic[oa]|niet[oa]|ti[oa]|prim[oa]|sobrin[oa]|varon|hombre|senora?|nin[oa]s?|vecin[oa]|"
    r"panadero|viud[oa]|paciente|joven)"
)
# A number alone is an age only where the words around it say so; the group is the number.
_TOLD = "|".join(
    (
        rf"(?i:\b(?:edad|edat|adina|age[ds]?|ed|edad gestante)\b(?:[ /](?:actual|sex|gender|sexo|"
        rf"genero|at "
        rf"[a-z]{{1,12}}|of|est\.|aparente|corregida))?[^a-z0-9\n]{{1,24}}(?:<|approx\.? |about |"
        rf"unos |aprox\.? "
        rf"|since |[MFHV]/)?(0?{_N}Y?))",
        rf"(?i:\b(?:sexo/edad|sex/age|s/e)[^a-z0-9\n]{{1,20}}[a-z]{{1,6}} ?/ ?({_N}))",
        rf"(?i:\b(?:he's|she's|he is|she is|i am|i'm|who is|who was|i was|he was|she was|"
        rf"you were|turned|turns|"
        rf"turning|you are|you're|they are|tiene|tenia|cumple|cumplio|cumpla|tengo|that's|"
        rf"age was|are all|"
        rf"was only|aged|at age|the age of) (?:about |just |casi |ya |only |now |probably "
        rf")?({_N}))(?-i:[,.;:)?!\n]| and | an | but | from | now| on | with | when | then | y |"
        rf" e | que |$)",
        rf"(?:^|[ \n])[A-Z][a-z]{{2,14}} (?:is|was|has turned) ({_N})(?:[,.;)]| and )",
        rf"\b{_NAMED}[ -]{_NAMED}, ({_N})(?:[,);]|\. |\.\n|\n| [a-z])",
        rf"\b[A-Z][a-z]{{2,14}} \(({_N})(?:[,);]| )",
        rf"\b{_NAMED},? {{1,4}}({_N})/?[MFmf]\b",
        rf"\b({_N})(?:/?[MVF]\b| ?(?i:{_SEX}\b))",
        rf"(?i:\b{_SEX}(?:,| de|:)? ({_N}))(?-i:[,.;:)\n ])",
        rf"\b[HMVF], ({_N})[,.;]",
        rf"[a-z]\.? \. ({_N}) \. ",
        rf"(?i:\b[HMVF]/({_N})\b)",
        rf"[|\n\t] ?[A-Z][A-Za-z'.-]{{1,20}},? [A-Z][^|\n\t0-9]{{1,40}}(?: [|/\x7f] |"
        rf"\t)({_N})(?: [|/\x7f] |\t|\n)",
        rf"\b({_N}(?:st|nd|rd|th)) (?i:birthday|b'day)\b",
        rf"(?i:\b(?:sexo?|sex|genero|gender)\b.{{0,12}})\b[HMVF] {{0,3}}({_N})\b",
        rf"(?i:\b{_KIN}\b[^.\n0-9]{{0,24}} (?:at|@|aged|when) ({_N}))(?-i:[,.;:)\n ]|$)",
        rf"(?i:\b(?:a|desde|hasta) los ({_N})(?: y {_N})?)(?-i:[,.;:)\n]| con | de | y )",
        rf"(?i:\b{_ES_KIN}(?:,| [a-z]{{2,12}}| [a-z]{{2,12}} [a-z]{{2,12}})?,? (?:de|con|"
        rf"ca [a-z]+) "
        rf"({_N}))(?-i:[,.;:)\n ]|$)",
        rf", de ({_N}), ",
        rf"(?i:\b(?:mother|father|madre|padre|mum|dad)[^.\n0-9]{{1,20}} ({_N}))(?-i:[,.;:)\n])",
        rf"\b(0?{_N}Y)\b",
        r"\b(?i:DOL) ([0-9]{1,2})\b",
    )
)
_LASTING_BEFORE = re.compile(
    r"\b(?:hace|hacia|durante|cada|tras|ultimos|primeros|despues de|antes de|al cabo de|en|por|"
    r"casi|"
    r"duro|entre|menos de|mas de|for|over|past|last|next|within|every|after|x|ago|per|another|"
    r"first|"
    r"some|of the|these|about|nearly|almost|in|durant|pasados|transcurridos|otros|siguientes|unos|"
    r"previous|prior|lasting|took|approximately|roughly|around|through|proximos|a|total de|"
    r"evolucion de|"
    r"historia de|antiguedad|seguimiento|supervivencia|baja|contrato|los|each|least|"
    r"dentro de|largos?|llevan?|lleva|hasta|recidiva a los|repetir|revision|control|caducidad)"
    r"(?: de| los| las| the| unos| casi| mas de)? \Z",
    _FLAGS,
)
_LASTING_AFTER = re.compile(
    r" (?:de (?:evolucion|tratamiento|seguimiento|duracion|antiguedad|historia|supervivencia|"
    r"estancia|"
    r"servicio|experiencia|la intervencion|la cirugia|post|diagnostico|carcel|prision|trabajo|"
    r"hemodialisis|dialisis|terapia|uso|consumo|ingreso|vacaciones|baja|matrimonio)|antes|"
    r"despues|mas tarde|atras|"
    r"previ[oa]s?|ago|later|earlier|before|prior|after|history|hx|survival|follow|post|pack|since|"
    r"experience|duration|apart|risk|of (?:smoking|treatment|therapy|service|marriage|dialysis|"
    r"work)|"
    r"consecutivos|seguidos|on |in |antes|tras|desde|posteriores)|[- ]?pack|-?hist|[- ]history",
    _FLAGS,
)
_PERSON = re.compile(
    r"(?:\b(?:edad|edat|adina|aged?|age of|de|con|tiene|tenia|tengo|cumpl[a-z]+|a los|desde los|"
    r"hasta "
    r"los|lactante|nin[oa]|mujer|varon|hombre|i am|i'm|he's|she's|he is|she is|is|was|now|turned|"
    r"only|"
    r"at|of|sexo|son|dona|home|unos|hij[oa]|nena|rn|male|female|m|f|at age|born|then|being|"
    r"que)[ :.=|/<>\-]{1,9}(?:<|0)?"
    r"|[,(;|/\x7f.:=\t\"-] ?| {2,}|\n *)\Z",
    _FLAGS,
)
_BORN = re.compile(
    r"\b(?:lactante|nin[oa]|bebe|rn|nacido|neonato|nena|baby|boy|girl|edad|aged?|son|hijo|hija|"
    r"de vida)\b",
    _FLAGS,
)
_LIFE = re.compile(
    r"(?:,? de (?:vida|edad)(?! gest)| old| of (?:age|life)|[^a-z]{0,3}(?:sexo|sex)\b)", _FLAGS
)
_DIGITS = re.compile(r"[0-9]{1,3}")
_DECADES = {
    "twent": 20,
    "thirt": 30,
    "fort": 40,
    "fift": 50,
    "sixt": 60,
    "sevent": 70,
    "eight": 80,
    "ninet": 90,
    "cuadrag": 40,
    "quincuag": 50,
    "quinquag": 50,
    "sexag": 60,
    "septuag": 70,
    "octog": 80,
    "nonag": 90,
    "centenari": 100,
}
_SLIPS = str.maketrans("lIoO", "1100")


def age_years(text: str) -> int | None:
    """The whole years that an age says in digits or words; 0 for months, weeks and days."""
    plain = shadow(text).data.decode("ascii").lower().strip()
    for stem, years in _DECADES.items():
        if re.search(rf"{stem}(?:ies|enari)|{stem}[oa]?s?\Z" if years < 100 else stem, plain):
            return years
    number = _first_number(plain)
    if number is None:
        return None
    if re.search(r"^\D*[\w-]+?[- ]?(?:mes|m\b|mo\b|mos\b|mth|month|rnes)", plain) and not re.search(
        r"\b(?:a|ano|year|yr|y)", plain
    ):
        return number // 12
    if re.search(
        r"(?:dia|day|sem|week|wk|hora|hour|ddv|\bdol\b|/52|/7\b)", plain
    ) and not re.search(r"ano|year|yr", plain):
        return 0
    return number // 12 if plain.endswith("/12") else number


def _first_number(plain: str) -> int | None:
    found = _DIGITS.search(plain.translate(_SLIPS) if re.search(r"[0-9]", plain) else plain)
    if found is not None:
        return int(found.group())
    words = re.findall(r"[a-z]+", plain)
    for start in range(len(words)):
        for end in range(min(len(words), start + 4), start, -1):
            if words[end - 1] not in ("y", "and", "o", "i"):
                value = read_number(" ".join(words[start:end]))
                if value is not None:
                    return value
    return 1 if "ano y medio" in plain else None


class Ages:
    """Finds ages in Spanish and English; those over 89 have a detector name that ends ".over89"."""

    def __init__(self) -> None:
        options = re2.Options()
        options.encoding = re2.Options.Encoding.LATIN1
        options.log_errors = False
        self._told = re2.compile(_TOLD.encode("latin-1"), options)
        options.longest_match = True
        self._measured = re2.compile(rf"(?i)\b(?:{_MEASURED})".encode("latin-1"), options)

    def detect(self, document: Document) -> Iterable[Span]:
        """The ages in a document."""
        return self.find(shadow(document.text), language=document.language)

    def find(self, twin: Shadow, *, language: str = "und") -> list[Span]:
        """The ages in a text, given its shadow."""
        spans: dict[tuple[int, int], Span] = {}
        for start, end, name in (*self._measures(twin.data), *self._numbers(twin.data)):
            years = age_years(twin.data[start:end].decode("ascii"))
            if years is None or years > _OLDEST:
                continue
            over = ".over89" if years > _OVER else ""
            spans[start, end] = Span(*twin.span(start, end), "AGE", 0.85, f"ages.{name}{over}")
        return _outermost(spans)

    def _measures(self, data: bytes) -> Iterator[tuple[int, int, str]]:
        for found in self._measured.finditer(data):
            start, end = found.span()
            text = data[start:end].decode("ascii")
            if not _touches(data, start, end) and _is_age(
                text,
                data[max(0, start - _REACH) : start].decode("ascii"),
                data[end : end + 24].decode("ascii"),
            ):
                yield start, end, "measured"

    def _numbers(self, data: bytes) -> Iterator[tuple[int, int, str]]:
        position = 0
        while (found := self._told.search(data, position)) is not None:
            group = next(g for g in range(1, self._told.groups + 1) if found.span(g)[0] >= 0)
            start, end = found.span(group)
            if _is_number_alone(data, start, end):
                yield start, end, "told"
            position = max(end, found.start() + 1)


def _outermost(spans: dict[tuple[int, int], Span]) -> list[Span]:
    """The spans that do not lie inside another."""
    kept: list[Span] = []
    for start, end in sorted(spans, key=lambda bounds: (bounds[0], -bounds[1])):
        if not kept or spans[start, end].end > kept[-1].end:
            kept.append(spans[start, end])
    return kept


def _touches(data: bytes, start: int, end: int) -> bool:
    if re.match(rb"[MFmf]\b", data[end : end + 2]) and data[start:end].lower().endswith(b"yo"):
        return False
    return (data[end : end + 1].isalnum() and data[end - 1 : end].isalnum()) or data[
        end : end + 2
    ].startswith(b"_")


def _is_number_alone(data: bytes, start: int, end: int) -> bool:
    before, after = data[max(0, start - 1) : start], data[end : end + 12]
    if _STREET.search(data[max(0, start - 60) : start]):
        return False
    if data[end : end + 1] == b")" and _MEASURE.search(data[max(0, start - 14) : start]):
        return False
    if data[start:end].isdigit() and not 0 < int(data[start:end]) <= 112:
        return False
    if before and before in b"0123456789.,-/+" and not data[start - 2 : start - 1].isalpha():
        return False
    return not re.match(
        rb"[0-9]|[.,:/+-][0-9]|[-/](?![MFV]\b)|%|[ ]?(?:mg|ml|mcg|cm|mm|kg|g|h|hs|min|x|%|ng|ui|u|"
        rb"days?|dias?|weeks?|wks?|months?|mes(?:es)?|"
        rb"semanas?|hours?|horas?|of|st|nd|rd|th|mmhg|bpm|lpm|[0-9])\b",
        after,
        re.IGNORECASE,
    )


_STREET = re.compile(
    rb"(?i)(?:\bc/|\bcalle\b|\bavda?\b|\bav\.|\bplaza\b|\bpl\b|\bpza\b|\bpaseo\b|domicilio|"
    rb"direcci|\bcl\b|"
    rb"\bavenida\b|\bcamino\b|\bronda\b|\bstreet\b|\broad\b|\blane\b)[^\n]{0,44}\Z"
)
_MEASURE = re.compile(
    rb"(?i)(?:glasgow|comentarios|inbox|mensajes|messages|fotos|replies|fig(?:ura|ure)?|tabla|"
    rb"table|gr[a-z]*fica|braden|apgar|cd|score|barthel|norton|gold|"
    rb"grado|grade|test|scale|stage|ki|[a-z]ine|[a-z]il|[a-z]ol) \($|\b[a-z]{1,2} \($"
)
_BARE_WORD = re.compile(rf"(?:{EN_NUMBER}){_HALF}|{ES_NUMBER}", _FLAGS)
_TOLD_WORD = re.compile(
    r"(?:\b(?:i am|i'm|he's|she's|he is|she is|who is|who was|i was|they are|you are|you were|"
    r"turned|turns|is|was|"
    r"aged|age|age of|twins of|you're|tiene|tengo|tenia|cumple|maybe)(?: about| now|"
    r" only)?[ .:]{1,14}|"
    r"[a-z]{3}, )\Z",
    _FLAGS,
)
_COUNTED = re.compile(
    r"(?: |-)(?:of|per|percent|days?|weeks?|hours?|times|o'clock|months?|more|hundred|thousand|"
    r"minutes?|"
    r"point|stone|pounds|units|mg|miles|feet|de|veces|dias|horas|semanas|meses|hij[oa]s|zero|one|"
    r"two|three|"
    r"four|five|six|seven|eight|nine|oh|children|kids|sons|daughters|and)(?![a-z])",
    _FLAGS,
)


def _is_age(text: str, before: str, after: str) -> bool:
    lower = text.lower()
    if (
        re.search(r"[a-z0-9][-/.,]\Z|[0-9][.,:]\Z|[#$]\Z", before, re.IGNORECASE)
        or after[:1] == "%"
    ):
        return False
    if re.search(r"ies\Z|genari|centenari", lower):
        return not re.match(r" and ", after)
    if lower[0].isdigit() and lower.endswith("s") and lower.rstrip("'s").isdigit():
        return bool(
            re.search(r"\b(?:his|her|their|in|age[d~ ]*|mid|late|early)[- ~]*\Z", before, re.I)
        )
    if re.search(r"(?:old|young|of age|y/?o|y\.o\.?|yoa)\Z", lower) and lower[-1] != "y":
        return not re.match(r" (?:history|pack)", after)
    if _LASTING_AFTER.match(after):
        return False
    if _BARE_WORD.fullmatch(text):
        return _is_word_alone(lower, before, after)
    return _is_measured_age(lower, before, after)


def _is_word_alone(lower: str, before: str, after: str) -> bool:
    number = read_number(re.sub(r"[- ]and[- ]a[- ]half", "", lower)) or 0
    if number < 3 or not _TOLD_WORD.search(before):
        return False
    if before.endswith(", "):
        return number > 12 and after[:1] in (",", ".", ";")
    return bool(re.match(r"[,.;)\n]|$", after)) or (number > 12 and not _COUNTED.match(after))


def _is_measured_age(lower: str, before: str, after: str) -> bool:
    """An age with its unit: what comes before and after tells it from a length of time."""
    sure = bool(_LIFE.match(after))
    if re.search(r"(?:sem|week|wk|hora|hour|dia|day|ddv|setman)", lower) and not re.search(
        r"ano|year|yr|mes", lower
    ):
        return not re.match(r" de (?:gest|emb|edad gest)| gest", after) and (
            sure
            or bool(re.search(r"\b(?:edad|age|aged)[^a-z0-9]{1,8}\Z", before, re.I))
            or bool(
                re.search(
                    r"\b(?:lactante|nin[oa]|bebe|neonato|nacid[oa]|baby|hij[oa]|hijit[oa]|"
                    r"herman[oa]|niet[oa]|bisniet[oa]) (?:is now |tiene |de |of )\Z",
                    before,
                    re.I,
                )
            )
        )
    if re.fullmatch(r"[0-9]{1,3} ?(?:a\.?|m\.?|y\.?)", lower):
        return _short_unit(lower, before, after)
    if sure and not re.search(r"\b(?:hace|durante|for|ultimos) \Z", before, re.I):
        return True
    at_age = re.search(r"\ba los \Z", before, re.IGNORECASE)
    if at_age and ("mes" in lower or re.match(r" (?:del?|tras|desde|tard) ", after)):
        return False
    if _LASTING_BEFORE.search(before) and not re.search(
        r"\b(?:a|desde|hasta) los \Z|\bde unos \Z", before, re.I
    ):
        return False
    if re.search(r"mes|month|mth|\bmos?\b", lower) and not re.search(r"ano|year|yr", lower):
        return bool(
            re.search(
                r"\b(?:edad|age|aged)[^a-z0-9]{1,8}\Z|\b(?:lactante|nin[oa]|bebe|nena|varon|"
                r"hij[oa]|herman[oa]|(?:bi[sz])?niet[oa]|mujer|now|is|"
                r"boy|girl|baby|a los|daughter|son|tiene|paciente)(?:,? [A-Z][a-z]+)?,? (?:de |"
                r"of |an? |at )?\Z|[,(.] ?\Z",
                before,
                re.IGNORECASE,
            )
        )
    if re.search(r"\dy|year|yr|\by", lower) and re.search(
        r"\b[A-Z][a-z'-]+,? \Z|[~?] ?\Z|\bas? \Z", before
    ):
        return not re.match(r" [a-z]", after) or bool(
            re.match(r" (?:male|female|retired)\b", after)
        )
    return bool(_PERSON.search(before))


def _short_unit(lower: str, before: str, after: str) -> bool:
    """ "71a", "37 a.", "7m", "19 y": an age by its place, for these letters mean many things."""
    number = int(re.match(r"[0-9]+", lower)[0])  # type: ignore[index]
    if lower.endswith(("m", "m.")):
        return (
            bool(re.search(r"(?:^|\n|edad[: .]{1,4})\Z", before, re.I))
            and number <= 36
            and bool(re.match(r"[,;] ?", after))
        )
    if after[:1].isalpha() or (lower.endswith("y") and after[:1] == "." and after[1:2].isalpha()):
        return False
    if (
        "y" not in lower
        and number < 15
        and not re.match(r" (?:nin|con|sexo|fem|masc)", after, re.I)
    ):
        return False
    glued = re.fullmatch(r"[0-9]+a", lower) and re.search(r"[a-z)][,.]? {1,4}\Z", before, re.I)
    if (
        not glued
        and re.match(r" [0-9a-z]", after, re.I)
        and not re.match(
            r" (?:con|sexo|hc|nhc|nh|sip|cip|fem|mujer|hombre|varon|home|dona|h|m|f|v|male|"
            r"female|ep|dni)\b",
            after,
            re.I,
        )
    ):
        return False
    return (
        number > 0
        and bool(re.search(r"[,(;|/:\x7f\t=·-] *\Z|[a-z]\.? {1,4}\Z|\n\Z|\bde \Z", before, re.I))
        and not re.search(r"\b(?:hace|desde|durante|x|cada|por|for|en) \Z", before, re.I)
    )
