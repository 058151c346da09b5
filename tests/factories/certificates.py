"""A corpus of invented certificates in many languages and layouts, with the dates and numbers that a reader finds in them.

The wordings are typical of certification bodies, insurers and laboratories. They were written before the code that reads
them. A certificate without `until` has no end, or one that a reader cannot be sure of.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from io import BytesIO

from reportlab.lib.pagesizes import A4
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from app.config import ROOT

FONTS = {
    "Latin": ROOT / "node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf",
    "EastAsian": ROOT / "node_modules/@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf",
}
CORPUS = ROOT / "tests" / "data" / "certificates.txt"
WIDTH = 510
"""Width of a line in points, for its columns. `|` in a line of text separates them."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate: its text, and the values that it states."""

    name: str
    language: str
    text: str
    until: date | None = None
    issued: date | None = None
    number: str = ""


def read_corpus() -> Sequence[Certificate]:
    """Return the certificates of the corpus. A line `=== name; language; end; issue; number` begins each."""
    certificates = []
    for part in CORPUS.read_text(encoding="utf-8").split("=== ")[1:]:
        head, _, text = part.partition("\n")
        name, language, until, issued, number = (value.strip() for value in head.split(";"))
        certificates.append(Certificate(name, language, text.strip(), _day(until), _day(issued), number))
    return certificates


def _day(text: str) -> date | None:
    return date.fromisoformat(text) if text else None


def certificate_pdf(text: str, *, password: str = "") -> bytes:
    """Return the text as a PDF of one page, each column at its place."""
    for name, path in FONTS.items():
        registerFont(TTFont(name, path))
    file = BytesIO()
    canvas = Canvas(file, pagesize=A4, encrypt=password or None)
    y = A4[1] - 60
    for line in text.splitlines():
        is_east_asian = any("\u2e80" <= letter <= "\uffef" for letter in line)
        canvas.setFont("EastAsian" if is_east_asian else "Latin", 11)
        cells = line.removesuffix(" |").split(" | ")
        for place, cell in enumerate(cells):
            canvas.drawString(50 + place * WIDTH / len(cells), y, cell)
        y -= 20
    canvas.showPage()
    canvas.save()
    return file.getvalue()


def scanned_pdf() -> bytes:
    """Return a PDF of one page that is a picture: it has no text."""
    file = BytesIO()
    canvas = Canvas(file, pagesize=A4)
    canvas.rect(60, 500, 300, 200, fill=1)
    canvas.showPage()
    canvas.save()
    return file.getvalue()
