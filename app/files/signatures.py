"""The type of a file by its content; its name only selects the dialect within a family.

Unknown content, and content that could run where it is opened (programs, HTML, SVG, documents with macros), is
`application/octet-stream`: it is stored, but browsers only download it.
"""

import zipfile
from pathlib import PurePath
from typing import IO

from app.files.types import JPEG, PDF, PNG, UNKNOWN, WEBP
from app.kernel.files.archives import ARCHIVE_ERRORS

HEAD = 4096
MAX_MEMBERS = 20_000
OFFICE = "application/vnd.openxmlformats-officedocument."
OPEN_DOCUMENT = "application/vnd.oasis.opendocument."

SIGNATURES: tuple[tuple[int, bytes, str], ...] = (
    (0, b"\x89PNG\r\n\x1a\n", PNG),
    (0, b"\xff\xd8\xff", JPEG),
    (0, b"GIF87a", "image/gif"),
    (0, b"GIF89a", "image/gif"),
    (8, b"WEBP", WEBP),
    (0, b"II*\x00", "image/tiff"),
    (0, b"MM\x00*", "image/tiff"),
    (0, b"\x00\x00\x01\x00", "image/vnd.microsoft.icon"),
    (4, b"ftypheic", "image/heic"),
    (4, b"ftypheix", "image/heic"),
    (4, b"ftyphevc", "image/heic"),
    (4, b"ftypmif1", "image/heic"),
    (4, b"ftypmsf1", "image/heic"),
    (0, b"BM", "image/bmp"),
    (0, b"%PDF-", PDF),
)
"""Offset, bytes and type."""

OFFICE_PARTS: tuple[tuple[str, str], ...] = (
    ("word/document.xml", OFFICE + "wordprocessingml.document"),
    ("xl/workbook.xml", OFFICE + "spreadsheetml.sheet"),
    ("ppt/presentation.xml", OFFICE + "presentationml.presentation"),
)
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
OLE_TYPES = {
    ".doc": "application/msword",
    ".xls": "application/vnd.ms-excel",
    ".ppt": "application/vnd.ms-powerpoint",
    ".msg": "application/vnd.ms-outlook",
}
TEXT_TYPES = {".csv": "text/csv", ".tsv": "text/tab-separated-values"}


def content_type(file: IO[bytes], filename: str) -> str:
    """Return the type of the content of `file`. Moves the position in the file."""
    file.seek(0)
    head = file.read(HEAD)
    suffix = PurePath(filename).suffix.lower()
    for offset, signature, media_type in SIGNATURES:
        if head[offset : offset + len(signature)] == signature and _has_full_header(media_type, head):
            return media_type
    if head.startswith(b"PK\x03\x04"):
        return _zip_type(file)
    if head.startswith(OLE):
        return OLE_TYPES.get(suffix, UNKNOWN)
    return TEXT_TYPES.get(suffix, "text/plain") if _is_text(file) else UNKNOWN


def _has_full_header(media_type: str, head: bytes) -> bool:
    """Check the rest of the header for types whose short signature also occurs by chance in other files."""
    if media_type == "image/bmp":
        return (
            len(head) >= 26
            and head[6:10] == b"\x00\x00\x00\x00"
            and head[14] in {12, 40, 52, 56, 64, 108, 124}
        )
    if media_type == WEBP:
        return head.startswith(b"RIFF")
    return True


def _zip_type(file: IO[bytes]) -> str:
    """Return the type of the office document in a zip file, or a plain archive; reads only its table of contents."""
    try:
        with zipfile.ZipFile(file) as archive:
            members = archive.infolist()
            if len(members) > MAX_MEMBERS:
                return UNKNOWN
            names = {member.filename for member in members}
            if any(name.endswith(("vbaProject.bin", ".exe", ".class")) for name in names):
                return UNKNOWN
            if "[Content_Types].xml" in names:
                return next(
                    (media_type for part, media_type in OFFICE_PARTS if part in names), "application/zip"
                )
            first = members[0] if members else None
            if first and first.filename == "mimetype" and first.compress_type == zipfile.ZIP_STORED:
                with archive.open(first) as part:
                    declared_type = part.read(100).decode("ascii", "replace")
                if declared_type.removeprefix(OPEN_DOCUMENT) in {"text", "spreadsheet", "presentation"}:
                    return declared_type
    except ARCHIVE_ERRORS:
        return UNKNOWN
    return "application/zip"


def _is_text(file: IO[bytes]) -> bool:
    """Return True for text in UTF-8 (or UTF-16 with its mark) that no program interprets as markup or a script."""
    file.seek(0)
    content = file.read(HEAD)
    encoding = "utf-16" if content[:2] in {b"\xff\xfe", b"\xfe\xff"} else "utf-8"
    try:
        start = content.decode(encoding)
    except UnicodeDecodeError as error:
        if len(content) < HEAD or error.start < len(content) - 4:
            return False
        start = content[: error.start].decode(encoding)
    text = start.lstrip("\ufeff \t\r\n")
    if not text or "\x00" in text or text.startswith(("<", "#!", "MZ")):
        return False
    return all(char.isprintable() or char in "\t\r\n\f" for char in text) and "<script" not in text.lower()
