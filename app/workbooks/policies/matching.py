"""Questions of the RFx in a file of the respondent's own: nearest by number, name or text, or proposed if similar."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from app.forms.public import PlacedField
from app.kernel.files.workbooks import Cell, Sheet, column_letter
from app.workbooks.policies.cells import Parsed, parse_answer, text_of_cell
from app.workbooks.types import SIMILAR

SAMPLES, SAMPLE_LENGTH = 3, 80
HEADER_ROWS = 15
QUESTION_WORDS = (
    "question",
    "control",
    "requirement",
    "frage",
    "anforderung",
    "domanda",
    "pregunta",
    "criteria",
    "item",
)
ANSWER_WORDS = (
    "answer",
    "response",
    "reply",
    "antwort",
    "réponse",
    "reponse",
    "respuesta",
    "risposta",
    "value",
)
COMMENT_WORDS = (
    "comment",
    "note",
    "remark",
    "explanation",
    "bemerkung",
    "kommentar",
    "evidence",
    "description",
)
NUMBERING = re.compile(r"^\s*[\w]{0,6}[-.]?\d+(?:[.\-]\d+)*[.):]?\s+")


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnChoice:
    """The columns of a file, by their places from 0."""

    sheet: str
    question_column: int
    answer_column: int
    comment_column: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A row of the file with the question that it is about; `similarity` is in percent, 100 for the same text."""

    key: str
    place: str
    question: str
    text: str
    parsed: Parsed
    similarity: float


def describe_sheets(sheets: Sequence[Sheet]) -> list[dict[str, object]]:
    """Return the visible sheets with their columns, headings and samples, for the choice of columns."""
    described = []
    for sheet in sheets:
        header = header_row(sheet)
        width = max((len(row) for row in sheet.rows), default=0)
        columns = [
            {
                "index": column,
                "letter": column_letter(column),
                "heading": text_of_cell(sheet.at(header, column))[:SAMPLE_LENGTH],
                "samples": _samples(sheet, header, column),
            }
            for column in range(width)
        ]
        columns = [column for column in columns if column["heading"] or column["samples"]]
        if sheet.is_visible and columns:
            described.append(
                {"name": sheet.name, "rowCount": max(0, len(sheet.rows) - header - 1), "columns": columns}
            )
    return described


def propose_mapping(sheets: Sequence[Sheet]) -> ColumnChoice | None:
    """Return the most likely columns by their headings; None if no sheet has both questions and answers."""
    for sheet in sheets:
        if not sheet.is_visible:
            continue
        header = header_row(sheet)
        headings = {
            column: text_of_cell(cell).casefold()
            for column, cell in enumerate(sheet.rows[header] if sheet.rows else ())
        }
        named = [
            column for column, heading in headings.items() if any(word in heading for word in QUESTION_WORDS)
        ]
        # "Question ID" is named like the question; its cells are short.
        question = max(named, key=lambda column: _text_length(sheet, header, column), default=None)
        answer = _column_with(headings, ANSWER_WORDS, taken=(question,))
        if question is not None and answer is not None:
            comment = _column_with(headings, COMMENT_WORDS, taken=(question, answer))
            return ColumnChoice(
                sheet=sheet.name, question_column=question, answer_column=answer, comment_column=comment
            )
    return None


def header_row(sheet: Sheet) -> int:
    """Return the row with the headings: the first of those with the most texts among the top rows."""
    counts = [sum(isinstance(cell, str) for cell in row) for row in sheet.rows[:HEADER_ROWS]]
    return counts.index(max(counts)) if counts else 0


def match_rows(sheet: Sheet, mapping: ColumnChoice, fields: Sequence[PlacedField]) -> list[Match]:
    """Return the best row for each question: with the same number, name or text, else the most similar text."""
    by_text: dict[str, PlacedField] = {}
    for each in fields:
        for text in filter(None, (each.key, each.field.source_key, each.field.name, each.field.label)):
            by_text.setdefault(_plain(text), each)
    labels = {placed.key: _plain(placed.field.label) for placed in fields if placed.field.label}
    by_key = {placed.key: placed for placed in fields}
    best: dict[str, Match] = {}
    for row in range(header_row(sheet) + 1, len(sheet.rows)):
        question = text_of_cell(sheet.at(row, mapping.question_column))
        if not question:
            continue
        plain = _plain(question)
        placed: PlacedField | None
        placed, similarity = by_text.get(plain) or by_text.get(_plain(NUMBERING.sub("", question))), 100.0
        if placed is None:
            nearest = process.extractOne(plain, labels, scorer=fuzz.ratio, score_cutoff=SIMILAR)
            if nearest is None:
                continue
            placed, similarity = by_key[nearest[2]], round(float(nearest[1]), 1)
        match = _match(sheet, row, mapping, placed=placed, similarity=similarity)
        previous = best.get(placed.key)
        if previous is None or match.similarity > previous.similarity:
            best[placed.key] = match
    return list(best.values())


def _match(sheet: Sheet, row: int, mapping: ColumnChoice, *, placed: PlacedField, similarity: float) -> Match:
    question = text_of_cell(sheet.at(row, mapping.question_column))
    cell: Cell = sheet.at(row, mapping.answer_column)
    place = f"{sheet.name}, {column_letter(mapping.answer_column)}{row + 1}"
    parsed, text = parse_answer(placed.field, cell, place=place), text_of_cell(cell)
    comment = text_of_cell(sheet.at(row, mapping.comment_column))
    if comment and placed.field.type.value in ("TEXT", "TEXTAREA") and comment != text:
        text = f"{text}\n{comment}".strip()
        parsed = parse_answer(placed.field, text, place=place)
    return Match(
        key=placed.key, place=place, question=question, text=text, parsed=parsed, similarity=similarity
    )  # fmt: skip


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[^\w\s]", " ", text).split()).casefold()


def _text_length(sheet: Sheet, header: int, column: int) -> int:
    return sum(len(text_of_cell(sheet.at(row, column))) for row in range(header + 1, header + 20))


def _samples(sheet: Sheet, header: int, column: int) -> list[str]:
    texts = (
        text_of_cell(sheet.at(row, column)) for row in range(header + 1, min(header + 40, len(sheet.rows)))
    )
    return [text[:SAMPLE_LENGTH] for text in texts if text][:SAMPLES]


def _column_with(
    headings: Mapping[int, str], words: Sequence[str], *, taken: Sequence[int | None]
) -> int | None:
    return next(
        (
            column
            for word in words
            for column, heading in headings.items()
            if word in heading and column not in taken
        ),
        None,
    )
