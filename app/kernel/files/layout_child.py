"""Read the layout of one xlsx file from standard input as JSON: the child process of `app.kernel.files.layouts`.

It runs isolated (`python -I`) with limits of memory and processor time, so a hostile file ends this process only.
"""

import json
import posixpath
import resource
import sys
import zipfile
from collections.abc import Iterator
from io import BytesIO

from openpyxl import load_workbook
from openpyxl.utils import range_boundaries
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet
from openpyxl.xml.functions import fromstring

MEMORY = 512 * 1024 * 1024
SECONDS = 20
ROWS, COLUMNS = 20_000, 100
"""Place after which a sheet is not read."""
OPTIONS = 301
"""Choices of a list that are read: one more than a question can have."""
EXTENSION = "{http://schemas.microsoft.com/office/spreadsheetml/2009/9/main}"
"""Namespace in which newer programs write lists with choices on another sheet."""
CELLS = "{http://schemas.microsoft.com/office/excel/2006/main}"
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"

Place = tuple[int, int, int, int]
"""First row, first column, last row and last column, from 0."""


def main() -> int:
    """Read and print; the exit code is not 0 if a limit was reached."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    content = sys.stdin.buffer.read()
    book = load_workbook(BytesIO(content), data_only=True)
    extended = dict(_extended_lists(content))
    json.dump(
        {sheet.title: _layout(book, sheet, extended.get(sheet.title, [])) for sheet in book.worksheets},
        sys.stdout,
    )
    return 0


def _layout(book: Workbook, sheet: Worksheet, extended: list[tuple[str, str]]) -> dict[str, object]:
    lists = [
        (str(validation.sqref), str(validation.formula1 or ""))
        for validation in sheet.data_validations.dataValidation
        if validation.type == "list"
    ]
    return {
        "hidden": [
            row - 1 for row, dimension in sheet.row_dimensions.items() if dimension.hidden and 0 < row <= ROWS
        ],
        "merged": [
            [part.min_row - 1, part.min_col - 1, part.max_row - 1, part.max_col - 1]
            for part in sheet.merged_cells.ranges
        ],
        "bold": list(_bold_rows(sheet)),
        "lists": [
            [*place, options]
            for cells, formula in (*lists, *extended)
            for options in [_options(book, sheet, formula)]
            for place in _places(cells)
        ],
    }


def _bold_rows(sheet: Worksheet) -> Iterator[int]:
    """Yield the rows, from 0, in which every filled cell is bold."""
    for row, cells in enumerate(sheet.iter_rows(max_row=min(sheet.max_row, ROWS), max_col=COLUMNS)):
        filled = [cell for cell in cells if cell.value not in (None, "")]
        if filled and all(cell.font.b for cell in filled):
            yield row


def _places(cells: str) -> Iterator[Place]:
    for part in cells.split():
        left, top, right, bottom = range_boundaries(part)
        yield (top or 1) - 1, (left or 1) - 1, (bottom or ROWS) - 1, (right or COLUMNS) - 1


def _options(book: Workbook, sheet: Worksheet, formula: str) -> list[str] | None:
    """Return the choices of a drop-down list; None if they are computed."""
    text = formula.strip().removeprefix("=")
    if text.startswith('"') and text.endswith('"'):
        options = [option.strip() for option in text[1:-1].replace('""', '"').split(",")]
        return [option for option in options if option][:OPTIONS]
    try:
        return list(_range_options(book, sheet, text))
    except (KeyError, ValueError, TypeError, AttributeError):
        return None


def _range_options(book: Workbook, sheet: Worksheet, text: str) -> Iterator[str]:
    name = sheet.defined_names.get(text) or book.defined_names.get(text)
    targets = list(name.destinations) if name is not None else [_target(sheet, text)]
    count = 0
    for title, cells in targets:
        left, top, right, bottom = range_boundaries(cells)
        source = book[title]
        for row in source.iter_rows(
            min_row=top or 1,
            max_row=min(bottom or source.max_row, source.max_row),
            min_col=left or 1,
            max_col=right or left or 1,
            values_only=True,
        ):
            for value in row:
                option = _text(value)
                if option and count < OPTIONS:
                    count += 1
                    yield option


def _target(sheet: Worksheet, text: str) -> tuple[str, str]:
    title, mark, cells = text.rpartition("!")
    return (title.strip("'").replace("''", "'") if mark else sheet.title), cells.replace("$", "")


def _text(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value).strip()


def _extended_lists(content: bytes) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield the lists of each sheet that openpyxl does not read: cells and formula."""
    with zipfile.ZipFile(BytesIO(content)) as archive:
        relations = {
            each.get("Id"): posixpath.normpath(posixpath.join("xl", each.get("Target", "")))
            for each in fromstring(archive.read("xl/_rels/workbook.xml.rels"))
        }
        book = fromstring(archive.read("xl/workbook.xml"))
        for sheet in book.iter(f"{MAIN}sheet"):
            path = relations.get(sheet.get(RELATION), "").replace("xl//xl/", "xl/")
            if path in archive.namelist() and b"x14:dataValidation" in (part := archive.read(path)):
                lists = fromstring(part).iter(f"{EXTENSION}dataValidation")
                yield (
                    sheet.get("name", ""),
                    [
                        (
                            each.findtext(f"{CELLS}sqref", ""),
                            each.findtext(f"{EXTENSION}formula1/{CELLS}f", ""),
                        )
                        for each in lists
                        if each.get("type") == "list"
                    ],
                )


if __name__ == "__main__":
    sys.exit(main())
