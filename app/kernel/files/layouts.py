"""Layout of uploaded xlsx files, in the worker only: drop-down lists, merged cells, bold and hidden rows.

`read_workbook` has checked the file before. Its values are read by a faster program, which knows no layout.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.kernel.files.children import ChildError, read_in_child
from app.kernel.http.json_types import Arguments

TIMEOUT = 40
"""Seconds of waiting for the child; it has 20 seconds of processor time."""
CHILD = Path(__file__).with_name("layout_child.py")


@dataclass(frozen=True, slots=True)
class Area:
    """Cells from the first to the last row and column, by their places from 0."""

    top: int
    left: int
    bottom: int
    right: int

    def has(self, row: int, column: int) -> bool:
        """Return True if the cell is in the area."""
        return self.top <= row <= self.bottom and self.left <= column <= self.right


@dataclass(frozen=True, slots=True)
class DropDown:
    """Cells with a list of choices; `options` is None if a formula computes them."""

    area: Area
    options: Sequence[str] | None


@dataclass(frozen=True, slots=True)
class Layout:
    """Layout of a sheet. Rows are places from 0."""

    hidden: frozenset[int] = frozenset()
    bold: frozenset[int] = frozenset()
    """Rows in which every filled cell is bold."""
    merged: Sequence[Area] = ()
    lists: Sequence[DropDown] = ()

    def drop_down(self, row: int, column: int) -> DropDown | None:
        """Return the list of choices of a cell."""
        return next((each for each in self.lists if each.area.has(row, column)), None)


def read_layouts(content: bytes) -> dict[str, Arguments] | None:
    """Return the layout of each sheet of an xlsx file as JSON (`layout_from`); None if it takes too much to read.

    Files of other types have no layout.
    """
    if not content.startswith(b"PK") or b"xl/workbook.xml" not in content:
        return {}
    try:
        layouts: dict[str, Arguments] = json.loads(read_in_child(CHILD, content, seconds=TIMEOUT))
    except ChildError:
        return None
    return layouts


def layout_from(stored: Arguments | None) -> Layout:
    """Return the layout of a sheet from its JSON."""
    if not stored:
        return Layout()
    return Layout(
        hidden=frozenset(stored["hidden"]),
        bold=frozenset(stored["bold"]),
        merged=[Area(*area) for area in stored["merged"]],
        lists=[DropDown(Area(*each[:4]), each[4]) for each in stored["lists"]],
    )
