"""The names of notifications that other features use."""

from app.notifications.mails import mailed_at_once
from app.notifications.models import ReminderStep
from app.notifications.operations.notifying import mark_task_read, notify
from app.notifications.policies import DailyMailHooks, DueTask, is_morning
from app.notifications.queries import (
    active_or_colleagues,
    list_notifications,
    news_counts,
    since_yesterday,
    unread_counts,
)
from app.notifications.schemas import NotificationSchema
from app.notifications.serializers import serialize_notification
from app.notifications.types import NotificationKind

__all__ = [
    "DailyMailHooks",
    "DueTask",
    "NotificationKind",
    "NotificationSchema",
    "ReminderStep",
    "active_or_colleagues",
    "is_morning",
    "list_notifications",
    "mailed_at_once",
    "mark_task_read",
    "news_counts",
    "notify",
    "serialize_notification",
    "since_yesterday",
    "unread_counts",
]
