"""PDFs, made of HTML of our own: text escaped and in a font that has its letters.

The renderer may open the fonts and nothing else, neither file nor socket.
"""

import re
import unicodedata
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

from markupsafe import Markup, escape

from app.config import ROOT

FONT_FOLDERS = (ROOT / "app" / "static" / "build" / "fonts", ROOT / "node_modules")
"""Where the fonts are: copied by the build, else in the packages that they come from."""
BODY, BODY_BOLD = "dejavu-fonts-ttf/ttf/DejaVuSans.ttf", "dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"
EAST_ASIAN_FONT = "@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf"
RENDER_SECONDS = 400

EAST_ASIAN = re.compile(
    "[\u1100-\u11ff\u2e80-\u303f\u3040-\u30ff\u3100-\u318f\u31a0-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0002ffff]+"
)
"""What only the East Asian font has: Chinese, Japanese, full-width forms."""
UNPRINTABLE = frozenset({"Cc", "Cs", "Co", "Cn"})


def make_pdf(html: str) -> bytes:
    """The PDF of `html`, which names no resource but the fonts of `font_faces`. Raises RuntimeError where it fails.

    The renderer takes 50 MB, and is loaded only where a PDF is made: in the worker, never in a web process.
    """
    from xhtml2pdf import pisa
    from xhtml2pdf.config.resources import ResourceAccessPolicy

    policy = ResourceAccessPolicy.server(
        FONT_FOLDERS[1], extra_roots=FONT_FOLDERS[:1], allow_remote=False, max_render_seconds=RENDER_SECONDS
    )
    file = BytesIO()
    status = pisa.CreatePDF(html, dest=file, encoding="utf-8", resource_policy=policy)
    if status.err:
        raise RuntimeError("the PDF could not be made")
    return file.getvalue()


def font_faces(texts: Iterable[str]) -> list[dict[str, str]]:
    """The fonts that `texts` need: {family, weight, path}; the East Asian one, of 10 MB, only where it is needed."""
    faces = [
        {"family": "Body", "weight": "normal", "path": _font(BODY)},
        {"family": "Body", "weight": "bold", "path": _font(BODY_BOLD)},
    ]
    if any(needs_east_asian(text) for text in texts):
        path = _font(EAST_ASIAN_FONT)
        faces += [{"family": "EastAsian", "weight": w, "path": path} for w in ("normal", "bold")]
    return faces


def written(text: str) -> Markup:
    """`text` as HTML for the PDF: line breaks kept, what cannot be printed left out."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return Markup("<br/>").join(_line(line) for line in lines)


def needs_east_asian(text: str) -> bool:
    """Whether `text` has letters that only the East Asian font has."""
    return EAST_ASIAN.search(text) is not None


def _font(name: str) -> str:
    for path in (FONT_FOLDERS[0] / Path(name).name, FONT_FOLDERS[1] / name):
        if path.exists():
            return str(path)
    raise RuntimeError(f"the font {name} is not installed")


def _line(line: str) -> Markup:
    plain = "".join(c for c in line if c == "\t" or unicodedata.category(c) not in UNPRINTABLE)
    pieces, end = [], 0
    for match in EAST_ASIAN.finditer(plain):
        run = Markup('<span style="font-family: EastAsian">{}</span>').format(match[0])
        pieces += [escape(plain[end : match.start()]), run]
        end = match.end()
    return Markup("").join([*pieces, escape(plain[end:])])
