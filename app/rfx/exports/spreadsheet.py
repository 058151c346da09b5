"""Answers of an RFx as XLSX."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from io import BytesIO

from openpyxl import Workbook

from app.kernel.files.cells import utc_seconds
from app.kernel.files.sheets import FIRST_DAY, MAX_DIGITS, MAX_TEXT_LENGTH, SheetWriter
from app.rfx.exports.cells import HEADINGS, author_cells
from app.rfx.exports.content import Content, Line

SCORE_HEADINGS = ("Topic", "Question", "Answer", "Rule", "Points", "Of", "Weight", "Score")
TASK_HEADINGS = ("Question", "Asked", "Of", "By", "Created (UTC)", "Due", "Status")
WIDTHS = (26, 26, 6, 60, 60, 10, 24, 26, 20)


def xlsx(content: Content) -> bytes:
    """Return a workbook with the sheets Summary and Answers and, unless they are empty, Scores (for the requester) and
    Follow-up tasks.
    """
    book = Workbook(write_only=True)
    summary = book.create_sheet("Summary")
    summary.column_dimensions["A"].width, summary.column_dimensions["B"].width = 20, 80
    cells = SheetWriter(summary)
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
    cells = SheetWriter(sheet)
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
    cells = SheetWriter(sheet)
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
    head = (line.form_title, line.placed.section_title, line.shown_number, line.question)
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
