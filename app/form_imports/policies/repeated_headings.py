"""Sheets that consist of several tables with the same headings, each below its title."""

from collections.abc import Collection, Sequence

from app.form_imports.policies.contents import Page
from app.form_imports.policies.mapping import headings_of
from app.form_imports.policies.texts import fold

MOST_TITLES = 3
"""Titles above a table: of the part, of its section, of the file."""


def repeated_headings(page: Page, header: int) -> frozenset[int]:
    """Return the rows below the headings that are the headings again."""
    headings = {column: fold(text) for column, text in headings_of(page, header).items()}
    if len(headings) < 2:
        return frozenset()
    return frozenset(
        row
        for row in range(header + 1, len(page.sheet.rows))
        if len(filled := page.filled(row)) > 1
        and all(fold(page.text(row, column)) == headings.get(column) for column in filled)
    )


def titles_above(page: Page, header: int, repeated: Collection[int]) -> Sequence[int]:
    """Return the rows with one cell that are directly above the headings of a table, if a sheet has several tables."""
    titles: list[int] = []
    for start in sorted({header, *repeated}) if repeated else ():
        row = start - 1
        while row >= max(0, start - MOST_TITLES) and len(page.filled(row)) == 1:
            titles.append(row)
            row -= 1
    return sorted(titles)
