"""Everything that can go wrong, in one tree.

SfumatoError
├── InputError             the file cannot be taken in; it is refused and the batch goes on
│   ├── EmptyFile          nothing in it
│   ├── TooLarge           bytes, pages, depth, ratio or characters over a limit
│   ├── Encrypted          needs a password that nobody gave
│   ├── Damaged            does not follow its format
│   ├── Dangerous          macros, bombs, external entities
│   ├── Unsupported        no reader for this kind of file
│   ├── Unreadable         permission, device or path trouble
│   └── RecordMismatch     the structured record and the document do not fit each other
├── SettingsError          a settings file with an unknown key, a wrong type, an impossible choice
│   └── PolicyError        the same of a policy
├── KeyMissing             an operator needs a key and none was given
├── DetectorFailed         a detector broke; the document is refused
│   └── DetectorTimeout    a detector ran out of its time; never a silent skip
├── LimitReached           the worker ran out of memory or time
├── LeakFound              the written bytes still hold something that should be gone
├── WriteFailed            disk full or no permission at the output
├── VaultError             a vault that is missing, of another key, damaged, or of other outputs
└── MissingExtra           an optional part is not installed; names the extra

Messages name places (file, page, offset, label) and never content.
"""

from __future__ import annotations


class SfumatoError(Exception):
    """The root of the tree. `code` is stable and goes into reports."""

    code = "error"


class InputError(SfumatoError):
    """The file cannot be taken in."""

    code = "input"


class EmptyFile(InputError):
    """There is nothing in the file."""

    code = "empty"


class TooLarge(InputError):
    """Over a limit of bytes, pages, depth, ratio or characters."""

    code = "too-large"


class Encrypted(InputError):
    """The file needs a password."""

    code = "encrypted"


class Damaged(InputError):
    """The file does not follow its format."""

    code = "damaged"


class Dangerous(InputError):
    """Macros, decompression bombs, external entities."""

    code = "dangerous"


class Unsupported(InputError):
    """No reader takes this kind of file."""

    code = "unsupported"


class Unreadable(InputError):
    """The operating system does not hand the file out."""

    code = "unreadable"


class RecordMismatch(InputError):
    """The structured record and the document do not fit each other."""

    code = "record"


class SettingsError(SfumatoError):
    """A settings file is wrong; nothing is begun."""

    code = "settings"


class PolicyError(SettingsError):
    """The policy is wrong; nothing is processed."""

    code = "policy"


class KeyMissing(SfumatoError):
    """An operator needs a key and none was given."""

    code = "key-missing"


class DetectorFailed(SfumatoError):
    """A detector broke."""

    code = "detector-failed"


class DetectorTimeout(DetectorFailed):
    """A detector ran out of its time."""

    code = "detector-timeout"


class LimitReached(SfumatoError):
    """The worker ran out of memory or time."""

    code = "limit"


class LeakFound(SfumatoError):
    """The written bytes still hold something that should be gone."""

    code = "leak"


class WriteFailed(SfumatoError):
    """The output cannot be written."""

    code = "write-failed"


class VaultError(SfumatoError):
    """The vault does not give back what was asked of it."""

    code = "vault"


class MissingExtra(SfumatoError):
    """An optional part is not installed."""

    code = "missing-extra"
