"""Writing notifications, marking them as read, and choosing mails."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from sqlalchemy import ColumnElement, update
from sqlalchemy.dialects.postgresql import insert

from app.accounts.public import User, UserType
from app.events.public import EventLog
from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.purging import delete_in_batches
from app.kernel.http.auth import Actor
from app.kernel.http.errors import InvalidError
from app.notifications import mails
from app.notifications.models import MailSetting, Notification
from app.notifications.queries import deliveries
from app.notifications.types import DAILY_ONLY, LIFE, Delivery, NotificationKind

DUE_AT_ONCE = "Due dates can't be e-mailed at once, only in the daily e-mail."


def notify(
    *,
    event: EventLog,
    kind: NotificationKind,
    subject_type: str,
    subject_id: int,
    users: Iterable[User],
    is_task: bool = False,
    mails_at_once: bool = False,
) -> frozenset[int]:
    """Notify users of an event, except its author; return the ids of the notified users.

    With `is_task` they also have a task because of the event, and `mark_task_read` is called when it is closed. With
    `mails_at_once` those who want a mail at once get a short one; other callers send their own to `mailed_at_once`.
    """
    notified = [
        user for user in users if user.id != event.created_by_user_id and user.type != UserType.SERVICE
    ]
    if not notified:
        return frozenset()
    db.session.flush()
    moment, chosen = now(), deliveries(kind=kind, user_ids=[user.id for user in notified])
    db.session.execute(
        insert(Notification)
        .values(
            [
                {
                    "user_id": user.id, "event_id": event.id, "kind": kind, "subject_type": subject_type,
                    "subject_id": subject_id, "is_task": is_task, "created": moment,
                    "awaits_daily_mail": chosen[user.id] is Delivery.DAILY,
                }
                for user in notified
            ]
        )
        .on_conflict_do_nothing(index_elements=["user_id", "event_id"])
    )  # fmt: skip
    if mails_at_once:
        for user in notified:
            if chosen[user.id] is Delivery.AT_ONCE:
                mails.mail_notification(user=user, kind=kind, event=event, subject=(subject_type, subject_id))
    return frozenset(user.id for user in notified)


def mark_read(*, actor: Actor, ids: Collection[int] | None) -> None:
    """Mark the actor's notifications with these ids as read, with None all of them; ids of other users are ignored."""
    conditions = [Notification.user_id == actor.user_id]
    if ids is not None:
        conditions.append(Notification.id.in_(ids))
    _mark_read(conditions)


def mark_task_read(*, subject_type: str, subject_id: int) -> None:
    """Mark the notifications about a task on a subject as read, for all users, because the task is closed."""
    _mark_read(
        [
            Notification.subject_type == subject_type,
            Notification.subject_id == subject_id,
            Notification.is_task.is_(True),
        ]
    )


def _mark_read(conditions: Sequence[ColumnElement[bool]]) -> None:
    db.session.execute(
        update(Notification)
        .where(*conditions, Notification.read_at.is_(None))
        .values(read_at=now())
        .execution_options(synchronize_session=False)
    )


def choose_mails(*, actor: Actor, choices: Mapping[NotificationKind, Delivery]) -> None:
    """Store the actor's delivery of some kinds. Raises InvalidError if due dates were to be mailed at once."""
    if any(choices.get(kind) is Delivery.AT_ONCE for kind in DAILY_ONLY):
        raise InvalidError(fields={"settings": [DUE_AT_ONCE]})
    if not choices:
        return
    chosen = insert(MailSetting).values(
        [{"user_id": actor.user_id, "kind": kind, "delivery": delivery} for kind, delivery in choices.items()]
    )
    db.session.execute(
        chosen.on_conflict_do_update(
            index_elements=["user_id", "kind"], set_={"delivery": chosen.excluded.delivery}
        )
    )


def purge_notifications() -> None:
    """Delete notifications after LIFE, read or not."""
    delete_in_batches(Notification.id, Notification.created < now() - LIFE)
