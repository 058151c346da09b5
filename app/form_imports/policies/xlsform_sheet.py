"""Sheets of XLSForms, whose columns are found by their headings."""

import re
from dataclasses import dataclass

from app.form_imports.policies.contents import Page
from app.form_imports.policies.texts import clean
from app.form_imports.policies.words import LANGUAGE_WORDS

MAIN = "default"
_ALIASES = {
    "relevance": "relevant", "caption": "label", "value": "name", "list name": "list_name", "choice filter": "choice_filter",
    "constraint message": "constraint_message", "jr:constraintmsg": "constraint_message", "read only": "read_only",
    "readonly": "read_only", "parameter": "parameters", "calculate": "calculation",
}  # fmt: skip
_BOUND = re.compile(
    r"bind\s*::?\s*(relevant|relevance|constraint|required|read ?only|calculation|calculate|jr:constraintmsg)"
)
"""Headings that name the attribute of an XForm, as in "bind:relevant"."""
_OLD_LANGUAGE = re.compile(r"(label|hint|caption)\s*:(?!:)\s*(.+)")


@dataclass(slots=True)
class FormSheet:
    """A sheet whose columns are found by their headings."""

    page: Page
    header: int
    columns: dict[str, int]

    def text(self, row: int, name: str) -> str:
        """Return the text of a cell by its heading."""
        return clean(self.page.text(row, self.columns.get(name)))

    def worded(self, row: int, name: str, language: str) -> str:
        """Return a text in a language; without one in the main language, else in the first."""
        for code in (language, "", MAIN):
            if text := self.text(row, f"{name}::{code}" if code else name):
                return text
        names = [column for column in self.columns if column.startswith(f"{name}::")]
        return next((text for column in names if (text := self.text(row, column))), "")

    @property
    def rows(self) -> range:
        """Return the rows below the headings."""
        return range(self.header + 1, len(self.page.sheet.rows))


def form_sheet(page: Page) -> FormSheet:
    """Return a sheet with its columns by their headings, also as older forms name them."""
    header = next((row for row in range(min(5, len(page.sheet.rows))) if len(page.filled(row)) > 1), 0)
    columns: dict[str, int] = {}
    for index in page.filled(header) if page.sheet.rows else ():
        heading = page.text(header, index).strip().casefold()
        if bound := _BOUND.fullmatch(heading):
            heading = bound[1]
        name, mark, language = heading.partition("::")
        if old := _OLD_LANGUAGE.match(name):
            name, mark, language = old[1], ":", old[2]
        if name.strip() == "media":
            name, _, language = language.partition("::")
            mark = "::" if language else ""
        plain = _ALIASES.get(name.strip(), name.strip())
        if mark:
            match = re.search(r"\(([a-z]{2,3})\)", language)
            code = match[1] if match else LANGUAGE_WORDS.get(language.strip(), language.strip())
            plain = f"{plain}::{code}"
        present = columns.get(plain)
        # A form can have "bind:relevant" and "relevance", one of them empty.
        if present is None or not _is_filled(page, header, present):
            columns[plain] = index
    return FormSheet(page, header, columns)


def _is_filled(page: Page, header: int, column: int) -> bool:
    return any(page.text(row, column).strip() for row in range(header + 1, len(page.sheet.rows)))
