"""The comparison of a request as XLSX: a summary with the rates, then questions down and suppliers across."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from openpyxl import Workbook
from openpyxl.utils import get_column_letter

from app.forms.public import FieldType, parse_date, percentage, value_text
from app.kernel.clock import now
from app.kernel.dates import day_text, time_text
from app.kernel.files.cells import CellValue
from app.kernel.files.sheets import FIRST_DAY, MAX_TEXT_LENGTH, SheetWriter, book_bytes, fits_cell
from app.kernel.http.auth import Actor
from app.requests.policies.comparing import Cell, ComparedQuestion
from app.requests.policies.hooks import SupplierColumns
from app.requests.queries.comparison import Comparison
from app.requests.queries.notes import NamedNote, notes_of_request
from app.requests.types import Direction, Mark
from app.rfx.public import STATUS_INFO, ComparedRfx

FIRST_COLUMNS = (("Section", 26), ("No.", 8), ("Question", 60), ("Better", 10))
ANSWER_WIDTH, NARROW_WIDTH = 34, 14
BETTER = {Direction.LOWER: "lower", Direction.HIGHER: "higher", None: ""}
MARKS = {Mark.BEST: "Best", Mark.WORST: "Worst", None: ""}
HIDDEN = "(not shown to this supplier)"


def workbook(comparison: Comparison, *, actor: Actor, more_columns: Sequence[SupplierColumns] = ()) -> bytes:
    """Return a workbook with the sheets Summary and Comparison; `more_columns` are added to the list of suppliers."""
    book = Workbook(write_only=True)
    _write_summary(book, comparison, actor, more_columns)
    _write_grid(book, comparison)
    return book_bytes(book)


def _write_summary(
    book: Workbook, comparison: Comparison, actor: Actor, more_columns: Sequence[SupplierColumns]
) -> None:
    sheet = book.create_sheet("Summary")
    more = [heading for columns in more_columns for heading in columns.headings]
    for index, width in enumerate((34, 40, 14, 14, 40, *(width for _, width in more)), start=1):
        sheet.column_dimensions[get_column_letter(index)].width = width
    writer = SheetWriter(sheet)
    request, rates = comparison.context.request, comparison.rates
    facts: list[tuple[str, CellValue]] = [
        ("Request", request.title),
        ("From", f"{comparison.context.creator_name}, {actor.organisation_name}"),
        ("Sent", time_text(request.sent_date, actor.zone)),
        ("Deadline", time_text(request.deadline, actor.zone) or "none"),
        ("Submitted", f"{comparison.submitted_count} of {comparison.all_count}"),
        ("Downloaded", f"{time_text(now(), actor.zone)} by {actor.name}"),
    ]
    for fact in facts:
        writer.append(fact, headings=1)
    if rates.base:
        writer.append([])
        writer.append(("Amounts are converted into", rates.base), headings=1)
        writer.append(
            ("Rates entered", f"{time_text(rates.updated, actor.zone)} by {rates.entered_by}"), headings=1
        )
        writer.append(("Currency", f"One unit in {rates.base}", "Rate of"), headings=3)
        for rate in rates.rates:
            writer.append((rate.currency, _number(rate.rate), rate.day))
    writer.append([])
    headings = ("Supplier", "Status", "Answered", "Score", "Reason", *(name for name, _ in more))
    writer.append(headings, headings=len(headings))
    for rfx in comparison.rfxs:
        writer.append([*_supplier_row(rfx), *_more_cells(more_columns, rfx.id)])


def _more_cells(more_columns: Sequence[SupplierColumns], rfx_id: int) -> Iterator[CellValue]:
    for columns in more_columns:
        yield from columns.values.get(rfx_id, [""] * len(columns.headings))


def _supplier_row(rfx: ComparedRfx) -> list[CellValue]:
    return [
        rfx.name,
        "Withdrawn" if rfx.is_withdrawn else STATUS_INFO[rfx.status]["label"],
        f"{rfx.answered} of {rfx.answerable}" if rfx.answerable is not None else "",
        f"{percentage(rfx.overall)}%" if rfx.overall is not None else "",
        rfx.ended_because or "",
    ]


def _write_grid(book: Workbook, comparison: Comparison) -> None:
    """Write a supplier as up to five columns: answer, converted amount, points, rank and notes."""
    sheet = book.create_sheet("Comparison")
    base = comparison.rates.base
    has_scores = any(question.is_scored for question in comparison.questions)
    columns = [("Answer", ANSWER_WIDTH)]
    if base:
        columns.append((f"In {base}", NARROW_WIDTH))
    if has_scores:
        columns.append(("Points", NARROW_WIDTH))
    columns.append(("Rank", NARROW_WIDTH))
    notes = notes_of_request(comparison.context.request.id)
    if notes:
        columns.append(("Notes", ANSWER_WIDTH))
    widths = [
        *(width for _, width in FIRST_COLUMNS),
        *([width for _, width in columns] * len(comparison.rfxs)),
    ]
    for index, width in enumerate(widths, start=1):
        sheet.column_dimensions[get_column_letter(index)].width = width
    # The headings and the columns up to the question stay while the rest scrolls.
    sheet.freeze_panes = "E3"
    writer = SheetWriter(sheet)
    names = [name for rfx in comparison.rfxs for name in (rfx.name, *[""] * (len(columns) - 1))]
    writer.append(["", "", "", "", *names], headings=len(widths))
    headings = [heading for heading, _ in columns] * len(comparison.rfxs)
    writer.append([*(name for name, _ in FIRST_COLUMNS), *headings], headings=len(widths))
    titles = {section.id: section.title for section in comparison.sections}
    for question in comparison.questions:
        field = question.placed.field
        row: list[CellValue] = [
            titles[question.section_id],
            question.number,
            field.label or field.name,
            BETTER[question.direction],
        ]
        for rfx, cell in zip(comparison.rfxs, question.cells, strict=True):
            row += _cell_values(question, cell, base=base, has_scores=has_scores)
            if notes:
                row.append(_notes_text(notes.get((rfx.id, question.placed.key), ())))
        writer.append(row)


def _cell_values(
    question: ComparedQuestion, cell: Cell, *, base: str | None, has_scores: bool
) -> Iterator[CellValue]:
    yield _answer(question, cell)
    if base:
        yield "" if cell.converted is None else _number(cell.converted)
    if has_scores:
        yield float(cell.score["points"]) if cell.score else ""
    yield MARKS[cell.mark]


def _notes_text(notes: Sequence[NamedNote]) -> str:
    texts = (f"{each.author.name}, {day_text(each.note.created.date())}: {each.note.text}" for each in notes)
    return "\n".join(texts)[:MAX_TEXT_LENGTH]


def _answer(question: ComparedQuestion, cell: Cell) -> CellValue:
    """Return the answer as a number or a day if it is one; amounts are text, because they have a currency."""
    if cell.is_hidden:
        return HIDDEN
    if cell.answer is None:
        return ""
    field, value = question.placed.field, cell.answer.value
    if field.type is FieldType.NUMBER and cell.number is not None:
        return _number(cell.number)
    if field.type is FieldType.DATE:
        day = parse_date(str(value))
        if day is not None and day >= FIRST_DAY:
            return day
        return day_text(day) if day else str(value)
    return value_text(field, value)[:MAX_TEXT_LENGTH]


def _number(number: Decimal) -> CellValue:
    return float(number) if fits_cell(number) else format(number, "f")
