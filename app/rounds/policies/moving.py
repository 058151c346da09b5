"""Outcomes of a move of an RFx to a new revision of its form for its answers; without database."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.forms.public import (
    FieldChange,
    FieldPair,
    FieldType,
    PlacedField,
    WritableBy,
    answer_fault,
    answered,
    map_fields,
    pair_forms,
    rule_errors,
)

Revisions = tuple[tuple[int, str], ...]
"""The forms of an RFx as (form id, series id), in the order of sending."""


class Outcome(StrEnum):
    """Outcome of the move for an answer. NOT_VALID: it does not fit the changed question. REMOVED: no longer asked."""

    SAME = "SAME"
    REWORDED = "REWORDED"
    NOT_VALID = "NOT_VALID"
    REMOVED = "REMOVED"


@dataclass(frozen=True, slots=True)
class MovedAnswer:
    """An answer before the move, by its former value key, with its outcome."""

    key: str
    placed: PlacedField
    outcome: Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveCounts:
    """Numbers of answers by outcome, and of the questions that the respondent is asked for the first time."""

    same: int
    reworded: int
    not_valid: int
    removed: int
    added: int
    added_required: int


@dataclass(frozen=True, slots=True)
class RevisionMap:
    """The questions of an RFx before and after a move, and their pairs."""

    old: Sequence[PlacedField]
    new: Sequence[PlacedField]
    pairs: Sequence[FieldPair]

    def answers(self, values: Mapping[str, object]) -> list[MovedAnswer]:
        """Return the outcome of each answer, in the order of the new questions."""
        return [
            MovedAnswer(pair.old.key, pair.old, _outcome(pair.old, pair, values[pair.old.key]))
            for pair in self.pairs
            if pair.old is not None and answered(pair.old.field, values.get(pair.old.key))
        ]

    def counts(self, answers: Sequence[MovedAnswer]) -> MoveCounts:
        """Count the outcomes of `answers`, and the new questions."""
        outcomes = [answer.outcome for answer in answers]
        added = [pair.new.field for pair in self.pairs if pair.new and pair.change is FieldChange.NEW]
        for_respondent = [field for field in added if field.writable_by is not WritableBy.REQUESTER]
        return MoveCounts(
            same=outcomes.count(Outcome.SAME),
            reworded=outcomes.count(Outcome.REWORDED),
            not_valid=outcomes.count(Outcome.NOT_VALID),
            removed=outcomes.count(Outcome.REMOVED),
            added=len(for_respondent),
            added_required=sum(field.required for field in for_respondent),
        )


def revision_map(
    old: Sequence[PlacedField], new: Sequence[PlacedField], *, former: Revisions, revisions: Revisions
) -> RevisionMap:
    """Pair the questions of two states of an RFx."""
    return RevisionMap(old, new, map_fields(old, new, pair_forms(former, revisions)))


def revisions_with(former: Revisions, *, form_id: int, series_id: str) -> Revisions:
    """Return the forms of an RFx with `form_id` as the revision of its form `series_id`."""
    return tuple((form_id, series) if series == series_id else (each, series) for each, series in former)


def is_signed(fields: Sequence[PlacedField], values: Mapping[str, object]) -> bool:
    """Return True if a party has signed."""
    return any(
        placed.field.type is FieldType.FORMSIGNATURE and values.get(placed.key) is not None
        for placed in fields
    )


def _outcome(former: PlacedField, pair: FieldPair, value: object) -> Outcome:
    if pair.new is None:
        return Outcome.REMOVED
    if pair.change is FieldChange.SAME:
        return Outcome.SAME
    fault = answer_fault(former.field, pair.new.field, value)
    # A draft that already broke the former rules is no loss of the move, so it goes along.
    if fault is None or fault in rule_errors(former.field, value):
        return Outcome.REWORDED
    return Outcome.NOT_VALID
