"""The approval of an award by a second user, and the ways back to a draft."""

from datetime import datetime

from app.accounts.public import Organisation, User
from app.awards import mails
from app.awards.models import Award
from app.awards.operations.drafting import demand_suppliers, today_of, touch
from app.awards.operations.recording import record_step
from app.awards.policies.states import DecidedLine, demand_complete, state_after
from app.awards.queries.awards import AwardContext, award_context, demand_awardable
from app.awards.queries.people import is_sender
from app.awards.types import AwardMove
from app.evaluations.public import user_ids_with_conflict
from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.merging import check_version
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, ForbiddenError, InvalidError
from app.rfx.public import RfxRequest
from app.tasks.public import AWARD_SUBJECT, TaskType, close_tasks, open_task

NOT_NEEDED = "Your organisation needs no approval of awards. Send the letters."
NOT_A_SENDER = "Choose an active colleague who may send RFxs."
AUTHOR = "Choose a colleague who has not worked on this award."
CONFLICTED = "This colleague has declared a conflict of interest. Choose another one."
OWN_CONFLICT = "You have declared a conflict of interest, so you can't approve this award."
NOT_THE_APPROVER = "Only the named approver can decide on this award."
NO_REASON = "Please say why you send the award back."


def needs_approval(organisation_id: int) -> bool:
    """Return True if a second user has to approve the awards of an organisation."""
    return db.session.get_one(Organisation, organisation_id).award_needs_approval


def submit_award(
    *, actor: Actor, request_id: int, approver_user_id: int, based_on: datetime | None
) -> AwardContext:
    """Submit a complete draft to an approver, who gets a task and a mail.

    Raises ConflictError if no approval is needed or the award is no draft, InvalidError with a sentence if it is not
    complete or the user cannot approve it.
    """
    actor.demand(Permission.SEND_RFX)
    context = award_context(actor=actor, request_id=request_id, lock=True)
    award, request = context.stored, context.request
    approver = _approver(actor, context, approver_user_id)
    after = state_after(award.state, AwardMove.SUBMIT)
    if not needs_approval(actor.organisation_id):
        raise ConflictError(NOT_NEEDED)
    check_version(based_on=based_on, updated=award.updated)
    demand_decided(context, actor)
    touch(award, actor)
    award.state, award.submitted, award.submitted_by_user_id = after, now(), actor.user_id
    award.approver_user_id, award.approved, award.sent_back_reason = approver.id, None, None
    db.session.flush()
    open_task(
        actor=actor,
        type=TaskType.REVIEW,
        title="Approve the award",
        subject_type=AWARD_SUBJECT,
        subject_id=request.id,
        subject_title=request.title,
        assigned_organisation_id=request.organisation_id,
        assigned_user_id=approver.id,
    )
    record_step(
        "rfxAward.submitted", actor=actor, request=request, award=award,
        approverId=approver.id, approverName=approver.name,
    )  # fmt: skip
    mails.mail_approval_wanted(request, award, by_user_id=actor.user_id, approver=approver)
    return context


def approve_award(*, actor: Actor, request_id: int, based_on: datetime | None) -> AwardContext:
    """Approve an award, for the named approver: the letters can be sent.

    Raises ForbiddenError for others, ConflictError if it does not wait for an approval, was changed since `based_on`,
    or the approver has declared a conflict of interest meanwhile.
    """
    context, award = _for_approver(actor, request_id)
    after = state_after(award.state, AwardMove.APPROVE)
    check_version(based_on=based_on, updated=award.updated)
    if actor.user_id in user_ids_with_conflict(request_id):
        raise ConflictError(OWN_CONFLICT)
    demand_decided(context, actor)
    award.state, award.approved, award.updated = after, now(), now()
    _close_task(actor, context.request)
    record_step("rfxAward.approved", actor=actor, request=context.request, award=award)
    if user := _submitter(award):
        mails.mail_approved(context.request, award, by_user_id=actor.user_id, user=user)
    return context


def send_back(*, actor: Actor, request_id: int, reason: str) -> AwardContext:
    """Return an award to its authors with a reason, for the named approver: it is a draft again.

    Raises ForbiddenError for others, InvalidError without a reason, ConflictError if it does not wait for an approval.
    """
    context, award = _for_approver(actor, request_id)
    after = state_after(award.state, AwardMove.SEND_BACK)
    if not reason.strip():
        raise InvalidError(fields={"reason": [NO_REASON]})
    award.state, award.sent_back_reason, award.updated = after, reason.strip(), now()
    _close_task(actor, context.request)
    record_step(
        "rfxAward.sentBack", actor=actor, request=context.request, award=award, reason=award.sent_back_reason
    )
    if user := _submitter(award):
        mails.mail_sent_back(context.request, award, by_user_id=actor.user_id, user=user)
    return context


def recall_award(*, actor: Actor, request_id: int) -> AwardContext:
    """Take back a submitted or approved award to change it; an approval is void then. Raises ConflictError otherwise."""
    return _step_back(actor, request_id, AwardMove.RECALL, "rfxAward.recalled")


def cancel_award(*, actor: Actor, request_id: int) -> AwardContext:
    """Cancel an award before its letters are sent. Raises ConflictError afterwards."""
    return _step_back(actor, request_id, AwardMove.CANCEL, "rfxAward.cancelled")


def demand_decided(context: AwardContext, actor: Actor) -> None:
    """Raise an error with a sentence unless the decision is complete and can still be made."""
    demand_awardable(context.request)
    demand_suppliers(context, [rfx.id for rfx, _ in context.awarded])
    demand_complete(
        [DecidedLine(rfx.name, line.reason) for rfx, line in context.awarded],
        standstill_until=context.stored.standstill_until,
        today=today_of(actor),
    )


def _step_back(actor: Actor, request_id: int, move: AwardMove, event_type: str) -> AwardContext:
    actor.demand(Permission.SEND_RFX)
    context = award_context(actor=actor, request_id=request_id, lock=True)
    award = context.stored
    award.state, award.updated = state_after(award.state, move), now()
    award.approver_user_id = award.approved = None
    _close_task(actor, context.request)
    record_step(event_type, actor=actor, request=context.request, award=award)
    return context


def _approver(actor: Actor, context: AwardContext, user_id: int) -> User:
    """Return the user who is to approve; InvalidError with a sentence if that user cannot."""
    if not is_sender(user_id, organisation_id=actor.organisation_id):
        raise InvalidError(fields={"approverId": [NOT_A_SENDER]})
    if user_id == actor.user_id or user_id in context.stored.author_ids:
        raise InvalidError(fields={"approverId": [AUTHOR]})
    if user_id in user_ids_with_conflict(context.request.id):
        raise InvalidError(fields={"approverId": [CONFLICTED]})
    return db.session.get_one(User, user_id)


def _for_approver(actor: Actor, request_id: int) -> tuple[AwardContext, Award]:
    actor.demand(Permission.SEND_RFX)
    context = award_context(actor=actor, request_id=request_id, lock=True)
    award = context.stored
    if award.approver_user_id is not None and award.approver_user_id != actor.user_id:
        raise ForbiddenError(NOT_THE_APPROVER)
    return context, award


def _submitter(award: Award) -> User | None:
    """Return the user who submitted the award, if still active."""
    user = db.session.get(User, award.submitted_by_user_id) if award.submitted_by_user_id else None
    return user if user is not None and user.is_active_person else None


def _close_task(actor: Actor, request: RfxRequest) -> None:
    close_tasks(actor=actor, subject_type=AWARD_SUBJECT, subject_id=request.id, types=[TaskType.REVIEW])
