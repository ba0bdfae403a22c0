"""Sentinels: unmistakable invented identifiers, each used on one surface only."""

from __future__ import annotations

import random
import re
import unicodedata
from dataclasses import dataclass, field

_STARTS = "Zq Xv Kw Vx Jq Qh Wz Xj".split()
_MIDDLES = "abe ori ulta enko igra ompu ará eví uso ilne ofti ambú".split()
_ENDS = "drix molv tranz gush plek bronv quit zarn".split()
_SIGNS = re.compile(r"[\W_]+")
_DNI_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"


@dataclass(slots=True)
class Sentinels:
    """Hands out phrases that hold a new sentinel each, and remembers which surface holds which."""

    chance: random.Random = field(repr=False)
    surfaces: dict[str, str] = field(default_factory=dict)
    """Needle (letters and digits, folded) to the surface that it stands on."""

    def __call__(self, surface: str) -> str:
        """A phrase for a surface, such as "Tel. 612 345 678"."""
        kind = self.chance.choice((self.email, self.dni, self.phone, self.person, self.number))
        return kind(surface)

    def email(self, surface: str) -> str:
        """An e-mail address: one word, found without context."""
        name = f"{self._word()}{self.chance.randrange(100, 1000)}".lower()
        plain = "".join(c for c in unicodedata.normalize("NFD", name) if c.isascii())
        self._keep(plain, surface)
        return f"{plain}@{self.chance.choice(('correo', 'mail', 'clinica'))}.example"

    def dni(self, surface: str) -> str:
        """A Spanish identity number with its right letter, in one of its spellings."""
        number = self.chance.randrange(10_000_000, 99_999_999)
        letter = _DNI_LETTERS[number % 23]
        self._keep(f"{number}{letter}", surface)
        said = f"{number}"
        dotted = f"{said[:2]}.{said[2:5]}.{said[5:]}"
        form = self.chance.choice((f"{said}{letter}", f"{said}-{letter}", f"{dotted}-{letter}"))
        return f"{self.chance.choice(('DNI: ', 'DNI ', 'NIF '))}{form}"

    def phone(self, surface: str) -> str:
        """A Spanish mobile number with its announcement."""
        number = f"6{self.chance.randrange(10_000_000, 99_999_999)}"
        self._keep(number, surface)
        form = self.chance.choice(
            (number, f"{number[:3]} {number[3:6]} {number[6:]}", f"+34 {number[:3]} {number[3:]}")
        )
        return f"{self.chance.choice(('Tel. ', 'Teléfono: ', 'Phone: '))}{form}"

    def person(self, surface: str) -> str:
        """A name that only its announcement tells."""
        words = [self.bare(surface), self.bare(surface)]
        return self.chance.choice(("Paciente: ", "Sra. ", "Dra. ", "Dr. ", "Patient: ")) + " ".join(
            words
        )

    def bare(self, surface: str) -> str:
        """A name without announcement, for places whose structure says what they hold."""
        word = self._word()
        self._keep(word, surface)
        return word

    def ascii(self, surface: str) -> str:
        """The same in plain letters, for addresses."""
        while not (word := self._word()).isascii():
            pass
        self._keep(word, surface)
        return word

    def digits(self, surface: str) -> str:
        """A number without announcement, for places whose structure says what they hold."""
        number = str(self.chance.randrange(100_000_000, 999_999_999))
        self._keep(number, surface)
        return number

    def number(self, surface: str) -> str:
        """A record number with its announcement."""
        number = str(self.chance.randrange(100_000_000, 999_999_999))
        self._keep(number, surface)
        return f"{self.chance.choice(('NHC: ', 'MRN: ', 'Historia clínica: '))}{number}"

    def _word(self) -> str:
        pick = self.chance.choice
        while True:
            word = pick(_STARTS) + pick(_MIDDLES) + pick(_MIDDLES) + pick(_ENDS)
            if not any(fold(word) in used for used in self.surfaces):
                return word

    def _keep(self, needle: str, surface: str) -> None:
        folded = fold(needle)
        if folded in self.surfaces:
            raise ValueError("a sentinel stands on one surface only")
        self.surfaces[folded] = surface


def fold(text: str) -> str:
    """Letters and digits without case and accents."""
    return _SIGNS.sub("", unicodedata.normalize("NFKD", text).casefold())
