"""Answers of a workbook that was made from an earlier revision of the forms of its RFx, matched by the answer map."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.forms.public import FieldChange, FieldPair, PlacedField, answer_fault, map_fields, pair_forms
from app.kernel.http.json_types import Json
from app.workbooks.policies.cells import Parsed
from app.workbooks.policies.comparing import MAX_TEXT, NO_QUESTION, Current, Read, unknown_item
from app.workbooks.policies.rows import FileRow

WARNING = "This workbook was made from an earlier version of the questionnaire. Check the matched answers."
NOT_ASKED_NOW = "This question is no longer asked."
MEANWHILE = -1
"""Base iteration of an answer that was changed after the download: it equals the iteration of no answer."""


@dataclass(frozen=True, slots=True)
class EarlierRevision:
    """The questions of the earlier revision by their former value keys, and their counterparts of today."""

    fields: Mapping[str, PlacedField]
    pairs: Mapping[str, FieldPair]


def earlier_revision(
    *,
    fields: Sequence[PlacedField],
    fields_now: Sequence[PlacedField],
    revisions: Sequence[tuple[int, str]],
    revisions_now: Sequence[tuple[int, str]],
) -> EarlierRevision:
    """Match the fields of `revisions`, as (form id, series id), with the fields of today."""
    pairs = map_fields(fields, fields_now, pair_forms(revisions, revisions_now))
    return EarlierRevision(
        fields={placed.key: placed for placed in fields},
        pairs={pair.old.key: pair for pair in pairs if pair.old is not None},
    )


def read_earlier(
    row: FileRow,
    former: PlacedField,
    placed: PlacedField,
    *,
    here: Current,
    base: object,
    answer: Parsed,
) -> Read:
    """Return a row of the file, an answer to the question `former`, as an answer to its counterpart `placed`.

    `base` is the answer that the file was based on and `answer` the one that it has, both to the former question. An
    answer has other keys and iterations in another revision, so it has changed meanwhile if the values differ.
    """
    fault = None if answer.error else answer_fault(former.field, placed.field, answer.value)
    return Read(
        key=placed.key,
        place=row.place,
        text=row.text,
        parsed=Parsed(error=fault) if fault else answer,
        iteration=here.iteration if here.value == base else MEANWHILE,
        question=former.field.label or former.field.name,
    )


def unmatched_item(row: FileRow, pair: FieldPair) -> Json | None:
    """Return the item of an answer to a question that is no longer asked, or is not in the viewer's part; None for an
    empty row.
    """
    if pair.old is None or not row.text:
        return None
    item = unknown_item(pair.old.field.label or pair.old.field.name, row.place)
    is_removed = pair.change is FieldChange.REMOVED
    return {**item, "sentence": NOT_ASKED_NOW if is_removed else NO_QUESTION, "fileText": row.text[:MAX_TEXT]}
