"""Hand-over of an RFx to the right contact of the respondent.

A user hands it over to a colleague, who gets the task and the conversation. A guest hands it over to an address: at
once within the mail domain of the guest, otherwise the requester confirms the new contact first.
"""

from dataclasses import dataclass

from sqlalchemy import update

from app.accounts.public import (
    ANONYMOUS,
    FORMER_USER,
    User,
    create_guest,
    grant_access,
    known_as,
    revoke_access,
    user_by_email,
)
from app.delegation import mails
from app.delegation.models import RfxHandover
from app.delegation.operations.assignees import (
    EMAIL_NEEDED,
    NAME_NEEDED,
    OWN_ADDRESS,
    Person,
    colleague_of,
    demand_foreign_to_requester,
)
from app.delegation.policies import demand_contact, needs_confirmation
from app.delegation.queries import count_handovers, locked_pending_handover
from app.delegation.types import MAX_HANDOVERS, HandoverState
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError, ForbiddenError, InvalidError, NotFoundError
from app.messages.public import move_participation
from app.notifications.public import NotificationKind
from app.rfx.public import (
    RFX,
    RfxContext,
    ViewerRole,
    demand_open,
    demand_sender,
    links_need_code,
    mail_sent,
    notify_sender,
    record_event,
    rfx_context,
    rfx_context_for_system,
)
from app.tasks.public import RFX_SUBJECT, TaskType, close_tasks, hand_over_task, open_task

TASK_TITLE = "Confirm the new contact {name}"
NOT_A_COLLEAGUE = "{address} is no user of {name}. Choose a colleague, or ask the person for a part."
ALREADY_CONTACT = "{name} already has this request."
TOO_MANY = f"An RFx can be handed over {MAX_HANDOVERS} times."
NO_REASON = "Please say why."


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """The requester's answer to a hand-over; a refusal has a reason, which the guest reads."""

    is_confirmed: bool
    reason: str = ""


def hand_over(*, actor: Actor, rfx_id: int, person: Person, note: str) -> RfxHandover:
    """Hand an RFx over to another person of the respondent; a pending hand-over is replaced.

    Raises NotFoundError if `actor` may not see the RFx, ForbiddenError if it is no contact of the respondent,
    ConflictError if the RFx is closed and beyond the limit, InvalidError with sentences at the fields.
    """
    context = rfx_context(actor=actor, rfx_id=rfx_id, lock=True)
    demand_contact(actor, context.role, context.rfx)
    demand_open(context.rfx)
    if count_handovers(rfx_id) >= MAX_HANDOVERS:
        raise ConflictError(TOO_MANY)
    if context.role is ViewerRole.RESPONDENT:
        return _to_colleague(actor, context, person, note)
    return _to_address(actor, context, person, note)


def decide_handover(*, actor: Actor, rfx_id: int, handover_id: int, decision: Decision) -> RfxHandover:
    """Confirm or decline the new contact of a guest's RFx, for the requester.

    Raises ConflictError if the RFx is closed, NotFoundError if the hand-over no longer waits, InvalidError for a
    refusal without a reason.
    """
    context = rfx_context(actor=actor, rfx_id=rfx_id, lock=True)
    demand_sender(actor, context.role)
    demand_open(context.rfx)
    handover = locked_pending_handover(rfx_id)
    if handover is None or handover.id != handover_id:
        raise NotFoundError
    if not decision.is_confirmed and not decision.reason:
        raise InvalidError(fields={"reason": [NO_REASON]})
    handover.decided, handover.decided_by_user_id = now(), actor.user_id
    close_tasks(actor=actor, subject_type=RFX_SUBJECT, subject_id=rfx_id, types=[TaskType.HANDOVER])
    if decision.is_confirmed:
        _give_to_guest(context, handover, actor=actor)
        return handover
    handover.state, handover.reason = HandoverState.DECLINED, decision.reason
    record_event(context, "rfx.handoverDeclined", actor=actor, contactName=handover.name)
    db.session.flush()
    mails.mail_handover_declined(context, handover, actor=actor)
    return handover


def _to_colleague(actor: Actor, context: RfxContext, person: Person, note: str) -> RfxHandover:
    """Move the actor's task and place in the conversation to a colleague."""
    user = _chosen_colleague(context, person)
    if user.id == actor.user_id:
        raise ConflictError(ALREADY_CONTACT.format(name=user.name))
    task = hand_over_task(
        subject_type=RFX_SUBJECT, subject_id=context.rfx.id, type=TaskType.RFX,
        from_user_id=actor.user_id, to_user_id=user.id,
    )  # fmt: skip
    if task is None:
        raise ForbiddenError
    if context.rfx.thread_id is not None:
        move_participation(thread_id=context.rfx.thread_id, from_user_id=actor.user_id, user=user)
    handover = _add(actor, context, name=user.name, email=user.email, note=note, state=HandoverState.DONE)
    handover.to_user_id = user.id
    _announce(actor, context, handover)
    mails.mail_to_colleague(context, handover, user, task_id=task.id, actor=actor)
    return handover


def _chosen_colleague(context: RfxContext, person: Person) -> User:
    user = db.session.get(User, person.user_id) if person.user_id is not None else None
    if person.user_id is None:
        if not person.email:
            raise InvalidError(fields={"email": [EMAIL_NEEDED]})
        user = user_by_email(known_as(person.email))
        if user is None or user.organisation_id != context.rfx.with_organisation_id:
            sentence = NOT_A_COLLEAGUE.format(address=person.email, name=context.respondent_label)
            raise InvalidError(fields={"email": [sentence]})
    return colleague_of(context, user)


def _to_address(actor: Actor, context: RfxContext, person: Person, note: str) -> RfxHandover:
    """Hand a guest's RFx over to an address, at once or after the requester's confirmation."""
    if not person.email:
        raise InvalidError(fields={"email": [EMAIL_NEEDED]})
    if not person.name or person.name == ANONYMOUS:
        raise InvalidError(fields={"name": [NAME_NEEDED]})
    address, own_address = known_as(person.email), context.asked_email or ""
    if known_as(own_address) == address:
        raise InvalidError(fields={"email": [OWN_ADDRESS]})
    demand_foreign_to_requester(context, person.email)
    pending = locked_pending_handover(context.rfx.id)
    if pending is not None:
        pending.state = HandoverState.REPLACED
        close_tasks(
            actor=actor, subject_type=RFX_SUBJECT, subject_id=context.rfx.id, types=[TaskType.HANDOVER]
        )
        db.session.flush()
    handover = _add(
        actor, context, name=person.name, email=person.email, note=note, state=HandoverState.PENDING
    )
    if not needs_confirmation(own_address, person.email):
        _give_to_guest(context, handover, actor=actor)
        return handover
    record_event(
        context, "rfx.handoverAsked", actor=actor, contactName=person.name, contactEmail=person.email
    )
    open_task(
        actor=None,
        type=TaskType.HANDOVER,
        title=TASK_TITLE.format(name=person.name),
        subject_type=RFX_SUBJECT,
        subject_id=context.rfx.id,
        subject_title=context.rfx.title,
        organisation_id=context.rfx.with_organisation_id,
        assigned_organisation_id=context.rfx.organisation_id,
        assigned_user_id=context.rfx.created_by_user_id,
        expires=context.rfx.deadline,
    )
    mails.mail_confirmation_needed(context, handover)
    return handover


def _add(
    actor: Actor, context: RfxContext, *, name: str, email: str, note: str, state: HandoverState
) -> RfxHandover:
    handover = RfxHandover(
        rfx_id=context.rfx.id, state=state, from_user_id=actor.user_id, name=name, email=email, note=note
    )
    db.session.add(handover)
    db.session.flush()
    return handover


def _give_to_guest(context: RfxContext, handover: RfxHandover, *, actor: Actor) -> None:
    """Make a new guest the contact of the RFx; every link of the former guest to it ends."""
    rfx = context.rfx
    revoke_access(user_id=handover.from_user_id, subject_type=RFX, subject_id=rfx.id)
    guest = create_guest(name=handover.name, email=handover.email)
    rfx.guest_user_id = handover.to_user_id = guest.id
    handover.state = HandoverState.DONE
    grant_access(
        user_id=guest.id,
        subject_type=RFX,
        subject_id=rfx.id,
        created_by_user_id=actor.user_id,
        needs_code=links_need_code(rfx),
    )
    db.session.flush()
    _announce(actor, context, handover)
    mail_sent(
        rfx_context_for_system(rfx.id), message_html=mails.note_html(handover.note), carried=None, job=None
    )


def _announce(actor: Actor, context: RfxContext, handover: RfxHandover) -> None:
    """Record the hand-over in both logs and notify the sender of the RFx."""
    is_confirmed = context.role is ViewerRole.REQUESTER
    event_type = "rfx.handoverConfirmed" if is_confirmed else "rfx.handedOver"
    event = record_event(context, event_type, actor=actor, contactName=handover.name)
    db.session.flush()
    if not is_confirmed:
        notified = notify_sender(context, NotificationKind.RFX_HANDED_OVER, event)
        mails.mail_handed_over(context, handover, notified=notified)


def erase_in_handovers(*, user_id: int) -> None:
    """Replace the name and address of a user whose personal data is erased."""
    db.session.execute(
        update(RfxHandover).where(RfxHandover.to_user_id == user_id).values(name=FORMER_USER, email="")
    )
