"""Sheets of a file as the import stores them, so that no later request reads the file."""

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

    @property
    def name(self) -> str:
        """Return the name of the sheet."""
        return self.sheet.name

    def text(self, row: int, column: int | None) -> str:
        """Return the text of a cell; empty for a formula and outside of the sheet."""
        cell = self.sheet.at(row, column)
        return cell if isinstance(cell, str) else ""

    def filled(self, row: int) -> list[int]:
        """Return the columns of the filled cells of a row."""
        return [
            column
            for column, cell in enumerate(self.sheet.rows[row])
            if isinstance(cell, str) and cell.strip()
        ]


def stored_contents(sheets: Sequence[Sheet], layouts: Mapping[str, Arguments]) -> list[Arguments]:
    """Return the sheets as JSON, without empty rows and cells at their ends."""
    return [
        {
            "name": sheet.name,
            "visible": sheet.is_visible,
            "rows": _without_end([_without_end([_stored(cell) for cell in row]) for row in sheet.rows]),
            "layout": layouts.get(sheet.name),
        }
        for sheet in sheets
    ]


def pages_from(contents: Sequence[Arguments]) -> list[Page]:
    """Return the stored sheets."""
    return [
        Page(
            Sheet(
                stored["name"], [[_cell(cell) for cell in row] for row in stored["rows"]], stored["visible"]
            ),
            layout_from(stored.get("layout")),
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
