"""The type of a file is detected from its content, not from its name."""

import zipfile
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.files.signatures import content_type
from app.files.types import UNKNOWN
from tests.fixtures.vectors import vectors

HOSTILE: dict[str, list[dict[str, Any]]] = vectors("hostile-files")


def zipped(*names: str, first: tuple[str, bytes] | None = None) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        if first:
            archive.writestr(zipfile.ZipInfo(first[0]), first[1])
        for name in names:
            archive.writestr(name, b"x")
    return out.getvalue()


WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
WRITER = b"application/vnd.oasis.opendocument.text"

KNOWN = [
    (b"\x89PNG\r\n\x1a\n....", "a.png", "image/png"),
    (b"\xff\xd8\xff\xe0....", "a.jpg", "image/jpeg"),
    (b"GIF89a....", "a.gif", "image/gif"),
    (b"RIFF\x10\x00\x00\x00WEBPVP8 ", "a.webp", "image/webp"),
    (b"II*\x00....", "a.tiff", "image/tiff"),
    (b"\x00\x00\x00\x18ftypheic....", "a.heic", "image/heic"),
    (b"%PDF-1.7\n...", "a.pdf", "application/pdf"),
    (zipped("[Content_Types].xml", "word/document.xml"), "a.docx", WORD),
    (zipped("[Content_Types].xml", "xl/workbook.xml"), "a.xlsx", EXCEL),
    (zipped("content.xml", first=("mimetype", WRITER)), "a.odt", WRITER.decode()),
    (zipped("readme.txt"), "a.zip", "application/zip"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1....", "a.xls", "application/vnd.ms-excel"),
    (b"name,city\nAnn,Leeds\n", "a.csv", "text/csv"),
    ("Köln\n".encode(), "a.txt", "text/plain"),
    ("Köln\n".encode("utf-16"), "a.txt", "text/plain"),
]


@pytest.mark.parametrize(("content", "filename", "expected"), KNOWN)
def test_known_contents_are_detected(content: bytes, filename: str, expected: str) -> None:
    assert content_type(BytesIO(content), filename) == expected


@pytest.mark.parametrize("filename", ["a.png", "a.pdf", "a.docx", "a.txt", "a.csv", "a"])
@pytest.mark.parametrize("case", HOSTILE["unknown"], ids=lambda case: case["what"])
def test_dangerous_and_unknown_contents_are_only_bytes(case: dict[str, Any], filename: str) -> None:
    assert content_type(BytesIO(case["content"]), filename) == UNKNOWN


def test_text_starting_like_a_bitmap_is_text() -> None:
    assert content_type(BytesIO(b"BM plainly a sentence, and no picture"), "a.bmp") == "text/plain"


def test_character_cut_at_the_end_of_the_sample_is_still_text() -> None:
    for padding in range(4093, 4097):
        content = b"a" * padding + "€".encode() * 10
        assert content_type(BytesIO(content), "a.txt") == "text/plain"


@pytest.mark.parametrize("case", HOSTILE["polyglots"], ids=lambda case: case["what"])
def test_polyglots_get_the_type_of_their_beginning(case: dict[str, Any]) -> None:
    for filename in ("a.html", "a.svg", "a.exe", "a"):
        assert content_type(BytesIO(case["content"]), filename) == case["type"]


@given(st.binary(max_size=5000), st.sampled_from(["a.csv", "a.html", "a.svg", "a.docx", ""]))
def test_any_bytes_have_a_type_that_cannot_run(content: bytes, filename: str) -> None:
    detected_type = content_type(BytesIO(content), filename)
    assert "html" not in detected_type
    assert "xml" not in detected_type or detected_type.startswith("application/vnd.openxmlformats")
    assert "svg" not in detected_type
    assert "script" not in detected_type


@given(st.text(max_size=3000))
def test_text_like_markup_is_not_text(text: str) -> None:
    detected_type = content_type(BytesIO(("<" + text).encode()), "a.txt")
    assert detected_type == UNKNOWN
