"""Mails of RFxs: request, submission, refusal, reopening, reminder, new deadline, messages and follow-up tasks.

Each names the title and, in the recipient's time zone, the deadline: in the subject, so that a mailbox sorts and groups
them, and in the body. Guests read times in the zone of the user who sent the RFx.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date, datetime
from html import escape
from zoneinfo import ZoneInfo

from app.accounts.public import (
    ANONYMOUS,
    AccountMail,
    LinkPurpose,
    Organisation,
    User,
    UserType,
    grant_for,
    new_link,
    recipient,
    sender,
    zones_of,
)
from app.extensions import db
from app.forms.public import fields_of_forms
from app.kernel.bulk.mails import JobMail
from app.kernel.clock import format_day, format_moment, format_short, now
from app.kernel.db.deadlines import deadline_text
from app.kernel.mail.outbox import MailSender, absolute_url, queue_mail
from app.kernel.mail.subjects import subject_line
from app.kernel.numbers import counted
from app.kernel.sanitise import plain_text
from app.messages.public import MessageMail
from app.notifications.public import NotificationKind, mailed_at_once
from app.rfx.policies.access import guest_path
from app.rfx.policies.answers import progress_of
from app.rfx.policies.carrying import Carried
from app.rfx.queries.answers import answers_of
from app.rfx.queries.people import people_of
from app.rfx.queries.rfxs import RfxContext
from app.rfx.types import RFX, RfxMail, RfxStatus, RfxType
from app.tasks.public import TaskMail, UserTask

Facts = list[tuple[str, str]]

REQUESTS: Mapping[str, tuple[str, str, str, str]] = {
    RfxType.RFI: (RfxMail.RFI, "Information request from {requester}", "please answer", "Open the request"),
    RfxType.ASSESSMENT_SELF_SURVEY: (
        RfxMail.SELFSURVEYREQUEST,
        "Self-assessment request from {requester}",
        "please complete your self-assessment",
        "Open the self-assessment",
    ),
    RfxType.ASSESSMENT_INTERNAL_SURVEY: (
        RfxMail.SURVEYREQUEST,
        "Your feedback on {about}",
        "please give your feedback",
        "Open the survey",
    ),
}
"""Mail for the respondent by type of RFx: template, heading, request in the subject, button."""

GREETING = re.compile(
    r"(hello|hi|hey|dear|greetings|good (morning|day|afternoon|evening)|hallo|guten (morgen|tag)|"
    r"sehr geehrte[rs]?|liebe[rs]?|bonjour|chère?|hola|estimad[oa]s?|ciao|salve|buongiorno)\b",
    re.IGNORECASE,
)
"""Matches messages that begin with a greeting; the mail then omits its own."""
NO_DEADLINE = "none"
NOTHING_TO_DO: Mapping[RfxStatus, str] = {
    RfxStatus.COMPLETED: "You have already answered, so you don't need to do anything.",
    RfxStatus.DECLINED: "You have declined to answer, so you don't need to do anything.",
}
"""Sentence of the deadline mail for recipients who need not act, by status of the RFx."""


def mail_sent(
    context: RfxContext, *, message_html: str | None, carried: Carried | None, job: JobMail | None
) -> None:
    """Notify the addressed users, or the guest, of a new RFx (RFI, SELFSURVEYREQUEST, SURVEYREQUEST)."""
    rfx, total = context.rfx, progress_of(fields_of_forms(context.revisions), {}).total.completion.total
    template, heading, request, button = REQUESTS.get(rfx.type, REQUESTS[RfxType.RFI])
    for user, zone in _with_zones(context, people_of(context).respondent):
        _mail(
            template, context, user, key="sent", by=rfx.created_by_user_id,
            subject=subject_line(rfx.title, request + _by(rfx.deadline, zone), context.requester_name),
            heading=heading.format(requester=context.requester_name, about=context.about[1] if context.about else rfx.title),
            lines=[f"{context.creator_name} of {context.requester_name} asks you to answer “{rfx.title}”.",
                   *([carried.sentence(total)] if carried and carried.offered else [])],
            facts=[*_deadline(rfx.deadline, zone), *([("Questions", str(total))] if total else [])],
            button=button, message_html=message_html, job=job,
        )  # fmt: skip


def mail_submitted(
    context: RfxContext, *, by_user_id: int, kind: NotificationKind, notified: Collection[int]
) -> None:
    """Mail the requester's users, except the one who submitted, that the answers are complete (RFISUBMIT).

    `notified` are the ids of the users who have a notification of `kind`, for which users choose the mail.
    """
    rfx, respondent = context.rfx, context.respondent_label
    people = _without_actor(people_of(context).requester, by_user_id)
    for user, zone in _with_zones(context, mailed_at_once(kind=kind, users=people, notified=notified)):
        _mail(
            RfxMail.RFISUBMIT, context, user, key=f"submitted:{_stamp(rfx.closed)}", by=by_user_id,
            subject=subject_line(rfx.title, "submitted", respondent),
            heading=f"{respondent} has submitted a response",
            lines=[f"“{rfx.title}” has been submitted."],
            facts=[("Submitted", format_moment(rfx.closed, zone))] if rfx.closed else [],
            button="Review the answers",
        )  # fmt: skip


def mail_declined(context: RfxContext, *, by_user_id: int, notified: Collection[int]) -> None:
    """Mail the requester's users, except the one who declined, the reason (GENERAL); `notified` as in `mail_submitted`."""
    rfx, respondent = context.rfx, context.respondent_label
    people = _without_actor(people_of(context).requester, by_user_id)
    for user in mailed_at_once(kind=NotificationKind.RFX_DECLINED, users=people, notified=notified):
        _mail(
            AccountMail.GENERAL, context, user, key=f"declined:{_stamp(rfx.closed)}", by=by_user_id,
            subject=subject_line(rfx.title, "declined", respondent),
            heading=f"{respondent} has declined to answer",
            lines=[
                f"“{rfx.title}” will not be answered. Reason:",
                *(line for line in (rfx.decline_reason or "").splitlines() if line.strip()),
            ],
            button="Open the request",
        )  # fmt: skip


def mail_withdrawn(context: RfxContext, *, by_user_id: int, job: JobMail | None = None) -> None:
    """Notify the respondent's users that the requester has withdrawn the RFx, with the reason (GENERAL)."""
    rfx = context.rfx
    for user in people_of(context).respondent:
        _mail(
            AccountMail.GENERAL, context, user, key=f"withdrawn:{_stamp(rfx.closed)}", by=by_user_id,
            job=job,
            subject=subject_line(rfx.title, "withdrawn, no answer needed", context.requester_name),
            heading=f"{context.requester_name} has withdrawn a request",
            lines=[
                f"You no longer need to answer “{rfx.title}”. Reason:",
                *(line for line in (rfx.withdrawn_reason or "").splitlines() if line.strip()),
            ],
            button="Open the request",
        )  # fmt: skip


def mail_award_letter(context: RfxContext, *, by_user_id: int, html: str) -> Sequence[User]:
    """Mail the respondent's users the letter about the award of the request (GENERAL); return the users."""
    rfx, requester = context.rfx, context.requester_name
    return [
        user
        for user in people_of(context).respondent
        if _mail(
            AccountMail.GENERAL, context, user, key="award", by=by_user_id,
            subject=subject_line(rfx.title, "decision", requester),
            heading=f"Decision of {requester}", lines=[f"About “{rfx.title}”:"],
            button="Open the request", message_html=html,
        )
    ]  # fmt: skip


def mail_reopened(context: RfxContext, *, by_user_id: int) -> None:
    """Notify all participants that the respondent can continue (RFIREOPEN; specification section 2, Reopen modal)."""
    rfx, people = context.rfx, people_of(context)
    users = [*dict.fromkeys([*people.respondent, *people.requester])]
    for user, zone in _with_zones(context, users):
        if _is_requester(context, user):
            who, text, name = context.respondent_label, "reopened", context.respondent_label
        else:
            text = f"reopened, please answer{_by(rfx.deadline, zone)}"
            who, name = "You", context.requester_name
        _mail(
            RfxMail.RFIREOPEN, context, user, key=f"reopened:{_stamp(now())}", by=by_user_id,
            subject=subject_line(rfx.title, text, name),
            heading=f"“{rfx.title}” has been reopened",
            lines=[f"{who} can now change and add answers."],
            facts=_deadline(rfx.deadline, zone),
            button="Open the request",
        )  # fmt: skip


def mail_reminder(context: RfxContext, *, job: JobMail | None = None) -> int:
    """Remind the respondent's users of an open RFx (RFIREMINDER); return the number of mails."""
    rfx, people = context.rfx, people_of(context).respondent
    answers = answers_of(context)
    completion = progress_of(answers.fields, answers.values).total.completion
    for user, zone in _with_zones(context, people):
        _mail(
            RfxMail.RFIREMINDER, context, user, key=f"reminded:{_stamp(rfx.reminder_sent_date)}",
            by=rfx.created_by_user_id, job=job,
            subject=subject_line(
                rfx.title, f"reminder, please answer{_by(rfx.deadline, zone)}", context.requester_name
            ),
            heading=f"Reminder: {context.requester_name} is waiting for your response",
            lines=[f"“{rfx.title}” has not been submitted yet."],
            facts=[
                *_deadline(rfx.deadline, zone),
                *([("Answered", f"{completion.answered} of {completion.total}")] if completion.total else []),
            ],
            button="Continue answering",
        )  # fmt: skip
    return len(people)


def mail_deadline_changed(
    context: RfxContext, *, by_user_id: int, deadline: datetime | None, job: JobMail | None = None
) -> None:
    """Notify the respondent's users of the new `deadline` (DEADLINECHANGED).

    `deadline` is a parameter because a submitted or declined RFx keeps its own when the deadline of its assessment
    changes; its recipients are not asked to answer.
    """
    rfx = context.rfx
    nothing_to_do = NOTHING_TO_DO.get(RfxStatus(rfx.status))
    for user, zone in _with_zones(context, people_of(context).respondent):
        if deadline is None:
            text = "deadline removed"
        else:
            day = format_short(deadline, zone)
            text = f"deadline now {day}" if nothing_to_do else f"new deadline, please answer by {day}"
        _mail(
            RfxMail.DEADLINECHANGED, context, user, key=f"deadline:{_stamp(now())}", by=by_user_id,
            job=job,
            subject=subject_line(rfx.title, text, context.requester_name),
            heading="The deadline has changed" if deadline else "The deadline has been removed",
            lines=[
                f"{context.requester_name} has {'changed' if deadline else 'removed'} the deadline of “{rfx.title}”.",
                *([nothing_to_do] if nothing_to_do else []),
            ],
            facts=[("New deadline", deadline_text(deadline, zone) if deadline else NO_DEADLINE)],
            button="Open the request",
        )  # fmt: skip


def mail_guest_message(
    context: RfxContext, *, by_user_id: int, html: str, message_id: int, files: int
) -> None:
    """Mail a guest, who cannot join threads, a message that the requester wrote in the guest's RFx (RFICONVERSATION).

    `files` is the number of files of the message; the guest's page shows them.
    """
    them = "it" if files == 1 else "them"
    attached = f"{counted(files, 'file is', 'files are')} attached; open the request to see {them}."
    for user in people_of(context).respondent:
        _mail(
            MessageMail.RFICONVERSATION, context, user, key=f"message:{message_id}", by=by_user_id,
            subject=subject_line(context.rfx.title, "new message", context.requester_name),
            heading=f"New message from {context.requester_name}",
            lines=[
                *([attached] if files else []),
                f"About “{context.rfx.title}”:",
            ],
            button="Open the request", message_html=html,
        )  # fmt: skip


def mail_follow_ups(context: RfxContext, tasks: Sequence[UserTask], *, by_user_id: int | None) -> None:
    """Notify the assignees of follow-up tasks, with all tasks in one mail to each user (USERTASKASSIGNMENT).

    `by_user_id` is None for tasks that scoring rules raised.
    """
    if not tasks:
        return
    first = tasks[0]
    count = counted(len(tasks), "follow-up")
    recipients = [user for user in people_of(context).respondent if user.id == first.assigned_user_id]
    if first.assigned_user_id is None:
        recipients = list(people_of(context).respondent)
    elif not recipients and (user := db.session.get(User, first.assigned_user_id)):
        recipients = [user]
    for user, zone in _with_zones(context, recipients):
        _mail(
            TaskMail.USERTASKASSIGNMENT, context, user, key=f"task:{tasks[-1].id}:{_stamp(now())}",
            by=by_user_id or context.rfx.created_by_user_id,
            subject=subject_line(
                context.rfx.title, f"{count}, please answer{_by(first.due, zone)}", context.requester_name
            ),
            heading=f"{context.requester_name} has {count} on your answers",
            lines=[f"About “{context.rfx.title}”:"],
            facts=[("Answer by", format_day(first.due))] if first.due else [],
            message_html="".join(
                f"<p><strong>{escape(task.title)}</strong></p>{task.description_html or ''}" for task in tasks
            ),
            button="Open the follow-up" if len(tasks) == 1 else "Open the follow-ups",
            task_id=first.id,
        )  # fmt: skip


def _mail(
    template: str,
    context: RfxContext,
    user: User,
    *,
    key: str,
    by: int,
    subject: str,
    heading: str,
    lines: Sequence[str],
    button: str,
    facts: Facts | None = None,
    message_html: str | None = None,
    task_id: int | None = None,
    job: JobMail | None = None,
) -> bool:
    """Queue one mail. Its button links to the page or, for a guest, contains a new guest link.

    With `job`, a recipient gets one mail about all RFxs of a bulk job; a guest, whose link opens one RFx, one for each
    request. A guest whose access was revoked gets no mail; then the result is False.
    """
    path = page_path(context, user, task_id)
    if path is None:
        return False
    dedupe_key = f"rfx:{context.rfx.id}:{key}:{user.id}"
    if job is not None:
        dedupe_key = f"bulk:{job.key}:{template}:{user.id}"
        if user.type == UserType.GUEST:
            dedupe_key += f":{context.rfx.request_id or f'rfx{context.rfx.id}'}"
        elif job.others:
            lines = [*lines, job.others]
    queue_mail(
        template,
        to=recipient(user),
        dedupe_key=dedupe_key,
        organisation_id=context.rfx.organisation_id,
        sender=_sender(by),
        # The requester's pages show whether a mail has reached the respondent.
        subject=None if _is_requester(context, user) else (RFX, context.rfx.id),
        context={
            "subject": subject,
            "heading": heading,
            "lines": list(lines),
            "facts": facts,
            "message_html": message_html,
            "message_greets": bool(message_html and GREETING.match(plain_text(message_html))),
            "to_guest": user.type == UserType.GUEST,
            "to_requester": _is_requester(context, user),
            "button_label": button,
            "button_url": absolute_url(path),
        },
    )
    return True


def _is_requester(context: RfxContext, user: User) -> bool:
    """Return True for users of the requester, except the recipient of an internal survey."""
    return user.organisation_id == context.rfx.organisation_id and user.id != context.rfx.recipient_user_id


def page_path(context: RfxContext, user: User, task_id: int | None = None) -> str | None:
    """Return the path of the page, or None for a guest whose access was revoked.

    Each mail to a guest has a new link of the same grant, because only hashes of links are stored; older links keep
    working.
    """
    if user.type != UserType.GUEST:
        return f"/rfx/{context.rfx.id}" if task_id is None else f"/rfx/{context.rfx.id}/task/{task_id}"
    grant = grant_for(user_id=user.id, subject_type=RFX, subject_id=context.rfx.id)
    if grant is None:
        return None
    token = new_link(purpose=LinkPurpose.GUEST, user_id=user.id, life=None, grant_id=grant.id)
    return guest_path(token, context.rfx.id)


def _sender(user_id: int) -> MailSender:
    """Return the sender of a mail: for a guest its name, because its organisation is only a placeholder."""
    user = db.session.get_one(User, user_id)
    if user.type == UserType.GUEST:
        return MailSender(organisation_name=user.name or ANONYMOUS)
    return sender(user, db.session.get_one(Organisation, user.organisation_id))


def _without_actor(people: Sequence[User], by_user_id: int) -> list[User]:
    """Return the users except the one who acted, who needs no mail about it."""
    return [user for user in people if user.id != by_user_id]


def _with_zones(context: RfxContext, users: Sequence[User]) -> Iterator[tuple[User, ZoneInfo]]:
    """Yield each user with the time zone of their mail; guests have the zone of the user who sent the RFx."""
    sender_id = context.rfx.created_by_user_id
    zones = zones_of([sender_id, *(user.id for user in users)])
    for user in users:
        yield user, zones[sender_id if user.type == UserType.GUEST else user.id]


def _by(deadline: datetime | date | None, zone: ZoneInfo) -> str:
    return f" by {format_short(deadline, zone)}" if deadline else ""


def _deadline(deadline: datetime | None, zone: ZoneInfo) -> Facts:
    return [("Deadline", deadline_text(deadline, zone))] if deadline else []


def _stamp(moment: datetime | None) -> str:
    return moment.isoformat() if moment else ""
