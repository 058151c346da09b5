"""Choices of a question that are not in one cell: in the rows below it, in several columns, or as headings of columns to mark."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from textwrap import shorten

from app.form_imports.policies.contents import Page
from app.form_imports.policies.items import Choice
from app.form_imports.policies.mapping import SheetMapping, headings_of
from app.form_imports.policies.texts import (
    choices_in,
    clean,
    fold,
    offer_yes_and_no,
    one_line,
    without_bullets,
)
from app.form_imports.policies.words import MARKS, NO, NOT_APPLICABLE, YES
from app.form_imports.types import MAX_CHOICES, Meaning

_BRACKETED = re.compile(r"[(\[]([^()\[\]]{3,60})[)\]]\s*$")
_CODED = re.compile(
    r"(?P<code>-?\d{1,4}|[A-Za-z]\d{0,3})\s*(?P<mark>,(?=\s)|=|:(?=\s)|[-\u2013](?=\s))\s*(?P<label>\S.*)"
)
MOST_FURTHER = 80
"""Characters of the heading of a further answer."""
_IN_HEADINGS = MARKS | YES | NO | NOT_APPLICABLE
"""Choices that a heading can list."""


def continuing_rows(page: Page, mapping: SheetMapping, rows: Sequence[int]) -> dict[int, list[int]]:
    """Return the rows that only continue the choices of a question, by the row of the question."""
    choices = mapping.column(Meaning.CHOICES)
    question = mapping.column(Meaning.QUESTION)
    if choices is None or question is None:
        return {}
    others = [
        column
        for column, each in mapping.columns.items()
        if each.meaning not in (Meaning.CHOICES, Meaning.ANSWER, Meaning.FURTHER_ANSWER, Meaning.MARK)
    ]
    result: dict[int, list[int]] = {}
    asked: int | None = None
    for row in rows:
        if page.text(row, question):
            asked = row if page.text(row, choices) else None
        elif any(page.text(row, column) for column in others):
            asked = None
        elif asked is not None and page.text(row, choices):
            result.setdefault(asked, []).append(row)
    return result


def choices_of_row(page: Page, mapping: SheetMapping, row: int, continuing: Sequence[int]) -> list[str]:
    """Return the choices of a question that are in several cells, else the headings of its columns to mark."""
    columns = mapping.columns_of(Meaning.CHOICES)
    if continuing:
        texts = without_bullets([page.text(each, columns[0]) for each in (row, *continuing)])
    elif len(columns) > 1:
        texts = [page.text(row, column) for column in columns]
    else:
        texts = mark_headings(page, mapping)
    cleaned = (one_line(clean(text)) for text in texts)
    return list(dict.fromkeys(text for text in cleaned if text))[: MAX_CHOICES + 1]


def coded_choices(labels: Sequence[str]) -> tuple[Choice, ...]:
    """Return choices; the codes before all of them, as in "1, Yes" or "0 - None", are names for conditions.

    A code with a comma or an equals sign is no part of the label; another one can be a level that respondents know.
    """
    matches = [match for label in labels if (match := _CODED.match(label))]
    codes = {fold(match["code"]) for match in matches}
    if len(labels) < 2 or len(codes) < len(labels):
        return tuple(map(Choice, labels))
    return tuple(
        Choice(match["label"] if match["mark"] in ",=" else match[0], match["code"]) for match in matches
    )


def mark_headings(page: Page, mapping: SheetMapping) -> list[str]:
    """Return the headings of the columns to mark; they may be in the row below the other headings."""
    columns = mapping.columns_of(Meaning.MARK)
    for row in (mapping.header, mapping.header + 1):
        texts = [page.text(row, column) for column in columns] if row < len(page.sheet.rows) else []
        if sum(map(bool, texts)) > 1:
            return texts
    return []


def headings_by_column(page: Page, mapping: SheetMapping, columns: Sequence[int]) -> Mapping[int, str]:
    """Return the headings of columns on one line; empty for a column without one."""
    headings = {column: one_line(clean(page.text(mapping.header, column))) for column in columns}
    return {column: shorten(heading, MOST_FURTHER, placeholder="...") for column, heading in headings.items()}


def example_choices(page: Page, mapping: SheetMapping, rows: Sequence[int]) -> list[str]:
    """Return the different answers such as "Yes", "No" and "Partial" of a file that is filled in; else nothing."""
    answer = mapping.column(Meaning.ANSWER)
    if answer is None:
        return []
    texts = [one_line(clean(page.text(row, answer))) for row in rows]
    filled = [text for text in texts if text]
    marks = {fold(text): text for text in filled if fold(text) in MARKS}
    count = sum(fold(text) in MARKS for text in filled)
    if len(filled) * 2 <= len(rows) or count < 3 or not marks.keys() & YES:
        return []
    if len(marks) == 1:
        marks |= {"no": "No"} if "yes" in marks else {}
    order = sorted(marks, key=lambda mark: (mark not in YES, mark not in NO))
    return [marks[mark] for mark in order] if len(marks) > 1 else []


def written_answers(page: Page, mapping: SheetMapping, rows: Sequence[int]) -> frozenset[str]:
    """Return the answers that a respondent has written into a file that is filled in, which are no lists of choices.

    Lists that come back, or that offer yes and no, are choices in a filled file too.
    """
    answer = mapping.column(Meaning.ANSWER)
    texts = [text for row in rows if (text := clean(page.text(row, answer)))]
    lists = sum(len(choices_in(text)) > 1 for text in texts)
    if len(texts) * 2 <= len(rows) or lists * 2 > len(texts):
        return frozenset()
    counts = Counter(texts)
    return frozenset(text for text in texts if counts[text] == 1 and not offer_yes_and_no(choices_in(text)))


def choices_in_heading(heading: str) -> list[str]:
    """Return the choices that the heading of a column lists for all its rows, as in "Y/N/NA" or "Response (Yes / No)"."""
    text = one_line(clean(heading))
    bracketed = _BRACKETED.search(text)
    for part in (text, bracketed[1] if bracketed else ""):
        choices = choices_in(part)
        if (
            len(choices) > 1
            and all(fold(each) in _IN_HEADINGS for each in choices)
            and offer_yes_and_no(choices)
        ):
            return choices
    return []


def wider_rows(page: Page, mapping: SheetMapping, rows: Sequence[int]) -> frozenset[int]:
    """Return the few rows with cells right of the last heading."""
    last = max(headings_of(page, mapping.header), default=None)
    if last is None:
        return frozenset()
    wide = frozenset(row for row in rows if max(page.filled(row), default=0) > last)
    return wide if len(wide) <= 0.1 * len(rows) else frozenset()
