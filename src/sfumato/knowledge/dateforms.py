"""Date forms: the words for edges, counts and seasons in the form of another."""

from __future__ import annotations

from sfumato.knowledge.numberwords import plain, write_ordinal

_EDGES = (
    ("principios", "mediados", "finales"),
    ("primeros", "mediados", "finales"),
    ("comienzos", "mediados", "finales"),
    ("inicios", "mediados", "fines"),
    ("principio", "mediados", "final"),
    ("inicio", "mediados", "fin"),
    ("early", "mid", "late"),
    ("beginning", "middle", "end"),
    ("start", "middle", "end"),
    ("principios", "medio", "finales"),
)
_COUNTS = (
    ("primer", "segundo", "tercer", "cuarto", "quinto", "último"),
    ("primera", "segunda", "tercera", "cuarta", "quinta", "última"),
    ("primero", "segundo", "tercero", "cuarto", "quinto", "último"),
)
_SEASONS = (
    ("winter", "spring", "summer", "autumn"),
    ("winter", "spring", "summer", "fall"),
    ("invierno", "primavera", "verano", "otoño"),
    ("hivern", "primavera", "estiu", "tardor"),
    ("inverno", "primavera", "verán", "outono"),
)


def cased(word: str, like: str) -> str:
    """The word in small letters, in capitals or with a capital first, as another is."""
    letters = [char for char in like if char.isalpha()]
    if len(letters) > 1 and all(char.isupper() for char in letters):
        return word.upper()
    return word[:1].upper() + word[1:] if letters and letters[0].isupper() else word.lower()


def edge_word(text: str, edge: int) -> str:
    """The word for the beginning (0), the middle or the end (2) in the form of another."""
    low = plain(text)
    for row in _EDGES:
        if low in row:
            return text if row[edge] == low else cased(row[edge], text)
    return text


def counted(text: str, count: int) -> str:
    """First to fifth and last in the form of another, in digits or words."""
    if text[:1].isdigit():
        return str(count) if count > 0 else text
    low = plain(text)
    for row in _COUNTS:
        if low in map(plain, row):
            word = row[count if count < 0 else count - 1]
            return text if plain(word) == low else cased(word, text)
    if low == "last" or count < 0:
        return text if count < 0 else cased(write_ordinal(count), text)
    return cased(write_ordinal(count), text)


def season_word(text: str, season: int, *, language: str) -> str:
    """The word for another season (0 is winter) in the language of this one."""
    low = plain(text)
    for row in _SEASONS:
        if low in map(plain, row) and not (low == "primavera" and language == "ca"):
            word = row[season]
            return text if plain(word) == low else cased(word, text)
    return cased(_SEASONS[3][season], text)
