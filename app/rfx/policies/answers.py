"""Rules for the answers of an RFx: the fields of each party, signatures, progress."""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from app.forms.public import (
    Completion,
    FieldType,
    PlacedField,
    WritableBy,
    answered,
    completion,
    validity,
    visible,
    writable_keys,
)


def keys_of_side(fields: Sequence[PlacedField], side: WritableBy) -> frozenset[str]:
    """Return the value keys that a party may write in an open RFx; completion and validity count these."""
    return writable_keys(fields, side)


def independent_keys(fields: Sequence[PlacedField], values: Mapping[str, object]) -> frozenset[str]:
    """Return the requester's value keys whose answers cannot affect the respondent's: no condition depends on them.

    If the respondent has signed, only the requester's missing signatures are independent.
    """
    condition_fields = {
        (placed.form_index, condition.field) for placed in fields for condition in placed.field.conditions
    }
    signatures = [placed for placed in fields if placed.field.type is FieldType.FORMSIGNATURE]
    has_signed = any(
        values.get(placed.key) is not None
        for placed in signatures
        if placed.field.writable_by is not WritableBy.REQUESTER
    )
    return frozenset(
        placed.key
        for placed in (signatures if has_signed else fields)
        if placed.field.writable_by is WritableBy.REQUESTER
        and (placed.form_index, placed.field.name) not in condition_fields
        and not (has_signed and values.get(placed.key) is not None)
    )


def keys_to_reopen(
    fields: Sequence[PlacedField], values: Mapping[str, object], asked: Collection[str]
) -> frozenset[str]:
    """Return the value keys that a reopening limited to `asked` leaves writable.

    They are the keys in `asked`, all signatures, the fields whose visibility depends on these, and the fields whose
    answers prevent a submission now. So the RFx can always be submitted again.
    """
    by_name = {(placed.form_index, placed.field.name): placed.key for placed in fields}
    keys = set(asked) | set(progress_of(fields, values).faults)
    keys |= {placed.key for placed in fields if placed.field.type is FieldType.FORMSIGNATURE}
    depends_on = {
        placed.key: {
            by_name.get((placed.form_index, condition.field)) for condition in placed.field.conditions
        }
        for placed in fields
        if placed.field.conditions
    }
    while dependents := {key for key, keys_above in depends_on.items() if keys_above & keys} - keys:
        keys |= dependents
    return frozenset(keys)


def files_in(answer: object) -> list[int]:
    """Return the ids of the attachments of an answer to a FILE field; none for no answer."""
    return [int(file["attachmentId"]) for file in answer] if isinstance(answer, list) else []


UNSIGNED = "Sign here."


def answers_hash(fields: Sequence[PlacedField], values: Mapping[str, object], signature: PlacedField) -> str:
    """Return the SHA-256 of the answers that `signature` confirms: all of its party except signatures."""
    side = signature.field.writable_by
    answers = {
        placed.key: values[placed.key]
        for placed in fields
        if values.get(placed.key) is not None
        and placed.field.type is not FieldType.FORMSIGNATURE
        and (side is WritableBy.BOTH or placed.field.writable_by in (side, WritableBy.BOTH))
    }
    text = json.dumps(answers, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def outdated_signatures(fields: Sequence[PlacedField], values: Mapping[str, object]) -> list[str]:
    """Return the keys of signatures whose answers have changed since they were given."""
    outdated = []
    for placed in fields:
        if placed.field.type is FieldType.FORMSIGNATURE:
            signature = values.get(placed.key)
            if isinstance(signature, dict) and signature.get("answersHash") != answers_hash(
                fields, values, placed
            ):
                outdated.append(placed.key)
    return outdated


@dataclass(frozen=True, slots=True, kw_only=True)
class FormProgress:
    """Progress of one form or of a whole RFx, with the number of answers that prevent a submission."""

    completion: Completion
    fault_count: int

    @property
    def valid(self) -> bool:
        return self.fault_count == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """Progress of the respondent in total and by form, and the errors that prevent a submission.

    Every viewer sees the respondent's progress; the requester's own fields are counted in its response. `faults` has
    error sentences by value key. `visible_keys` has the keys of the visible fields of both parties.
    """

    visible_keys: frozenset[str]
    total: FormProgress
    by_form: Mapping[int, FormProgress]
    faults: Mapping[str, Sequence[str]]


def sealed_progress(fields: Sequence[PlacedField], completed: Completion) -> Progress:
    """Return the progress of an RFx whose answers the viewer must not read: the stored total, and nothing by form."""
    total = FormProgress(completion=completed, fault_count=0)
    form_ids = dict.fromkeys(placed.form_id or 0 for placed in fields)
    return Progress(
        visible_keys=visible(fields, {}), total=total, by_form=dict.fromkeys(form_ids, total), faults={}
    )


def progress_of(
    fields: Sequence[PlacedField], values: Mapping[str, object], *, only: Collection[str] | None = None
) -> Progress:
    """Compute the respondent's progress, or with `only` that of these keys.

    In addition to the rules of the fields, every visible signature must be given (specification section 5, RFx).
    """
    keys, visible_keys = keys_of_side(fields, WritableBy.RESPONDENT), visible(fields, values)
    if only is not None:
        keys &= frozenset(only)
    errors = dict(validity(fields, values, keys, visible_keys=visible_keys).errors)
    by_form: dict[int, list[PlacedField]] = {}
    for placed in fields:
        by_form.setdefault(placed.form_id or 0, []).append(placed)
        if (
            placed.field.type is FieldType.FORMSIGNATURE
            and placed.key in keys
            and placed.key in visible_keys
            and not answered(placed.field, values.get(placed.key))
        ):
            errors[placed.key] = [UNSIGNED]
    forms = {
        form_id: FormProgress(
            completion=completion(form_fields, values, keys, visible_keys=visible_keys),
            fault_count=sum(placed.key in errors for placed in form_fields),
        )
        for form_id, form_fields in by_form.items()
    }
    return Progress(
        visible_keys=visible_keys,
        total=FormProgress(
            completion=Completion(
                answered=sum(form.completion.answered for form in forms.values()),
                total=sum(form.completion.total for form in forms.values()),
            ),
            fault_count=len(errors),
        ),
        by_form=forms,
        faults={placed.key: errors[placed.key] for placed in fields if placed.key in errors},
    )
