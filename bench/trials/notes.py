"""Invented notes for trials: many short clinical texts in both languages, from a seed."""

from __future__ import annotations

import random

_GIVEN = "Elvira Tomás Nuria Gaspar Irene Martín Saioa Jordi Rhona Desmond Agnes Callum".split()
_FAMILY = (
    "Valdivieso Otxoa Carballal Ferreruela Llobregat Sandoval Whitlock Abernathy Quigley".split()
)
_SPANISH = (
    "Paciente: {given} {family}\nDNI: {dni}\nFecha de ingreso: {day:02d}/{month:02d}/{year}\n"
    "Acude por dolor abdominal de tres días de evolución. Analítica: Hb 13,2 g/dl, PCR 45 mg/l.\n"
    "Se avisa a la familia en el teléfono 6{phone:08d}. Revisión en consulta con la "
    "Dra. {family2}. Correo: {mail}@hospital.example\n"
)
_ENGLISH = (
    "Patient: {given} {family}\nMRN: {mrn}\nAdmitted {month:02d}/{day:02d}/{year}\n"
    "Seen for chest pain of two hours. BP 132/84, pulse 76, troponin 0.02 ng/ml, no ST change.\n"
    "Call back on 212-555-0{short:03d}. Follow-up with Dr. {family2}. Mail: {mail}@clinic.example\n"
)


def note(chance: random.Random) -> str:
    """One invented note."""
    number = chance.randrange(10_000_000, 99_999_999)
    return chance.choice((_SPANISH, _ENGLISH)).format(
        given=chance.choice(_GIVEN),
        family=chance.choice(_FAMILY),
        family2=chance.choice(_FAMILY),
        dni=f"{number}{'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23]}",
        mrn=f"MR-{chance.randrange(100_000, 999_999)}",
        day=chance.randint(1, 28),
        month=chance.randint(1, 12),
        year=chance.randint(2012, 2024),
        phone=chance.randrange(10_000_000, 99_999_999),
        short=chance.randrange(100, 199),
        mail=f"{chance.choice(_GIVEN)}.{chance.choice(_FAMILY)}".lower()
        .replace("á", "a")
        .replace("í", "i"),
    )
