"""Logos and profile pictures, re-encoded from their pixels at a fixed size, in bounded memory.

A decoded picture is in memory once: it is reduced in tiles, and only the reduced picture is rotated and resized.
`DECODING_LIMIT` bounds the memory of the decoder, and a process decodes one picture at a time, so that it grows by less
than 150 MB however many pictures arrive at once.
"""

import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from math import ceil
from typing import IO

import pillow_heif
from PIL import Image, ImageOps, PngImagePlugin
from PIL.BmpImagePlugin import DibImageFile
from PIL.IcoImagePlugin import IcoImageFile
from PIL.JpegImagePlugin import JpegImageFile
from PIL.TiffImagePlugin import TiffImageFile

from app.files.types import DECODERS, JPEG, SMALL_TYPE, PictureRule
from app.kernel.http.errors import InvalidError

MAX_PIXELS = 25_000_000
"""Cameras sold as 24 megapixels take pictures of up to 24.5 million pixels."""
MAX_JPEG_PIXELS = 100_000_000
"""The limit for JPEGs, which can be decoded at a half, a quarter or an eighth of their size."""
MAX_JPEG_SCANS = 200
"""Progressive JPEGs have about ten; each one costs a pass over the whole picture."""
MAX_ICON_PIXELS = 1_000_000
DECODING_LIMIT = 128_000_000
"""The maximum of bytes that decoding may need, including the decoded picture."""
PIXEL_BYTES = 4
"""Bytes of each pixel of a decoded picture."""
DECODER_BYTES = {"WEBP": 16, "TIFF": 12}
"""Measured bytes for each pixel in decoders that need more. TIFF: one strip of 16 bits a channel."""
PIECE = 512
"""Edge of the tiles in which a picture is reduced, in pixels."""
REDUCED_PIXELS = 5_000_000
"""The size to which a picture is reduced before it is resized, unless that would lose detail."""

TOO_LARGE_SENTENCE = "This picture has too many pixels. Please make it smaller and try again."
QUALITY = 88
ORIENTATION = 0x0112
TILE_WIDTH, TILE_LENGTH = 322, 323
START_OF_FRAME = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
START_OF_SCAN = 0xDA
STANDALONE = {bytes([marker]) for marker in (0x00, 0x01, *range(0xD0, 0xDA))}
"""JPEG markers without length and content."""

pillow_heif.register_heif_opener(thumbnails=False)
# Icons contain pictures whose size only Pillow checks. JPEGs may be larger and are opened without that check.
Image.MAX_IMAGE_PIXELS = MAX_PIXELS
# Pillow would unpack up to 64 MB of compressed text next to the picture.
PngImagePlugin.MAX_TEXT_MEMORY = 4 * 1024 * 1024

Box = tuple[int, int, int, int]
"""Left, upper, right and lower edge in pixels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Decoded:
    """A decoded picture; `piece` copies a part of it."""

    size: tuple[int, int]
    is_transparent: bool
    orientation: int
    """The orientation in the camera's metadata; 1 is upright."""
    piece: Callable[[Box], Image.Image]


def remake(file: IO[bytes], content_type: str, rule: PictureRule) -> bytes:
    """Re-encode the picture in `file`, whose content is of `content_type`, as `rule` requires.

    Uses the first frame of an animation, applies the camera's orientation and keeps only the pixels. Waits while
    another picture is decoded in this process. Raises InvalidError for types that the rule does not accept, damaged
    pictures, pictures of more than `MAX_PIXELS` (`MAX_JPEG_PIXELS`), and pictures whose decoding needs more than
    `DECODING_LIMIT`.
    """
    if content_type not in rule.accepts:
        raise InvalidError(rule.refusal)
    result = _only_thread().submit(_reencoded, file, content_type, rule).result()
    if isinstance(result, str):
        raise InvalidError(result)
    return result


def shrink(content: bytes, rule: PictureRule) -> bytes:
    """Return the small variant, as `SMALL_TYPE`, of a picture that was encoded by `rule`.

    Raises OSError if the content is not such a picture.
    """
    return _only_thread().submit(_shrunk, content, rule).result()


def _shrunk(content: bytes, rule: PictureRule) -> bytes:
    with Image.open(BytesIO(content), formats=[rule.format]) as opened:
        edge = rule.small_edge or rule.edge
        # RGBa has alpha multiplied in, so that the colour of transparent pixels does not bleed into visible ones.
        mode, working = ("RGBA", "RGBa") if opened.has_transparency_data else ("RGB", "RGB")
        scale = min(1, edge / max(opened.size))
        size = (max(1, round(opened.width * scale)), max(1, round(opened.height * scale)))
        small = opened.convert(mode).convert(working).resize(size, Image.Resampling.LANCZOS)
        return _encoded(small.convert(mode), DECODERS[SMALL_TYPE])


@cache
def _only_thread() -> ThreadPoolExecutor:
    """Return the one thread that decodes all pictures of this process, so that they reuse the same memory.

    With several threads, each would keep some of the memory that it has freed.
    """
    return ThreadPoolExecutor(1, thread_name_prefix="pictures")


def _reencoded(file: IO[bytes], content_type: str, rule: PictureRule) -> bytes | str:
    """Re-encode a picture as `remake` does, or return the sentence of its error.

    The exception itself is not returned, since it would keep the decoded picture in memory until it is handled.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            file.seek(0)
            return _encoded(_fitted(_decode(file, content_type, rule), rule), rule.format)
    except InvalidError as error:
        return error.sentence
    except (Image.DecompressionBombError, Image.DecompressionBombWarning, MemoryError):
        return TOO_LARGE_SENTENCE
    except (OSError, ValueError, SyntaxError, EOFError, RuntimeError, TypeError, LookupError):
        return rule.refusal


def _decode(file: IO[bytes], content_type: str, rule: PictureRule) -> _Decoded:
    """Decode the picture in `file` if its size and the memory of its decoder are within the limits."""
    decoder = DECODERS[content_type]
    if decoder == "HEIF":
        return _decode_heif(file)
    if content_type == JPEG:
        opened: Image.Image = _draft(file, rule)
    else:
        opened = Image.open(file, formats=[decoder])
        pixels = opened.width * opened.height
        if isinstance(opened, TiffImageFile):
            # A tile may be larger than the picture, and is decoded as a whole.
            pixels = max(pixels, opened.tag_v2.get(TILE_WIDTH, 1) * opened.tag_v2.get(TILE_LENGTH, 1))
        if isinstance(opened, IcoImageFile):
            _check_icon(file, opened)
        _check_size(pixels, DECODER_BYTES.get(decoder, PIXEL_BYTES))
    orientation = opened.getexif().get(ORIENTATION, 1)
    opened.load()
    if isinstance(opened, TiffImageFile):
        orientation = 1  # Pillow has turned it upright while it was loaded.
    return _Decoded(
        size=opened.size,
        is_transparent=opened.mode in {"RGBA", "LA", "PA", "RGBa", "La"} or "transparency" in opened.info,
        orientation=orientation,
        piece=opened.crop,
    )


def _check_size(pixels: int, bytes_per_pixel: float) -> None:
    if pixels > MAX_PIXELS or pixels * bytes_per_pixel > DECODING_LIMIT:
        raise InvalidError(TOO_LARGE_SENTENCE)


def _check_icon(file: IO[bytes], opened: IcoImageFile) -> None:
    """Reject an icon whose bitmap is larger than the icon declares: Pillow copies it several times."""
    entry = opened.ico.entry[opened.ico.getentryindex(opened.size)]
    file.seek(entry.offset)
    if file.read(8) == b"\x89PNG\r\n\x1a\n":
        return
    file.seek(entry.offset)
    width, height = DibImageFile(file).size
    if width * height > MAX_ICON_PIXELS:
        raise InvalidError(TOO_LARGE_SENTENCE)


def _draft(file: IO[bytes], rule: PictureRule) -> JpegImageFile:
    """Open a JPEG for decoding at the smallest sufficient scale: an eighth, a quarter, a half or all of its size."""
    opened = JpegImageFile(file)
    width, height = opened.size
    buffered = _buffered_bytes(file) * width * height
    side = min(width, height) if rule.crop else max(width, height)
    largest = next((scale for scale in (8, 4, 2) if side // scale >= 2 * rule.edge), 1)
    for scale in (1, 2, 4, 8):
        needed = buffered + ceil(width / scale) * ceil(height / scale) * PIXEL_BYTES
        # The short side of a long and narrow picture would allow a scale at which the picture exceeds the limit.
        if scale >= largest and needed <= DECODING_LIMIT:
            break
    if width * height > MAX_JPEG_PIXELS or needed > DECODING_LIMIT:
        raise InvalidError(TOO_LARGE_SENTENCE)
    opened.draft(None, (max(1, width // scale), max(1, height // scale)))
    return opened


def _buffered_bytes(file: IO[bytes]) -> float:
    """Return the bytes that the decoder buffers for each pixel of a JPEG until it has read all scans.

    0 if the first scan has all colours of a pixel at full precision. Moves the position in the file. Raises ValueError
    for more than `MAX_JPEG_SCANS`, and if there is no scan.
    """
    file.seek(0)
    if sum(chunk.count(b"\xff\xda") for chunk in iter(lambda: file.read(1 << 20), b"")) > MAX_JPEG_SCANS:
        raise ValueError("too many scans")
    samples, components, progressive = 3.0, 0, True
    for marker, body in _segments(file):
        if marker in START_OF_FRAME:
            progressive = marker not in {0xC0, 0xC1}
            components = body[5]
            factors = [(body[at] >> 4, body[at] & 15) for at in range(7, 7 + 3 * components, 3)]
            widest, highest = max(h for h, _ in factors), max(v for _, v in factors)
            samples = sum(h * v for h, v in factors) / (widest * highest)
        elif marker == START_OF_SCAN:
            return 2 * samples if progressive or body[0] < components else 0
    raise ValueError("no scan")


def _segments(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield the marker and the content of each segment of a JPEG, to the end of the file."""
    file.seek(2)
    while byte := file.read(1):
        if byte != b"\xff":
            continue
        while byte == b"\xff":
            byte = file.read(1)
        if byte and byte not in STANDALONE:
            length = int.from_bytes(file.read(2), "big")
            yield byte[0], file.read(max(0, length - 2))


def _decode_heif(file: IO[bytes]) -> _Decoded:
    """Decode a HEIC picture; its pieces are read from the decoder's own memory, which saves a copy."""
    container = pillow_heif.open_heif(file, convert_hdr_to_8bit=True)
    picture = container[container.primary_index]
    is_transparent = "A" in picture.mode or "a" in picture.mode
    width, height = picture.size
    sample_bytes = 1 if picture.info.get("bit_depth") == 8 else 2
    chroma = picture.info.get("chroma")
    samples = (1.5 if chroma == 420 else 2 if chroma == 422 else 3) + is_transparent
    # Measured: the decoder holds the planes twice, except for 8-bit 4:2:0 without alpha, the format of usual photos.
    usual = sample_bytes == 1 and samples == 1.5
    _check_size(width * height, 5 if usual else 2 * samples * sample_bytes + PIXEL_BYTES)
    data = picture.data
    width, height = picture.size

    def piece(box: Box) -> Image.Image:
        left, upper, right, lower = box
        rows = data[upper * picture.stride : lower * picture.stride]
        band = Image.frombuffer(
            picture.mode, (width, lower - upper), rows, "raw", picture.mode, picture.stride, 1
        )
        return band.crop((left, 0, right, lower - upper))

    # The decoder has already rotated it upright.
    return _Decoded(size=(width, height), is_transparent=is_transparent, orientation=1, piece=piece)


def _fitted(decoded: _Decoded, rule: PictureRule) -> Image.Image:
    """Return the picture upright, at the size and shape of `rule`."""
    box = _centre(decoded.size) if rule.crop else (0, 0, *decoded.size)
    width, height = box[2] - box[0], box[3] - box[1]
    scale = rule.edge / max(width, height)
    target = (rule.edge, rule.edge)
    if not rule.crop:
        target = (max(1, round(width * min(1, scale))), max(1, round(height * min(1, scale))))
    for spare in (2, 1.5, 1):  # times the target: the more, the finer
        factors = max(1, int(width / (spare * target[0]))), max(1, int(height / (spare * target[1])))
        if width * height <= REDUCED_PIXELS * factors[0] * factors[1]:
            break
    reduced = _reduced(decoded, box, factors)
    exact = (0, 0, width / factors[0], height / factors[1])
    fitted = reduced.resize(target, Image.Resampling.LANCZOS, box=exact)
    fitted.getexif()[ORIENTATION] = decoded.orientation
    return ImageOps.exif_transpose(fitted.convert("RGBA") if decoded.is_transparent else fitted)


def _centre(size: tuple[int, int]) -> Box:
    """Return the largest square in the middle of a picture."""
    edge = min(size)
    left, upper = (size[0] - edge) // 2, (size[1] - edge) // 2
    return left, upper, left + edge, upper + edge


def _reduced(decoded: _Decoded, box: Box, factors: tuple[int, int]) -> Image.Image:
    """Return the part in `box`, reduced by whole factors across and down, in RGB or RGBa (alpha multiplied in)."""
    mode = "RGBa" if decoded.is_transparent else "RGB"
    size = ceil((box[2] - box[0]) / factors[0]), ceil((box[3] - box[1]) / factors[1])
    reduced = Image.new(mode, size)
    across, down = (max(1, PIECE // factor) for factor in factors)
    for y in range(0, size[1], down):
        for x in range(0, size[0], across):
            piece = decoded.piece((
                box[0] + x * factors[0],
                box[1] + y * factors[1],
                min(box[2], box[0] + (x + across) * factors[0]),
                min(box[3], box[1] + (y + down) * factors[1]),
            ))  # fmt: skip
            reduced.paste(_coloured(piece, mode).reduce(factors), (x, y))
    return reduced


def _coloured(piece: Image.Image, mode: str) -> Image.Image:
    """Return a piece in RGB or RGBa."""
    if piece.mode.startswith("I;16"):
        # Pillow would clip the 65,536 shades at 255.
        piece = piece.point(lambda shade: shade / 256).convert("L")
    return piece.convert("RGBA").convert(mode) if mode == "RGBa" else piece.convert(mode)


def _encoded(picture: Image.Image, format: str) -> bytes:
    out = BytesIO()
    bare = Image.frombytes(picture.mode, picture.size, picture.tobytes())
    bare.save(out, format, quality=QUALITY, optimize=True)
    return out.getvalue()
