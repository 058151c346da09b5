"""Read one workbook from standard input and write its cells as JSON: the child process of `app.kernel.files.workbooks`.

It runs isolated (`python -I`) with limits of memory and processor time, so a hostile file ends this process only.
"""

import json
import resource
import sys
from datetime import date, datetime, time, timedelta
from io import BytesIO
from typing import NamedTuple

from python_calamine import CalamineError, CalamineWorkbook, PasswordError, SheetVisibleEnum

MEMORY = 512 * 1024 * 1024
SECONDS = 20


class Limits(NamedTuple):
    """The arguments of this program, from `app.kernel.files.workbooks.Limits`."""

    rows: int
    columns: int
    output: int


def main() -> int:
    """Read, convert and print; the exit code is not 0 if a limit was reached."""
    limits = Limits(*(int(argument) for argument in sys.argv[1:4]))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    content = sys.stdin.buffer.read()
    try:
        result: dict[str, object] = {"sheets": _sheets(content, limits)}
    except PasswordError:
        result = {"error": "password"}
    except (CalamineError, OSError, ValueError, OverflowError):
        result = {"error": "damaged"}
    output = json.dumps(result, ensure_ascii=False)
    # The process that reads this must not grow with the file.
    sys.stdout.write(output if len(output) <= limits.output else json.dumps({"error": "text"}))
    return 0


def _sheets(content: bytes, limits: Limits) -> list[dict[str, object]]:
    book = CalamineWorkbook.from_filelike(BytesIO(content))
    without_value = _formulas_without_value(content, limits) if b"xl/workbook" in content else {}
    sheets: list[dict[str, object]] = []
    for meta in book.sheets_metadata:
        sheet = book.get_sheet_by_name(meta.name)
        rows = sheet.to_python(skip_empty_area=False, nrows=limits.rows + 1)
        cells = [[_plain(cell) for cell in row[: limits.columns + 1]] for row in rows]
        for row, column in without_value.get(meta.name, ()):
            cells += [[] for _ in range(row + 1 - len(cells))]
            cells[row] += [""] * (column + 1 - len(cells[row]))
            if cells[row][column] == "":
                cells[row][column] = {"formula": True}
        is_visible = meta.visible == SheetVisibleEnum.Visible
        sheets.append({"name": meta.name, "visible": is_visible, "rows": cells})
    return sheets


def _formulas_without_value(content: bytes, limits: Limits) -> dict[str, list[tuple[int, int]]]:
    """Return the places, from 0, of formulas of which the file has no result, by sheet."""
    try:
        return _places_of_formulas(content, limits)
    except Exception:
        return {}


def _places_of_formulas(content: bytes, limits: Limits) -> dict[str, list[tuple[int, int]]]:
    from openpyxl import load_workbook

    formulas, values = (
        load_workbook(BytesIO(content), read_only=True, data_only=data_only) for data_only in (False, True)
    )
    by_sheet: dict[str, list[tuple[int, int]]] = {}
    for sheet in formulas.worksheets:
        places = [
            (row, column)
            for row, cells in enumerate(sheet.iter_rows(max_row=limits.rows, max_col=limits.columns))
            for column, cell in enumerate(cells)
            if cell.data_type == "f"
        ]
        if places:
            plain = list(
                values[sheet.title].iter_rows(max_row=limits.rows, max_col=limits.columns, values_only=True)
            )
            by_sheet[sheet.title] = [
                (row, column) for row, column in places if row >= len(plain) or plain[row][column] is None
            ]
    return by_sheet


def _plain(cell: object) -> object:
    if isinstance(cell, datetime):
        is_day = cell.time() == time()
        return {"day": cell.date().isoformat()} if is_day else {"moment": cell.isoformat()}
    if isinstance(cell, date):
        return {"day": cell.isoformat()}
    if isinstance(cell, time | timedelta):
        return str(cell)
    return cell


if __name__ == "__main__":
    sys.exit(main())
