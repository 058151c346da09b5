"""A file's type is decided by what it holds, not by its name."""

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
def test_known_contents(content: bytes, filename: str, expected: str) -> None:
    assert content_type(BytesIO(content), filename) == expected


@pytest.mark.parametrize("filename", ["a.png", "a.pdf", "a.docx", "a.txt", "a.csv", "a"])
@pytest.mark.parametrize("given", HOSTILE["unknown"], ids=lambda given: given["what"])
def test_what_could_run_or_is_unknown_is_never_more_than_bytes(given: dict[str, Any], filename: str) -> None:
    assert content_type(BytesIO(given["content"]), filename) == UNKNOWN


def test_a_sentence_is_no_picture_for_its_first_letters() -> None:
    assert content_type(BytesIO(b"BM plainly a sentence, and no picture"), "a.bmp") == "text/plain"


def test_a_letter_cut_at_the_end_of_the_part_that_is_looked_at_is_still_text() -> None:
    for padding in range(4093, 4097):
        content = b"a" * padding + "€".encode() * 10
        assert content_type(BytesIO(content), "a.txt") == "text/plain"


@pytest.mark.parametrize("given", HOSTILE["polyglots"], ids=lambda given: given["what"])
def test_polyglots_are_what_they_begin_with(given: dict[str, Any]) -> None:
    for filename in ("a.html", "a.svg", "a.exe", "a"):
        assert content_type(BytesIO(given["content"]), filename) == given["type"]


@given(st.binary(max_size=5000), st.sampled_from(["a.csv", "a.html", "a.svg", "a.docx", ""]))
def test_any_bytes_have_a_type_and_it_is_none_that_runs(content: bytes, filename: str) -> None:
    found = content_type(BytesIO(content), filename)
    assert "html" not in found
    assert "xml" not in found or found.startswith("application/vnd.openxmlformats")
    assert "svg" not in found
    assert "script" not in found


@given(st.text(max_size=3000))
def test_text_that_a_browser_could_take_for_markup_is_not_text(text: str) -> None:
    found = content_type(BytesIO(("<" + text).encode()), "a.txt")
    assert found == UNKNOWN
