"""Logos and profile pictures, made anew from their pixels at a fixed size."""

import warnings
from io import BytesIO
from typing import IO

import pillow_heif
from PIL import Image, ImageOps

from app.files.types import DECODERS, PictureRule
from app.kernel.errors import InvalidError

MAX_PIXELS = 40_000_000
"""More than any camera in use takes at its normal setting; decoding as many needs about 160 MB for a moment."""

TOO_LARGE_SENTENCE = "This picture has too many pixels. Please make it smaller and try again."
QUALITY = 88

pillow_heif.register_heif_opener(thumbnails=False)


def remake(file: IO[bytes], content_type: str, rule: PictureRule) -> bytes:
    """The picture in `file`, whose content is of `content_type`, as `rule` wants it.

    Its position follows what the camera noted; everything that is no pixel is left behind. Raises
    InvalidError for types that the rule does not accept, pictures that are damaged, and too large ones.
    """
    if content_type not in rule.accepts:
        raise InvalidError(rule.refusal)
    file.seek(0)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(file, formats=[DECODERS[content_type]]) as opened:
                return _made(opened, rule)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning, MemoryError) as error:
        raise InvalidError(TOO_LARGE_SENTENCE) from error
    except InvalidError:
        raise
    except (OSError, ValueError, SyntaxError, EOFError, RuntimeError, TypeError, IndexError) as error:
        raise InvalidError(rule.refusal) from error


def _made(opened: Image.Image, rule: PictureRule) -> bytes:
    if opened.width * opened.height > MAX_PIXELS:
        raise InvalidError(TOO_LARGE_SENTENCE)
    opened.draft("RGB", (rule.edge * 2, rule.edge * 2))
    upright = ImageOps.exif_transpose(opened)
    transparent = upright.mode in {"RGBA", "LA", "PA"} or "transparency" in upright.info
    pixels = upright.convert("RGBA" if transparent else "RGB")
    if rule.crop:
        pixels = ImageOps.fit(pixels, (rule.edge, rule.edge), Image.Resampling.LANCZOS)
    elif max(pixels.size) > rule.edge:
        pixels = ImageOps.contain(pixels, (rule.edge, rule.edge), Image.Resampling.LANCZOS)
    bare = Image.frombytes(pixels.mode, pixels.size, pixels.tobytes())
    out = BytesIO()
    bare.save(out, rule.format, quality=QUALITY, optimize=True)
    return out.getvalue()
