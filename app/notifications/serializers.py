"""Serializers of notifications and of the choice of mails."""

from app.accounts.public import serialize_person
from app.kernel.http.auth import Actor
from app.notifications.queries import Entry, mail_settings
from app.notifications.sentences import sentence


def serialize_notification(entry: Entry) -> dict[str, object]:
    """Serialize an entry for `NotificationSchema`."""
    parts, details = sentence(entry.kind, entry.event.args, count=entry.count)
    return {
        "id": entry.event.id,
        "kind": entry.kind,
        "created": entry.event.created,
        "author": serialize_person(entry.author) if entry.author else None,
        "sentence": parts,
        "details": details,
        "href": next((part.href for part in parts if part.href), "/home"),
        "unread_ids": entry.unread_ids,
    }


def serialize_mail_settings(actor: Actor) -> list[dict[str, object]]:
    """Serialize the actor's delivery of every kind for `MailSettingSchema`."""
    return [{"kind": kind, "delivery": delivery} for kind, delivery in mail_settings(actor=actor).items()]
