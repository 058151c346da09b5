"""Pictures of forms and drawn signatures for the PDF, as PNG in base64."""

import base64
from collections.abc import Sequence
from io import BytesIO

from PIL import Image, ImageDraw

from app.files.public import contents_of
from app.forms.document.nodes import Document
from app.forms.policies import pictures_in

SIGNATURE_BOX = (600, 200)
WIDEST, HIGHEST = 480, 620
"""Maximum size of a picture within the margins of an A4 page, in points."""


def pictures_of(doc: Document) -> dict[int, bytes]:
    """Load the pictures of a stored document by attachment id; the caller checks that the actor may read it."""
    return contents_of(pictures_in(doc))


def drawn_signature(strokes: Sequence[Sequence[float]]) -> str:
    """Draw the strokes of a signature at twice their size."""
    width, height = SIGNATURE_BOX
    image = Image.new("L", (width * 2, height * 2), 255)
    pen = ImageDraw.Draw(image)
    for stroke in strokes:
        points = [(stroke[i] * 2, stroke[i + 1] * 2) for i in range(0, len(stroke) - 1, 2)]
        if len(points) == 1:
            x, y = points[0]
            pen.ellipse((x - 3, y - 3, x + 3, y + 3), fill=0)
        else:
            pen.line(points, fill=0, width=5, joint="curve")
    return _png(image)


def printable_picture(content: bytes | None) -> tuple[str, int, int] | None:
    """Return a picture as PNG with its printed width and height in points; None for missing or unreadable content."""
    if content is None:
        return None
    try:
        with Image.open(BytesIO(content)) as opened:
            pixels = opened.convert("RGBA")
    except (OSError, ValueError, SyntaxError):
        return None
    paper = Image.new("RGB", pixels.size, "white")
    paper.paste(pixels, mask=pixels)
    scale = min(1, WIDEST / paper.width, HIGHEST / paper.height)
    return _png(paper), max(1, round(paper.width * scale)), max(1, round(paper.height * scale))


def _png(image: Image.Image) -> str:
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return base64.b64encode(file.getvalue()).decode()
