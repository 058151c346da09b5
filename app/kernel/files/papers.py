"""Parts that all PDFs share (templates/papers): the head with the two parties, facts, pictures."""

import base64
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO

from markupsafe import Markup
from PIL import Image

from app.kernel.files.pdf import fact, written

LOGO_BOX = (120, 36)
"""Largest width and height of a logo, in points."""
MAX_PIXELS = 25_000_000
DENSITY = 2.5
"""Pixels for each point of a picture on paper: 180 for each inch."""
JPEG_QUALITY = 82
SHORT_FACT = 30
"""Letters of a fact that shares its line with another one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Party:
    """An organisation, or a guest, in the head of a PDF; `logo` is the content of its logo."""

    name: str
    logo: bytes | None = None


def letterhead(*parties: Party) -> list[dict[str, Markup | None]]:
    """Return the head of a PDF for `papers/parts.html`: name and logo of each party."""
    return [
        {
            "name": written(party.name),
            "logo": picture(party.logo, box=LOGO_BOX, is_photo=False) if party.logo else None,
        }
        for party in parties
    ]


def fact_rows(facts: Iterable[tuple[str, str]]) -> Iterator[list[tuple[str, Markup]]]:
    """Yield the lines of facts for `papers/parts.html`: two short facts or one long fact per line."""
    waiting: list[tuple[str, Markup]] = []
    for name, text in facts:
        is_long = len(text) > SHORT_FACT or "\n" in text
        if waiting and (is_long or len(waiting) == 2):
            yield waiting
            waiting = []
        waiting.append((name, fact(text)))
        if is_long:
            yield waiting
            waiting = []
    if waiting:
        yield waiting


def picture(content: bytes, *, box: tuple[int, int], is_photo: bool = True) -> Markup | None:
    """Return a picture as HTML, reduced to fit into `box`, in points; None for unreadable content and too many pixels.

    Photos are embedded as JPEG, others without loss. Transparent pixels become white.
    """
    try:
        with Image.open(BytesIO(content)) as opened:
            if opened.width * opened.height > MAX_PIXELS:
                return None
            opened.draft("RGB", (round(box[0] * DENSITY), round(box[1] * DENSITY)))
            opened.thumbnail((round(box[0] * DENSITY), round(box[1] * DENSITY)))
            pixels = opened.convert("RGBA")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    paper = Image.new("RGB", pixels.size, "white")
    paper.paste(pixels, mask=pixels)
    scale = min(box[0] / paper.width, box[1] / paper.height, 1 if is_photo else 0.75)
    file = BytesIO()
    paper.save(file, "JPEG" if is_photo else "PNG", quality=JPEG_QUALITY)
    return Markup('<img src="data:image/{};base64,{}" width="{}" height="{}"/>').format(
        "jpeg" if is_photo else "png",
        base64.b64encode(file.getvalue()).decode(),
        max(1, round(paper.width * scale)),
        max(1, round(paper.height * scale)),
    )
