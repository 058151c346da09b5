"""Schemas of figures and mails."""

from marshmallow import fields, validate

from app.accounts.public import OrganisationStatus, UserStatus
from app.kernel.http.health import PartState
from app.kernel.http.schemas import CamelSchema, Id, ListQuerySchema, PageParameters, SortBy
from app.kernel.jobs.queue import JobStatus
from app.kernel.mail.outbox import MailStatus
from app.sysadmin.queries import JOB_SORTS, MAIL_SORTS, ORGANISATION_SORTS, USER_SORTS
from app.sysadmin.types import TemplateId


class DayCountSchema(CamelSchema):
    """The number of events of a day."""

    day = fields.Date(required=True)
    count = fields.Integer(required=True)


class TypeCountSchema(CamelSchema):
    """The number of events of a type."""

    type = fields.String(required=True)
    count = fields.Integer(required=True)


class FiguresSchema(CamelSchema):
    """The totals of the platform, and the numbers of waiting and failed mails and jobs."""

    organisations = fields.Integer(required=True, metadata={"description": "Confirmed organisations."})
    users = fields.Integer(required=True, metadata={"description": "Active users."})
    mails_queued = fields.Integer(required=True)
    mails_failed = fields.Integer(required=True)
    jobs_waiting = fields.Integer(required=True)
    jobs_failed = fields.Integer(required=True)


class HealthCheckSchema(CamelSchema):
    """The state of one part of the platform."""

    name = fields.String(required=True)
    state = fields.Enum(PartState, by_value=True, required=True)


class DashboardSchema(CamelSchema):
    """The figures of SysAdmin Home."""

    events_created = fields.List(
        fields.Nested(DayCountSchema),
        required=True,
        metadata={"description": "The last 30 days (UTC), today last."},
    )
    top_types = fields.List(fields.Nested(TypeCountSchema), required=True)
    figures = fields.Nested(FiguresSchema, required=True)
    health = fields.List(fields.Nested(HealthCheckSchema), required=True)


class JobQuerySchema(ListQuerySchema):
    """The filters of the jobs."""

    status = fields.String(load_default=None, validate=validate.OneOf([status.value for status in JobStatus]))
    search = fields.String(load_default="", validate=validate.Length(max=200))
    sort = SortBy(JOB_SORTS, first="-created")


class JobQuery(PageParameters):
    status: str | None
    search: str
    sort: str


class JobRowSchema(CamelSchema):
    """A background job, without its arguments."""

    id = Id(required=True)
    name = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf([status.value for status in JobStatus]))
    attempts = fields.Integer(required=True)
    run_at = fields.AwareDateTime(required=True)
    created = fields.AwareDateTime(required=True)
    finished = fields.AwareDateTime(required=True, allow_none=True)
    last_error = fields.String(required=True, allow_none=True)


class TenantQuerySchema(ListQuerySchema):
    """The filters of the organisations."""

    status = fields.Enum(OrganisationStatus, by_value=True, load_default=None)
    search = fields.String(load_default="", validate=validate.Length(max=200))
    sort = SortBy(ORGANISATION_SORTS, first="name")


class TenantQuery(PageParameters):
    status: OrganisationStatus | None
    search: str
    sort: str


class TenantSchema(CamelSchema):
    """An organisation with the number of its users, and the date of its creation."""

    id = Id(required=True)
    name = fields.String(required=True)
    status = fields.Enum(OrganisationStatus, by_value=True, required=True)
    is_test_organisation = fields.Boolean(required=True)
    created = fields.AwareDateTime(required=True)
    active_users = fields.Integer(required=True)
    invited_users = fields.Integer(required=True)
    suspended_users = fields.Integer(required=True)


class AccountQuerySchema(ListQuerySchema):
    """The filters of the users."""

    status = fields.Enum(UserStatus, by_value=True, load_default=None)
    organisation_id = Id(load_default=None)
    search = fields.String(load_default="", validate=validate.Length(max=200))
    sort = SortBy(USER_SORTS, first="name")


class AccountQuery(PageParameters):
    status: UserStatus | None
    organisation_id: int | None
    search: str
    sort: str


class AccountOrganisationSchema(CamelSchema):
    """The organisation of a user."""

    id = Id(required=True)
    name = fields.String(required=True)
    is_test_organisation = fields.Boolean(required=True)


class AccountSchema(CamelSchema):
    """A user's account, without any of the user's activity."""

    id = Id(required=True)
    name = fields.String(required=True)
    email = fields.String(required=True)
    status = fields.Enum(UserStatus, by_value=True, required=True)
    is_admin = fields.Boolean(required=True)
    organisation = fields.Nested(AccountOrganisationSchema, required=True)
    created = fields.AwareDateTime(required=True)
    last_seen = fields.AwareDateTime(required=True, allow_none=True)


class EmailSampleSchema(CamelSchema):
    """A sample of a mail (specification section 7, GET /api/sysadmin/emailSample/{id})."""

    id = fields.Enum(TemplateId, by_value=True, required=True)
    meaning = fields.String(required=True, metadata={"description": "The occasion on which it is sent."})
    subject = fields.String(required=True)
    html = fields.String(required=True)


class EmailTemplateSchema(CamelSchema):
    """A template in a list."""

    id = fields.Enum(TemplateId, by_value=True, required=True)
    meaning = fields.String(required=True)


class SampleSentSchema(CamelSchema):
    """The recipient of a sample, and a flag if it only stays in the outbox because no mail server is set."""

    email = fields.String(required=True)
    is_kept = fields.Boolean(required=True)


class OutboxQuerySchema(ListQuerySchema):
    """The filters of the outbox."""

    status = fields.Enum(MailStatus, by_value=True, load_default=None)
    search = fields.String(load_default="", validate=validate.Length(max=300))
    sort = SortBy(MAIL_SORTS, first="-written")


class OutboxQuery(PageParameters):
    status: MailStatus | None
    search: str
    sort: str


class MailRowSchema(CamelSchema):
    """A mail in the list of the outbox."""

    id = Id(required=True)
    template = fields.Enum(TemplateId, by_value=True, required=True)
    to_name = fields.String(required=True)
    to_email = fields.String(required=True)
    subject = fields.String(required=True)
    status = fields.Enum(MailStatus, by_value=True, required=True)
    attempts = fields.Integer(required=True)
    last_error = fields.String(required=True, allow_none=True)
    created = fields.AwareDateTime(required=True)
    sent = fields.AwareDateTime(required=True, allow_none=True)


class MailSchema(MailRowSchema):
    """A mail with its text; its HTML is on a separate page."""

    from_name = fields.String(required=True, allow_none=True)
    """The sender in the From line, before the product's name."""
    text = fields.String(required=True)
    message_id = fields.String(required=True)
