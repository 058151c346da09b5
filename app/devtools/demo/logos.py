"""Logos for the companies of the demo: a simple shape in a colour of the palette."""

import hashlib
import io

from PIL import Image, ImageDraw

SIZE = 256
PALETTE = ("#0f6b62", "#1f5aa8", "#8a5a00", "#b02a2a", "#5b3f9e", "#1d6b3c", "#9b3a6b", "#37474f")


def logo_png(name: str) -> bytes:
    """Draw a logo as PNG; the same `name` always gives the same logo."""
    digest = hashlib.sha256(name.encode()).digest()
    ground, mark = PALETTE[digest[0] % len(PALETTE)], "#ffffff"
    image = Image.new("RGB", (SIZE * 2, SIZE * 2), ground)
    draw = ImageDraw.Draw(image)
    middle, reach = SIZE, SIZE * 0.62
    shape = digest[1] % 5
    box = (middle - reach, middle - reach, middle + reach, middle + reach)
    if shape == 0:
        draw.ellipse(box, outline=mark, width=44)
        draw.ellipse((middle - 60, middle - 60, middle + 60, middle + 60), fill=mark)
    elif shape == 1:
        draw.polygon([(middle, box[1]), (box[2], box[3]), (box[0], box[3])], outline=mark, width=44)
    elif shape == 2:
        for i in range(3):
            draw.rectangle((box[0], box[1] + i * 120, box[2] - i * 80, box[1] + i * 120 + 64), fill=mark)
    elif shape == 3:
        draw.regular_polygon(
            (middle, middle, reach), 6, rotation=digest[2] % 60, fill=None, outline=mark, width=44
        )
        draw.regular_polygon((middle, middle, reach / 2.6), 6, rotation=digest[2] % 60, fill=mark)
    else:
        draw.arc(box, 30, 300, fill=mark, width=60)
        draw.rectangle((middle, middle - 30, box[2], middle + 30), fill=mark)
    out = io.BytesIO()
    image.resize((SIZE, SIZE), Image.Resampling.LANCZOS).save(out, "PNG")
    return out.getvalue()
