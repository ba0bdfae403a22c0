"""Usernames: the names by which people are known to systems, forums and networks."""

from __future__ import annotations

import re

from sfumato.detect.patterns import Row

_MARKERS = frozenset(
    "covid sars coq omega ca her vit hba ige igg abril mayo julio hcov htlv".split()
)
_NOBODY = ("none", "null", "true", "false", "unknown", "system", "manual", "friendly")

_KEYS = frozenset(
    "id name date number no num code type time first last full birth phone user note notes text"
    " value key ref status file path reason sex age mail email address city zip by nombre fecha"
    " numero paciente codigo tipo hora motivo sexo edad".split()
)


def _is_login(text: str) -> bool:
    """Whether a word has the make of a login name: small letters with a sign, digit or hump."""
    parts = re.split(r"[._&\d-]+", text.lower())
    if not any(sign.islower() for sign in text) or set(parts) & (_KEYS | _MARKERS):
        return False
    return len(text) > 5 and (
        any(sign in text for sign in "_&.")
        or any(sign.isdigit() or sign.isupper() for sign in text)
    )


ROWS: tuple[Row, ...] = (
    Row(
        name="username",
        label="USERNAME",
        expression=r"(?i:\b(?:usuari[oa]|user(?: ?name)?|user[_-]?id|login|usr|handle|gamer ?tag"
        r"|author|signed_by|esig|exported_by"
        r"|uid|usr_id|nick|alias|perfil|insta(?:gram)?|twitter|skype|snapchat|telegram|tiktok"
        r"|tramita|operador[a]?)"
        r"(?: (?:app|portal|migr|name))?['\"]?[ \t]{0,14}[:=]?[ \t]{0,12}['\"(@]{0,2})"
        r"\b((?:[A-Za-z][A-Za-z-]{0,24}[0-9_.][A-Za-z0-9_.-]{0,24}"
        r"|[A-Z]{2,4}-\d{2,6})[A-Za-z0-9])\b",
        example="acceso por usuario «rvidal_48»",
        near=("usuario habitual de 12", "user manual 2.0", "login page"),
        source="label before the value",
        check=lambda text: not text[0].isdigit() and "@" not in text,
    ),
    Row(
        name="username-assigned",
        label="USERNAME",
        expression=r"(?i:\b(?:usuari[oa]|user(?:name|_id)?|login|usr|exported_by|signed_by|author"
        r"|esig|gamer tag)['\"]?"
        r"(?:[ ]{0,3}[:=][ ]{0,3}|[ ]{1,14}\()['\"(@]{0,2})"
        r"([A-Za-z][A-Za-z0-9_.@-]{2,30}[A-Za-z0-9])\b",
        example="login: «rvidal»",
        near=("login to the portal", "usuario de silla"),
        source="label and sign before the value",
        score=0.8,
        cut=lambda text, after: 0 if text.isalpha() and after[:1] in (" ", "'") else len(text),
        check=lambda text: text.lower() not in _NOBODY,
    ),
    Row(
        name="username-equals",
        label="USERNAME",
        expression=r"(?i:\b(?:usuari[oa]|user(?:_?name|_?id)?|login|usr|(?:exported|signed|created"
        r"|modified)_by|author|esig|tramita|netid)"
        r"[\"']?[=#] ?[\"']?)([A-Za-z][A-Za-z0-9_.-]{2,30}[A-Za-z0-9])\b",
        example="user=«rvidal» ip",
        near=("user = 12",),
        source="logs",
        score=0.88,
        check=lambda text: text.lower() not in _NOBODY,
    ),
    Row(
        name="username-by",
        label="USERNAME",
        expression=r"(?i:\b(?:by|por|as|under|como|transcribed?e?:?|transcribe|anon:|digito|facebook|user"
        r"|usuario|operador[a]?|clave(?: de \w{3,10})?|cuenta|log(?:ged)? ?in(?: as)?)"
        r" ?[(:\"']{0,2} ?)([a-z]{2,16}[._][a-z0-9_.]{1,20}[a-z0-9]"
        r"|[a-z]{3,16}\d{1,6}|[a-z]{1,12}_[a-z0-9_]{1,16}|[A-Z]{4,14}\d{1,4})\b",
        example="impreso por «rvidal48» ayer",
        near=("por t12", "as l5.s1", "por 48", "colirio de atropina1", "por hba1c", "por covid19"),
        check=lambda text: text.lower().rstrip("0123456789") not in _MARKERS,
        source="login names beside the verb of a log line",
        score=0.7,
    ),
    Row(
        name="username-speaker",
        label="USERNAME",
        expression=r"(?:^|\n|\] ?)[>\x7f*. -]{0,4}([A-Za-z]{1,16}(?:[._&-][A-Za-z0-9]{1,16}){1,4}"
        r"|[a-z]{2,16}(?:\d{1,6}[a-z]{0,12}|[A-Z][A-Za-z]{2,14}\d{0,4}))"
        r" ?(?:-|:(?:\n| [a-z\x7f@]| [A-Z][a-z])|\((?:\d|he |she )| wrote| replied| escribio"
        r"|,? \d\d:\d\d|\x7f| \. )",
        example="\n«rvidal_48» wrote, 14:02",
        near=("\nFEV1: 80", "\nrosa: hola", "\nt4: normal", "\nca19: alto"),
        source="forums and chats",
        score=0.7,
        check=_is_login,
    ),
    Row(
        name="username-bare",
        label="USERNAME",
        expression=r"(?:^|[\s(>\"',;:/|])([A-Za-z]{2,16}_(?:[A-Za-z]{1,12}_)?[A-Za-z]{0,12}\d{1,6}"
        r"|[a-z]{4,16}_[A-Z]?[a-z]{2,14}(?:_[a-z]{2,14})?)",
        example="subido por (rosa) como «rosa_48»",
        near=("ins_id, phone_1=22", "last_name: Vidal", "rosa_48@ejemplo.org"),
        source="login names as systems give them out",
        cut=lambda text, after: 0 if after[:1] in tuple("=:@[\\/\"'") else len(text),
        check=_is_login,
        score=0.55,
    ),
    Row(
        name="username-domain",
        label="USERNAME",
        expression=r"\b([a-z]{2,12}\\[a-z][a-z0-9._-]{2,20})\b",
        example="sesión de «hosp\\rvidal»",
        near=("C\\rvidal",),
        source="domain and login of a directory service",
        score=0.9,
    ),
    Row(
        name="handle",
        label="USERNAME",
        expression=r"(?:^|[\s(>\"',;:])((?:@|u/)[A-Za-z][A-Za-z_.][A-Za-z0-9_.]{0,28}[A-Za-z0-9_])",
        example="escribe como «@rvidal.48» en la red",
        near=("rvidal@ejemplo.org", "@ 12", "a @"),
        source="social networks",
        score=0.85,
    ),
)
