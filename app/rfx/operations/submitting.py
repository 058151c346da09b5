"""Submit or decline an RFx, for the respondent, and process the submitted answers."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select

from app.custom_fields.public import take_answers
from app.extensions import db
from app.forms.public import PlacedField, answered, percentage, visible
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ForbiddenError, InvalidError
from app.kernel.registry import current_registry
from app.network.public import mark_as_known
from app.notifications.public import NotificationKind
from app.rfx import mails
from app.rfx.models import FormValue
from app.rfx.operations.follow_ups import raise_by_rules
from app.rfx.operations.moves import close_rfx, demand_open
from app.rfx.operations.recording import emit_started, record_event
from app.rfx.operations.reviewing import notify_sender, open_review, response_submitted, submission_kind
from app.rfx.operations.scoring import store_scores
from app.rfx.policies.access import may_submit
from app.rfx.policies.answers import Progress, progress_of
from app.rfx.policies.states import status_after
from app.rfx.queries.answers import answers_of
from app.rfx.queries.rfxs import RfxContext, rfx_context
from app.rfx.types import ResponseStatus, RfxMove, ViewerRole
from app.tasks.public import UserTask

NOT_VALID = "Some answers are missing or not right yet."
NO_REASON = "Please say why you decline."


@dataclass(frozen=True, slots=True)
class Submission:
    """A submitted RFx, with the progress of its answers."""

    context: RfxContext
    progress: Progress


def submit_response(*, actor: Actor, rfx_id: int) -> Submission:
    """Submit the respondent's answers: the RFx is COMPLETED, and the answers can no longer be changed.

    The requester's users get a mail, and the respondent gets one with the follow-up tasks of scoring rules.

    Raises ConflictError if the RFx is not open, InvalidError with sentences at `values.{key}` if answers are missing
    or break a rule. Of concurrent submissions exactly one succeeds.
    """
    context = rfx_context(actor=actor, rfx_id=rfx_id, lock=True)
    if not may_submit(actor, context.role):
        raise ForbiddenError
    demand_open(context.rfx)
    answers = answers_of(context)
    fields, values = answers.fields, answers.values
    progress = progress_of(fields, values)
    if progress.faults:
        raise InvalidError(
            NOT_VALID, fields={f"values.{key}": sentences for key, sentences in progress.faults.items()}
        )
    context.rfx.status = status_after(context.rfx.status, RfxMove.SUBMIT)
    context.rfx.reopened_fields = None
    score = store_scores(rfx_id=rfx_id, fields=fields, values=values, visible_keys=progress.visible_keys)
    emit_started(context)
    is_sealed = context.rfx.is_sealed
    close_rfx(context, ResponseStatus.SUBMITTED, actor=actor)
    completion = progress.total.completion
    # With answers left out, the score of optional questions without an answer would look like a failure.
    has_all = completion.answered == completion.total
    event = record_event(
        context, "rfx.submitted", actor=actor, answered=completion.answered, total=completion.total,
        own_args={"score": percentage(score)} if score is not None and has_all and not is_sealed else {},
    )  # fmt: skip
    _reveal_contact_details(actor, context)
    raised = (
        []
        if is_sealed
        else process_submission(
            actor=actor, context=context, fields=fields, values=values, visible_keys=progress.visible_keys
        )
    )
    kind = submission_kind(context)
    notified = notify_sender(context, kind, event)
    mails.mail_submitted(context, by_user_id=actor.user_id, kind=kind, notified=notified)
    mails.mail_follow_ups(context, raised, by_user_id=None)
    return Submission(context, progress)


def process_submission(
    *,
    actor: Actor,
    context: RfxContext,
    fields: Sequence[PlacedField],
    values: Mapping[str, object],
    visible_keys: Collection[str],
) -> list[UserTask]:
    """Copy submitted answers to custom fields, raise the follow-ups of rules, and open the review; return the follow-ups.

    `actor` is the submitter. For sealed answers this happens when the seal opens, because each part reveals answers.
    """
    copy_to_custom_fields(
        actor=actor, context=context, fields=fields, values=values, visible_keys=visible_keys
    )
    raised = raise_by_rules(
        actor=actor, context=context, fields=fields, values=values, visible_keys=visible_keys
    )
    db.session.flush()
    open_review(actor=actor, context=context)
    current_registry().send(response_submitted, actor=actor, context=context)
    return raised


def copy_to_custom_fields(
    *,
    actor: Actor,
    context: RfxContext,
    fields: Sequence[PlacedField],
    values: Mapping[str, object],
    visible_keys: Collection[str] | None = None,
    changed: Collection[str] | None = None,
) -> None:
    """Copy submitted answers to the requester's custom fields: all of them, or only the `changed` keys."""
    if context.rfx.relationship_id is None:
        return
    if visible_keys is None:
        visible_keys = visible(fields, values)
    take_answers(
        actor=actor,
        relationship_id=context.rfx.relationship_id,
        answers=[
            (placed.field, values.get(placed.key))
            for placed in fields
            if placed.field.is_relationship_field
            and placed.key in visible_keys
            and (changed is None or placed.key in changed)
            and answered(placed.field, values.get(placed.key))
        ],
    )


def decline_rfx(*, actor: Actor, rfx_id: int, reason: str) -> RfxContext:
    """Decline to answer, for the respondent, with a reason; the RFx is DECLINED. The requester's users get a mail."""
    context = rfx_context(actor=actor, rfx_id=rfx_id, lock=True)
    if not may_submit(actor, context.role):
        raise ForbiddenError
    demand_open(context.rfx)
    if not reason.strip():
        raise InvalidError(fields={"reason": [NO_REASON]})
    context.rfx.status = status_after(context.rfx.status, RfxMove.DECLINE)
    context.rfx.decline_reason = reason.strip()
    close_rfx(context, ResponseStatus.DECLINED, actor=actor)
    event = record_event(context, "rfx.declined", actor=actor, reason=context.rfx.decline_reason)
    _reveal_contact_details(actor, context)
    db.session.flush()
    notified = notify_sender(context, NotificationKind.RFX_DECLINED, event)
    mails.mail_declined(context, by_user_id=actor.user_id, notified=notified)
    return context


def _reveal_contact_details(actor: Actor, context: RfxContext) -> None:
    """Reveal the contact details of the respondent's authors and submitter to the requester."""
    if context.role is not ViewerRole.RESPONDENT:
        return
    authors = db.session.execute(
        select(FormValue.created_by_user_id)
        .where(FormValue.rfx_id == context.rfx.id, FormValue.organisation_id == actor.organisation_id)
        .distinct()
    ).scalars()
    mark_as_known(user_ids={actor.user_id, *authors}, to_organisation_id=context.rfx.organisation_id)
