"""PDFs from our own HTML: text is escaped and set in a font that has its letters.

The text is in Inter; letters that Inter lacks are in DejaVu Sans, Korean and East Asian ones in fonts of their own.
The renderer may read the fonts, but no other file and no socket.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path

from markupsafe import Markup, escape

from app.config import ROOT

FONT_FOLDERS = (ROOT / "app" / "static" / "build" / "fonts", ROOT / "node_modules")
"""The folders of the fonts: copied by the build, otherwise in their packages."""
INTER = (
    "@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf",
    "@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf",
)
DEJAVU = ("dejavu-fonts-ttf/ttf/DejaVuSans.ttf", "dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf")
"""The normal and the bold style of each font."""
BODY, FALLBACK = "Body", "Fallback"
"""Families of the text, and of letters that the body font lacks."""
RENDER_SECONDS = 400
LEFT_TO_RIGHT, RIGHT_TO_LEFT, END_OF_DIRECTION = "\u202a", "\u202b", "\u202c"


@dataclass(frozen=True, slots=True)
class Script:
    """Letters that the body font lacks, and the font for them."""

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
"""Chinese, Japanese, full-width forms. The font has 10 MB and no bold style here."""
SCRIPTS = (KOREAN, EAST_ASIAN)
LETTER_KINDS = frozenset({"L", "R", "AL"})
KINDS_FROM_RIGHT = frozenset({"R", "AL", "AN"})
WITHOUT_DIRECTION = dict.fromkeys(map(ord, LEFT_TO_RIGHT + RIGHT_TO_LEFT + END_OF_DIRECTION))
"""Translation that removes the marks of `isolated`."""
UNPRINTABLE = frozenset({"Cc", "Cs", "Co", "Cn"})


def make_pdf(html: str) -> bytes:
    """Render `html`, which may use no resources except the fonts of `font_faces`. Raises RuntimeError if that fails.

    The renderer needs 50 MB and is imported only here: in the worker, never in a web process.
    """
    from xhtml2pdf import pisa
    from xhtml2pdf.config.resources import ResourceAccessPolicy
    from xhtml2pdf.files import pisaTempFile

    # Pictures of more than 10 kB would otherwise go to temporary files, which the library does not close.
    pisaTempFile.STRATEGIES = (BytesIO, BytesIO)
    policy = ResourceAccessPolicy.server(
        FONT_FOLDERS[1], extra_roots=FONT_FOLDERS[:1], allow_remote=False, max_render_seconds=RENDER_SECONDS
    )
    file = BytesIO()
    status = pisa.CreatePDF(html, dest=file, encoding="utf-8", resource_policy=policy)
    if status.err:
        raise RuntimeError("the PDF could not be made")
    return file.getvalue()


def font_faces(texts: Iterable[str]) -> list[dict[str, str]]:
    """Return the fonts that `texts` need: {family, weight, path}; all but the body font only if they are used."""
    all_text = "\n".join(texts)
    fonts = [(BODY, *_body_font())]
    if _needs_fallback(all_text):
        fonts.append((FALLBACK, *DEJAVU))
    fonts += [
        (script.family, script.font, script.bold) for script in SCRIPTS if script.letters.search(all_text)
    ]
    return [
        {"family": family, "weight": weight, "path": _font(path)}
        for family, normal, bold in fonts
        for weight, path in (("normal", normal), ("bold", bold))
    ]


def font_for(texts: Iterable[str]) -> str:
    """Return the font for `texts` if one font must have all of their letters, as in a table of contents."""
    all_text = "\n".join(texts)
    script = next((script.family for script in SCRIPTS if script.letters.search(all_text)), None)
    return script or (FALLBACK if _needs_fallback(all_text) else BODY)


def runs_from_right(text: str) -> bool:
    """Return True if the first letter of `text` belongs to a script that runs from right to left."""
    return next((kind for kind in map(unicodedata.bidirectional, text) if kind in LETTER_KINDS), "L") != "L"


def turned(text: str, block: Markup, *, on_right: bool = False) -> Markup:
    """Return `block`, set from right to left if the first letter of `text`, its content, belongs to such a script.

    Other text is aligned left, unless it belongs to something aligned right (`on_right`): then it stays on that side, in
    its own direction. Browsers do the same with `dir="auto"`; the renderer needs it explicitly.
    """
    if runs_from_right(text):
        return Markup('<div dir="rtl">{}</div>').format(block)
    return Markup('<div dir="ltr" align="right">{}</div>').format(block) if on_right else block


def fact(text: str) -> Markup:
    """Return `text` next to its label: in its own direction, but aligned left, where the label is."""
    block = written(text)
    return Markup('<div dir="rtl" align="left">{}</div>').format(block) if runs_from_right(text) else block


def isolated(text: str) -> str:
    """Return `text` in its own direction, for a line with other text.

    Otherwise a name that runs from right to left reorders its neighbours: a date loses its day, a page number its place.
    The marks are embeddings rather than isolates, because DejaVu Sans has zero-width glyphs only for these. `written`
    removes them from lines that need no reordering.
    """
    return f"{RIGHT_TO_LEFT if runs_from_right(text) else LEFT_TO_RIGHT}{text}{END_OF_DIRECTION}"


def written(text: str) -> Markup:
    """Return `text` as HTML for the PDF, with line breaks, without unprintable characters."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return Markup("<br/>").join(_line(line) for line in lines)


@cache
def _body_font() -> tuple[str, str]:
    """Return Inter, or DejaVu Sans if the package of Inter is not installed."""
    return INTER if all(map(_find_font, INTER)) else DEJAVU


def _find_font(name: str) -> Path | None:
    paths = (FONT_FOLDERS[0] / Path(name).name, FONT_FOLDERS[1] / name)
    return next((path for path in paths if path.exists()), None)


def _font(name: str) -> str:
    path = _find_font(name)
    if path is None:
        raise RuntimeError(f"the font {name} is not installed")
    return str(path)


@cache
def _lacking_letters() -> re.Pattern[str]:
    """Return a pattern of letters that the body font lacks; the font is read once in each process."""
    from reportlab.pdfbase.ttfonts import TTFontFile

    codes = sorted(TTFontFile(_font(_body_font()[0])).charToGlyph)
    letters = "".join(re.escape(chr(code)) for code in codes if code > 0x7F)
    return re.compile(f"[^\x00-\x7f{letters}]+")


def _needs_fallback(text: str) -> bool:
    """Return True if a letter of `text` is in no other font than the fallback."""
    if text.isascii() or _body_font() is DEJAVU:
        return False
    for script in SCRIPTS:
        text = script.letters.sub("", text)
    text = text.translate(WITHOUT_DIRECTION)
    return _has_letter_from_right(text) or _lacking_letters().search(text) is not None


def _has_letter_from_right(text: str) -> bool:
    return not KINDS_FROM_RIGHT.isdisjoint(map(unicodedata.bidirectional, text))


def _line(line: str) -> Markup:
    if line.isascii() and line.isprintable():
        return escape(line)
    plain = "".join(c for c in line if c == "\t" or unicodedata.category(c) not in UNPRINTABLE)
    if _has_letter_from_right(plain):
        # One font for the whole line, because the renderer reorders only letters of the same font.
        return _with_fonts(plain, SCRIPTS, other=FALLBACK)
    return _with_fonts(plain.translate(WITHOUT_DIRECTION), SCRIPTS)


def _with_fonts(text: str, scripts: Sequence[Script], *, other: str = BODY) -> Markup:
    """Return `text` escaped: letters of `scripts` in their fonts, the rest in the font `other` or the fallback."""
    if not scripts:
        if other != BODY:
            return _in_font(other, text)
        return _split(text, _lacking_letters(), FALLBACK, escape) if not text.isascii() else escape(text)
    script, others = scripts[0], scripts[1:]
    return _split(text, script.letters, script.family, lambda part: _with_fonts(part, others, other=other))


def _split(text: str, letters: re.Pattern[str], family: str, rest: Callable[[str], Markup]) -> Markup:
    """Return `text` with the matches of `letters` in the font `family`, and everything else as returned by `rest`."""
    pieces, end = [], 0
    for match in letters.finditer(text):
        pieces += [rest(text[end : match.start()]), _in_font(family, match[0])]
        end = match.end()
    return Markup("").join([*pieces, rest(text[end:])])


def _in_font(family: str, text: str) -> Markup:
    return Markup('<span style="font-family: {}">{}</span>').format(family, text) if text else Markup("")
