"""Meanings of columns that a file proposes: by its headings, also below a title, and by its cells."""

import re
from collections.abc import Iterator, Mapping
from functools import cache

from app.form_imports.policies.contents import Page
from app.form_imports.policies.mapping import ColumnMeaning, SheetMapping, headings_of
from app.form_imports.policies.row_choices import choices_in_heading
from app.form_imports.policies.sampling import (
    code_share,
    is_group,
    is_machine_made,
    is_worded,
    propose_by_samples,
)
from app.form_imports.policies.texts import fold
from app.form_imports.policies.words import HEADINGS, LANGUAGE_WORDS, NUMBER_ENDS
from app.form_imports.types import HEADER_ROWS, TRANSLATABLE, Meaning

_LANGUAGE = re.compile(
    r"^(.*?)\s*(?:::|[(\[]|\s-\s)\s*([^\W\d]{2,12})(?:\s*\([a-z]{2}\))?\s*[)\]]?\s*$", re.IGNORECASE
)
_NUMBERED_CHOICE = re.compile(
    r"(?:answer |response )?(?:option|choice|answer|opcion|choix|opzione) ?(?:[a-h]|\d{1,2})"
)

_ASKING = re.compile(r"[?؟\uff1f]\s*$|^\s*\(?\d{1,3}[.):]\s+\S")
"""Texts that are questions, and no headings."""
MOST_HEADING = 200
"""Characters of a heading that can name a language."""
MIN_HEADINGS, MIN_ASKING = 2, 3
"""Texts of a row of headings, and questions from which a sheet without such a row is a list of questions."""


def heading_meaning(heading: str) -> ColumnMeaning | None:
    """Return the meaning of a heading that is exactly one of the known words, with its language."""
    plain = fold(heading)
    if plain in _phrases():
        return ColumnMeaning(_phrases()[plain])
    # A question can be long, and each of its spaces could begin the language.
    match = _LANGUAGE.match(" ".join(heading[:MOST_HEADING].split()))
    code = LANGUAGE_WORDS.get(match[2].casefold()) if match else None
    meaning = _phrases().get(fold(match[1])) if match and code else None
    return ColumnMeaning(meaning, code) if meaning in TRANSLATABLE and code else None


def header_row(page: Page) -> int:
    """Return the row with the most known headings among the top rows, else the first with the most texts.

    A sheet that begins with its questions has none: -1, or the row above the first question.
    """
    top = range(min(HEADER_ROWS, len(page.sheet.rows)))
    if not top:
        return 0
    counts = [len(set(filter(None, map(heading_meaning, headings_of(page, row).values())))) for row in top]
    if max(counts) > 0:
        return counts.index(max(counts))
    asking = [
        row for row in top if any(_ASKING.search(page.text(row, column)) for column in page.filled(row))
    ]
    texts = [0 if row in asking else len(page.filled(row)) for row in top]
    if len(asking) >= MIN_ASKING and max(texts) < MIN_HEADINGS:
        return asking[0] - 1
    return texts.index(max(texts))


def propose_sheet(page: Page) -> SheetMapping:
    """Return the most likely meanings of the columns of a sheet, by headings, samples and drop-down lists."""
    header = header_row(page)
    columns = propose_by_samples(page, header, _by_headings(page, header))
    is_used = page.sheet.is_visible and _looks_like_questions(page, header, columns)
    return SheetMapping(sheet=page.name, is_used=is_used, header=header, columns=columns)


def count_questions(page: Page, sheet: SheetMapping) -> int:
    """Return the number of rows of a visible sheet with a text in the column of the questions."""
    question = sheet.column(Meaning.QUESTION)
    if question is None or not page.sheet.is_visible:
        return 0
    return sum(bool(page.text(row, question)) for row in range(sheet.header + 1, len(page.sheet.rows)))


def _by_headings(page: Page, header: int) -> dict[int, ColumnMeaning]:
    columns: dict[int, ColumnMeaning] = {}
    taken: dict[ColumnMeaning, int] = {}
    section, part = ColumnMeaning(Meaning.SECTION), ColumnMeaning(Meaning.SUBSECTION)
    scored = sorted(_scores(page, header), key=lambda each: (-each[0], each[1]))
    for _, column, scored_meaning in scored:
        if column in columns:
            continue
        # The second of two columns with sections has the parts of the first one.
        is_part = scored_meaning == section and taken.get(section, column) < column
        meaning = part if is_part else scored_meaning
        if meaning not in taken or meaning.meaning is Meaning.HINT:
            columns[column] = meaning
            taken[meaning] = column
    numbered = [
        column
        for column, heading in headings_of(page, header).items()
        if _NUMBERED_CHOICE.fullmatch(fold(heading))
    ]
    if len(numbered) > 1:
        columns = {i: each for i, each in columns.items() if each.meaning is not Meaning.CHOICES}
        columns |= dict.fromkeys(numbered, ColumnMeaning(Meaning.CHOICES))
    return columns


def _scores(page: Page, header: int) -> Iterator[tuple[float, int, ColumnMeaning]]:
    for column, heading in headings_of(page, header).items():
        exact = heading_meaning(heading)
        if exact and exact.meaning is not Meaning.NUMBER:
            yield 100, column, exact
            continue
        if choices_in_heading(heading):
            yield 90, column, ColumnMeaning(Meaning.ANSWER)
            continue
        if exact and is_worded(page, header, column):
            # "Item" is a number in some files, and the question in others.
            yield 45, column, ColumnMeaning(Meaning.QUESTION)
            continue
        words = fold(heading).split()
        if exact or (1 < len(words) <= 3 and words[-1] in NUMBER_ENDS):
            # A code such as "AC-01" says more than the number of the row, and the code of a group is no number.
            if not is_group(page, header, column) and not is_machine_made(page, header, column):
                code = 150 if code_share(page, header, column) >= 0.9 else 0
                yield (100 if exact else 60) + code, column, ColumnMeaning(Meaning.NUMBER)
            continue
        terms = set(words) - {"s", "the", "of"}
        for phrase, meaning in _phrases().items():
            parts = set(phrase.split())
            if (
                len(phrase) > 2
                and meaning is not Meaning.NAME
                and parts <= terms
                and len(parts) >= 0.3 * len(terms)
            ):
                yield 20 + len(phrase) + 20 * len(parts) / len(terms), column, ColumnMeaning(meaning)


def _looks_like_questions(page: Page, header: int, columns: Mapping[int, ColumnMeaning]) -> bool:
    meanings = {each.meaning for each in columns.values()}
    question = next((c for c, each in columns.items() if each.meaning is Meaning.QUESTION), None)
    if question is None:
        return False
    texts = [text for row in range(header + 1, len(page.sheet.rows)) if (text := page.text(row, question))]
    others = meanings - {Meaning.QUESTION, Meaning.HINT, Meaning.SECTION, Meaning.SUBSECTION, Meaning.NAME}
    asking = sum(text.rstrip().endswith("?") for text in texts)
    return len(texts) > 0 and (bool(others) or asking >= 0.3 * len(texts))


@cache
def _phrases() -> dict[str, Meaning]:
    return {fold(phrase): meaning for meaning, phrases in HEADINGS.items() for phrase in phrases}
