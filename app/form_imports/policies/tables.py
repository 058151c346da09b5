"""Sheets that consist of several tables below each other, each below its title, and with headings that may differ."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from app.form_imports.policies.contents import Page
from app.form_imports.policies.mapping import ColumnMeaning, SheetMapping, headings_of
from app.form_imports.policies.proposing import heading_meaning
from app.form_imports.policies.row_choices import choices_in_heading
from app.form_imports.policies.sampling import is_further
from app.form_imports.policies.texts import fold, is_blank, one_line
from app.form_imports.policies.words import FIELDS, MARKS, NO, TYPED_WORDS, YES
from app.form_imports.types import REPEATABLE, Meaning

MOST_TITLES = 3
"""Titles above a table: of the file, of the section, of the part."""
_SENTENCE = re.compile(r"\w{2,}[.!]\**$|(?:\w+\W+){13}\w")
_NUMBERED = re.compile(
    r"^\W*(?:(?:section|part|domain|chapter|area|annex|abschnitt|teil|kapitel|partie|parte|sezione)\s+\w{1,4}|\d+(?:\.\d+)*)\b",
    re.IGNORECASE,
)
"""Beginnings of titles, which can be long."""
_BLANK = re.compile(r"\W*(?P<label>\w[^:_\[\]]{1,200}?)\W*:\**\s*(?:_{2,}|\[[^\[\]]{0,60}\])\W*")
"""A question with its blank in one cell, such as "Company name: ____" or "If yes, provide: [attach the plan]"."""
_BLANK_OF_SEVERAL = re.compile(r":\W{0,5}_{2,}")
"""One of several blanks in a cell, such as "High: ____ m, low: ____ m"."""
_DASHED = re.compile(r"^[-•*\u2013]\s")
_CODE = re.compile(r"^\W*(?:\d|[A-Za-z]{1,3}[-.]?\d)")
MOST_BLANKS = 500
"""Characters of a text with blanks."""
MOST_TITLE = 300
"""Characters of a title; a longer text explains something."""
MOST_HEADING = 60
"""Characters of the heading of a column."""
_PLACED = frozenset({Meaning.NUMBER, Meaning.QUESTION, Meaning.ANSWER, Meaning.FURTHER_ANSWER})
"""Meanings that a column keeps in a table with another heading above it."""


def other_tables(page: Page, mapping: SheetMapping) -> dict[int, SheetMapping]:
    """Return the mappings of the other tables of a sheet, by the rows of their headings."""
    headings = headings_of(page, mapping.header)
    if len(headings) < 2:
        return {}
    tables: dict[int, SheetMapping] = {}
    for row in range(len(page.sheet.rows)):
        if row == mapping.header or not _are_headings(page, row):
            continue
        own = {column: fold(text) for column, text in headings_of(page, row).items()}
        if all(fold(headings.get(column, "")) == text for column, text in own.items()):
            columns = {
                column: each
                for column, each in mapping.columns.items()
                if column in own or column not in headings
            }
            tables[row] = replace(mapping, header=row, columns=columns)
        elif _names_columns(page, row, own, mapping, headings):
            tables[row] = replace(mapping, header=row, columns=_columns(page, row, mapping, headings))
    return tables


def titles_above(page: Page, headers: Collection[int]) -> Mapping[int, int]:
    """Return the levels of the rows with one cell directly above the headings of a table, by row.

    The title of the whole file is left out, if the section has one of its own.
    """
    levels: dict[int, int] = {}
    for start in headers:
        row = start - 1
        while row >= max(0, start - MOST_TITLES) and _is_title(page, row):
            row -= 1
        titles = [
            each
            for each in range(row + 1, start)
            if not is_explanation(page.text(each, page.filled(each)[0]))
        ]
        if len(titles) > 1 and titles[0] == 0:
            titles = titles[1:]
        levels |= {title: 2 if title == titles[0] else 3 for title in titles}
    return levels


def names_fields(page: Page, header: int) -> bool:
    """Return True for the headings of a table whose rows are fields with a name, such as "Field" and "Response"."""
    first = next(iter(headings_of(page, header).values()), "")
    return fold(first) in FIELDS


def _has_blanks(page: Page, header: int) -> bool:
    """Return True for headings with blanks or boxes in most cells below them, right of the first column."""
    headings = headings_of(page, header)
    meaning = heading_meaning(next(iter(headings.values()), ""))
    is_known = meaning is not None and meaning.meaning in (Meaning.NUMBER, Meaning.QUESTION)
    if is_known or any(is_blank(text) or _CODE.match(text) for text in headings.values()):
        return False
    columns = sorted(headings)[1:]
    cells = [page.text(row, column) for row in _rows_below(page, header) for column in columns]
    return sum(bool(text) and is_blank(text) for text in cells) * 2 > len(cells)


def blank_label(page: Page, row: int) -> str:
    """Return the question of a row with one cell, which has the blank for the answer too; empty for other rows.

    Several blanks are one question, whose label has dots in their places.
    """
    filled = page.filled(row)
    text = page.text(row, filled[0]).strip() if len(filled) == 1 else ""
    if len(text) > MOST_BLANKS:
        return ""
    if match := _BLANK.fullmatch(text):
        return match["label"].strip()
    has_several = len(_BLANK_OF_SEVERAL.findall(text)) > 1
    return re.sub(r"\s*_{2,}", " ...", one_line(text)) if has_several else ""


def named_type(label: str) -> str:
    """Return the word of a type in the label of a blank, such as "Contact e-mail" or "Date of birth"; empty without one."""
    words = fold(label.replace("-", "")).split()
    return next((word for word in words if word in TYPED_WORDS), "")


def blanks_above(page: Page, header: int) -> Sequence[int]:
    """Return the rows with a question and its blank above the first headings of a sheet, and the title of the first."""
    rows = [row for row in range(header) if blank_label(page, row)]
    above = rows[0] - 1 if rows else 0
    # The title of the whole file is no section.
    return [above, *rows] if above > 0 and len(page.filled(above)) == 1 else rows


def introduces_list(page: Page, row: int) -> bool:
    """Return True for a text such as "Evidence:" above a list with dashes, which is no heading."""
    filled = page.filled(row)
    below = page.filled(row + 1) if row + 1 < len(page.sheet.rows) else []
    is_followed = len(below) == 1 and _DASHED.match(page.text(row + 1, below[0]).strip()) is not None
    return is_followed and page.text(row, filled[0]).rstrip("* ").endswith(":")


def is_explanation(text: str) -> bool:
    """Return True for a text that explains something, lists something or has a blank to fill in, and is no heading."""
    text = text.strip()
    if len(text) > MOST_TITLE:
        return True
    is_numbered = _NUMBERED.match(text) is not None
    return (
        "___" in text
        or _DASHED.match(text) is not None
        or _BLANK.fullmatch(text) is not None
        or (_SENTENCE.search(text) is not None and not is_numbered)
    )


def _is_title(page: Page, row: int) -> bool:
    filled = page.filled(row)
    return len(filled) == 1 and not page.text(row, filled[0]).rstrip().endswith("?")


def _are_headings(page: Page, row: int) -> bool:
    texts = [page.text(row, column).strip() for column in page.filled(row)]
    return len(texts) > 1 and all(len(text) <= MOST_HEADING and not text.endswith("?") for text in texts)


def _names_columns(
    page: Page, row: int, own: Mapping[int, str], mapping: SheetMapping, headings: Mapping[int, str]
) -> bool:
    """Return True for headings that name the number or the question as the first table does, or that name fields."""
    for meaning in (Meaning.NUMBER, Meaning.QUESTION):
        column = mapping.column(meaning)
        if column is not None and column in own and own[column] == fold(headings.get(column, "")):
            return True
    is_below_title = row == 0 or len(page.filled(row - 1)) < 2
    has_types = mapping.column(Meaning.TYPE) is not None
    is_whole = is_below_title and not has_types and len(own) == len(page.filled(row))
    return is_whole and (names_fields(page, row) or _has_blanks(page, row))


def _columns(
    page: Page, row: int, mapping: SheetMapping, headings: Mapping[int, str]
) -> dict[int, ColumnMeaning]:
    """Return the meanings of columns by the headings of the first table, by known words, or by their place."""
    # A column of the first table that the user has left out is left out in the others too.
    by_heading = {fold(text): mapping.columns.get(column) for column, text in headings.items()}
    own = headings_of(page, row)
    if names_fields(page, row) or _has_blanks(page, row):
        name, *others = sorted(own)
        further = dict.fromkeys(others[1:], ColumnMeaning(Meaning.FURTHER_ANSWER))
        return {name: ColumnMeaning(Meaning.QUESTION), others[0]: ColumnMeaning(Meaning.ANSWER)} | further
    columns: dict[int, ColumnMeaning] = dict.fromkeys(_marks(own), ColumnMeaning(Meaning.MARK))
    for column, text in own.items():
        placed = mapping.columns.get(column)
        is_same = fold(text) in by_heading
        meaning = by_heading[fold(text)] if is_same else _by_words(text)
        if meaning is None and not is_same and placed is not None and placed.meaning in _PLACED:
            is_asked = placed.meaning is not Meaning.FURTHER_ANSWER or _is_empty(page, row, column)
            meaning = placed if is_asked else None
        used = {each.meaning for each in columns.values()}
        if (
            column not in columns
            and meaning
            and (meaning.meaning in REPEATABLE or meaning.meaning not in used)
        ):
            columns[column] = meaning
    if all(each.meaning is not Meaning.QUESTION for each in columns.values()):
        columns[min(own)] = ColumnMeaning(Meaning.QUESTION)
    return columns


def _is_empty(page: Page, header: int, column: int) -> bool:
    """Return True if respondents fill in a column of a table: most cells are empty, or have blanks or boxes."""
    cells = [page.text(row, column) for row in _rows_below(page, header)]
    return sum(map(is_blank, cells)) * 2 > len(cells)


def _rows_below(page: Page, header: int) -> Iterator[int]:
    """Yield the rows of a table: those below its headings, up to a row with fewer than two cells."""
    for row in range(header + 1, len(page.sheet.rows)):
        if len(page.filled(row)) < 2:
            return
        yield row


def _by_words(heading: str) -> ColumnMeaning | None:
    if choices_in_heading(heading):
        return ColumnMeaning(Meaning.ANSWER)
    if is_further(heading):
        return ColumnMeaning(Meaning.FURTHER_ANSWER)
    meaning = heading_meaning(heading)
    return meaning if meaning and meaning.meaning is not Meaning.NAME else None


def _marks(headings: Mapping[int, str]) -> Sequence[int]:
    """Return the columns whose headings are choices to mark, such as "Yes", "No" and "N/A"."""
    marks = [column for column, text in headings.items() if fold(text) in MARKS]
    words = {fold(headings[column]) for column in marks}
    return marks if words & YES and words & NO else []
