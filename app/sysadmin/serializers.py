"""Serializers of the sysadmin area."""

from typing import TypedDict

from app.accounts.public import OrganisationStatus, UserStatus
from app.events.public import events_by_day, events_by_type
from app.kernel.http.health import check_parts
from app.kernel.mail.outbox import MailStatus, OutboxMail
from app.sysadmin.queries import AccountRow, TenantRow, figures
from app.sysadmin.samples import SAMPLES, rendered_sample, sample_of
from app.sysadmin.types import TemplateId


def serialize_mail(mail: OutboxMail) -> dict[str, object]:
    """Serialize a mail for `MailRowSchema` and `MailSchema`."""
    names = (
        "id",
        "from_name",
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
        "template": TemplateId(mail.template),
        "status": MailStatus(mail.status),
    }


def serialize_organisation(row: TenantRow) -> dict[str, object]:
    """Serialize a row of `list_organisations` for `TenantSchema`."""
    organisation = row.organisation
    return {
        "id": organisation.id,
        "name": organisation.name,
        "status": OrganisationStatus(organisation.status),
        "is_test_organisation": organisation.is_test_organisation,
        "created": organisation.created,
        "active_users": row.active,
        "invited_users": row.invited,
        "suspended_users": row.suspended,
    }


def serialize_account(row: AccountRow) -> dict[str, object]:
    """Serialize a row of `list_users` for `AccountSchema`."""
    user = row.user
    names = ("id", "name", "email", "is_admin", "created")
    return {
        **{name: getattr(user, name) for name in names},
        "status": UserStatus(user.status),
        "organisation": row.organisation,
        "last_seen": row.last_seen,
    }


DASHBOARD_DAYS = 30


def serialize_dashboard() -> dict[str, object]:
    """Return the figures of SysAdmin Home for `DashboardSchema`. Three statements."""
    return {
        "events_created": [{"day": day, "count": count} for day, count in events_by_day(days=DASHBOARD_DAYS)],
        "top_types": [{"type": name, "count": count} for name, count in events_by_type(days=DASHBOARD_DAYS)],
        "figures": figures(),
        "health": [{"name": name, "state": state} for name, state in check_parts().items()],
    }


class EmailSample(TypedDict):
    """A sample for `EmailSampleSchema`."""

    id: TemplateId
    meaning: str
    subject: str
    html: str


def serialize_email_sample(template_id: str) -> EmailSample:
    """Serialize a sample for `EmailSampleSchema`; raise NotFoundError if no template has this id."""
    sample = sample_of(template_id)
    rendered = rendered_sample(template_id)
    return {
        "id": TemplateId(template_id),
        "meaning": sample.meaning,
        "subject": rendered.subject,
        "html": rendered.html,
    }


def serialize_email_templates() -> list[dict[str, object]]:
    """Serialize all templates for `EmailTemplateSchema`."""
    return [{"id": TemplateId(template), "meaning": sample.meaning} for template, sample in SAMPLES.items()]
