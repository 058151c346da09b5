"""The page of the audit log."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from app.audit import schemas
from app.audit.policies import AREAS, area_name
from app.audit.queries.entries import list_entries
from app.audit.queries.names import name_of_user
from app.audit.serializers import serialize_entries
from app.audit.types import MAX_EXPORTED, PAGE_SIZE
from app.kernel.db.pagination import ListQuery
from app.kernel.http.auth import Permission, current_actor, page_requires
from app.kernel.http.lists import address_query, first_page
from app.kernel.http.schemas import dumped_many
from app.kernel.pages.shell import render_page

blueprint = Blueprint("audit_pages", __name__)

TITLE = "Audit Log"
PATH = "/setup/audit"


@blueprint.get(PATH)
@page_requires(Permission.MANAGE_ORGANISATION)
def audit_log() -> ResponseReturnValue:
    """List who did what, when and from which address."""
    actor, query = current_actor(), address_query(schemas.AuditQuerySchema())
    filters = schemas.entry_filter(query, actor.zone)
    page = list_entries(actor=actor, filters=filters, query=ListQuery(page_size=PAGE_SIZE))
    rows = dumped_many(schemas.AuditEntrySchema, serialize_entries(page.rows, actor))
    return render_page(
        TITLE,
        "audit/list",
        {
            "list": first_page(page, rows),
            "areas": [{"value": area, "label": area_name(area)} for area in AREAS],
            "user": name_of_user(actor=actor, user_id=filters.user_id),
            "maxExported": MAX_EXPORTED,
        },
    )
