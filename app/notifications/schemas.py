"""Schemas of notifications and of the choice of mails."""

from typing import TypedDict

from marshmallow import fields, validate

from app.accounts.public import PersonSchema
from app.kernel.http.schemas import CamelSchema, Id, ListQuerySchema
from app.notifications.types import MAX_LISTED, Delivery, NotificationKind


class NotificationQuerySchema(ListQuerySchema):
    """The requested page of the notifications."""


class NotificationPartSchema(CamelSchema):
    """A part of a sentence; a link if `href` is set."""

    text = fields.String(required=True)
    href = fields.String(required=True, allow_none=True)


class NotificationSchema(CamelSchema):
    """The notifications of one kind about one subject."""

    id = Id(required=True, metadata={"description": "The id of the latest event."})
    kind = fields.Enum(NotificationKind, by_value=True, required=True)
    created = fields.AwareDateTime(required=True)
    author = fields.Nested(PersonSchema, required=True, allow_none=True)
    sentence = fields.List(
        fields.Nested(NotificationPartSchema),
        required=True,
        metadata={"description": "The first part is the author's name, if there is an author."},
    )
    details = fields.String(required=True)
    href = fields.String(required=True)
    unread_ids = fields.List(
        Id(),
        required=True,
        metadata={"description": "For PUT /api/notification/read; empty if all are read."},
    )


class ReadSchema(CamelSchema):
    """The notifications to mark as read; without ids, all of the user."""

    ids = fields.List(Id(), load_default=None, allow_none=True, validate=validate.Length(max=MAX_LISTED))


class ReadBody(TypedDict):
    ids: list[int] | None


class MailSettingSchema(CamelSchema):
    """The delivery of the mails about one kind of notification."""

    kind = fields.Enum(NotificationKind, by_value=True, required=True)
    delivery = fields.Enum(Delivery, by_value=True, required=True)


class MailSettingsSchema(CamelSchema):
    """The chosen deliveries; kinds that are missing do not change."""

    settings = fields.List(
        fields.Nested(MailSettingSchema),
        required=True,
        validate=validate.Length(max=len(NotificationKind)),
    )


class MailSettingValues(TypedDict):
    kind: NotificationKind
    delivery: Delivery


class MailSettingsBody(TypedDict):
    settings: list[MailSettingValues]
