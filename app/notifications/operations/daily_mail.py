"""The daily mail: due tasks, and the notifications for which the user has chosen it."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from app.accounts.public import zones_of
from app.extensions import db
from app.kernel.clock import now
from app.kernel.registry import current_registry
from app.notifications import mails
from app.notifications.policies import DailyMailHooks, DueTask, daily_key, is_morning, local_day
from app.notifications.queries import deliveries, existing_mails, readers, unmailed, users_awaiting_mail
from app.notifications.types import Delivery, NotificationKind

DUE_DAYS = (-1, 0, 1)
"""Days until its due day on which a task is in the mail: one day late, due, due tomorrow. So none is in every mail."""


def daily_mails_due() -> Mapping[int, Sequence[DueTask]]:
    """Return due tasks by user id, for the users whose daily mail may be sent now."""
    moment = now()
    tasks: dict[int, list[DueTask]] = {user_id: [] for user_id in users_awaiting_mail()}
    # A user's day differs by at most one day from the day in UTC.
    first, last = (moment.date() + timedelta(days=days) for days in (DUE_DAYS[0] - 1, DUE_DAYS[-1] + 1))
    for find_due in current_registry().hooks(DailyMailHooks).due_tasks:
        for task in find_due(first, last):
            tasks.setdefault(task.user_id, []).append(task)
    ids = [user.id for user in readers(tasks)]
    zones = zones_of(ids)
    keys = {
        daily_key(user_id, zones[user_id], moment): user_id
        for user_id in ids
        if is_morning(zones[user_id], moment)
    }
    mailed = existing_mails(keys)
    return {user_id: tasks[user_id] for key, user_id in keys.items() if key not in mailed}


def send_daily_mail(*, user_id: int, due: Sequence[DueTask]) -> bool:
    """Write the daily mail of a user, unless it would be empty or today's exists; return True if it was written.

    The transaction that writes the mail also clears the notifications in it, so after a kill both are repeated.
    Notifications that the user has read meanwhile are left out.
    """
    users = readers([user_id])
    if not users:
        return False
    user, moment = users[0], now()
    zone = zones_of([user_id])[user_id]
    today = local_day(zone, moment)
    wants_due = deliveries(kind=NotificationKind.DUE, user_ids=[user_id])[user_id] is Delivery.DAILY
    tasks = [task for task in due if wants_due and (task.due - today).days in DUE_DAYS]
    rows = unmailed(user_id)
    news = [(notification, event) for notification, event in rows if notification.read_at is None]
    is_written = bool(tasks or news) and mails.mail_daily(
        user=user, key=daily_key(user_id, zone, moment), today=today, tasks=tasks, news=news
    )
    if is_written or not news:
        for notification, _ in rows:
            notification.awaits_daily_mail = False
        db.session.flush()
    return is_written
