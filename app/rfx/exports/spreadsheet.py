"""The answers of an RFx as XLSX and as CSV.

What people typed is text in every cell, whatever it begins with: no spreadsheet takes it for a formula. Numbers
stay numbers, negative ones too, and days and times are what a spreadsheet sorts and filters as such.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from io import BytesIO, TextIOWrapper
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import Cell, WriteOnlyCell
from openpyxl.styles import Alignment, Font
from openpyxl.worksheet._write_only import WriteOnlyWorksheet

from app.forms.public import parse_decimal, percentage
from app.rfx.exports.content import Content, Line

HEADINGS = (
    "Form", "Section", "No.", "Question", "Answer", "Unit", "Answered by", "Organisation", "Answered at (UTC)",
)  # fmt: skip
SCORE_HEADINGS = ("Topic", "Question", "Answer", "Rule", "Points", "Of", "Weight", "Score")
TASK_HEADINGS = ("Question", "Asked", "Of", "By", "Created (UTC)", "Due", "Status")
WIDTHS = (26, 26, 6, 60, 60, 10, 24, 26, 20)
LONGEST_TEXT = 32_000
"""A cell takes 32,767 characters; longer answers go on in the next row."""
EXACT_DIGITS = 15
"""A spreadsheet keeps so many digits of a number; longer ones stay text."""
FIRST_DAY = date(1900, 3, 1)
"""Spreadsheets agree on dates from here on; earlier ones stay text."""
DAY_FORMAT, MOMENT_FORMAT = "d mmm yyyy", "yyyy-mm-dd hh:mm:ss"
NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Control characters and what Unicode has set aside as no characters: one of them, and the workbook is not written."""
DANGEROUS = re.compile(r"^[\s\ufeff\u200b]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]")


def xlsx(content: Content) -> bytes:
    """A workbook: Summary and Answers, and where there are any Scores (for the requester) and Follow-up tasks."""
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


def _table(book: Workbook, title: str, headings: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    sheet = book.create_sheet(title)
    for index in range(len(headings)):
        sheet.column_dimensions["ABCDEFGHI"[index]].width = 40 if index < 3 else 18
    sheet.freeze_panes = "A2"
    cells = _Cells(sheet)
    cells.append(headings, headings=len(headings))
    for row in rows:
        cells.append(row)


def _score_rows(content: Content) -> Iterator[Sequence[Any]]:
    for section in content.sections:
        for field in section.fields:
            yield (
                section.topic, field.question, field.answer[:LONGEST_TEXT], field.rule, float(field.points),
                float(field.most), float(field.weight), round(float(field.score), 4),
            )  # fmt: skip


def _task_rows(content: Content) -> Iterator[Sequence[Any]]:
    for task in content.follow_ups:
        yield (
            task.question, task.asked[:LONGEST_TEXT], task.asked_of, task.asked_by,
            _utc(task.created), task.due or "", task.status,
        )  # fmt: skip


def comma_separated(content: Content) -> bytes:
    """The answers as CSV, in UTF-8 with the mark that makes spreadsheets read it so."""
    file = BytesIO()
    # Encoded as it is written: text in memory takes four bytes for each character.
    encoded = TextIOWrapper(file, encoding="utf-8-sig", newline="", write_through=True)
    writer = csv.writer(encoded)
    scores = {field.key: field for section in content.sections for field in section.fields}
    asked: dict[str, list[str]] = {}
    for task in content.follow_ups:
        asked.setdefault(task.key, []).append(f"{task.asked} ({task.status})")
    more = [name for name, there in (("Score", scores), ("Follow-up tasks", asked)) if there]
    writer.writerow([*HEADINGS, *more])
    for line in content.lines:
        key = line.placed.key
        head = (line.form_title, line.placed.section_title, line.number_in_form, line.question)
        row = [*_harmless(head), _plain(line), *_harmless((line.unit, *_who(line)))]
        if scores:
            row.append(f"{percentage(scores[key].score)}%" if key in scores else "")
        if asked:
            row.append(harmless("\n".join(asked.get(key, ()))))
        writer.writerow(row)
    encoded.flush()
    return file.getvalue()


def _plain(line: Line) -> str:
    if line.number is not None:
        return format(line.number, "f")
    return line.day.isoformat() if line.day else harmless(line.text)


def harmless(text: str) -> str:
    """Text that no spreadsheet takes for a formula: what looks like one gets an apostrophe in front."""
    if DANGEROUS.match(text) and parse_decimal(text.strip()) is None:
        return f"'{text}"
    return text


def _harmless(cells: Iterable[Any]) -> list[Any]:
    return [harmless(cell) if isinstance(cell, str) else cell for cell in cells]


def _rows(line: Line) -> Iterator[Sequence[Any]]:
    head = (line.form_title, line.placed.section_title, line.number_in_form, line.question)
    number = line.number
    if number is not None and len(number.as_tuple().digits) <= EXACT_DIGITS:
        yield (*head, float(number), line.unit, *_who(line))
        return
    if line.day is not None and line.day >= FIRST_DAY:
        yield (*head, line.day, line.unit, *_who(line))
        return
    text = line.text
    parts = [text[i : i + LONGEST_TEXT] for i in range(0, len(text), LONGEST_TEXT)] or [""]
    for part in parts:
        yield (*head, part, line.unit, *_who(line))


def _who(line: Line) -> tuple[str, str, datetime | str]:
    return line.answered_by, line.organisation, _utc(line.answered_at) if line.answered_at else ""


def _utc(moment: datetime) -> datetime:
    """The time to the second and without a zone, which a spreadsheet does not know."""
    return moment.astimezone(UTC).replace(microsecond=0, tzinfo=None)


class _Cells:
    """The cells of one sheet. A write-only sheet writes a row as it is appended, so that each styled cell is made once
    for its column and used again in the next row: to style a cell takes ten times as long as to write it.
    """

    def __init__(self, sheet: WriteOnlyWorksheet) -> None:
        self._sheet = sheet
        self._made: dict[tuple[str, int], Cell] = {}

    def append(self, values: Iterable[str | float | date], *, headings: int = 0) -> None:
        """Write a row of texts, numbers, days and times, of which so many at its beginning are headings."""
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
            # However it begins: it is no formula.
            cell.data_type = "s"
            return cell
        cell = self._styled("moment" if isinstance(value, datetime) else "day", column)
        cell.value = value
        return cell

    def _styled(self, kind: str, column: int) -> Cell:
        if (kind, column) not in self._made:
            self._made[kind, column] = _styled_cell(self._sheet, kind)
        return self._made[kind, column]


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
