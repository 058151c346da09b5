"""Figures and mails in JSON."""

from typing import Any

from marshmallow import fields, validate

from app.kernel.mail import MailStatus, MailTemplate, OutboxMail
from app.kernel.schemas import CamelSchema, Id, ListQuerySchema


class DayCountSchema(CamelSchema):
    """How many events were written on a day."""

    day = fields.Date(required=True)
    count = fields.Integer(required=True)


class TypeCountSchema(CamelSchema):
    """How many events of a type were written."""

    type = fields.String(required=True)
    count = fields.Integer(required=True)


class FiguresSchema(CamelSchema):
    """How much there is, and what needs a look."""

    organisations = fields.Integer(required=True, metadata={"description": "Confirmed ones."})
    users = fields.Integer(required=True, metadata={"description": "Active ones."})
    mails_queued = fields.Integer(required=True)
    mails_failed = fields.Integer(required=True)
    jobs_waiting = fields.Integer(required=True)
    jobs_failed = fields.Integer(required=True)


class DashboardSchema(CamelSchema):
    """The figures of SysAdmin Home."""

    events_created = fields.List(
        fields.Nested(DayCountSchema),
        required=True,
        metadata={"description": "The last 30 days (UTC), today last."},
    )
    top_types = fields.List(fields.Nested(TypeCountSchema), required=True)
    figures = fields.Nested(FiguresSchema, required=True)


class OutboxQuerySchema(ListQuerySchema):
    """The filters of the outbox."""

    status = fields.Enum(MailStatus, by_value=True, load_default=None)
    search = fields.String(load_default="", validate=validate.Length(max=300))


class MailRowSchema(CamelSchema):
    """A mail in the list of the outbox."""

    id = Id(required=True)
    template = fields.Enum(MailTemplate, by_value=True, required=True)
    to_name = fields.String(required=True)
    to_email = fields.String(required=True)
    subject = fields.String(required=True)
    status = fields.Enum(MailStatus, by_value=True, required=True)
    attempts = fields.Integer(required=True)
    last_error = fields.String(required=True, allow_none=True)
    created = fields.AwareDateTime(required=True)
    sent = fields.AwareDateTime(required=True, allow_none=True)


class MailSchema(MailRowSchema):
    """A mail with its text; its HTML is a page of its own."""

    text = fields.String(required=True)
    message_id = fields.String(required=True)


def mail_row(mail: OutboxMail) -> dict[str, Any]:
    """A mail as `MailRowSchema` and `MailSchema` dump it."""
    names = (
        "id",
        "to_name",
        "to_email",
        "subject",
        "attempts",
        "last_error",
        "created",
        "sent",
        "text",
        "message_id",
    )
    return {
        **{name: getattr(mail, name) for name in names},
        "template": MailTemplate(mail.template),
        "status": MailStatus(mail.status),
    }
