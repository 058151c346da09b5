"""Answers of an earlier round that a new RFx offers to its respondent; without database."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.forms.public import (
    Field,
    FieldChange,
    FieldPair,
    FieldType,
    PlacedField,
    WritableBy,
    answer_fault,
    answered,
    map_fields,
    visible,
)
from app.rfx.policies.answers import progress_of
from app.rfx.types import CarriedOutcome, CarriedState


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """Earlier answer to the question `key`; `former` is the question that it was given to, None if `key` is new.

    `fault` is the sentence that explains why it is DROPPED, `former_text` the earlier wording.
    """

    key: str
    former: PlacedField | None
    outcome: CarriedOutcome
    state: CarriedState
    former_text: str | None = None
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class Carried:
    """Numbers of a new round: questions with an offer, and questions that are new, changed or without an offer."""

    offered: int
    to_look_at: int

    def sentence(self, total: int) -> str:
        """Return the sentence about the offers in the mail of a request with `total` questions."""
        if self.offered * 2 > total:
            return f"Most answers are there already: about {self.to_look_at} to look at."
        return (
            "1 answer is there already."
            if self.offered == 1
            else f"{self.offered} answers are there already."
        )


def offers_of(
    old: Sequence[PlacedField],
    new: Sequence[PlacedField],
    *,
    forms: Mapping[int, int],
    values: Mapping[str, object],
) -> list[Offer]:
    """Return the earlier answers for the respondent's questions in `new`, in their order.

    `values` are the respondent's answers to `old`; `forms` has the new form id by old form id. An answer that does not
    fit the changed question is DROPPED. Signatures, hidden answers and questions without an answer are left out.
    """
    visible_keys = visible(old, values)
    offers = []
    for pair in map_fields(old, new, forms):
        if pair.new is None or not _is_carried(pair.new.field):
            continue
        former, key = pair.old, pair.new.key
        if former is None:
            offers.append(Offer(key=key, former=None, outcome=CarriedOutcome.NEW, state=CarriedState.DROPPED))
        elif former.key in visible_keys and answered(former.field, values.get(former.key)):
            fault = answer_fault(former.field, pair.new.field, values[former.key])
            offers.append(
                Offer(
                    key=key,
                    former=former,
                    outcome=_outcome(pair.change, former.field, pair.new.field),
                    state=CarriedState.OFFERED if fault is None else CarriedState.DROPPED,
                    former_text=_former_text(former.field, pair.new.field),
                    fault=fault,
                )
            )
    return offers


def moved_offer(pair: FieldPair, value: object) -> str | None:
    """Return the reason why an offer for `pair.old` does not fit `pair.new` after a move to a new revision, else None."""
    if pair.old is None or pair.new is None:
        return None
    return answer_fault(pair.old.field, pair.new.field, value)


def numbers_of(
    fields: Sequence[PlacedField], offers: Sequence[Offer], values: Mapping[str, object]
) -> Carried:
    """Count the questions that are visible with the offered answers `values`."""
    completion = progress_of(fields, values).total.completion
    unchanged = {offer.key for offer in offers if offer.outcome is CarriedOutcome.SAME}
    unchanged &= visible(fields, values) & values.keys()
    return Carried(completion.answered, completion.total - len(unchanged))


def _is_carried(field: Field) -> bool:
    return field.writable_by is not WritableBy.REQUESTER and field.type is not FieldType.FORMSIGNATURE


def _outcome(change: FieldChange, old: Field, new: Field) -> CarriedOutcome:
    """Return the change of a question. A question that only has another place is the same."""
    if change is FieldChange.TYPE:
        return CarriedOutcome.TYPE
    if _choices(old) != _choices(new):
        return CarriedOutcome.CHOICES
    if change is FieldChange.RULES:
        return CarriedOutcome.RULES
    return CarriedOutcome.SAME if _former_text(old, new) is None else CarriedOutcome.REWORDED


def _choices(field: Field) -> tuple[object, ...]:
    options = {(option.value, option.label) for option in field.options}
    cells = {
        (column.name, option.value, option.label) for column in field.columns for option in column.options
    }
    return options, cells


def _former_text(old: Field, new: Field) -> str | None:
    if old.label != new.label:
        return old.label or old.name
    return old.hint or None if old.hint != new.hint else None
