"""Cells of spreadsheets as texts, for the choice of columns."""

from datetime import date, datetime

from app.kernel.files.workbooks import Cell, Formula, Sheet

SAMPLE_LENGTH = 80
SAMPLED_ROWS = 40


def text_of(cell: Cell) -> str:
    """Return a cell as text on one line: whole numbers without a decimal point, days in ISO format."""
    if cell is None or isinstance(cell, Formula):
        return ""
    if isinstance(cell, bool):
        return "Yes" if cell else "No"
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() and abs(cell) < 1e15 else repr(cell)
    if isinstance(cell, date | datetime):
        return cell.isoformat()
    return str(cell).strip()


def samples_of(sheet: Sheet, header: int, column: int, *, count: int) -> list[str]:
    """Return the first texts of a column below the headings, cut to SAMPLE_LENGTH."""
    last = min(header + SAMPLED_ROWS, len(sheet.rows))
    texts = (text_of(sheet.at(row, column)) for row in range(header + 1, last))
    return [text[:SAMPLE_LENGTH] for text in texts if text][:count]
