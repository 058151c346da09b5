"""PDFs, made of HTML of our own: text escaped and in a font that has its letters.

The renderer may open the fonts and nothing else, neither file nor socket.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from markupsafe import Markup, escape

from app.config import ROOT

FONT_FOLDERS = (ROOT / "app" / "static" / "build" / "fonts", ROOT / "node_modules")
"""Where the fonts are: copied by the build, else in the packages that they come from."""
BODY, BODY_BOLD = "dejavu-fonts-ttf/ttf/DejaVuSans.ttf", "dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"
RENDER_SECONDS = 400
LEFT_TO_RIGHT, RIGHT_TO_LEFT, END_OF_DIRECTION = "\u202a", "\u202b", "\u202c"


@dataclass(frozen=True, slots=True)
class Script:
    """Letters that the body's font does not have, and the font that has them."""

    family: str
    font: str
    bold: str
    letters: re.Pattern[str]


KOREAN = Script(
    "Korean",
    "@expo-google-fonts/nanum-gothic/400Regular/NanumGothic_400Regular.ttf",
    "@expo-google-fonts/nanum-gothic/700Bold/NanumGothic_700Bold.ttf",
    re.compile("[\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7af\ud7b0-\ud7fb]+"),
)
EAST_ASIAN = Script(
    "EastAsian",
    "@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf",
    "@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf",
    re.compile(
        "[\u2e80-\u303f\u3040-\u30ff\u3100-\u312f\u31a0-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef"
        "\U00020000-\U0002ffff]+"
    ),
)
"""Chinese, Japanese, full-width forms. Its font, of 10 MB, has no bold here."""
SCRIPTS = (KOREAN, EAST_ASIAN)
LETTER_KINDS = frozenset({"L", "R", "AL"})
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
    """The fonts that `texts` need: {family, weight, path}; those of single scripts only where they are needed."""
    fonts = [("Body", BODY, BODY_BOLD)]
    together = "\n".join(texts)
    fonts += [
        (script.family, script.font, script.bold) for script in SCRIPTS if script.letters.search(together)
    ]
    return [
        {"family": family, "weight": weight, "path": _font(path)}
        for family, normal, bold in fonts
        for weight, path in (("normal", normal), ("bold", bold))
    ]


def font_for(texts: Iterable[str]) -> str:
    """The one font to set `texts` in where each must be of one font, as in a table of contents."""
    together = "\n".join(texts)
    return next((script.family for script in SCRIPTS if script.letters.search(together)), "Body")


def runs_from_right(text: str) -> bool:
    """Whether the first letter of `text` belongs to a script that runs from right to left."""
    return next((kind for kind in map(unicodedata.bidirectional, text) if kind in LETTER_KINDS), "L") != "L"


def turned(text: str, block: Markup, *, on_right: bool = False) -> Markup:
    """`block`, set from right to left where the first letter of `text`, which is what it says, runs so.

    Other text begins at the left, unless it belongs to something that begins at the right (`on_right`): then it keeps
    to that side, in its own direction. Browsers find the same by themselves (`dir="auto"`); the renderer has to be told.
    """
    if runs_from_right(text):
        return Markup('<div dir="rtl">{}</div>').format(block)
    return Markup('<div dir="ltr" align="right">{}</div>').format(block) if on_right else block


def fact(text: str) -> Markup:
    """`text` beside its name: in its own direction, and yet at the left, where the name is."""
    block = written(text)
    return Markup('<div dir="rtl" align="left">{}</div>').format(block) if runs_from_right(text) else block


def isolated(text: str) -> str:
    """`text` on one line with others, in its own direction.

    Without it a name that runs from right to left takes what stands beside it along: a date loses its day, and the
    number of a page its place. Embedded rather than isolated, since the body's font knows these marks to be of no width.
    """
    return f"{RIGHT_TO_LEFT if runs_from_right(text) else LEFT_TO_RIGHT}{text}{END_OF_DIRECTION}"


def written(text: str) -> Markup:
    """`text` as HTML for the PDF: line breaks kept, what cannot be printed left out."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return Markup("<br/>").join(_line(line) for line in lines)


def _font(name: str) -> str:
    for path in (FONT_FOLDERS[0] / Path(name).name, FONT_FOLDERS[1] / name):
        if path.exists():
            return str(path)
    raise RuntimeError(f"the font {name} is not installed")


def _line(line: str) -> Markup:
    plain = "".join(c for c in line if c == "\t" or unicodedata.category(c) not in UNPRINTABLE)
    return _in_fonts(plain, SCRIPTS)


def _in_fonts(text: str, scripts: Sequence[Script]) -> Markup:
    """`text` escaped, its runs of letters that the body's font lacks each in the font that has them."""
    if not scripts:
        return escape(text)
    script, others = scripts[0], scripts[1:]
    pieces, end = [], 0
    for match in script.letters.finditer(text):
        run = Markup('<span style="font-family: {}">{}</span>').format(script.family, match[0])
        pieces += [_in_fonts(text[end : match.start()], others), run]
        end = match.end()
    return Markup("").join([*pieces, _in_fonts(text[end:], others)])
