"""Meanings of the columns of a file, as they are proposed, chosen and stored."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from app.form_imports.policies.contents import Page
from app.form_imports.policies.texts import fold
from app.form_imports.types import MAX_COLUMNS, REPEATABLE, SAMPLES, Meaning
from app.kernel.files.cell_texts import samples_of
from app.kernel.files.workbooks import column_letter
from app.kernel.http.json_types import Arguments

HEADING_LENGTH = 80


@dataclass(frozen=True, slots=True)
class ColumnMeaning:
    """Meaning of a column, and the code of the language of its texts; empty for the main one."""

    meaning: Meaning
    language: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetMapping:
    """Use of a sheet, the row of its headings from 0 (-1 without headings), and the meanings of its columns."""

    sheet: str
    is_used: bool
    header: int
    columns: Mapping[int, ColumnMeaning]
    has_hidden: bool = False
    """True if its hidden rows are imported too."""

    def column(self, meaning: Meaning, language: str = "") -> int | None:
        """Return the first column with a meaning."""
        return next(iter(self.columns_of(meaning, language)), None)

    def columns_of(self, meaning: Meaning, language: str = "") -> list[int]:
        """Return the columns with a meaning, of one language."""
        return [
            index
            for index, each in sorted(self.columns.items())
            if each.meaning is meaning and each.language == language
        ]

    def to_json(self) -> Arguments:
        """Return the JSON of the mapping."""
        return {
            "sheet": self.sheet, "isUsed": self.is_used, "header": self.header, "hasHidden": self.has_hidden,
            "columns": [
                {"index": index, "meaning": each.meaning.value, "language": each.language}
                for index, each in sorted(self.columns.items())
            ],
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class FileMapping:
    """Mapping of all sheets, the language that is imported, and the profile that it comes from."""

    sheets: Sequence[SheetMapping]
    language: str = ""
    profile: str = ""

    def to_json(self) -> Arguments:
        """Return the JSON of the mapping."""
        return {
            "language": self.language,
            "profile": self.profile,
            "sheets": [sheet.to_json() for sheet in self.sheets],
        }


def mapping_from(stored: Arguments) -> FileMapping:
    """Return a stored mapping."""
    return FileMapping(
        sheets=[
            SheetMapping(
                sheet=sheet["sheet"], is_used=sheet["isUsed"], header=sheet["header"], has_hidden=sheet["hasHidden"],
                columns={
                    column["index"]: ColumnMeaning(Meaning(column["meaning"]), column.get("language") or "")
                    for column in sheet["columns"]
                },
            )
            for sheet in stored["sheets"]
        ],
        language=stored.get("language") or "",
        profile=stored.get("profile") or "",
    )  # fmt: skip


def headings_of(page: Page, header: int) -> dict[int, str]:
    """Return the filled headings of a sheet by column; none for row -1, which is a sheet without headings."""
    if not 0 <= header < len(page.sheet.rows):
        return {}
    return {column: page.text(header, column) for column in page.filled(header)}


def languages_of(mapping: FileMapping) -> list[str]:
    """Return the codes of the languages of a file other than the main one."""
    codes = {
        column.language for sheet in mapping.sheets if sheet.is_used for column in sheet.columns.values()
    }
    return sorted(codes - {""})


def with_language(sheet: SheetMapping, language: str) -> SheetMapping:
    """Return the mapping with the columns of a language in place of the main ones, where it has them."""
    if not language:
        return replace(sheet, columns={i: each for i, each in sheet.columns.items() if not each.language})
    chosen = {each.meaning for each in sheet.columns.values() if each.language == language}
    columns = {
        index: ColumnMeaning(each.meaning)
        for index, each in sheet.columns.items()
        if each.language == language or (not each.language and each.meaning not in chosen)
    }
    return replace(sheet, columns=columns)


def describe_sheet(page: Page, header: int) -> Arguments:
    """Return a sheet with its columns, headings and samples, and the numbers of its rows and hidden rows."""
    width = min(max((len(row) for row in page.sheet.rows), default=0), MAX_COLUMNS)
    headings = headings_of(page, header)
    columns = [
        {
            "index": column,
            "letter": column_letter(column),
            "heading": headings.get(column, "")[:HEADING_LENGTH],
            "samples": samples_of(page.sheet, header, column, count=SAMPLES),
        }
        for column in range(width)
    ]
    below = range(header + 1, len(page.sheet.rows))
    return {
        "name": page.name,
        "header": header,
        "row_count": sum(bool(page.filled(row)) for row in below),
        "hidden_rows": sum(row in page.layout.hidden and bool(page.filled(row)) for row in below),
        "columns": [column for column in columns if column["heading"] or column["samples"]],
    }


def headings_hash(headings: Sequence[str]) -> str:
    """Return the digest of the headings of a sheet, by which a remembered mapping is found."""
    return hashlib.sha256(json.dumps([fold(heading) for heading in headings]).encode()).hexdigest()


def repeated(columns: Mapping[int, ColumnMeaning]) -> Meaning | None:
    """Return a meaning that several columns have and only one can have."""
    seen: set[ColumnMeaning] = set()
    for each in columns.values():
        if each in seen and each.meaning not in REPEATABLE:
            return each.meaning
        seen.add(each)
    return None
