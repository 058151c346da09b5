"""Assigning parts of an RFx: ask, change, remind, take back. The RFx is locked, so its parts change one by one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from math import ceil

from app.accounts.public import User, UserType, grant_access, revoke_access
from app.delegation import mails
from app.delegation.operations.assignees import Person, resolve_assignee, zone_of_assignee
from app.delegation.policies import (
    Section,
    check_due,
    demand_assigner,
    demand_unsigned,
    keys_of_part,
    title_of,
)
from app.delegation.queries import counts_of, locked_part, recent_mails
from app.delegation.types import MAIL_PERIOD, MAX_MAILS, MAX_PARTS, MAX_ROWS, REMINDER_GAP
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError, TooManyError
from app.rfx.public import (
    RFX_PART,
    WAITING_PARTS,
    PartMove,
    PartStatus,
    RfxContext,
    RfxPart,
    answers_of,
    demand_open,
    links_need_code,
    part_status_after,
    record_for_respondent,
    rfx_context,
)
from app.tasks.public import RFX_SUBJECT, TaskType, UserTask, close_task, open_task

TASK_TITLE = "Answer a part: {title}"
TOO_MANY_PARTS = f"An RFx can have at most {MAX_PARTS} parts."
TOO_MANY_MAILS = (
    f"Your organisation has asked {MAX_MAILS} people by e-mail in the last hour. Please wait a little."
)
NOT_WAITING = "This part is not waiting for an answer."
REMINDED_RECENTLY = "{name} got a mail less than an hour ago."


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPart:
    """A part to assign."""

    person: Person
    title: str
    sections: Sequence[Section]
    keys: Sequence[str]
    note: str
    due: date | None
    sees_all: bool


def ask_for_part(*, actor: Actor, rfx_id: int, new: NewPart) -> RfxPart:
    """Assign a part of an RFx to a colleague, who gets a task, or by e-mail to a guest, who gets a link.

    Raises NotFoundError if `actor` may not see the RFx, ForbiddenError if it may not assign parts, ConflictError if the
    RFx is closed or signed and beyond the limits, InvalidError with sentences at the fields.
    """
    context = _open_context(actor, rfx_id)
    answers = answers_of(context)
    demand_unsigned(answers.fields, answers.values)
    keys = keys_of_part(
        answers.fields, sections=new.sections, keys=new.keys, requester=context.requester_name
    )
    counts = counts_of(rfx_id)
    if counts.live >= MAX_PARTS or counts.all >= MAX_ROWS:
        raise ConflictError(TOO_MANY_PARTS)
    assignee = resolve_assignee(actor=actor, context=context, person=new.person)
    _check_due(actor, context, assignee, new.due)
    part = RfxPart(
        rfx_id=rfx_id, title=new.title or title_of(answers.fields, keys), keys=keys,
        assignee_user_id=assignee.id, sees_all=new.sees_all and assignee.type == UserType.GUEST,
        note=new.note, due=new.due, status=PartStatus.ASKED, asked_by_user_id=actor.user_id,
    )  # fmt: skip
    db.session.add(part)
    db.session.flush()
    _assign(actor, context, part, assignee)
    return part


def change_part(
    *, actor: Actor, rfx_id: int, part_id: int, person: Person | None, due: date | None, note: str
) -> RfxPart:
    """Change the assignee (None: keep), the day and the note of a part. Its assignee is asked again.

    The access of the former assignee ends; every answer stays. Raises as `ask_for_part` does, and ConflictError if the
    part was returned or taken back.
    """
    context = _open_context(actor, rfx_id)
    part = locked_part(rfx_id=rfx_id, part_id=part_id)
    former = db.session.get_one(User, part.assignee_user_id)
    assignee = former if person is None else resolve_assignee(actor=actor, context=context, person=person)
    if due != part.due or assignee is not former:
        _check_due(actor, context, assignee, due)
    part.status = part_status_after(part.status, PartMove.ASK)
    part.due, part.note, part.done, part.opened = due, note, None, None
    part.asked_by_user_id = actor.user_id
    end_access(actor=actor, part=part, keeps_link=assignee is former)
    part.assignee_user_id = assignee.id
    part.sees_all = part.sees_all and assignee.type == UserType.GUEST
    _assign(actor, context, part, assignee)
    return part


def remind(*, actor: Actor, rfx_id: int, part_id: int) -> RfxPart:
    """Mail a reminder to the assignee of a part that is not done.

    Raises ConflictError if it is not waiting, or if a guest got a mail about it in the last hour.
    """
    context = _open_context(actor, rfx_id)
    part = locked_part(rfx_id=rfx_id, part_id=part_id)
    if part.status not in WAITING_PARTS:
        raise ConflictError(NOT_WAITING)
    assignee = db.session.get_one(User, part.assignee_user_id)
    if part.mailed is not None and part.mailed > now() - REMINDER_GAP:
        raise ConflictError(REMINDED_RECENTLY.format(name=assignee.name))
    _count_mail(actor, part, assignee)
    mails.mail_reminder(context, part, assignee, actor=actor)
    return part


def withdraw_part(*, actor: Actor, rfx_id: int, part_id: int) -> RfxPart:
    """Take a part back: its link and its task end, and every answer stays. Possible in a closed RFx, too."""
    context = rfx_context(actor=actor, rfx_id=rfx_id, lock=True)
    demand_assigner(actor, context.role)
    part = locked_part(rfx_id=rfx_id, part_id=part_id)
    part.status = part_status_after(part.status, PartMove.WITHDRAW)
    end_access(actor=actor, part=part)
    record_for_respondent(context, "rfx.partWithdrawn", actor=actor, partTitle=part.title)
    db.session.flush()
    return part


def end_access(*, actor: Actor, part: RfxPart, keeps_link: bool = False) -> None:
    """Close the task of a part and, unless `keeps_link`, end the access of its guest from the next request on."""
    task = db.session.get(UserTask, part.task_id) if part.task_id is not None else None
    if task is not None and task.is_open:
        close_task(actor=actor, task=task)
    if task is None and not keeps_link:
        revoke_access(user_id=part.assignee_user_id, subject_type=RFX_PART, subject_id=part.id)


def _open_context(actor: Actor, rfx_id: int) -> RfxContext:
    context = rfx_context(actor=actor, rfx_id=rfx_id, lock=True)
    demand_assigner(actor, context.role)
    demand_open(context.rfx)
    return context


def _check_due(actor: Actor, context: RfxContext, assignee: User, due: date | None) -> None:
    zone = zone_of_assignee(actor, assignee)
    check_due(due, deadline=context.rfx.deadline, zone=zone, moment=now())


def _assign(actor: Actor, context: RfxContext, part: RfxPart, assignee: User) -> None:
    """Give the assignee a task or a link, and a mail unless the actor took the part."""
    part.task_id = part.mailed = None
    if assignee.type == UserType.GUEST:
        grant_access(
            user_id=assignee.id,
            subject_type=RFX_PART,
            subject_id=part.id,
            created_by_user_id=actor.user_id,
            needs_code=links_need_code(context.rfx),
        )
        _count_mail(actor, part, assignee)
    else:
        part.task_id = _open_task(actor, context, part).id
    record_for_respondent(
        context, "rfx.partAsked", actor=actor, partTitle=part.title, assigneeName=assignee.name
    )
    db.session.flush()
    if assignee.id != actor.user_id:
        mails.mail_asked(context, part, assignee, actor=actor)


def _open_task(actor: Actor, context: RfxContext, part: RfxPart) -> UserTask:
    return open_task(
        actor=actor,
        type=TaskType.RFX_PART,
        title=TASK_TITLE.format(title=part.title),
        subject_type=RFX_SUBJECT,
        subject_id=context.rfx.id,
        subject_title=context.rfx.title,
        assigned_organisation_id=context.rfx.with_organisation_id,
        assigned_user_id=part.assignee_user_id,
        about_organisation_id=context.rfx.organisation_id,
        due=part.due,
        expires=context.rfx.deadline,
    )


def _count_mail(actor: Actor, part: RfxPart, assignee: User) -> None:
    """Count a mail to a guest for the hourly limit; raises TooManyError beyond it."""
    if assignee.type != UserType.GUEST:
        return
    recent = recent_mails(actor)
    if len(recent) >= MAX_MAILS:
        wait = recent[0] + MAIL_PERIOD - now()
        raise TooManyError(TOO_MANY_MAILS, retry_after=ceil(wait.total_seconds()))
    part.mailed = now()
