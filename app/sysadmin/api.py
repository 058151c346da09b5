"""Endpoints of the sysadmin area, for admins only."""

from flask.views import MethodView

from app.kernel.http.auth import ADMIN, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.idempotency import idempotent
from app.kernel.http.json_types import ListResponse
from app.kernel.http.lists import list_query, listed
from app.kernel.jobs.queue import Job
from app.kernel.registry import current_registry
from app.sysadmin import operations, queries, schemas
from app.sysadmin.serializers import (
    EmailSample,
    serialize_account,
    serialize_dashboard,
    serialize_email_sample,
    serialize_email_templates,
    serialize_mail,
    serialize_organisation,
)
from app.sysadmin.types import PAGE_SIZE

blueprint = Blueprint(
    "sysadmin", __name__, url_prefix="/api/sysadmin", description="Figures and mails for admins"
)


@blueprint.route("/dashboard")
class DashboardView(MethodView):
    """The figures of SysAdmin Home."""

    @requires(ADMIN)
    @blueprint.response(200, schemas.DashboardSchema)
    def get(self) -> dict[str, object]:
        """Return the events of the last 30 days by day and by type, and the totals of the platform."""
        return serialize_dashboard()


@blueprint.route("/outbox")
class OutboxView(MethodView):
    """The outbox."""

    @requires(ADMIN)
    @blueprint.arguments(schemas.OutboxQuerySchema, location="query")
    @blueprint.response(200, schemas.MailRowSchema(many=True))
    def get(self, query: schemas.OutboxQuery) -> ListResponse:
        """List all mails, newest first by default."""
        page = queries.list_mails(
            status=query["status"],
            search=query["search"],
            sort=query["sort"],
            query=list_query(query, PAGE_SIZE),
        )
        return listed(page, [serialize_mail(mail) for mail in page.rows])


@blueprint.route("/outbox/<int:mail_id>")
class MailView(MethodView):
    """One mail."""

    @requires(ADMIN)
    @blueprint.response(200, schemas.MailSchema)
    def get(self, mail_id: int) -> dict[str, object]:
        """Return a mail with its text."""
        return serialize_mail(queries.mail_for(mail_id=mail_id))


@blueprint.route("/outbox/<int:mail_id>/retry")
class RetryView(MethodView):
    """Retry of a mail."""

    @requires(ADMIN)
    @blueprint.response(200, schemas.MailSchema)
    def post(self, mail_id: int) -> dict[str, object]:
        """Send a failed mail again."""
        return serialize_mail(operations.retry_mail(mail_id=mail_id))


@blueprint.route("/emailSample")
class EmailSamplesView(MethodView):
    """The e-mail templates."""

    @requires(ADMIN)
    @blueprint.response(200, schemas.EmailTemplateSchema(many=True))
    def get(self) -> list[dict[str, object]]:
        """List all templates, with the occasion of each."""
        return serialize_email_templates()


@blueprint.route("/emailSample/<string:template_id>")
class EmailSampleView(MethodView):
    """A sample of a mail."""

    @requires(ADMIN)
    @blueprint.response(200, schemas.EmailSampleSchema)
    def get(self, template_id: str) -> EmailSample:
        """Return a template rendered with sample data."""
        return serialize_email_sample(template_id)


@blueprint.route("/emailSample/<string:template_id>/test")
class EmailTestView(MethodView):
    """A sample as a real mail."""

    @requires(ADMIN)
    @idempotent
    @blueprint.response(202, schemas.SampleSentSchema)
    def post(self, template_id: str) -> dict[str, object]:
        """Send the sample to the current admin."""
        settings = current_registry().settings
        email = operations.send_sample(actor=current_actor(), template_id=template_id)
        return {"email": email, "is_kept": not settings.SMTP_URL}


@blueprint.route("/job")
class JobsView(MethodView):
    """The background jobs."""

    @requires(ADMIN)
    @blueprint.arguments(schemas.JobQuerySchema, location="query")
    @blueprint.response(200, schemas.JobRowSchema(many=True))
    def get(self, query: schemas.JobQuery) -> ListResponse:
        """List all jobs, newest first by default."""
        page = queries.list_jobs(
            status=query["status"],
            search=query["search"],
            sort=query["sort"],
            query=list_query(query, PAGE_SIZE),
        )
        return listed(page, page.rows)


@blueprint.route("/job/<int:job_id>/retry")
class JobRetryView(MethodView):
    """Retry of a job."""

    @requires(ADMIN)
    @blueprint.response(200, schemas.JobRowSchema)
    def post(self, job_id: int) -> Job:
        """Run a failed job again."""
        return operations.retry_job(job_id=job_id)


@blueprint.route("/organisation")
class TenantsView(MethodView):
    """The organisations with their numbers."""

    @requires(ADMIN)
    @blueprint.arguments(schemas.TenantQuerySchema, location="query")
    @blueprint.response(200, schemas.TenantSchema(many=True))
    def get(self, query: schemas.TenantQuery) -> ListResponse:
        """List all organisations by name, with the number of users of each."""
        page = queries.list_organisations(
            status=query["status"],
            search=query["search"],
            sort=query["sort"],
            query=list_query(query, PAGE_SIZE),
        )
        return listed(page, [serialize_organisation(row) for row in page.rows])


@blueprint.route("/user")
class AccountsView(MethodView):
    """The users' accounts."""

    @requires(ADMIN)
    @blueprint.arguments(schemas.AccountQuerySchema, location="query")
    @blueprint.response(200, schemas.AccountSchema(many=True))
    def get(self, query: schemas.AccountQuery) -> ListResponse:
        """List all users by name, with organisation and time of last use."""
        page = queries.list_users(
            status=query["status"],
            organisation_id=query["organisation_id"],
            search=query["search"],
            sort=query["sort"],
            query=list_query(query, PAGE_SIZE),
        )
        return listed(page, [serialize_account(row) for row in page.rows])
