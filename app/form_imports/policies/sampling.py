"""Meanings of columns by their cells: questions, answers, numbers, choices in rows of their own, marks and comments."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.form_imports.policies.answer_types import type_in
from app.form_imports.policies.contents import Page
from app.form_imports.policies.mapping import ColumnMeaning, headings_of
from app.form_imports.policies.texts import choices_in, fold, is_blank, is_bulleted, is_no, is_yes
from app.form_imports.policies.words import (
    DETAILS,
    FURTHER,
    LISTED_TYPES,
    MARKS,
    NO,
    NOT_APPLICABLE,
    REQUESTS,
    YES,
)
from app.form_imports.types import Meaning

_PLACE = re.compile(r"[A-Za-z&]{0,8}[-.]?\d+(?:[.\-]\d+)*[a-z]?")
_CODE = re.compile(r"(?=.*\d)(?=.*[A-Za-z])[A-Za-z&]{1,10}[\w.&\-/ ]{0,20}")
_MACHINE_MADE = re.compile(r"[0-9a-f]{16,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
SAMPLED = 200
"""Rows below the headings that are looked at."""
MOST_SECTION = 100
"""Characters of the name of a section."""
MIN_CHOICES = 2
"""Rows with one more choice from which a column is taken for choices."""
Columns = dict[int, ColumnMeaning]


@dataclass(frozen=True, slots=True)
class _Samples:
    """The first rows of a sheet below its headings."""

    page: Page
    header: int
    rows: Sequence[int]
    width: int

    def texts(self, column: int) -> list[str]:
        """Return the filled cells of a column."""
        return [text for row in self.rows if (text := self.page.text(row, column).strip())]

    def is_asking(self, column: int) -> bool:
        texts = self.texts(column)
        asking = sum(text.endswith("?") for text in texts)
        return asking * 2 >= len(texts) and self.mean_length(column) >= 15

    def is_section(self, column: int) -> bool:
        """Return True for words that stay the same for several rows and do not come back."""
        texts = self.texts(column)
        changes = sum(one != other for one, other in pairwise(texts)) + 1
        is_text = all(len(text) <= MOST_SECTION and not _PLACE.fullmatch(text) for text in texts)
        return (
            1 < len(set(texts)) == changes <= len(texts) / 2 and is_text and len(texts) * 2 > len(self.rows)
        )

    def mean_length(self, column: int) -> float:
        texts = self.texts(column)
        return sum(map(len, texts)) / len(texts) if texts and len(texts) * 3 >= len(self.rows) else 0


def propose_by_samples(page: Page, header: int, columns: Mapping[int, ColumnMeaning]) -> Columns:
    """Return the columns with those that the headings do not name."""
    rows = range(header + 1, min(len(page.sheet.rows), header + SAMPLED))
    width = max((len(page.sheet.rows[row]) for row in rows), default=0)
    samples = _Samples(page, header, rows, width)
    result = dict(columns)
    _check_required(samples, result)
    _check_types(samples, result)
    _add_question(samples, result)
    _add_sections(samples, result)
    _add_marks(samples, result)
    _add_choices(samples, result)
    _add_answer(samples, result)
    _split_question(samples, result)
    _add_number(samples, result)
    _add_further(samples, result)
    return result


def code_share(page: Page, header: int, column: int) -> float:
    """Return the share of codes such as "AC-01" among the cells of a column; 0 if they repeat."""
    texts = _Samples(page, header, _below(page, header), 0).texts(column)
    if len(set(texts)) < 0.9 * len(texts):
        return 0
    return sum(bool(_CODE.fullmatch(text)) for text in texts) / max(1, len(texts))


def is_group(page: Page, header: int, column: int) -> bool:
    """Return True if cells of a column often repeat the one above: the number of a group, not of a question."""
    texts = _Samples(page, header, _below(page, header), 0).texts(column)
    repeating = sum(one == other for one, other in pairwise(texts))
    return len(texts) > 2 and repeating > 0.3 * len(texts)


def is_worded(page: Page, header: int, column: int) -> bool:
    """Return True for a column of several words each, which are no numbers or codes."""
    texts = _Samples(page, header, _below(page, header), 0).texts(column)
    worded = sum(len(text.split()) > 2 and not any(map(str.isdigit, text[:3])) for text in texts)
    return worded * 2 > len(texts)


def is_machine_made(page: Page, header: int, column: int) -> bool:
    """Return True for a column of identifiers that no person reads."""
    texts = _Samples(page, header, _below(page, header), 0).texts(column)
    return len(texts) > 0 and all(_MACHINE_MADE.fullmatch(text) for text in texts)


def _below(page: Page, header: int) -> range:
    return range(header + 1, min(len(page.sheet.rows), header + SAMPLED))


def _column(columns: Mapping[int, ColumnMeaning], meaning: Meaning) -> int | None:
    return next((c for c, each in sorted(columns.items()) if each == ColumnMeaning(meaning)), None)


def _add_question(samples: _Samples, columns: Columns) -> None:
    """Add the column whose texts ask, else the one with the longest texts; descriptions may be all that there is."""
    if _column(columns, Meaning.QUESTION) is not None:
        return
    free = [column for column in range(samples.width) if column not in columns]
    hints = [column for column, each in columns.items() if each == ColumnMeaning(Meaning.HINT)]
    names = [column for column, each in columns.items() if each == ColumnMeaning(Meaning.NAME)]
    if names and samples.is_asking(names[0]):
        # "Question name" is the question itself, where no other column asks.
        free += names
    for candidates in (free, hints):
        lengths = {column: samples.mean_length(column) for column in candidates}
        asking = {column: length for column, length in lengths.items() if samples.is_asking(column)}
        best = max(asking or lengths, key=lambda column: lengths[column], default=None)
        if best is not None and (asking or lengths[best] >= 25 or samples.header < 0):
            columns[best] = ColumnMeaning(Meaning.QUESTION)
            return


def split_question(page: Page, header: int, columns: Columns) -> None:
    """Move the question one column to the right, if its heading is above the numbers too."""
    rows = _below(page, header)
    _split_question(_Samples(page, header, rows, 0), columns)


def _split_question(samples: _Samples, columns: Columns) -> None:
    question = _column(columns, Meaning.QUESTION)
    if question is None or _column(columns, Meaning.NUMBER) is not None or question + 1 in columns:
        return
    texts = samples.texts(question)
    codes = sum(bool(_CODE.fullmatch(text) or _PLACE.fullmatch(text)) for text in texts)
    is_titled = bool(samples.page.text(samples.header, question + 1))
    worded = sum(len(text.split()) > 1 for text in samples.texts(question + 1))
    if codes * 2 > len(texts) and worded * 2 > len(texts) and not is_titled:
        columns[question] = ColumnMeaning(Meaning.NUMBER)
        columns[question + 1] = ColumnMeaning(Meaning.QUESTION)


def _add_sections(samples: _Samples, columns: Columns) -> None:
    """Add a column whose texts stay the same for several questions; left of the sections, it has the larger groups."""
    question = _column(columns, Meaning.QUESTION)
    section, part = _column(columns, Meaning.SECTION), _column(columns, Meaning.SUBSECTION)
    if question is None or part is not None:
        return
    for column in range(question if section is None else min(section, question)):
        if column in columns or not samples.is_section(column):
            continue
        columns[column] = ColumnMeaning(Meaning.SECTION)
        if section is not None:
            columns[section] = ColumnMeaning(Meaning.SUBSECTION)
        return


def _add_marks(samples: _Samples, columns: Columns) -> None:
    """Add neighbouring columns whose headings are choices, such as "Yes", "No" and "N/A"; they may be in the row below."""
    question = _column(columns, Meaning.QUESTION)
    if question is None:
        return
    for row in (samples.header, samples.header + 1):
        run: list[int] = []
        for column, heading in headings_of(samples.page, row).items():
            if column > question and fold(heading) in MARKS:
                if run and column != run[-1] + 1:
                    run = []
                run.append(column)
        words = {fold(samples.page.text(row, column)) for column in run}
        cells = [text for column in run for text in samples.texts(column)[row - samples.header :]]
        # The headings of other tables on the sheet are below these.
        is_short = all(len(text) <= 3 or fold(text) in words for text in cells)
        if is_short and len(words) > 1 and words & YES and words & (NO | NOT_APPLICABLE):
            for column in run:
                columns[column] = ColumnMeaning(Meaning.MARK)
            return


def _add_choices(samples: _Samples, columns: Columns) -> None:
    """Add a column that continues below a question, where no other cell is filled."""
    question = _column(columns, Meaning.QUESTION)
    if question is None or _column(columns, Meaning.CHOICES) is not None:
        return
    asked = [row for row in samples.rows if samples.page.text(row, question)]
    continued: dict[int, int] = {}
    for row in samples.rows:
        filled = samples.page.filled(row)
        if len(filled) == 1 and filled[0] > question:
            continued[filled[0]] = continued.get(filled[0], 0) + 1
    best = max(continued, key=lambda column: continued[column], default=None)
    if best is None or best in columns or continued[best] < MIN_CHOICES:
        return
    alone = [samples.page.text(row, best) for row in samples.rows if samples.page.filled(row) == [best]]
    if sum(map(is_bulleted, alone)) * 2 > len(alone):
        columns[best] = ColumnMeaning(Meaning.CHOICES)
        return
    if continued[best] * 2 < len(asked):
        return
    if sum(bool(samples.page.text(row, best)) for row in asked) * 2 >= len(asked):
        columns[best] = ColumnMeaning(Meaning.CHOICES)


def _add_answer(samples: _Samples, columns: Columns) -> None:
    """Add the column with the most drop-down lists."""
    if _column(columns, Meaning.ANSWER) is not None or _column(columns, Meaning.MARK) is not None:
        return
    listed = {
        column: sum(samples.page.layout.drop_down(row, column) is not None for row in samples.rows)
        for column in range(samples.width)
        if column not in columns
    }
    best = max(listed, key=lambda column: listed[column], default=None)
    if best is not None and listed[best] > 1:
        columns[best] = ColumnMeaning(Meaning.ANSWER)


def _add_number(samples: _Samples, columns: Columns) -> None:
    question = _column(columns, Meaning.QUESTION)
    if question is None or _column(columns, Meaning.NUMBER) is not None:
        return
    for column in range(question):
        texts = samples.texts(column)
        numbered = sum(bool(_PLACE.fullmatch(text)) for text in texts)
        is_number = texts and numbered >= 0.6 * len(texts)
        if column not in columns and is_number and not is_group(samples.page, samples.header, column):
            columns[column] = ColumnMeaning(Meaning.NUMBER)
            return


def _check_required(samples: _Samples, columns: Columns) -> None:
    """Make a column such as "Required evidence", whose texts mean neither yes nor no, a hint."""
    for column, each in list(columns.items()):
        texts = samples.texts(column)
        words = sum(is_yes(text) or is_no(text) for text in texts)
        if each.meaning is Meaning.REQUIRED and len(texts) > 1 and words * 2 < len(texts):
            columns[column] = ColumnMeaning(Meaning.HINT)


def _check_types(samples: _Samples, columns: Columns) -> None:
    """Leave out a column such as "Response type" whose texts are mostly answers, and neither types nor lists of choices."""
    for column, each in list(columns.items()):
        texts = samples.texts(column)
        types = sum(
            type_in(text) is not None or len(choices_in(text)) > 1 or fold(text) in LISTED_TYPES
            for text in texts
        )
        answers = sum(fold(text) in MARKS for text in texts)
        if each.meaning is Meaning.TYPE and answers and types * 2 <= len(texts):
            del columns[column]


def _add_further(samples: _Samples, columns: Columns) -> None:
    """Add the columns in which respondents write more than the answer, such as comments.

    They are empty, unless the answers are filled too.
    """
    question = _column(columns, Meaning.QUESTION)
    answered = (Meaning.ANSWER, Meaning.MARK, Meaning.CHOICES, Meaning.TYPE)
    if question is None or all(_column(columns, meaning) is None for meaning in answered):
        return

    def share(column: int) -> float:
        """Return the share of the cells that are not left to the respondents."""
        asked = _rows_of_heading(samples, question, column)
        return sum(not is_blank(samples.page.text(row, column)) for row in asked) / max(1, len(asked))

    answer = _column(columns, Meaning.ANSWER)
    is_answered = answer is not None and share(answer) > 0.5
    for column, heading in headings_of(samples.page, samples.header).items():
        present = columns.get(column)
        if column < question or (present is not None and present.meaning is not Meaning.HINT):
            continue
        is_empty = share(column) <= 0.2
        follows = is_answered and answer is not None and column > answer
        if (is_further(heading) and is_empty) or (follows and fold(heading) in DETAILS.union(FURTHER)):
            columns[column] = ColumnMeaning(Meaning.FURTHER_ANSWER)


def _rows_of_heading(samples: _Samples, question: int, column: int) -> list[int]:
    """Return the rows with a question, without the rows of other tables whose column has another heading."""
    page, header = samples.page, samples.header
    numbers = [page.text(header, each) for each in range(question)]
    rows: list[int] = []
    is_same = True
    for row in samples.rows:
        if any(numbers) and [page.text(row, each) for each in range(question)] == numbers:
            is_same = fold(page.text(row, column)) in ("", fold(page.text(header, column)))
        elif is_same and page.text(row, question):
            rows.append(row)
    return rows


def is_further(heading: str) -> bool:
    """Return True for the heading of a column in which respondents write more than the answer."""
    plain = f" {fold(heading)} "
    if plain.removeprefix(" please").startswith(REQUESTS):
        return True
    phrases = [phrase for phrase in FURTHER if f" {phrase} " in plain]
    return any(len(phrase.split()) >= 0.3 * len(plain.split()) for phrase in phrases)
