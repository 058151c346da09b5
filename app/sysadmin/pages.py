"""The pages of the sysadmin area, with a left navigation of its own (specification section 2, Sysadmin)."""

from urllib.parse import urlsplit

from flask import Blueprint, Response, redirect
from flask.typing import ResponseReturnValue

from app.kernel.auth import ADMIN, page_requires
from app.kernel.lists import address_query, first_page
from app.kernel.mail import absolute_url
from app.kernel.pages import MenuEntry, PageKit, render_page
from app.kernel.pagination import ListQuery
from app.sysadmin import public, queries, schemas

blueprint = Blueprint("sysadmin_pages", __name__)

AREA = "sysadmin"


def add_menus(kit: PageKit) -> None:
    """The navigation of the area. The way into it is in the user menu."""
    kit.area_navs[AREA] = [
        MenuEntry("Leave SysAdmin", "leave", 10, href="/home"),
        MenuEntry("SysAdmin Home", "chart", 20, href="/sysadmin/home"),
        MenuEntry("Outbox", "mail", 30, href="/sysadmin/outbox"),
    ]


@blueprint.get("/sysadmin")
@page_requires(ADMIN)
def sysadmin() -> ResponseReturnValue:
    """The area begins at its home."""
    return redirect("/sysadmin/home")


@blueprint.get("/sysadmin/home")
@page_requires(ADMIN)
def home() -> ResponseReturnValue:
    """The platform's figures."""
    body = schemas.DashboardSchema().dump(public.dashboard())
    return render_page("SysAdmin Home", "sysadmin/home", {"dashboard": body}, area=AREA)


@blueprint.get("/sysadmin/outbox")
@page_requires(ADMIN)
def outbox() -> ResponseReturnValue:
    """All mails, newest first."""
    query = address_query(schemas.OutboxQuerySchema())
    page = queries.list_mails(
        status=query["status"], search=query["search"], query=ListQuery(page_size=public.PAGE_SIZE)
    )
    rows = schemas.MailRowSchema(many=True).dump([schemas.mail_row(row[0]) for row in page.rows])
    return render_page("Outbox", "sysadmin/outbox", {"list": first_page(page, rows)}, area=AREA)


@blueprint.get("/sysadmin/outbox/<int:mail_id>")
@page_requires(ADMIN)
def outbox_mail(mail_id: int) -> ResponseReturnValue:
    """One mail."""
    body = schemas.MailSchema().dump(schemas.mail_row(queries.mail_for(mail_id=mail_id)))
    return render_page(body["subject"], "sysadmin/outbox-mail", {"mail": body}, area=AREA)


@blueprint.get("/sysadmin/outbox/<int:mail_id>/html")
@page_requires(ADMIN)
def outbox_mail_html(mail_id: int) -> ResponseReturnValue:
    """The HTML part of a mail as mail programs show it: in a sandbox of its own, where no script runs.

    Its links open in a new tab; its styles are in its elements, as mail programs need them.
    """
    mail = queries.mail_for(mail_id=mail_id)
    response = Response(mail.html.replace("<head>", '<head><base target="_blank">', 1), mimetype="text/html")
    base = urlsplit(absolute_url("/"))
    response.headers["Content-Security-Policy"] = (
        "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; "
        f"img-src {base.scheme}://{base.netloc}; frame-ancestors 'self'"
    )
    response.headers["Cache-Control"] = "no-store"
    return response
