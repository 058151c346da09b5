"""Mails about notifications: at once, and the daily mail."""

from collections.abc import Collection, Iterable, Sequence
from datetime import date
from itertools import groupby

from app.accounts.public import AccountMail, Organisation, User, UserType, recipient
from app.events.public import EventLog
from app.kernel.clock import now
from app.kernel.mail.outbox import absolute_url, queue_mail
from app.kernel.mail.subjects import short_name
from app.kernel.numbers import counted
from app.notifications.models import Notification
from app.notifications.policies import DueTask
from app.notifications.queries import deliveries
from app.notifications.sentences import sentence
from app.notifications.types import MAX_DAILY_LINES, Delivery, NotificationKind

DUE_WORDS = {-1: "1 day late", 0: "due today", 1: "due tomorrow"}


def mailed_at_once(*, kind: NotificationKind, users: Iterable[User], notified: Collection[int]) -> list[User]:
    """Return the recipients of a mail who want it at once.

    Users who are not `notified` (by id) have no daily mail about it; unless they chose never, they get it at once.
    """
    listed = [user for user in users if user.type != UserType.SERVICE]
    chosen = deliveries(kind=kind, user_ids=[user.id for user in listed])
    return [
        user
        for user in listed
        if chosen[user.id] is Delivery.AT_ONCE
        or (chosen[user.id] is Delivery.DAILY and user.id not in notified)
    ]


def mail_notification(
    *, user: User, kind: NotificationKind, event: EventLog, subject: tuple[str, int]
) -> None:
    """Mail one notification at once (GENERAL), at most one of each kind about one subject on one day (UTC)."""
    parts, details = sentence(kind, event.args)
    heading = "".join(part.text for part in parts)
    subject_type, subject_id = subject
    queue_mail(
        AccountMail.GENERAL,
        to=recipient(user),
        dedupe_key=f"notified:{kind}:{subject_type}:{subject_id}:{user.id}:{now().date().isoformat()}",
        organisation_id=user.organisation_id,
        optional=True,
        context={
            "heading": heading,
            "lines": [details] if details else [],
            "button_label": "Open",
            "button_url": absolute_url(next((part.href for part in parts if part.href), "/home")),
        },
    )


def mail_accepted(*, user: User, organisation: Organisation, to: Iterable[User]) -> None:
    """Notify the inviters that a user has accepted their invitation (GENERAL)."""
    for inviter in to:
        queue_mail(
            AccountMail.GENERAL,
            to=recipient(inviter),
            dedupe_key=f"accepted:{user.id}:{inviter.id}",
            context={
                "subject": f"{user.name} accepted your invitation ({short_name(organisation.name)})",
                "heading": f"{user.name} accepted your invitation",
                "lines": [
                    f"{user.name} of {organisation.name} has joined. You can now send messages and requests."
                ],
                "button_label": f"Open {organisation.name}",
                "button_url": absolute_url(f"/organisations/{organisation.id}"),
            },
        )


def mail_daily(
    *,
    user: User,
    key: str,
    today: date,
    tasks: Sequence[DueTask],
    news: Sequence[tuple[Notification, EventLog]],
) -> bool:
    """Write the daily mail (GENERAL) with the parts Due and What happened; return False if one with `key` exists."""
    due = [
        {"text": f"{task.text}, {DUE_WORDS[(task.due - today).days]}", "url": absolute_url(task.path)}
        for task in sorted(tasks, key=lambda task: (task.due, task.text))
    ]
    sections = [
        {"title": title, "items": lines[:MAX_DAILY_LINES], "more": max(len(lines) - MAX_DAILY_LINES, 0)}
        for title, lines in (("Due", due), ("What happened", _news_lines(news)))
        if lines
    ]
    counts = [
        *([counted(len(due), "task is due", "tasks are due")] if due else []),
        *([counted(len(news), "update")] if news else []),
    ]
    return queue_mail(
        AccountMail.GENERAL,
        to=recipient(user),
        dedupe_key=key,
        organisation_id=user.organisation_id,
        optional=True,
        context={
            "heading": f"Your day: {' and '.join(counts)}",
            "sections": sections,
            "button_label": "Open Home",
            "button_url": absolute_url("/home"),
            "settings_url": absolute_url(f"/contacts/{user.id}#notifications"),
        },
    )


def _news_lines(news: Sequence[tuple[Notification, EventLog]]) -> list[dict[str, str]]:
    """Return one line for the notifications of one kind about one subject, in the order of the kinds."""

    def key(row: tuple[Notification, EventLog]) -> tuple[int, str, int]:
        notification, _ = row
        return (
            list(NotificationKind).index(notification.kind),
            notification.subject_type,
            notification.subject_id,
        )

    lines = []
    for _, group in groupby(sorted(news, key=key), key=key):
        rows = list(group)
        notification, event = rows[-1]
        parts, details = sentence(notification.kind, event.args, count=len(rows))
        lines.append(
            {
                "text": "".join(part.text for part in parts),
                "details": details,
                "url": absolute_url(next((part.href for part in parts if part.href), "/home")),
            }
        )
    return lines
