"""Reading of uploaded workbooks (xlsx, xls, ods and csv), in the worker only.

The directory of a file is checked before anything is unpacked. A child process with limits then reads the cells: a file
that declares more than it has can take gigabytes, and must end neither the worker nor a web process.
"""

import json
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from io import BytesIO
from pathlib import Path

from app.kernel.files.archives import ARCHIVE_ERRORS
from app.kernel.files.children import ChildError, read_in_child
from app.kernel.files.csv_files import CsvError, read_csv

MAX_BYTES = 10 * 1024 * 1024
MAX_UNPACKED = 60 * 1024 * 1024
MAX_RATIO = 100
MAX_ENTRIES = 2_000
MAX_MANIFEST = 256 * 1024
TIMEOUT = 40
"""Seconds of waiting for the child; it has 20 seconds of processor time."""
CHILD = Path(__file__).with_name("workbook_child.py")

TOO_LARGE = "The file is larger than 10 MB. Remove pictures and sheets that are not needed."
PASSWORD = "The file has a password. Remove it first."  # noqa: S105 - a sentence
MACROS = "The file has macros. Save it as .xlsx and try again."
LINKS = "The file takes values from other files. Paste them as values and try again."
DAMAGED = "The file could not be read. Open it in your spreadsheet program, save it as .xlsx and try again."
TOO_HEAVY = "The file takes too much memory or time to read. Copy the sheet into a new file and try again."
TOO_MUCH_TEXT = "The file has more than {} million characters. Remove the sheets that are not needed."
TOO_LONG = "A sheet has more than {:,} rows. Remove the rows that are not needed."
TOO_WIDE = "A sheet has more than {} columns. Remove the columns that are not needed."
CSV_ENDINGS = (".csv", ".txt", ".tsv")
NO_TABLE = "This is no workbook. Choose a file of the type xlsx, xls, ods or csv."

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The maximum size of a workbook: rows and columns of a sheet, and characters of all cells as JSON."""

    rows: int = 20_000
    columns: int = 60
    characters: int = 3_000_000


LIMITS = Limits()


class WorkbookError(Exception):
    """A workbook that cannot be read; the message is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula without a stored result."""


Cell = str | float | bool | date | datetime | Formula | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """The cells of a sheet, from A1; rows may have different lengths."""

    name: str
    rows: Sequence[Sequence[Cell]]
    is_visible: bool = True

    def at(self, row: int, column: int | None) -> Cell:
        """Return a cell by its place from 0; None beyond the sheet."""
        if column is None or row >= len(self.rows) or column >= len(self.rows[row]):
            return None
        return self.rows[row][column]


def column_letter(column: int) -> str:
    """Return the letters of a column by its place from 0: A, Z, AA."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def read_workbook(content: bytes, *, filename: str, limits: Limits = LIMITS) -> list[Sheet]:
    """Return the sheets of a workbook. Raises WorkbookError with a sentence for a file that cannot be read."""
    if len(content) > MAX_BYTES:
        raise WorkbookError(TOO_LARGE)
    if content.startswith(b"PK"):
        _check_archive(content)
    elif content.startswith(OLE):
        _check_compound_file(content)
    elif filename.lower().endswith(CSV_ENDINGS):
        try:
            rows = read_csv(content, rows=limits.rows + 1)
        except CsvError as error:
            raise WorkbookError(NO_TABLE) from error
        return [_checked(Sheet(Path(filename).stem[:31] or "Sheet", rows), limits)]
    else:
        raise WorkbookError(NO_TABLE)
    return [_checked(sheet, limits) for sheet in _read_in_child(content, limits)]


def _check_archive(content: bytes) -> None:
    """Check the directory, and only then read anything of the file: the names may promise more than it has."""
    try:
        archive = zipfile.ZipFile(BytesIO(content))
    except ARCHIVE_ERRORS as error:
        raise WorkbookError(DAMAGED) from error
    entries = archive.infolist()
    names = {entry.filename for entry in entries}
    if any(entry.flag_bits & 1 for entry in entries):
        raise WorkbookError(PASSWORD)
    unpacked = sum(entry.file_size for entry in entries)
    packed = max(1, sum(entry.compress_size for entry in entries))
    if len(entries) > MAX_ENTRIES or unpacked > MAX_UNPACKED or unpacked > MAX_RATIO * packed:
        raise WorkbookError(TOO_HEAVY)
    if any(name.lower().endswith("vbaproject.bin") or name.startswith("Basic/") for name in names):
        raise WorkbookError(MACROS)
    if any(name.startswith("xl/externalLinks/") for name in names):
        raise WorkbookError(LINKS)
    if not names & {"xl/workbook.xml", "content.xml"}:
        raise WorkbookError(NO_TABLE)
    if b"encryption-data" in _manifest(archive):
        raise WorkbookError(PASSWORD)


def _manifest(archive: zipfile.ZipFile) -> bytes:
    """Return the beginning of the list of parts, which says whether an OpenDocument file is encrypted."""
    try:
        with archive.open("META-INF/manifest.xml") as manifest:
            return manifest.read(MAX_MANIFEST)
    except (KeyError, *ARCHIVE_ERRORS):
        return b""


def _check_compound_file(content: bytes) -> None:
    if "EncryptedPackage".encode("utf-16-le") in content:
        raise WorkbookError(PASSWORD)
    if "_VBA_PROJECT".encode("utf-16-le") in content:
        raise WorkbookError(MACROS)


def _read_in_child(content: bytes, limits: Limits) -> list[Sheet]:
    arguments = [str(limits.rows), str(limits.columns), str(limits.characters)]
    try:
        result = json.loads(read_in_child(CHILD, content, seconds=TIMEOUT, arguments=arguments))
    except ChildError as error:
        raise WorkbookError(TOO_HEAVY) from error
    if "error" in result:
        raise WorkbookError(
            {"password": PASSWORD, "text": TOO_MUCH_TEXT.format(limits.characters // 1_000_000)}.get(
                result["error"], DAMAGED
            )
        )
    return [
        Sheet(sheet["name"], [[_cell(cell) for cell in row] for row in sheet["rows"]], sheet["visible"])
        for sheet in result["sheets"]
    ]


def _cell(plain: object) -> Cell:
    if isinstance(plain, dict):
        if "formula" in plain:
            return Formula()
        if "day" in plain:
            return date.fromisoformat(plain["day"])
        return datetime.fromisoformat(plain["moment"])
    if plain == "":
        return None
    return plain if isinstance(plain, str | float | int | bool) else None


def _checked(sheet: Sheet, limits: Limits) -> Sheet:
    if len(sheet.rows) > limits.rows:
        raise WorkbookError(TOO_LONG.format(limits.rows))
    if any(any(cell is not None for cell in row[limits.columns :]) for row in sheet.rows):
        raise WorkbookError(TOO_WIDE.format(limits.columns))
    return sheet
