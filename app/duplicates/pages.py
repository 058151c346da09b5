"""The tab of the network with the suppliers that look alike."""

from flask import Blueprint, redirect
from flask.typing import ResponseReturnValue

from app.duplicates.queries.pairs import list_pairs
from app.duplicates.schemas import PairSchema, ScanSchema
from app.duplicates.serializers import serialize_pair, serialize_scan
from app.duplicates.types import PAGE_SIZE
from app.kernel.db.pagination import ListQuery
from app.kernel.http.auth import SIGNED_IN, Permission, current_actor, page_requires
from app.kernel.http.errors import ForbiddenError
from app.kernel.http.lists import first_page
from app.kernel.http.schemas import dumped, dumped_many
from app.kernel.pages.shell import render_page

blueprint = Blueprint("duplicate_pages", __name__)


@blueprint.get("/organisations/duplicates")
@page_requires(SIGNED_IN)
def duplicates() -> ResponseReturnValue:
    return redirect("/organisations?tab=duplicates")


def duplicate_list() -> ResponseReturnValue:
    """Render the pairs, the third tab of the network."""
    actor = current_actor()
    if not actor.may(Permission.MANAGE_RELATIONSHIPS):
        raise ForbiddenError
    page = list_pairs(actor=actor, query=ListQuery(page_size=PAGE_SIZE))
    rows = dumped_many(PairSchema, [serialize_pair(row) for row in page.rows])
    scan = dumped(ScanSchema, serialize_scan(actor))
    return render_page("Network", "duplicates/list", {"list": first_page(page, rows), "scan": scan})
