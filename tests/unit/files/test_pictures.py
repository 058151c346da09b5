"""Logos and profile pictures are made anew from their pixels."""

import struct
import zlib
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from app.files.pictures import DECODERS, TOO_LARGE_SENTENCE, remake, shrink
from app.files.signatures import content_type
from app.files.types import LOGO_SENTENCE, PICTURES, AttachmentKind, PictureRule
from app.kernel.errors import InvalidError

LOGO = PICTURES[AttachmentKind.COMPANYLOGO]
PERSON = PICTURES[AttachmentKind.USERPICLARGE]


def picture(format: str, size: tuple[int, int] = (900, 300), mode: str = "RGB", **options: object) -> bytes:
    out = BytesIO()
    Image.new(mode, size, (200, 30, 40) if mode == "RGB" else None).save(out, format, **options)
    return out.getvalue()


def png_header(width: int, height: int) -> bytes:
    """A png that says how large it is, with nothing in it."""

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
    made = remake(content, content_type(content, "me"), PERSON)
    with Image.open(BytesIO(made)) as seen:
        assert (seen.format, seen.size) == ("WEBP", (PERSON.edge, PERSON.edge))


def test_a_logo_keeps_its_shape_and_its_transparency() -> None:
    content = BytesIO(picture("PNG", (900, 300), "RGBA"))
    with Image.open(BytesIO(remake(content, "image/png", LOGO))) as seen:
        assert seen.format == "PNG"
        assert seen.mode == "RGBA"
        assert seen.size[0] == LOGO.edge
        assert 132 <= seen.size[1] <= 134


def test_a_small_logo_is_not_blown_up() -> None:
    with Image.open(BytesIO(remake(BytesIO(picture("PNG", (40, 20))), "image/png", LOGO))) as seen:
        assert seen.size == (40, 20)


def test_the_camera_position_is_followed_and_what_it_noted_is_left_behind() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010F] = "A camera with a serial number"
    content = picture("JPEG", (40, 20), exif=exif.tobytes())
    made = remake(BytesIO(content), "image/jpeg", LOGO)
    assert b"serial number" in content
    assert b"serial number" not in made
    with Image.open(BytesIO(made)) as seen:
        assert seen.size == (20, 40)


@pytest.mark.parametrize("size", [(1, 60_000), (60_000, 1), (3, 20_001)])
@pytest.mark.parametrize("format", ["PNG", "JPEG", "GIF"])
def test_a_very_narrow_picture_is_fitted_like_any_other(format: str, size: tuple[int, int]) -> None:
    content = BytesIO(picture(format, size))
    found = content_type(content, "thin")
    for rule, wanted in ((PERSON, (320, 320)), (PICTURES[AttachmentKind.FORMIMAGE], None)):
        with Image.open(BytesIO(remake(content, found, rule))) as seen:
            assert seen.size == (wanted or tuple(max(1, side * 1600 // max(size)) for side in size))


def test_a_reduced_picture_looks_like_the_original_at_every_edge() -> None:
    original = Image.linear_gradient("L").resize((1777, 1333)).convert("RGB")
    out = BytesIO()
    original.save(out, "PNG")
    with Image.open(BytesIO(remake(out, "image/png", LOGO))) as seen:
        wanted = original.resize(seen.size, Image.Resampling.LANCZOS)
        assert max(high for _, high in ImageChops.difference(seen, wanted).getextrema()) <= 2


def test_a_reduced_picture_keeps_its_colours_beside_transparent_parts() -> None:
    original = Image.new("RGBA", (2000, 2000), (0, 0, 0, 0))
    original.paste((200, 30, 40, 255), (0, 0, 1000, 2000))
    out = BytesIO()
    original.save(out, "PNG")
    with Image.open(BytesIO(remake(out, "image/png", LOGO))) as seen:
        assert [seen.getpixel((x, 200)) for x in (10, 390)] == [(200, 30, 40, 255), (0, 0, 0, 0)]
        red, _, _, alpha = seen.getpixel((199, 200))
        assert alpha < 5 or abs(red - 200) <= 4


def test_a_grey_picture_of_sixteen_bits_keeps_its_shades() -> None:
    out = BytesIO()
    Image.new("I;16", (500, 500), 30_000).save(out, "PNG")
    with Image.open(BytesIO(remake(out, "image/png", LOGO))) as seen:
        assert abs(seen.getpixel((200, 200))[0] - 117) <= 1


def test_a_tile_that_is_larger_than_its_picture_is_refused_before_it_is_decoded() -> None:
    entries = [
        (256, 16), (257, 16), (258, 8), (259, 8), (262, 1), (277, 1), (322, 30_000), (323, 30_000), (324, 400), (325, 100),
    ]  # fmt: skip
    head = b"II*\0" + struct.pack("<IH", 8, len(entries))
    fields = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in entries)
    content = (head + fields + bytes(4)).ljust(400, b"\0") + zlib.compress(bytes(30_000))
    with pytest.raises(InvalidError, match=TOO_LARGE_SENTENCE):
        remake(BytesIO(content), "image/tiff", PERSON)


@pytest.mark.parametrize("found", ["image/gif", "image/webp", "text/plain", "application/octet-stream"])
def test_logos_are_png_or_jpeg(found: str) -> None:
    with pytest.raises(InvalidError, match=LOGO_SENTENCE):
        remake(BytesIO(b"x"), found, LOGO)


@pytest.mark.parametrize("side", [7_000, 60_000])
def test_a_picture_of_too_many_pixels_is_refused_before_it_is_decoded(side: int) -> None:
    with pytest.raises(InvalidError, match=TOO_LARGE_SENTENCE):
        remake(BytesIO(png_header(side, side)), "image/png", PERSON)


@pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n", png_header(10, 10), picture("PNG")[:200]])
def test_a_damaged_picture_is_refused(content: bytes) -> None:
    with pytest.raises(InvalidError):
        remake(BytesIO(content), "image/png", PERSON)


@pytest.mark.parametrize(("rule", "mode", "size"), [(LOGO, "RGBA", (96, 32)), (PERSON, "RGB", (96, 96))])
def test_the_small_variant_is_a_webp_in_the_shape_of_its_picture(
    rule: PictureRule, mode: str, size: tuple[int, int]
) -> None:
    made = remake(BytesIO(picture("PNG", (900, 300), mode)), "image/png", rule)
    small = shrink(made, rule)
    with Image.open(BytesIO(small)) as seen:
        assert (seen.format, seen.mode, seen.size) == ("WEBP", mode, size)
    assert len(small) < len(made)


def test_a_picture_that_is_small_already_is_not_blown_up_for_lists() -> None:
    with Image.open(BytesIO(shrink(picture("PNG", (40, 20)), LOGO))) as seen:
        assert seen.size == (40, 20)


def test_transparent_pixels_do_not_colour_the_small_variant() -> None:
    drawn = Image.new("RGBA", (400, 400), (255, 0, 0, 0))
    drawn.paste((0, 0, 255, 255), (0, 0, 201, 400))
    out = BytesIO()
    drawn.save(out, "PNG")
    with Image.open(BytesIO(shrink(out.getvalue(), LOGO))) as seen:
        colours = [colour for _, colour in seen.getcolors(10_000) or []]
    assert all(red == 0 for red, _green, _blue, alpha in colours if alpha)
