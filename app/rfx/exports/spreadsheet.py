"""Answers of an RFx as XLSX.

User input is a text cell even if it begins like a formula. Numbers, negative ones too, are number cells; days and
times are date cells, so that a spreadsheet can sort and filter them.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from io import BytesIO

from openpyxl import Workbook
from openpyxl.cell import Cell, WriteOnlyCell
from openpyxl.styles import Alignment, Font
from openpyxl.worksheet._write_only import WriteOnlyWorksheet

from app.rfx.exports.cells import DANGEROUS, HEADINGS, author_cells, utc_seconds
from app.rfx.exports.content import Content, Line

SCORE_HEADINGS = ("Topic", "Question", "Answer", "Rule", "Points", "Of", "Weight", "Score")
TASK_HEADINGS = ("Question", "Asked", "Of", "By", "Created (UTC)", "Due", "Status")
WIDTHS = (26, 26, 6, 60, 60, 10, 24, 26, 20)
MAX_TEXT_LENGTH = 32_000
"""Characters per cell; a cell can hold 32,767. Longer answers continue in the next row."""
MAX_DIGITS = 15
"""Significant digits of a number in a spreadsheet; longer numbers are written as text."""
FIRST_DAY = date(1900, 3, 1)
"""First day on which all spreadsheets agree; earlier days are written as text."""
DAY_FORMAT, MOMENT_FORMAT = "d mmm yyyy", "yyyy-mm-dd hh:mm:ss"
NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Control characters and Unicode noncharacters; the library fails on each of them."""


def xlsx(content: Content) -> bytes:
    """Return a workbook with the sheets Summary and Answers and, unless they are empty, Scores (for the requester) and
    Follow-up tasks.
    """
    book = Workbook(write_only=True)
    summary = book.create_sheet("Summary")
    summary.column_dimensions["A"].width, summary.column_dimensions["B"].width = 20, 80
    cells = _Cells(summary)
    for name, value in content.facts:
        cells.append([name, value], headings=1)
    if content.attachments:
        cells.append([])
        cells.append(("Files", "Name", "Bytes", "SHA-256"), headings=4)
        for info in content.attachments:
            cells.append(["", info.filename, info.size, info.sha256])
    sheet = book.create_sheet("Answers")
    for letter, width in zip("ABCDEFGHI", WIDTHS, strict=True):
        sheet.column_dimensions[letter].width = width
    sheet.freeze_panes = "A2"
    cells = _Cells(sheet)
    cells.append(HEADINGS, headings=len(HEADINGS))
    for line in content.lines:
        for row in _rows(line):
            cells.append(row)
    if content.sections:
        _table(book, "Scores", SCORE_HEADINGS, _score_rows(content))
    if content.follow_ups:
        _table(book, "Follow-up tasks", TASK_HEADINGS, _task_rows(content))
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def _table(
    book: Workbook, title: str, headings: Sequence[str], rows: Iterable[Sequence[str | float | date]]
) -> None:
    sheet = book.create_sheet(title)
    for index in range(len(headings)):
        sheet.column_dimensions["ABCDEFGHI"[index]].width = 40 if index < 3 else 18
    sheet.freeze_panes = "A2"
    cells = _Cells(sheet)
    cells.append(headings, headings=len(headings))
    for row in rows:
        cells.append(row)


def _score_rows(content: Content) -> Iterator[Sequence[str | float | date]]:
    for section in content.sections:
        for field in section.fields:
            yield (
                section.topic, field.question, field.answer[:MAX_TEXT_LENGTH], field.rule, float(field.points),
                float(field.most), float(field.weight), round(float(field.score), 4),
            )  # fmt: skip


def _task_rows(content: Content) -> Iterator[Sequence[str | float | date]]:
    for task in content.follow_ups:
        yield (
            task.question, task.asked[:MAX_TEXT_LENGTH], task.asked_of, task.asked_by,
            utc_seconds(task.created), task.due or "", task.status,
        )  # fmt: skip


def _rows(line: Line) -> Iterator[Sequence[str | float | date]]:
    head = (line.form_title, line.placed.section_title, line.number_in_form, line.question)
    number = line.number
    if number is not None and len(number.as_tuple().digits) <= MAX_DIGITS:
        yield (*head, float(number), line.unit, *author_cells(line))
        return
    if line.day is not None and line.day >= FIRST_DAY:
        yield (*head, line.day, line.unit, *author_cells(line))
        return
    text = line.text
    parts = [text[i : i + MAX_TEXT_LENGTH] for i in range(0, len(text), MAX_TEXT_LENGTH)] or [""]
    for part in parts:
        yield (*head, part, line.unit, *author_cells(line))


class _Cells:
    """Writer for the cells of one sheet.

    A write-only sheet writes a row when it is appended, so each styled cell is created once per column and reused
    in the next row: styling a cell takes ten times as long as writing it.
    """

    def __init__(self, sheet: WriteOnlyWorksheet) -> None:
        self._sheet = sheet
        self._styled_cells: dict[tuple[str, int], Cell] = {}

    def append(self, values: Iterable[str | float | date], *, headings: int = 0) -> None:
        """Append a row of texts, numbers, days and times; the first `headings` cells are bold."""
        self._sheet.append(
            [self._cell(column, value, bold=column < headings) for column, value in enumerate(values)]
        )

    def _cell(self, column: int, value: str | float | date, *, bold: bool) -> Cell | float:
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
