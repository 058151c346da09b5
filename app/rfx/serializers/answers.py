"""Serializers of the answers of an RFx, of their progress, and of the responses of both parties."""

from collections.abc import Mapping, Sequence

from app.accounts.public import picture_url
from app.forms.public import Completion, PlacedField, WritableBy, completion
from app.kernel.clock import optional_moment_text
from app.kernel.http.auth import Actor
from app.kernel.http.json_types import Json
from app.rfx.policies.access import is_own_answer
from app.rfx.policies.answers import (
    FormProgress,
    Progress,
    keys_of_side,
    outdated_signatures,
    progress_of,
    sealed_progress,
)
from app.rfx.queries.answers import NamedAnswers, save_count
from app.rfx.queries.rfxs import RfxContext
from app.rfx.queries.rows import NamedAnswerRow, ResponseRow, StoredProgress
from app.rfx.serializers.parties import serialize_id_and_name, serialize_parties
from app.rfx.types import GUEST_ROLES, ViewerRole


def serialize_answers(
    context: RfxContext,
    actor: Actor,
    answers: NamedAnswers,
    responses: Sequence[ResponseRow],
    progress: Progress | None = None,
) -> Json:
    """Serialize the current answers with their progress and the responses of both parties."""
    fields, values = answers.fields, answers.values
    if context.is_sealed:
        completed = Completion(answered=context.rfx.answered, total=context.rfx.answerable or 0)
        progress = sealed_progress(fields, completed)
    elif progress is None:
        progress = progress_of(fields, values, only=context.counted_keys)
    return {
        "completion": serialize_progress(progress),
        "values": {
            key: _value(row, is_requester=context.role is ViewerRole.REQUESTER)
            for key, row in answers.current.items()
            if key in progress.visible_keys
            or is_own_answer(
                actor,
                context.role,
                context.rfx,
                organisation_id=row.organisation_id,
                user_id=row.created_by_user_id,
            )
        },
        "saveCount": save_count(answers),
        "outdatedSignatures": outdated_signatures(fields, values),
        "responses": [_response(row, context, fields, values, progress) for row in responses],
    }


def serialize_progress(progress: Progress) -> Json:
    """Serialize the progress in total and by form."""
    return {
        **_form_progress(progress.total),
        "byForm": {str(form_id): _form_progress(form) for form_id, form in progress.by_form.items()},
    }


def _form_progress(progress: FormProgress) -> Json:
    return {**_completion(progress.completion), "valid": progress.valid, "faultCount": progress.fault_count}


def stored_completion(row: StoredProgress) -> Json | None:
    """Serialize the progress as of the last save; None for an older RFx that is not counted yet."""
    if row.answerable is None:
        return None
    return _completion(Completion(answered=row.answered, total=row.answerable))


def _completion(completed: Completion) -> Json:
    return {"percent": completed.percent, "answered": completed.answered, "total": completed.total}


def _value(row: NamedAnswerRow, *, is_requester: bool) -> Json:
    changed = "ADDED" if row.iteration == 1 else "CHANGED"
    return {
        **({"accepted": optional_moment_text(row.accepted)} if is_requester and row.accepted else {}),
        "id": row.id,
        "name": row.key,
        "value": row.value,
        "iteration": row.iteration,
        "type": row.type,
        "updated": optional_moment_text(row.updated),
        "change": "CLEARED" if row.value is None else changed,
        "question": {"id": row.question_id} if row.question_id is not None else None,
        "organisation": {"id": row.organisation_id, "name": row.organisation_name},
        "by": {"id": row.created_by_user_id, "name": row.by_name},
    }


def _response(
    row: ResponseRow,
    context: RfxContext,
    fields: Sequence[PlacedField],
    values: Mapping[str, object],
    progress: Progress,
) -> Json:
    requester, respondent = serialize_parties(context)
    if row.organisation_id == requester["id"] != respondent["id"]:
        organisation = requester
        keys = keys_of_side(fields, WritableBy.REQUESTER)
        completion_of_party = completion(fields, values, keys, visible_keys=progress.visible_keys)
    else:
        organisation, completion_of_party = respondent, progress.total.completion
    # Guests cannot load pictures of the network.
    is_guest = context.role in GUEST_ROLES or organisation["isGuest"]
    return {
        "organisation": organisation
        | {"logoUrl": None if is_guest else picture_url(row.logo_id, row.logo_version)},
        "status": row.status,
        "updated": optional_moment_text(row.updated),
        "createdBy": serialize_id_and_name(row.created_by_user_id, row.created_by_name),
        "submitted": optional_moment_text(row.submitted),
        "submittedBy": serialize_id_and_name(row.submitted_by_user_id, row.submitted_by_name),
        "completion": _completion(completion_of_party),
    }
