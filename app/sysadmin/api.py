"""Calls of the sysadmin area, for admins alone."""

from typing import Any

from flask.views import MethodView
from flask_smorest import Blueprint

from app.kernel.auth import ADMIN, requires
from app.kernel.lists import list_query, listed
from app.sysadmin import operations, public, queries, schemas

blueprint = Blueprint(
    "sysadmin", __name__, url_prefix="/api/sysadmin", description="Figures and mails for admins"
)


@blueprint.route("/dashboard")
class DashboardView(MethodView):
    """The figures of SysAdmin Home."""

    @requires(ADMIN)
    @blueprint.response(200, schemas.DashboardSchema)
    def get(self) -> Any:
        """Events of the last 30 days by day and by type, and how much there is."""
        return public.dashboard()


@blueprint.route("/outbox")
class OutboxView(MethodView):
    """The outbox."""

    @requires(ADMIN)
    @blueprint.arguments(schemas.OutboxQuerySchema, location="query")
    @blueprint.response(200, schemas.MailRowSchema(many=True))
    def get(self, query: dict[str, Any]) -> Any:
        """All mails, newest first."""
        page = queries.list_mails(
            status=query["status"], search=query["search"], query=list_query(query, public.PAGE_SIZE)
        )
        return listed(page, [schemas.mail_row(row[0]) for row in page.rows])


@blueprint.route("/outbox/<int:mail_id>")
class MailView(MethodView):
    """One mail."""

    @requires(ADMIN)
    @blueprint.response(200, schemas.MailSchema)
    def get(self, mail_id: int) -> Any:
        """A mail with its text."""
        return schemas.mail_row(queries.mail_for(mail_id=mail_id))


@blueprint.route("/outbox/<int:mail_id>/retry")
class RetryView(MethodView):
    """Another try."""

    @requires(ADMIN)
    @blueprint.response(200, schemas.MailSchema)
    def post(self, mail_id: int) -> Any:
        """Send a mail again that could not be sent."""
        return schemas.mail_row(operations.retry_mail(mail_id=mail_id))
