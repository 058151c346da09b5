"""Cells of workbooks. Import this module in the worker only: openpyxl takes memory that web processes do not need.

User input is a text cell even if it begins like a formula. Numbers, negative ones too, are number cells; days and
times are date cells, so that a spreadsheet can sort and filter them.
"""

import re
from collections.abc import Iterable
from datetime import date, datetime
from decimal import Decimal
from io import BytesIO

from openpyxl import Workbook
from openpyxl.cell import Cell, WriteOnlyCell
from openpyxl.styles import Alignment, Font
from openpyxl.worksheet._write_only import WriteOnlyWorksheet

from app.kernel.files.cells import DANGEROUS, CellValue

MAX_TEXT_LENGTH = 32_000
"""Characters per cell; a cell can hold 32,767."""
MAX_DIGITS = 15
"""Significant digits of a number in a spreadsheet; longer numbers are written as text."""
FIRST_DAY = date(1900, 3, 1)
"""First day on which all spreadsheets agree; earlier days are written as text."""
DAY_FORMAT, MOMENT_FORMAT = "d mmm yyyy", "yyyy-mm-dd hh:mm:ss"
NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Control characters and Unicode noncharacters; the library fails on each of them."""


def fits_cell(number: Decimal) -> bool:
    """Return True if a spreadsheet stores all digits of `number`."""
    return len(number.as_tuple().digits) <= MAX_DIGITS


def book_bytes(book: Workbook) -> bytes:
    """Return the workbook as a file."""
    file = BytesIO()
    book.save(file)
    return file.getvalue()


class SheetWriter:
    """Writer for the cells of one sheet.

    A write-only sheet writes a row when it is appended, so each styled cell is created once per column and reused
    in the next row: styling a cell takes ten times as long as writing it.
    """

    def __init__(self, sheet: WriteOnlyWorksheet) -> None:
        self._sheet = sheet
        self._styled_cells: dict[tuple[str, int], Cell] = {}

    def append(self, values: Iterable[CellValue], *, headings: int = 0) -> None:
        """Append a row of texts, numbers, days and times; the first `headings` cells are bold."""
        self._sheet.append(
            [self._cell(column, value, bold=column < headings) for column, value in enumerate(values)]
        )

    def _cell(self, column: int, value: CellValue, *, bold: bool) -> Cell | float:
        if isinstance(value, int | float):
            return value
        if isinstance(value, str):
            kind = "heading" if bold else "quoted" if DANGEROUS.match(value) else "text"
            cell = self._styled(kind, column)
            cell.value = NO_XML.sub("", value)
            # Set the type, because openpyxl would store a text that begins with "=" as a formula.
            cell.data_type = "s"
            return cell
        cell = self._styled("moment" if isinstance(value, datetime) else "day", column)
        cell.value = value
        return cell

    def _styled(self, kind: str, column: int) -> Cell:
        if (kind, column) not in self._styled_cells:
            self._styled_cells[kind, column] = _styled_cell(self._sheet, kind)
        return self._styled_cells[kind, column]


def _styled_cell(sheet: WriteOnlyWorksheet, kind: str) -> Cell:
    cell = WriteOnlyCell(sheet)
    if kind in ("moment", "day"):
        cell.number_format = MOMENT_FORMAT if kind == "moment" else DAY_FORMAT
        cell.alignment = Alignment(horizontal="left", vertical="top")
        return cell
    cell.alignment = Alignment(wrap_text=True, vertical="top")
    if kind == "heading":
        cell.font = Font(bold=True)
    if kind == "quoted":
        cell.quotePrefix = True
    return cell
