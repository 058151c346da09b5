"""Difference between the answers of two rounds, which are two RFxs with the same parties; without database."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from app.forms.public import (
    FieldChange,
    FieldPair,
    FieldScore,
    PlacedField,
    Scoring,
    WritableBy,
    answered,
    map_fields,
    pair_forms,
    scoring_of,
    value_text,
    visible,
)
from app.rfx.public import CarriedDecision, CarriedState, ComparedAnswer
from app.rounds.policies.score_moves import ScoreDifference, score_difference
from app.rounds.types import RowKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """Questions and current answers of one RFx; `revisions` are its forms as (form id, series id).

    `is_finished` is False while an unanswered question may still be answered: it then has no score.
    """

    fields: Sequence[PlacedField]
    revisions: Sequence[tuple[int, str]]
    titles: Mapping[int | None, str]
    answers: Mapping[str, ComparedAnswer]
    is_finished: bool

    @property
    def values(self) -> dict[str, object]:
        return {key: answer.value for key, answer in self.answers.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceRow:
    """One question in both rounds; a side is None if the question was not asked there."""

    pair: FieldPair
    kind: RowKind
    form_title: str
    section: str
    then: str | None
    now: str | None
    """The answers as text, empty if the question was asked and not answered."""
    score_then: FieldScore | None
    score_now: FieldScore | None
    is_confirmed: bool
    """True if the respondent has confirmed the earlier answer without a change."""

    @property
    def is_score_moved(self) -> bool:
        """Return True if the share of the points has changed, or the question has points in one round only."""
        then, now = self.score_then, self.score_now
        return (then and then.score) != (now and now.score)


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Rows in the order of the later round, with the removed ones at the end of their section.

    `acceptable` has the value key and iteration of each answer that is unchanged since it was accepted in the earlier
    round, and is neither accepted nor queried now.
    """

    rows: Sequence[DifferenceRow]
    score: ScoreDifference | None
    acceptable: Sequence[tuple[str, int]]

    @property
    def counts(self) -> Counter[RowKind]:
        return Counter(row.kind for row in self.rows)


def compare_rounds(
    then: Round,
    now: Round,
    *,
    queried: Collection[str] = (),
    carried: Mapping[str, CarriedDecision] | None = None,
) -> Difference:
    """Compare the answers of the respondent in two rounds; hidden questions count as not asked.

    `queried` are the value keys of the later round with an open follow-up task. `carried` are the answers that the
    later round offers, or has offered, from the earlier one, by value key of the later round.
    """
    carried = carried or {}
    offers = {key: each.value for key, each in carried.items() if each.state is CarriedState.OFFERED}
    visible_then, visible_now = visible(then.fields, then.values), visible(now.fields, now.values)
    asked_now = visible(now.fields, offers | now.values) if offers else visible_now
    scoring_then = scoring_of(then.fields, then.values, visible_keys=visible_then)
    scoring_now = scoring_of(now.fields, now.values, visible_keys=visible_now)
    scores_then, scores_now = _scores(then, scoring_then), _scores(now, scoring_now)
    rows = []
    acceptable = []
    for pair in map_fields(then.fields, now.fields, pair_forms(then.revisions, now.revisions)):
        if _is_of_requester(pair):
            continue
        former, placed = _asked(pair.old, visible_then), _asked(pair.new, asked_now)
        shown = placed or former
        if shown is None:
            continue
        value_then, value_now = _value(then, former), _value(now, placed)
        kind = _kind(former, placed, value_then, value_now)
        decision = carried.get(placed.key) if former and placed else None
        if decision is not None and decision.state is CarriedState.OFFERED and value_now is None:
            kind = RowKind.UNCONFIRMED
        rows.append(
            DifferenceRow(
                pair=FieldPair(former, placed, pair.change),
                kind=kind,
                form_title=(now if placed else then).titles.get(shown.form_id, ""),
                section=shown.section_title,
                then=None if former is None else value_text(former.field, value_then),
                now=None if placed is None else value_text(placed.field, value_now),
                score_then=scores_then.get(former.key) if former else None,
                score_now=scores_now.get(placed.key) if placed else None,
                is_confirmed=decision is not None
                and decision.state is CarriedState.CONFIRMED
                and kind is RowKind.SAME,
            )
        )
        if former and placed and kind is RowKind.SAME and pair.change is FieldChange.SAME:
            before, answer = then.answers.get(former.key), now.answers.get(placed.key)
            is_open = answer is not None and answer.accepted is None and placed.key not in queried
            if value_now is not None and answer and before and before.accepted and is_open:
                acceptable.append((placed.key, answer.iteration))
    return Difference(
        rows=_in_sections(rows),
        score=score_difference(scoring_then, scoring_now) if then.is_finished and now.is_finished else None,
        acceptable=acceptable,
    )


def _is_of_requester(pair: FieldPair) -> bool:
    placed = pair.new or pair.old
    return placed is not None and placed.field.writable_by is WritableBy.REQUESTER


def _asked(placed: PlacedField | None, visible_keys: Collection[str]) -> PlacedField | None:
    return placed if placed is not None and placed.key in visible_keys else None


def _value(side: Round, placed: PlacedField | None) -> object:
    """Return the answer to a question, None for a blank one."""
    answer = side.answers.get(placed.key) if placed else None
    return answer.value if placed and answer and answered(placed.field, answer.value) else None


def _kind(
    former: PlacedField | None, placed: PlacedField | None, value_then: object, value_now: object
) -> RowKind:
    if former is None:
        return RowKind.NEW
    if placed is None:
        return RowKind.REMOVED
    return RowKind.SAME if value_then == value_now else RowKind.CHANGED


def _scores(side: Round, scoring: Scoring) -> dict[str, FieldScore]:
    """Return the score of each question by value key, without questions that may still be answered."""
    return {
        score.placed.key: score
        for score in scoring.fields
        if side.is_finished or _value(side, score.placed) is not None
    }


def _in_sections(rows: Sequence[DifferenceRow]) -> list[DifferenceRow]:
    """Move each removed row to the end of its section; rows of a removed section stay at the end."""
    ends = {
        (row.form_title, row.section): position
        for position, row in enumerate(rows)
        if row.pair.new is not None
    }
    end = len(rows)
    positions = {
        id(row): (position if row.pair.new else ends.get((row.form_title, row.section), end), position)
        for position, row in enumerate(rows)
    }
    return sorted(rows, key=lambda row: positions[id(row)])
