"""Comparison of answers: equal and different ones, the best and the worst, converted amounts. Needs no database.

Differences and ranks are computed over all suppliers of a comparison, also those on other pages of columns.
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal

from app.forms.public import (
    FieldType,
    PlacedField,
    answered,
    is_scored,
    measure,
    percentage,
    types_like,
    visible,
)
from app.kernel.reference import is_currency
from app.requests.types import Direction, Mark
from app.rfx.public import ComparedAnswer, ComparedRfx, FieldScoreJson, RfxStatus

RANKED_TYPES = frozenset({FieldType.NUMBER, FieldType.CURRENCY_AMOUNT})
"""Types whose answers can be ranked without a score."""
TEXT_TYPES = frozenset({FieldType.TEXT, FieldType.TEXTAREA, FieldType.EMAIL, FieldType.URL})
CENT = Decimal("0.01")
SIX_PLACES = Decimal("0.000001")
NO_CURRENCY = "Without a currency, this amount is not compared."
NO_RATE = "There is no rate for {currency} yet, so this amount is not compared."


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """Currency that amounts are converted into, and the value of one unit of each other currency in it."""

    base: str | None = None
    by_currency: Mapping[str, Decimal] = field(default_factory=dict)

    def convert(self, amount: Decimal, currency: str) -> Decimal | None:
        """Return the amount in the base currency; None without a base currency or a rate."""
        if self.base is None:
            return None
        if currency == self.base:
            return amount
        rate = self.by_currency.get(currency)
        return None if rate is None else (amount * rate).quantize(CENT, ROUND_HALF_UP)


@dataclass(slots=True, kw_only=True)
class Cell:
    """Answer of one supplier to one question; `answer` is None without one.

    `number` is a number or amount, `converted` the amount in the base currency. `issue` is the reason why an amount is
    not compared. A hidden question was not shown to the supplier.
    """

    answer: ComparedAnswer | None = None
    is_hidden: bool = False
    number: Decimal | None = None
    currency: str = ""
    converted: Decimal | None = None
    issue: str = ""
    score: FieldScoreJson | None = None
    mark: Mark | None = None
    is_different: bool = False


@dataclass(slots=True, kw_only=True)
class ComparedQuestion:
    """A question with one cell for each supplier.

    `is_same` is True if at least two suppliers have the same answer and no supplier has another one; `same_count` is their
    number. `differs` is True if two suppliers have different answers.
    """

    placed: PlacedField
    section_id: str
    number: str
    direction: Direction | None
    cells: Sequence[Cell]
    differs: bool = False
    same_count: int = 0

    @property
    def is_scored(self) -> bool:
        return is_scored(self.placed.field)

    @property
    def can_rank(self) -> bool:
        """Return True if the viewer may choose a direction: a number or an amount without a score."""
        return self.placed.field.type in RANKED_TYPES and not self.is_scored


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionScore:
    """Score of a supplier in one section, in whole percent."""

    percent: int
    mark: Mark | None


def compare_question(
    placed: PlacedField,
    *,
    section_id: str,
    number: str,
    rfxs: Sequence[ComparedRfx],
    answers: Mapping[int, Mapping[str, ComparedAnswer]],
    visible_keys: Mapping[int, frozenset[str]],
    rates: Rates,
    direction: Direction | None,
) -> ComparedQuestion:
    """Build the row of one question: its cells with differences and marks."""
    cells = [
        _cell(placed, answers.get(rfx.id, {}).get(placed.key), rfx, rates)
        if placed.key in visible_keys[rfx.id]
        else Cell(is_hidden=True)
        for rfx in rfxs
    ]
    question = ComparedQuestion(
        placed=placed, section_id=section_id, number=number, direction=direction, cells=cells
    )
    _mark_differences(question, rfxs)
    if question.is_scored:
        _mark_ends(cells, lambda cell: Decimal(cell.score["points"]) if cell.score else None)
    elif direction is not None and question.can_rank:
        _rank_numbers(question, rates)
    return question


def answers_of_type(
    fields: Sequence[PlacedField], answers: Mapping[int, Mapping[str, ComparedAnswer]]
) -> dict[int, dict[str, ComparedAnswer]]:
    """Return the answers without those to a question of another type: an RFx may have another revision of the form."""
    types = {placed.key: types_like(placed.field.type) for placed in fields}
    return {
        rfx_id: {key: answer for key, answer in of_rfx.items() if answer.type in types.get(key, ())}
        for rfx_id, of_rfx in answers.items()
    }


def visible_keys_of(
    fields: Sequence[PlacedField],
    rfxs: Sequence[ComparedRfx],
    answers: Mapping[int, Mapping[str, ComparedAnswer]],
) -> dict[int, frozenset[str]]:
    """Return the visible value keys of each RFx, which depend on its answers if a field has conditions."""
    if not any(placed.field.conditions for placed in fields):
        everything = frozenset(placed.key for placed in fields)
        return dict.fromkeys((rfx.id for rfx in rfxs), everything)
    return {
        rfx.id: visible(fields, {key: answer.value for key, answer in answers.get(rfx.id, {}).items()})
        for rfx in rfxs
    }


def _cell(placed: PlacedField, answer: ComparedAnswer | None, rfx: ComparedRfx, rates: Rates) -> Cell:
    if answer is None or not answered(placed.field, answer.value):
        return Cell()
    cell = Cell(answer=answer, score=rfx.scores.get(placed.key))
    if placed.field.type in RANKED_TYPES:
        cell.number = measure(placed.field, answer.value)
    if placed.field.type is FieldType.CURRENCY_AMOUNT and isinstance(answer.value, dict):
        cell.currency = str(answer.value.get("currency") or "")
        if not is_currency(cell.currency):
            cell.issue = NO_CURRENCY
        elif cell.number is not None and rates.base is not None:
            cell.converted = rates.convert(cell.number, cell.currency)
            if cell.converted is None:
                cell.issue = NO_RATE.format(currency=cell.currency)
    return cell


def _mark_differences(question: ComparedQuestion, rfxs: Sequence[ComparedRfx]) -> None:
    """Compare the answers. A missing answer counts as different only after the submission.

    If more than half of the answers are the same, the other ones are marked as different.
    """
    values: list[object] = []
    counts: Counter[object] = Counter()
    for cell, rfx in zip(question.cells, rfxs, strict=True):
        value: object = None
        if cell.answer is not None:
            value = _comparable(question.placed, cell)
        elif rfx.status is RfxStatus.COMPLETED:
            value = ("unanswered",)
        values.append(value)
        if value is not None:
            counts[value] += 1
    question.differs = len(counts) > 1
    if not counts:
        return
    common, count = counts.most_common(1)[0]
    if not question.differs:
        question.same_count = count
    elif count * 2 > counts.total():
        for cell, value in zip(question.cells, values, strict=True):
            cell.is_different = cell.answer is not None and value != common


def _comparable(placed: PlacedField, cell: Cell) -> object:
    """Return a hashable value that is equal for the same answers: numbers by value, texts without case and spacing."""
    value = cell.answer.value if cell.answer else None
    if cell.number is not None:
        return (cell.number, cell.currency)
    if isinstance(value, str):
        return " ".join(value.split()).casefold() if placed.field.type in TEXT_TYPES else value
    if isinstance(value, bool):
        return value
    return json.dumps(value, sort_keys=True)


def _rank_numbers(question: ComparedQuestion, rates: Rates) -> None:
    """Mark the best and the worst number. Amounts are ranked in the base currency or, without one, in the only one."""
    sign = -1 if question.direction is Direction.LOWER else 1
    amounts = question.placed.field.type is FieldType.CURRENCY_AMOUNT
    ranked = [cell for cell in question.cells if cell.number is not None and not cell.issue]
    if amounts and rates.base is None and len({cell.currency for cell in ranked}) > 1:
        return

    def rank(cell: Cell) -> Decimal | None:
        number = cell.converted if amounts and rates.base is not None else cell.number
        return None if number is None or cell.issue else number * sign

    _mark_ends(question.cells, rank)


def _mark_ends(cells: Sequence[Cell], rank: Callable[[Cell], Decimal | None]) -> None:
    ranks = [rank(cell) for cell in cells]
    for cell, mark in zip(cells, marks_of(ranks), strict=True):
        cell.mark = mark


def marks_of(ranks: Sequence[Decimal | None]) -> list[Mark | None]:
    """Return the mark of each rank: the highest is the best. An end that more than half share is not marked."""
    ranked = [rank for rank in ranks if rank is not None]
    if len(set(ranked)) < 2:
        return [None] * len(ranks)
    best, worst = max(ranked), min(ranked)
    marks_best, marks_worst = (ranked.count(end) * 2 <= len(ranked) for end in (best, worst))
    return [
        Mark.BEST
        if rank is not None and rank == best and marks_best
        else Mark.WORST
        if rank is not None and rank == worst and marks_worst
        else None
        for rank in ranks
    ]


def section_scores(
    questions: Sequence[ComparedQuestion], rfxs: Sequence[ComparedRfx]
) -> list[SectionScore | None]:
    """Return the score of each supplier in the section of `questions`: the weighted mean of its stored scores."""
    means = section_means([question.placed.key for question in questions if question.is_scored], rfxs)
    return [
        None if mean is None else SectionScore(percent=percentage(mean), mark=mark)
        for mean, mark in zip(means, marks_of(means), strict=True)
    ]


def section_means(keys: Sequence[str], rfxs: Sequence[ComparedRfx]) -> list[Decimal | None]:
    """Return the weighted mean of the stored scores of `keys` for each supplier, as a share of 1."""
    return [_mean([rfx.scores[key] for key in keys if key in rfx.scores]) for rfx in rfxs]


def _mean(scores: Sequence[FieldScoreJson]) -> Decimal | None:
    """Return the weighted mean with the six decimal places of stored scores; None without weights."""
    weights = sum((Decimal(score["weight"]) for score in scores), Decimal(0))
    if not weights:
        return None
    total = sum(
        (Decimal(score["points"]) / Decimal(score["most"]) * Decimal(score["weight"]) for score in scores),
        Decimal(0),
    )
    return (total / weights).quantize(SIX_PLACES, ROUND_HALF_UP)
