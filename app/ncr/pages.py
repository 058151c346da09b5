"""Pages of non-conformances: the list, with the details of one of them in a dialog, the figures and the defect codes."""

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from app.kernel.clock import now
from app.kernel.db.pagination import ListQuery
from app.kernel.http.auth import SIGNED_IN, Permission, current_actor, page_requires
from app.kernel.http.lists import address_query, first_page
from app.kernel.http.schemas import dumped, dumped_many
from app.kernel.pages.shell import render_page
from app.ncr.queries.figures import figure_of, first_party
from app.ncr.queries.ncrs import list_ncrs
from app.ncr.schemas import ncrs as schemas
from app.ncr.schemas.codes import DefectCodeSchema
from app.ncr.schemas.figures import FigurePeriodSchema, FigureSchema, figure_filter
from app.ncr.serializers import (
    serialize_codes,
    serialize_figure,
    serialize_ncr_by_id,
    serialize_ncr_row,
)
from app.ncr.types import PAGE_SIZE, FigureGroup
from app.views.public import open_list

blueprint = Blueprint("ncr_pages", __name__)

TITLE = "Non-Conformances"
FIRST_FIGURES = (FigureGroup.MONTH, FigureGroup.DEFECT)
"""The figures in the HTML of the page. The browser loads the other ones, which take longer and are further down."""


@blueprint.get("/ncr")
@page_requires(SIGNED_IN)
def ncrs() -> ResponseReturnValue:
    """Render the list, or with `?tab=figures` the figures."""
    if request.args.get("tab") == "figures":
        return _figures()
    opened = open_list("ncr")
    if opened.elsewhere:
        return opened.elsewhere
    return render_page(TITLE, "ncr/list", opened.props | _list_props())


@blueprint.get("/ncr/<int:ncr_id>")
@page_requires(SIGNED_IN)
def ncr(ncr_id: int) -> ResponseReturnValue:
    """Render the list with the details of one non-conformance in a dialog."""
    body = dumped(schemas.NcrSchema, serialize_ncr_by_id(actor=current_actor(), ncr_id=ncr_id))
    props = open_list("ncr").props | _list_props() | {"opened": body}
    return render_page(body["title"], "ncr/list", props)


@blueprint.get("/setup/defectCodes")
@page_requires(Permission.MANAGE_NCRS)
def defect_codes() -> ResponseReturnValue:
    """Render the defect codes of the organisation."""
    codes = dumped_many(DefectCodeSchema, serialize_codes(actor=current_actor()))
    return render_page("Defect Codes", "ncr/codes", {"codes": codes})


def _figures() -> ResponseReturnValue:
    actor = current_actor()
    query = address_query(FigurePeriodSchema())
    filters = figure_filter(
        query, party=query["party"] or first_party(actor), today=now().astimezone(actor.zone).date()
    )
    figures = {
        group: dumped(
            FigureSchema,
            serialize_figure(
                figure_of(actor=actor, group=group, filters=filters), group=group, filters=filters
            ),
        )
        for group in FIRST_FIGURES
    }
    return render_page(TITLE, "ncr/figures", {"figures": figures})


def _list_props() -> dict[str, object]:
    actor = current_actor()
    query = address_query(schemas.NcrQuerySchema())
    query["relationship_id"] = None
    page = list_ncrs(
        actor=actor,
        filters=schemas.ncr_filter(query),
        sort=query["sort"],
        query=ListQuery(page_size=PAGE_SIZE),
    )
    rows = dumped_many(
        schemas.NcrRowSchema,
        [serialize_ncr_row(context, actor) for context in page.rows],
    )
    return {"list": first_page(page, rows)}
