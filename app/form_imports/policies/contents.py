"""Sheets of a file as the import stores them, so that no later request reads the file."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.kernel.files.cell_texts import text_of
from app.kernel.files.layouts import Layout, layout_from
from app.kernel.files.workbooks import Cell, Formula, Sheet
from app.kernel.http.json_types import Arguments

FORMULA = {"formula": True}
"""Stored cell of a formula without a result."""


@dataclass(frozen=True, slots=True)
class Page:
    """A sheet with its layout. Its cells are texts, None, or a Formula without a result."""

    sheet: Sheet
    layout: Layout
    joined: frozenset[int] = frozenset()
    """Rows of a CSV file whose cells were joined again, because a text has commas and no quotation marks."""

    @property
    def name(self) -> str:
        """Return the name of the sheet."""
        return self.sheet.name

    def text(self, row: int, column: int | None) -> str:
        """Return the text of a cell; empty for a formula and outside of the sheet."""
        cell = self.sheet.at(row, column) if row >= 0 else None
        return cell if isinstance(cell, str) else ""

    def filled(self, row: int) -> list[int]:
        """Return the columns of the filled cells of a row."""
        return [
            column
            for column, cell in enumerate(self.sheet.rows[row])
            if isinstance(cell, str) and cell.strip()
        ]


def stored_contents(
    sheets: Sequence[Sheet], layouts: Mapping[str, Arguments], *, has_commas: bool = False
) -> list[Arguments]:
    """Return the sheets as JSON, without empty rows and cells at their ends.

    `has_commas` is True for a file whose cells are separated by commas: texts that these have split are joined again.
    """
    contents: list[Arguments] = []
    for sheet in sheets:
        joined = joined_rows(sheet) if has_commas else {}
        rows = [joined.get(number, row) for number, row in enumerate(sheet.rows)]
        contents.append(
            {
                "name": sheet.name,
                "visible": sheet.is_visible,
                "rows": _without_end([_without_end([_stored(cell) for cell in row]) for row in rows]),
                "layout": layouts.get(sheet.name),
                "joined": sorted(joined),
            }
        )
    return contents


def joined_rows(sheet: Sheet) -> dict[int, list[Cell]]:
    """Return the rows that commas in a text have split, with this text in one cell.

    They have more cells than most rows, and as many cells more begin with a space.
    """
    widths = Counter(len(row) for row in sheet.rows if row)
    width, count = widths.most_common(1)[0] if widths else (0, 0)
    if count * 2 <= len(sheet.rows):
        return {}
    joined: dict[int, list[Cell]] = {}
    for number, row in enumerate(sheet.rows):
        if len(row) > width:
            cells: list[Cell] = []
            for cell in row:
                if cells and isinstance(cell, str) and cell.startswith(" ") and isinstance(cells[-1], str):
                    cells[-1] = f"{cells[-1]},{cell}"
                else:
                    cells.append(cell)
            if len(cells) == width:
                joined[number] = cells
    return joined


def pages_from(contents: Sequence[Arguments]) -> list[Page]:
    """Return the stored sheets."""
    return [
        Page(
            Sheet(
                stored["name"], [[_cell(cell) for cell in row] for row in stored["rows"]], stored["visible"]
            ),
            layout_from(stored.get("layout")),
            frozenset(stored.get("joined") or ()),
        )
        for stored in contents
    ]


def _stored(cell: Cell) -> object:
    return FORMULA if isinstance(cell, Formula) else text_of(cell) or None


def _cell(stored: object) -> Cell:
    return stored if isinstance(stored, str) else Formula() if stored else None


def _without_end(cells: list[object]) -> list[object]:
    while cells and cells[-1] in (None, []):
        cells.pop()
    return cells
