"""Opening a mail: from MIME entities to parts that can be cleaned; all others are left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import PurePath

from sfumato.core.errors import Damaged, Dangerous, Encrypted, SfumatoError, TooLarge, Unsupported
from sfumato.core.protocols import Intake
from sfumato.formats.charset import codec_of, declared_in
from sfumato.formats.html import open_html
from sfumato.formats.htmlpage import Page, worded
from sfumato.formats.mailhead import MAILBOXES, TEXTS, decode_words, headers
from sfumato.formats.mailpart import (
    MIME_TYPES,
    NOTICE,
    Attachment,
    Body,
    Forwarded,
    Message,
    Multi,
    Node,
    Notice,
    Web,
)
from sfumato.formats.mailtext import unflowed, without_blocks
from sfumato.formats.mime import Entity, children, content, parse, plain_text
from sfumato.formats.registry import EXTENSIONS, read_part, sniff
from sfumato.formats.txt import FORMAT as TXT
from sfumato.formats.weave import Nested

_HARMFUL = (TooLarge, Dangerous)
_MOST_LEVELS = 16
_TELLING = frozenset(
    """from to cc bcc subject date sender reply-to message-id received return-path delivered-to
    mime-version content-type in-reply-to references resent-from""".split()
)
_RENEWED = frozenset({"mime-version", "content-type", "content-transfer-encoding",
                      "content-disposition", "content-id"})  # fmt: skip
_KEPT_KINDS = frozenset({"mixed", "alternative", "related", "digest", "parallel"})
_SEALED = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime", "multipart/encrypted"})
_PLAIN_CODECS = frozenset({None, "utf-8", "cp1252", "utf-16", "utf-32"})
_ALIASES: Mapping[str, str] = {
    **{kind: extension for extension, kind in reversed(MIME_TYPES.items())},
    "text/xml": ".xml",
    "text/rtf": ".rtf",
    "application/fhir+json": ".json",
    "application/fhir+xml": ".xml",
    "application/csv": ".csv",
    "application/msword": ".doc",
    "application/vnd.ms-excel": ".xls",
    "application/vnd.ms-powerpoint": ".ppt",
    "image/jpg": ".jpg",
    "application/xhtml+xml": ".xhtml",
}


def open_message(data: bytes, intake: Intake) -> Message:
    """The mail in the bytes."""
    if intake.depth > intake.limits.max_depth:
        raise TooLarge(f"mails nested more than {intake.limits.max_depth} deep")
    entity = parse(data)
    if not any(name in _TELLING for name, _ in entity.headers):
        raise Damaged("no mail headers")
    if entity.kind() in _SEALED:
        raise Encrypted("an encrypted mail")
    opening = _Opening(intake)
    root = opening.root(entity)
    return Message(list(headers(entity)), root, opening.notes())


class _Opening:
    """The state of opening one mail: counts, what was left out, names of inline images."""

    def __init__(self, intake: Intake) -> None:
        self._intake = intake
        self._dropped: Counter[str] = Counter()
        self._said: list[str] = []
        self._count = self._kept = 0
        self._cids: dict[str, str] = {}
        self._webs: list[tuple[Web, str]] = []

    def notes(self) -> tuple[str, ...]:
        """What was left out, in words."""
        return (*worded(self._dropped), *self._said)

    def root(self, entity: Entity) -> Node:
        """The node of the whole mail; HTML is opened last, when the images' names are known."""
        known = _RENEWED | MAILBOXES.keys() | TEXTS.keys()
        self._dropped["header"] += sum(name not in known for name, _ in entity.headers)
        root = self._node(entity, 0, "text/plain")
        for web, source in self._webs:
            web.page = open_html(
                source, intake=self._intake, xml=False, charset="utf-8", cids=self._cids.get
            )
            self._said += [f"{web.place}: {note}" for note in web.page.notes]
        return root or Notice()

    def _node(self, entity: Entity, level: int, default: str) -> Node | None:
        """The node of an entity; None where it is to be left out."""
        self._count += 1
        if self._count > self._intake.limits.max_parts or level > _MOST_LEVELS:
            raise TooLarge("too many parts in a mail")
        kind = entity.kind(default)
        if kind.startswith("multipart/"):
            return self._multi(entity, level, kind)
        place, dropped = f"part {self._count}", ""
        try:
            return self._leaf(entity, kind, place)
        except SfumatoError as error:
            if self._intake.parts == "refuse" or level == 0 or isinstance(error, _HARMFUL):
                raise
            dropped = error.code
        self._said.append(f"{place} dropped ({dropped})")
        return None

    def _multi(self, entity: Entity, level: int, kind: str) -> Node | None:
        parts = children(entity, most=self._intake.limits.max_parts)
        if parts is None and level == 0:
            raise Damaged("a mail of many parts without its parts")
        if kind in _SEALED:
            self._refuse("encrypted part")
            return None
        if kind == "multipart/signed":
            self._dropped["signature"] += 1
            return self._node(parts[0], level + 1, "text/plain") if parts else None
        inner = "message/rfc822" if kind == "multipart/digest" else "text/plain"
        nodes = [self._node(part, level + 1, inner) for part in parts or ()]
        name = kind.removeprefix("multipart/")
        multi = Multi(name if name in _KEPT_KINDS else "mixed", [])
        multi.parts = [
            node or Notice() for node in nodes if node or multi.kind in ("mixed", "digest")
        ]
        return multi

    def _refuse(self, what: str) -> None:
        if self._intake.parts == "refuse":
            raise Unsupported(f"{what} in a mail")
        self._dropped[what] += 1

    def _leaf(self, entity: Entity, kind: str, place: str) -> Node | None:
        name = _file_name(entity)
        if kind in ("text/plain", "text/html") and not name and not _is_attached(entity):
            return self._body(entity, kind, place)
        if kind == "message/rfc822":
            inner = open_message(content(entity), self._intake.inner("mail.eml"))
            return Forwarded(inner, f"forwarded mail {self._count}")
        if kind in _SEALED or kind.startswith("message/") or _is_signature(kind):
            self._refuse("sealed part" if kind in _SEALED else "part without content")
            return None
        return self._attachment(entity, kind, name, place)

    def _body(self, entity: Entity, kind: str, place: str) -> Node:
        data, parameters = content(entity), entity.parameters("content-type")
        declared = parameters.get("charset")
        if kind == "text/html":
            web = Web(Page((), (), ()), f"html {place}")
            self._webs.append((web, plain_text(data, declared or declared_in(data))))
            return web
        text = plain_text(data, declared)
        if text.strip() == NOTICE:
            return Notice()
        if parameters.get("format", "").lower() == "flowed":
            text = unflowed(text, delete_space=parameters.get("delsp", "").lower() == "yes")
        text, blocks = without_blocks(text)
        self._dropped["file or signature inside a text"] += blocks
        return Body(text, f"body {place}")

    def _attachment(self, entity: Entity, kind: str, name: str, place: str) -> Node | None:
        data = content(entity)
        if kind.startswith("text/"):
            data = _transcoded(data, entity.parameters("content-type").get("charset"))
        extension = PurePath(name).suffix.lower()
        if extension not in EXTENSIONS:
            extension = _ALIASES.get(kind, "")
        is_image = sniff(data, "part" + extension) == "image"
        if (is_image and self._intake.images == "drop") or not self._readable(data, extension):
            self._refuse("image" if is_image else "attachment of an unknown kind")
            return None
        number = self._kept + 1
        inner = f"attachment-{number}{extension or '.bin'}"
        if not data.strip():
            blank = Nested(TXT.read(data, self._intake), f"attachment {number}")
            self._kept = number
            return Attachment(blank, data, inner, self._intake, number)
        nested = read_part(data, inner, f"attachment {number}", self._intake)
        if isinstance(nested, str):
            self._said.append(nested)
            return None
        self._kept = number
        return Attachment(nested, data, inner, self._intake, number, self._cid(entity))

    def _readable(self, data: bytes, extension: str) -> bool:
        """Whether a format is named or told by the content; text of no known kind is neither."""
        return bool(extension) or sniff(data, "part") != "txt"

    def _cid(self, entity: Entity) -> str | None:
        named = entity.first("content-id").strip().strip("<>")
        if not named:
            return None
        return self._cids.setdefault(named, f"part{len(self._cids) + 1}@mail.invalid")


def _file_name(entity: Entity) -> str:
    named = entity.parameters("content-disposition").get("filename", "")
    return decode_words(named or entity.parameters("content-type").get("name", "")).strip()


def _is_attached(entity: Entity) -> bool:
    return entity.first("content-disposition").strip().lower().startswith("attachment")


def _is_signature(kind: str) -> bool:
    return kind in {
        "application/pgp-signature",
        "application/pkcs7-signature",
        "application/x-pkcs7-signature",
        "application/pgp-keys",
        "application/pgp-encrypted",
        "application/ms-tnef",
        "application/vnd.ms-tnef",
    }


def _transcoded(data: bytes, declared: str | None) -> bytes:
    """The text as UTF-8 where its encoding can be known from the label only."""
    label = (declared or "").lower()
    if codec_of(label) in _PLAIN_CODECS and "utf-7" not in label:
        return data
    return plain_text(data, declared).encode("utf-8", "replace")
