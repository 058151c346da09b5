"""Logos and profile pictures are created again from their pixels."""

import struct
import zlib
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from app.files.pictures import DECODERS, TOO_LARGE_SENTENCE, remake, shrink
from app.files.signatures import content_type
from app.files.types import LOGO_SENTENCE, PICTURES, AttachmentKind, PictureRule
from app.kernel.http.errors import InvalidError

LOGO = PICTURES[AttachmentKind.COMPANYLOGO]
PERSON = PICTURES[AttachmentKind.USERPICLARGE]


def picture(format: str, size: tuple[int, int] = (900, 300), mode: str = "RGB", **options: object) -> bytes:
    out = BytesIO()
    Image.new(mode, size, (200, 30, 40) if mode == "RGB" else None).save(out, format, **options)
    return out.getvalue()


def png_header(width: int, height: int) -> bytes:
    """Return a PNG without pixels that declares a size."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("format", sorted(set(DECODERS.values())))
def test_every_accepted_format_becomes_a_square_webp(format: str) -> None:
    size = (64, 64) if format == "ICO" else (900, 300)
    content = BytesIO(picture(format, size))
    converted = remake(content, content_type(content, "me"), PERSON)
    with Image.open(BytesIO(converted)) as image:
        assert (image.format, image.size) == ("WEBP", (PERSON.edge, PERSON.edge))


def test_logo_keeps_shape_and_transparency() -> None:
    content = BytesIO(picture("PNG", (900, 300), "RGBA"))
    with Image.open(BytesIO(remake(content, "image/png", LOGO))) as image:
        assert image.format == "PNG"
        assert image.mode == "RGBA"
        assert image.size[0] == LOGO.edge
        assert 132 <= image.size[1] <= 134


def test_small_logo_is_not_enlarged() -> None:
    with Image.open(BytesIO(remake(BytesIO(picture("PNG", (40, 20))), "image/png", LOGO))) as image:
        assert image.size == (40, 20)


def test_camera_orientation_is_applied_and_metadata_removed() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010F] = "A camera with a serial number"
    content = picture("JPEG", (40, 20), exif=exif.tobytes())
    converted = remake(BytesIO(content), "image/jpeg", LOGO)
    assert b"serial number" in content
    assert b"serial number" not in converted
    with Image.open(BytesIO(converted)) as image:
        assert image.size == (20, 40)


@pytest.mark.parametrize("size", [(1, 60_000), (60_000, 1), (3, 20_001)])
@pytest.mark.parametrize("format", ["PNG", "JPEG", "GIF"])
def test_very_narrow_picture_is_fitted(format: str, size: tuple[int, int]) -> None:
    content = BytesIO(picture(format, size))
    detected_type = content_type(content, "thin")
    for rule, expected_size in ((PERSON, (320, 320)), (PICTURES[AttachmentKind.FORMIMAGE], None)):
        with Image.open(BytesIO(remake(content, detected_type, rule))) as image:
            assert image.size == (expected_size or tuple(max(1, side * 1600 // max(size)) for side in size))


def test_reduced_picture_matches_the_original_at_the_edges() -> None:
    original = Image.linear_gradient("L").resize((1777, 1333)).convert("RGB")
    out = BytesIO()
    original.save(out, "PNG")
    with Image.open(BytesIO(remake(out, "image/png", LOGO))) as image:
        expected = original.resize(image.size, Image.Resampling.LANCZOS)
        assert max(high for _, high in ImageChops.difference(image, expected).getextrema()) <= 2


def test_reduced_picture_keeps_colours_next_to_transparent_parts() -> None:
    original = Image.new("RGBA", (2000, 2000), (0, 0, 0, 0))
    original.paste((200, 30, 40, 255), (0, 0, 1000, 2000))
    out = BytesIO()
    original.save(out, "PNG")
    with Image.open(BytesIO(remake(out, "image/png", LOGO))) as image:
        assert [image.getpixel((x, 200)) for x in (10, 390)] == [(200, 30, 40, 255), (0, 0, 0, 0)]
        red, _, _, alpha = image.getpixel((199, 200))
        assert alpha < 5 or abs(red - 200) <= 4


def test_16_bit_grey_picture_keeps_its_shades() -> None:
    out = BytesIO()
    Image.new("I;16", (500, 500), 30_000).save(out, "PNG")
    with Image.open(BytesIO(remake(out, "image/png", LOGO))) as image:
        assert abs(image.getpixel((200, 200))[0] - 117) <= 1


def test_tile_larger_than_its_picture_is_rejected_before_decoding() -> None:
    entries = [
        (256, 16), (257, 16), (258, 8), (259, 8), (262, 1), (277, 1), (322, 30_000), (323, 30_000), (324, 400), (325, 100),
    ]  # fmt: skip
    head = b"II*\0" + struct.pack("<IH", 8, len(entries))
    fields = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in entries)
    content = (head + fields + bytes(4)).ljust(400, b"\0") + zlib.compress(bytes(30_000))
    with pytest.raises(InvalidError, match=TOO_LARGE_SENTENCE):
        remake(BytesIO(content), "image/tiff", PERSON)


@pytest.mark.parametrize(
    "detected_type", ["image/gif", "image/webp", "text/plain", "application/octet-stream"]
)
def test_logos_are_png_or_jpeg(detected_type: str) -> None:
    with pytest.raises(InvalidError, match=LOGO_SENTENCE):
        remake(BytesIO(b"x"), detected_type, LOGO)


@pytest.mark.parametrize("side", [7_000, 60_000])
def test_picture_with_too_many_pixels_is_rejected_before_decoding(side: int) -> None:
    with pytest.raises(InvalidError, match=TOO_LARGE_SENTENCE):
        remake(BytesIO(png_header(side, side)), "image/png", PERSON)


@pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n", png_header(10, 10), picture("PNG")[:200]])
def test_damaged_picture_is_rejected(content: bytes) -> None:
    with pytest.raises(InvalidError):
        remake(BytesIO(content), "image/png", PERSON)


@pytest.mark.parametrize(("rule", "mode", "size"), [(LOGO, "RGBA", (96, 32)), (PERSON, "RGB", (96, 96))])
def test_small_variant_is_a_webp_with_the_same_shape(
    rule: PictureRule, mode: str, size: tuple[int, int]
) -> None:
    converted = remake(BytesIO(picture("PNG", (900, 300), mode)), "image/png", rule)
    small = shrink(converted, rule)
    with Image.open(BytesIO(small)) as image:
        assert (image.format, image.mode, image.size) == ("WEBP", mode, size)
    assert len(small) < len(converted)


def test_small_picture_is_not_enlarged_for_lists() -> None:
    with Image.open(BytesIO(shrink(picture("PNG", (40, 20)), LOGO))) as image:
        assert image.size == (40, 20)


def test_transparent_pixels_do_not_colour_the_small_variant() -> None:
    drawn = Image.new("RGBA", (400, 400), (255, 0, 0, 0))
    drawn.paste((0, 0, 255, 255), (0, 0, 201, 400))
    out = BytesIO()
    drawn.save(out, "PNG")
    with Image.open(BytesIO(shrink(out.getvalue(), LOGO))) as image:
        colours = [colour for _, colour in image.getcolors(10_000) or []]
    assert all(red == 0 for red, _green, _blue, alpha in colours if alpha)
