"""Answers in the sheets of a workbook that was downloaded from the RFx, found by their hidden marks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from app.forms.public import Field, FieldType, PlacedField, canonical, column_field, shape_error
from app.kernel.files.workbooks import Cell, Sheet, column_letter
from app.workbooks.policies.cells import Parsed, parse_answer, parse_parts, text_of_cell
from app.workbooks.policies.layout import (
    ANSWER,
    COLUMN,
    FILES,
    INFO_SHEET,
    ITERATION,
    KEY,
    PART,
    REVISIONS_FACT,
    RFX_FACT,
    TABLE,
)

SEARCHED_ROWS = 30
"""Rows at the top of a sheet among which the marks are."""
LARGEST_ID = 2**53
"""Numbers up to which a spreadsheet keeps every id."""
TWICE = "The question is twice in the file. Remove one of the rows."
"""Sentence for a copied row with another answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRow:
    """Answer of the file to one question: the cells as read, and the answer or the sentence."""

    key: str
    iteration: int
    place: str
    text: str
    parsed: Parsed
    filenames: Sequence[str] = ()


@dataclass(slots=True)
class _Group:
    iteration: int
    cells: list[tuple[str, Cell, str]] = field(default_factory=list)
    files: str = ""


def rfx_of(sheets: Sequence[Sheet]) -> int | None:
    """Return the id of the RFx that a workbook was downloaded from; None for other files."""
    return next(iter(_fact(sheets, RFX_FACT)), None)


def revisions_of(sheets: Sequence[Sheet]) -> list[int]:
    """Return the ids of the revisions that a workbook was made from; empty for other files."""
    return _fact(sheets, REVISIONS_FACT)


def _fact(sheets: Sequence[Sheet], name: str) -> list[int]:
    """Return the numbers of a fact of the hidden sheet."""
    for sheet in sheets:
        if sheet.name == INFO_SHEET:
            for row in sheet.rows:
                numbers = [
                    int(cell) for cell in row[1:] if isinstance(cell, int | float) and 0 < cell < LARGEST_ID
                ]
                if row and row[0] == name and numbers:
                    return numbers
    return []


def rows_of(sheets: Sequence[Sheet], fields: Mapping[str, PlacedField]) -> list[FileRow]:
    """Return the answers of a workbook, one for each question of which it has rows; unknown keys are left out."""
    rows: dict[str, FileRow] = {}
    for sheet in sheets:
        for row in (*_table_rows(sheet, fields), *_question_rows(sheet, fields)):
            rows[row.key] = row
    return list(rows.values())


def unknown_keys(sheets: Sequence[Sheet], fields: Mapping[str, PlacedField]) -> list[tuple[str, str]]:
    """Return (key, place) of rows of questions that the RFx, or the viewer's part of it, does not have."""
    unknown: dict[str, str] = {}
    for sheet in sheets:
        marks = _marks(sheet)
        if marks is None:
            continue
        for row in range(marks[0] + 1, len(sheet.rows)):
            key = text_of_cell(sheet.at(row, marks[1].get(KEY)))
            if key and key not in fields and sheet.at(row, marks[1].get(ANSWER)) is not None:
                unknown.setdefault(key, _place(sheet, row, marks[1].get(ANSWER)))
    return list(unknown.items())


def _question_rows(sheet: Sheet, fields: Mapping[str, PlacedField]) -> Iterator[FileRow]:
    marks = _marks(sheet)
    if marks is None:
        return
    first, columns = marks
    groups: dict[str, _Group] = {}
    for row in range(first + 1, len(sheet.rows)):
        key = text_of_cell(sheet.at(row, columns.get(KEY)))
        placed = fields.get(key)
        if placed is None or placed.field.type in (FieldType.TABLE, FieldType.FORMSIGNATURE):
            continue
        part = text_of_cell(sheet.at(row, columns.get(PART)))
        iteration = sheet.at(row, columns.get(ITERATION))
        group = groups.setdefault(key, _Group(int(iteration) if isinstance(iteration, int | float) else 0))
        group.cells.append(
            (part, sheet.at(row, columns.get(ANSWER)), _place(sheet, row, columns.get(ANSWER)))
        )
        group.files = group.files or text_of_cell(sheet.at(row, columns.get(FILES)))
    for key, group in groups.items():
        yield _file_row(fields[key].field, key, group)


def _file_row(form_field: Field, key: str, group: _Group) -> FileRow:
    place = group.cells[0][2]
    filenames: list[str] = []
    if form_field.type is FieldType.FILE:
        filenames = [name.strip() for name in group.files.replace("\n", ";").split(";") if name.strip()]
        return FileRow(
            key=key,
            iteration=group.iteration,
            place=place,
            text=group.files,
            parsed=Parsed(),
            filenames=filenames,
        )
    if any(part for part, _, _ in group.cells):
        parsed = parse_parts(form_field, group.cells)
        text = ", ".join(f"{part}: {text_of_cell(cell)}" for part, cell, _ in group.cells if cell is not None)
    else:
        filled = [(cell, at) for _, cell, at in group.cells if cell is not None]
        texts = {text_of_cell(cell) for cell, _ in filled}
        cell, place = filled[0] if filled else (None, place)
        text = text_of_cell(cell)
        parsed = (
            Parsed(error=f"{place}: {TWICE[0].lower()}{TWICE[1:]}")
            if len(texts) > 1
            else parse_answer(form_field, cell, place=place)
        )
    return FileRow(key=key, iteration=group.iteration, place=place, text=text, parsed=parsed)


def _table_rows(sheet: Sheet, fields: Mapping[str, PlacedField]) -> Iterator[FileRow]:
    start = next(
        (row for row in range(min(SEARCHED_ROWS, len(sheet.rows))) if sheet.at(row, 0) == TABLE), None
    )
    if start is None:
        return
    key, iteration = text_of_cell(sheet.at(start, 1)), sheet.at(start, 2)
    placed = fields.get(key)
    if placed is None:
        return
    columns = {column.name: column_field(column) for column in placed.field.columns}
    places = {
        text_of_cell(cell).removeprefix(COLUMN): index
        for index, cell in enumerate(sheet.rows[start + 1] if start + 1 < len(sheet.rows) else ())
        if text_of_cell(cell).startswith(COLUMN)
    }
    value: list[dict[str, object]] = []
    error = None
    for row in range(start + 3, len(sheet.rows)):
        answers: dict[str, object] = {}
        for name, index in places.items():
            if name not in columns:
                continue
            parsed = parse_answer(columns[name], sheet.at(row, index), place=_place(sheet, row, index))
            error = error or parsed.error
            if parsed.value is not None:
                answers[name] = parsed.value
        if answers:
            value.append(answers)
    answer = canonical(placed.field, value) if value else None
    fault = error or (shape_error(placed.field, answer) if answer is not None else None)
    yield FileRow(
        key=key, iteration=int(iteration) if isinstance(iteration, int | float) else 0,
        place=_place(sheet, start + 3, 0), text=f"{len(value)} rows" if value else "",
        parsed=Parsed(error=fault) if fault else Parsed(answer),
    )  # fmt: skip


def _marks(sheet: Sheet) -> tuple[int, dict[str, int]] | None:
    """Return the row with the marks and their columns; None for a sheet without questions."""
    for row in range(min(SEARCHED_ROWS, len(sheet.rows))):
        columns = {
            text_of_cell(cell): index for index, cell in enumerate(sheet.rows[row]) if isinstance(cell, str)
        }
        if KEY in columns and ANSWER in columns:
            return row, columns
    return None


def _place(sheet: Sheet, row: int, column: int | None) -> str:
    return f"{sheet.name}, {column_letter(column or 0)}{row + 1}"
