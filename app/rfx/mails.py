"""Mails of RFxs: request, submission, refusal, reopening, reminder, new deadline, messages and follow-up tasks."""

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from html import escape

from app.accounts.public import (
    ANONYMOUS,
    AccountMail,
    LinkPurpose,
    Organisation,
    User,
    UserType,
    new_link,
    recipient,
    sender,
)
from app.extensions import db
from app.kernel.clock import now
from app.kernel.deadlines import deadline_text
from app.kernel.mail import MailSender, absolute_url, queue_mail
from app.kernel.sanitise import plain_text
from app.messages.public import MessageMail
from app.notifications.public import NotificationKind, mailed_at_once
from app.rfx.queries.people import people_of
from app.rfx.queries.rfxs import RfxContext
from app.rfx.types import RfxMail, RfxStatus, RfxType
from app.tasks.public import TaskMail, UserTask

REQUESTS: Mapping[str, tuple[str, str, str]] = {
    RfxType.RFI: (RfxMail.RFI, "{requester} asks you for information", "Open the request"),
    RfxType.ASSESSMENT_SELF_SURVEY: (
        RfxMail.SELFSURVEYREQUEST,
        "{requester} asks you to assess yourselves",
        "Open the self-survey",
    ),
    RfxType.ASSESSMENT_INTERNAL_SURVEY: (
        RfxMail.SURVEYREQUEST,
        "{requester} asks for your view",
        "Open the survey",
    ),
}
"""Mail for the respondent by type of RFx: template, heading, button."""

GREETING = re.compile(
    r"(hello|hi|hey|dear|greetings|good (morning|day|afternoon|evening)|hallo|guten (morgen|tag)|"
    r"sehr geehrte[rs]?|liebe[rs]?|bonjour|chère?|hola|estimad[oa]s?|ciao|salve|buongiorno)\b",
    re.IGNORECASE,
)
"""Matches messages that begin with a greeting; the mail then omits its own."""
NO_DEADLINE = "There is no deadline any more."
NOTHING_TO_DO: Mapping[RfxStatus, str] = {
    RfxStatus.COMPLETED: "You have already answered: there is nothing more to do.",
    RfxStatus.DECLINED: "You have declined to answer: there is nothing more to do.",
}
"""Sentence of the deadline mail for recipients who need not act, by status of the RFx."""


def mail_sent(context: RfxContext, *, message_html: str | None) -> None:
    """Notify the addressed users, or the guest, of a new RFx (RFI, SELFSURVEYREQUEST, SURVEYREQUEST)."""
    template, heading, button = REQUESTS.get(context.rfx.type, REQUESTS[RfxType.RFI])
    for user in people_of(context).respondent:
        _mail(
            template, context, user, key="sent", by=context.rfx.created_by_user_id,
            heading=heading.format(requester=context.requester_name),
            lines=[f"Please answer “{context.rfx.title}”.", *_deadline_lines(context)],
            button=button, message_html=message_html,
        )  # fmt: skip


def mail_submitted(
    context: RfxContext, *, by_user_id: int, kind: NotificationKind, notified: Collection[int]
) -> None:
    """Mail the requester's users, except the one who submitted, that the answers are complete (RFISUBMIT).

    `notified` are the ids of the users who have a notification of `kind`, for which users choose the mail.
    """
    people = _without_actor(people_of(context).requester, by_user_id)
    for user in mailed_at_once(kind=kind, users=people, notified=notified):
        _mail(
            RfxMail.RFISUBMIT, context, user, key=f"submitted:{_stamp(context.rfx.closed)}", by=by_user_id,
            heading=f"{context.respondent_label} has submitted a response",
            lines=[f"“{context.rfx.title}” is complete: there is nothing more to add."],
            button="Read the answers",
        )  # fmt: skip


def mail_declined(context: RfxContext, *, by_user_id: int, notified: Collection[int]) -> None:
    """Mail the requester's users, except the one who declined, the reason (GENERAL); `notified` as in `mail_submitted`."""
    people = _without_actor(people_of(context).requester, by_user_id)
    for user in mailed_at_once(kind=NotificationKind.RFX_DECLINED, users=people, notified=notified):
        _mail(
            AccountMail.GENERAL, context, user, key=f"declined:{_stamp(context.rfx.closed)}", by=by_user_id,
            heading=f"{context.respondent_label} has declined to answer",
            lines=[
                f"“{context.rfx.title}” will not be answered. The reason given:",
                *(line for line in (context.rfx.decline_reason or "").splitlines() if line.strip()),
            ],
            button="Open the RFx",
        )  # fmt: skip


def mail_reopened(context: RfxContext, *, by_user_id: int) -> None:
    """Notify all participants that the respondent can continue (RFIREOPEN; specification section 2, Reopen modal)."""
    people = people_of(context)
    for user in dict.fromkeys([*people.respondent, *people.requester]):
        _mail(
            RfxMail.RFIREOPEN, context, user, key=f"reopened:{_stamp(now())}", by=by_user_id,
            heading="This RFI has been reopened",
            lines=[
                f"“{context.rfx.title}” has been reopened: {context.respondent_label} can continue adding to it.",
                *_deadline_lines(context),
            ],
            button="Open the RFx",
        )  # fmt: skip


def mail_reminder(context: RfxContext) -> int:
    """Remind the respondent's users of an open RFx (RFIREMINDER); return the number of mails."""
    people = people_of(context).respondent
    for user in people:
        _mail(
            RfxMail.RFIREMINDER, context, user, key=f"reminded:{_stamp(context.rfx.reminder_sent_date)}",
            by=context.rfx.created_by_user_id,
            heading=f"{context.requester_name} waits for your answers",
            lines=[f"“{context.rfx.title}” has not been submitted yet.", *_deadline_lines(context)],
            button="Continue answering",
        )  # fmt: skip
    return len(people)


def mail_deadline_changed(context: RfxContext, *, by_user_id: int, deadline: datetime | None) -> None:
    """Notify the respondent's users of the new `deadline` (DEADLINECHANGED).

    `deadline` is a parameter because a submitted or declined RFx keeps its own when the deadline of its assessment
    changes; its recipients are not asked to answer.
    """
    for user in people_of(context).respondent:
        _mail(
            RfxMail.DEADLINECHANGED, context, user, key=f"deadline:{_stamp(now())}", by=by_user_id,
            heading="The deadline has changed",
            lines=[
                f"{context.requester_name} has changed the deadline of “{context.rfx.title}”.",
                *_new_deadline_lines(RfxStatus(context.rfx.status), deadline),
            ],
            button="Open the RFx",
        )  # fmt: skip


def _new_deadline_lines(status: RfxStatus, deadline: datetime | None) -> list[str]:
    if status not in NOTHING_TO_DO:
        return _answer_by(deadline) or [NO_DEADLINE]
    return [
        f"The deadline is now {deadline_text(deadline)}." if deadline else NO_DEADLINE,
        NOTHING_TO_DO[status],
    ]


def mail_guest_message(
    context: RfxContext, *, by_user_id: int, html: str, message_id: int, files: int
) -> None:
    """Mail a guest, who cannot join threads, a message that the requester wrote in the guest's RFx (RFICONVERSATION).

    `files` is the number of files of the message; the guest's page shows them.
    """
    with_files = (
        "A file comes with this message: it is in the request."
        if files == 1
        else f"{files} files come with this message: they are in the request."
    )
    for user in people_of(context).respondent:
        _mail(
            MessageMail.RFICONVERSATION, context, user, key=f"message:{message_id}", by=by_user_id,
            heading=f"{context.requester_name} wrote to you",
            lines=[*([with_files] if files else []), f"About “{context.rfx.title}”:"],
            button="Open the request", message_html=html,
        )  # fmt: skip


def mail_follow_ups(context: RfxContext, tasks: Sequence[UserTask], *, by_user_id: int | None) -> None:
    """Notify the assignees of follow-up tasks, with all tasks in one mail to each user (USERTASKASSIGNMENT).

    `by_user_id` is None for tasks that scoring rules raised.
    """
    if not tasks:
        return
    first = tasks[0]
    count = "a question" if len(tasks) == 1 else f"{len(tasks)} questions"
    due_line = f"Please answer by {first.due.day} {first.due:%b %Y}." if first.due else None
    recipients = [user for user in people_of(context).respondent if user.id == first.assigned_user_id]
    if first.assigned_user_id is None:
        recipients = list(people_of(context).respondent)
    elif not recipients and (user := db.session.get(User, first.assigned_user_id)):
        recipients = [user]
    for user in recipients:
        _mail(
            TaskMail.USERTASKASSIGNMENT, context, user, key=f"task:{tasks[-1].id}:{_stamp(now())}",
            by=by_user_id or context.rfx.created_by_user_id,
            heading=f"{context.requester_name} has {count} about your answers",
            lines=[f"About “{context.rfx.title}”:", *([due_line] if due_line else [])],
            message_html="".join(
                f"<p><strong>{escape(task.title)}</strong></p>{task.description_html or ''}" for task in tasks
            ),
            button="Open the question" if len(tasks) == 1 else "Open the questions",
            task_id=first.id,
        )  # fmt: skip


def _mail(
    template: str,
    context: RfxContext,
    user: User,
    *,
    key: str,
    by: int,
    heading: str,
    lines: Sequence[str],
    button: str,
    message_html: str | None = None,
    task_id: int | None = None,
) -> None:
    """Queue one mail. Its button links to the page or, for a guest, contains a new guest link."""
    queue_mail(
        template,
        to=recipient(user),
        dedupe_key=f"rfx:{context.rfx.id}:{key}:{user.id}",
        organisation_id=context.rfx.organisation_id,
        sender=_sender(by),
        context={
            "heading": heading,
            "lines": list(lines),
            "message_html": message_html,
            "message_greets": bool(message_html and GREETING.match(plain_text(message_html))),
            "to_guest": user.type == UserType.GUEST,
            "to_requester": _is_requester(context, user),
            "button_label": button,
            "button_url": absolute_url(_path(context, user, task_id)),
        },
    )


def _is_requester(context: RfxContext, user: User) -> bool:
    """Return True for users of the requester, except the recipient of an internal survey."""
    return user.organisation_id == context.rfx.organisation_id and user.id != context.rfx.recipient_user_id


def _path(context: RfxContext, user: User, task_id: int | None) -> str:
    """Return the path of the page. Each mail to a guest has a new link, because only hashes of links are stored; older
    links keep working.
    """
    if user.type != UserType.GUEST:
        return f"/rfx/{context.rfx.id}" if task_id is None else f"/rfx/{context.rfx.id}/task/{task_id}"
    token = new_link(purpose=LinkPurpose.GUEST, user_id=user.id, life=None, guest_rfx_id=context.rfx.id)
    return f"/guest/{token}/rfx/{context.rfx.id}"


def _sender(user_id: int) -> MailSender:
    """Return the sender of a mail: for a guest its name, because its organisation is only a placeholder."""
    user = db.session.get_one(User, user_id)
    if user.type == UserType.GUEST:
        return MailSender(organisation_name=user.name or ANONYMOUS)
    return sender(user, db.session.get_one(Organisation, user.organisation_id))


def _without_actor(people: Sequence[User], by_user_id: int) -> list[User]:
    """Return the users except the one who acted, who needs no mail about it."""
    return [user for user in people if user.id != by_user_id]


def _deadline_lines(context: RfxContext) -> list[str]:
    return _answer_by(context.rfx.deadline)


def _answer_by(deadline: datetime | None) -> list[str]:
    return [f"Please answer by {deadline_text(deadline)}."] if deadline else []


def _stamp(moment: datetime | None) -> str:
    return moment.isoformat() if moment else ""
