"""A ward's notes, and what a call of the command left."""

import json
from dataclasses import dataclass

NOTE = (
    "Paciente: Elvira Otxoa. DNI 12345678Z. Ingreso el 03/04/2021 por dolor de la cadera.\n"
    "Se avisa a la hija en el tel. 612 345 678.\n"
)
PLAIN = "Abdomen blando y depresible, sin dolor a la palpación.\n"


@dataclass(frozen=True)
class Ran:
    """What a call of the command left."""

    code: int
    out: str
    err: str

    def objects(self):
        return [json.loads(line) for line in self.out.splitlines()]
