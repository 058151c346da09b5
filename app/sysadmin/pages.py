"""The pages of the sysadmin area, which has a separate left navigation (specification section 2, Sysadmin)."""

from urllib.parse import urlsplit

from flask import Blueprint, Response, redirect
from flask.typing import ResponseReturnValue

from app.kernel.db.pagination import ListQuery
from app.kernel.http.auth import ADMIN, page_requires
from app.kernel.http.errors import NotFoundError
from app.kernel.http.lists import address_query, first_page
from app.kernel.http.schemas import dumped, dumped_many
from app.kernel.mail.outbox import absolute_url
from app.kernel.pages.shell import render_page
from app.sysadmin import queries, schemas
from app.sysadmin.serializers import (
    serialize_account,
    serialize_dashboard,
    serialize_email_sample,
    serialize_email_templates,
    serialize_mail,
    serialize_organisation,
)
from app.sysadmin.types import PAGE_SIZE

blueprint = Blueprint("sysadmin_pages", __name__)

AREA = "sysadmin"
NO_SAMPLE = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Cannot see content.</title></head>'
    "<body><p>Cannot see content.</p></body></html>"
)


@blueprint.get("/sysadmin")
@page_requires(ADMIN)
def sysadmin() -> ResponseReturnValue:
    """Redirect to the home of the area."""
    return redirect("/sysadmin/home")


@blueprint.get("/sysadmin/home")
@page_requires(ADMIN)
def home() -> ResponseReturnValue:
    """Show the figures of the platform."""
    body = dumped(schemas.DashboardSchema, serialize_dashboard())
    return render_page("SysAdmin Home", "sysadmin/home", {"dashboard": body}, area=AREA)


@blueprint.get("/sysadmin/outbox")
@page_requires(ADMIN)
def outbox() -> ResponseReturnValue:
    """List all mails, newest first."""
    query = address_query(schemas.OutboxQuerySchema())
    page = queries.list_mails(
        status=query["status"],
        search=query["search"],
        sort=query["sort"],
        query=ListQuery(page_size=PAGE_SIZE),
    )
    rows = dumped_many(schemas.MailRowSchema, [serialize_mail(mail) for mail in page.rows])
    return render_page("Outbox", "sysadmin/outbox", {"list": first_page(page, rows)}, area=AREA)


@blueprint.get("/sysadmin/outbox/<int:mail_id>")
@page_requires(ADMIN)
def outbox_mail(mail_id: int) -> ResponseReturnValue:
    """Show one mail."""
    body = dumped(schemas.MailSchema, serialize_mail(queries.mail_for(mail_id=mail_id)))
    return render_page(body["subject"], "sysadmin/outbox-mail", {"mail": body}, area=AREA)


@blueprint.get("/sysadmin/outbox/<int:mail_id>/html")
@page_requires(ADMIN)
def outbox_mail_html(mail_id: int) -> ResponseReturnValue:
    """Return the HTML part of a mail as mail programs show it, with inline styles."""
    return _sandboxed(queries.mail_for(mail_id=mail_id).html)


@blueprint.get("/sysadmin/emails")
@page_requires(ADMIN)
def emails() -> ResponseReturnValue:
    """Show all e-mail templates, each in a separate frame (specification section 2, Sysadmin)."""
    templates = dumped_many(schemas.EmailTemplateSchema, serialize_email_templates())
    return render_page("Email Templates", "sysadmin/emails", {"templates": templates}, area=AREA)


@blueprint.get("/sysadmin/emails/view/<string:template_id>")
@page_requires(ADMIN)
def email_view(template_id: str) -> ResponseReturnValue:
    """Return the HTML of a template's sample, as in the API."""
    try:
        return _sandboxed(serialize_email_sample(template_id)["html"])
    except NotFoundError:
        return _sandboxed(NO_SAMPLE, status=404)


@blueprint.get("/sysadmin/jobs")
@page_requires(ADMIN)
def jobs() -> ResponseReturnValue:
    """List the background jobs, with the waiting and failed ones counted."""
    query = address_query(schemas.JobQuerySchema())
    page = queries.list_jobs(
        status=query["status"],
        search=query["search"],
        sort=query["sort"],
        query=ListQuery(page_size=PAGE_SIZE),
    )
    rows = dumped_many(schemas.JobRowSchema, page.rows)
    queues = [{"name": name, "status": status, "count": count} for name, status, count in queries.queues()]
    return render_page("Jobs", "sysadmin/jobs", {"list": first_page(page, rows), "queues": queues}, area=AREA)


@blueprint.get("/sysadmin/organisations")
@page_requires(ADMIN)
def organisations() -> ResponseReturnValue:
    """List the organisations with their numbers, never their content."""
    query = address_query(schemas.TenantQuerySchema())
    page = queries.list_organisations(
        status=query["status"],
        search=query["search"],
        sort=query["sort"],
        query=ListQuery(page_size=PAGE_SIZE),
    )
    rows = dumped_many(schemas.TenantSchema, [serialize_organisation(row) for row in page.rows])
    return render_page("Organisations", "sysadmin/organisations", {"list": first_page(page, rows)}, area=AREA)


@blueprint.get("/sysadmin/users")
@page_requires(ADMIN)
def users() -> ResponseReturnValue:
    """List the users' accounts, never their activity."""
    query = address_query(schemas.AccountQuerySchema())
    page = queries.list_users(
        status=query["status"],
        organisation_id=query["organisation_id"],
        search=query["search"],
        sort=query["sort"],
        query=ListQuery(page_size=PAGE_SIZE),
    )
    rows = dumped_many(schemas.AccountSchema, [serialize_account(row) for row in page.rows])
    return render_page("Users", "sysadmin/users", {"list": first_page(page, rows)}, area=AREA)


def _sandboxed(html: str, *, status: int = 200) -> Response:
    """Return a mail in a sandbox, where no script runs and links open in a new tab."""
    response = Response(
        html.replace("<head>", '<head><base target="_blank">', 1), mimetype="text/html", status=status
    )
    base = urlsplit(absolute_url("/"))
    response.headers["Content-Security-Policy"] = (
        "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; "
        f"img-src {base.scheme}://{base.netloc}; frame-ancestors 'self'"
    )
    response.headers["Cache-Control"] = "no-store"
    return response
