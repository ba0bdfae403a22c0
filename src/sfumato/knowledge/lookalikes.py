"""Look-alikes: signs of other scripts that read as plain ones, and signs that are not seen.

Rows of data after the confusables of Unicode Technical Standard 39; letters that Unicode itself
takes apart (accents, full width, mathematical ones) are not listed.
"""

from __future__ import annotations

import re
import unicodedata

_ROWS = """
A АΑᎪꓮⲀ     B ВΒᏴꓐⲂ     C СϹᏟꓚⲤ     D ᎠꓓᗞԀ      E ЕΕᎬꓰⲈ⋿    F ϜꓝᖴҒ
G ԌᏀꓖᏳ      H НΗᎻꓧⲎᕼ    I ІΙӀᏆꓲⲒⵏǀ   J ЈͿᎫꓙᒍ     K КΚᏦꓗⲔ     L ᏞꓡᒪⳐ
M МΜϺᎷꓟⲘ   N ΝꓠⲚ       O ОΟՕꓳⲞⵔ〇   P РΡᏢꓑⲢᑭ    Q Ԛⵕ        R ᎡᏒꓣᖇƦ
S ЅՏᏚꓢᏕ     T ТΤᎢꓔⲦ⟙    U Սꓴᑌ⋃      V ѴᏙꓦᐯⴸ     W ԜᎳꓪᏔ      X ХΧꓫⲬ╳ⵝ
Y УҮΥᎩᎽꓬⲨ   Z ΖᏃꓜⲌ
a аαɑⲁ⍺     b ьвβꮟᏏᑲᖯƅ   c сϲⲥꮯ      d ԁᏧꓒᑯ      e еєεҽ℮ꬲⲉ   f ϝꞙք
g ɡցᶢ       h һհᏂн      i іιɩꙇᎥ⍳    j јϳ        k кκⲕ       l ӏן׀ا∣
m мⲙ        n ոռηпⲛ     o оοօσⲟסჿഠ  p рρⲣ⍴      q ԛզգ       r гᴦⲅꭇ
s ѕꮪ        t тτⲧ       u υսᴜц      v νѵⱱ       w ԝѡшωաⲱ    x хχⲭ⤫
y уүγყⲩỿ    z ᴢꮓⲍζ
2 Ƨ         3 ЗзӠӡƷʒⳌ   4 Ч         5 Ƽ         6 б         8 Ȣȣ
- ‐‑‒–—―⸺⸻−﹘﹣－⁃˗➖ー    ' ‘’‛′ʹʼʻˈ´`＇    " “”„‟″«»＂    / ⁄∕／⧸╱〳
. ․‧·•∙⋅．。｡・﹒    : ：︰ː꞉∶˸։׃︓    , ‚，､、،٫٬﹐    @ ＠﹫    _ ＿﹍﹎﹏ˍ
"""
ALIKE: dict[str, str] = {
    sign: plain
    for plain, signs in zip(_ROWS.split()[::2], _ROWS.split()[1::2], strict=True)
    for sign in signs
}
"""Each look-alike with the plain sign that it passes for."""

# Signs that a page shows as nothing although their category is not one that vanishes: the rest of
# Default_Ignorable_Code_Point (Unicode Character Database, DerivedCoreProperties).
UNSEEN: frozenset[str] = frozenset(
    map(
        chr,
        (
            *(0x115F, 0x1160, 0x2065, 0x3164, 0xFFA0),
            *range(0xFFF0, 0xFFF9),
            *range(0xE0000, 0xE1000),
        ),
    )
)

_NAMED = re.compile(
    r"(?:NEGATIVE (?:CIRCLED|SQUARED) )?LATIN (?:CAPITAL|(SMALL)) LETTER (?:SCRIPT |DOTLESS )?"
    r"([A-Z])(?: WITH .+)?|(?:(LATIN LETTER SMALL CAPITAL)|REGIONAL INDICATOR SYMBOL LETTER) "
    r"([A-Z])"
)


def plain_by_name(char: str) -> str | None:
    """The letter that Unicode's own name says ("LATIN SMALL LETTER D WITH STROKE"), if any."""
    found = _NAMED.fullmatch(unicodedata.name(char, ""))
    if found is None:
        return None
    letter: str = found[2] or found[4]
    return letter.lower() if found[1] or found[3] else letter
