"""Text for the PDF: escaped, in a font that has its letters."""

import re
import unicodedata

from markupsafe import Markup, escape

EAST_ASIAN = re.compile(
    "[\u1100-\u11ff\u2e80-\u303f\u3040-\u30ff\u3100-\u318f\u31a0-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0002ffff]+"
)
"""What only the East Asian font has: Chinese, Japanese, full-width forms."""
UNPRINTABLE = frozenset({"Cc", "Cs", "Co", "Cn"})


def written(text: str) -> Markup:
    """`text` as HTML for the PDF: line breaks kept, what cannot be printed left out."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return Markup("<br/>").join(_line(line) for line in lines)


def needs_east_asian(text: str) -> bool:
    """Whether `text` has letters that only the East Asian font has."""
    return EAST_ASIAN.search(text) is not None


def _line(line: str) -> Markup:
    plain = "".join(c for c in line if c == "\t" or unicodedata.category(c) not in UNPRINTABLE)
    pieces, end = [], 0
    for match in EAST_ASIAN.finditer(plain):
        run = Markup('<span style="font-family: EastAsian">{}</span>').format(match[0])
        pieces += [escape(plain[end : match.start()]), run]
        end = match.end()
    return Markup("").join([*pieces, escape(plain[end:])])
