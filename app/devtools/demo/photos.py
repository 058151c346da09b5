"""Photos of the demo's non-conformances, drawn, so that the repository needs no pictures."""

from io import BytesIO

from PIL import Image, ImageDraw, ImageFilter

SIZE = (1600, 1200)
CARTON, TAPE, SHADE, SCRATCH = "#b98d5c", "#dcc08f", "#7a5a37", "#f4ead8"


def carton_jpeg(number: int) -> bytes:
    """Draw a crushed carton on a pallet, from another side for each `number`."""
    image = Image.linear_gradient("L").resize(SIZE).convert("RGB").point(lambda shade: 90 + shade // 3)
    draw = ImageDraw.Draw(image)
    shift = 120 * (number % 3)
    draw.polygon(
        [(320 + shift, 360), (1080 + shift, 300), (1160 + shift, 930), (260 + shift, 960)], fill=CARTON
    )
    draw.polygon([(640 + shift, 335), (720 + shift, 328), (760 + shift, 948), (660 + shift, 950)], fill=TAPE)
    draw.polygon([(1080 + shift, 300), (860 + shift, 520), (1120 + shift, 640)], fill=SHADE)
    for line in range(6):
        x = 380 + shift + line * 70
        draw.line([(x, 820 - line * 30), (x + 160, 760 - line * 40)], fill=SCRATCH, width=5)
    out = BytesIO()
    image.filter(ImageFilter.GaussianBlur(2)).save(out, "JPEG", quality=85)
    return out.getvalue()
