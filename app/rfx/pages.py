"""Pages of RFxs, for users and for guests."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, g, request
from flask.typing import ResponseReturnValue

from app.accounts.public import guest_of_link
from app.kernel.db.pagination import ListQuery
from app.kernel.http.auth import PUBLIC, SIGNED_IN, Actor, current_actor, page_requires
from app.kernel.http.errors import LINK_GONE, NotFoundError
from app.kernel.http.lists import address_query, first_page
from app.kernel.pages.shell import render_link_gone, render_page
from app.kernel.registry import current_registry
from app.rfx.api.rfxs import PAGE_SIZE
from app.rfx.operations import recording
from app.rfx.queries import lists, people, rfxs
from app.rfx.queries.page_hooks import RfxPageHooks
from app.rfx.schemas import requests
from app.rfx.schemas.requests import rfx_filter
from app.rfx.serializers.loading import serialize_rfx
from app.rfx.serializers.rfxs import serialize_row
from app.rfx.types import FIRST_VIEW, SKIP_TO_QUESTIONS, ViewerRole
from app.views.public import open_list

blueprint = Blueprint("rfx_pages", __name__)

TABS = ("rfi", "messages", "scoring")
HANDED_OVER = "Handed over to {name}"
ANSWERS_STAY = "Your answers stay in the request, with your name."


@blueprint.get("/rfx")
@page_requires(SIGNED_IN)
def rfx_list() -> ResponseReturnValue:
    """Render the list of RFxs with the filters of the address, or the tab of a feature above."""
    tab = current_registry().hooks(RfxPageHooks).tabs.get(request.args.get("tab", ""))
    if tab is not None:
        rendered: ResponseReturnValue = tab()
        return rendered
    opened = open_list("rfx")
    if opened.elsewhere:
        return opened.elsewhere
    query = address_query(requests.RfxQuerySchema())
    actor = current_actor()
    page = lists.list_rfxs(
        actor=actor, filters=rfx_filter(query), query=ListQuery(page_size=PAGE_SIZE), sort=query["sort"]
    )
    props = first_page(page, [serialize_row(row, actor) for row in page.rows])
    return render_page("RFXs", "rfx/list", opened.props | props)


@blueprint.get("/rfx/<int:rfx_id>")
@page_requires(SIGNED_IN)
def rfx_detail(rfx_id: int) -> ResponseReturnValue:
    """Render one RFx and add it to Recently Viewed."""
    return _detail(rfx_id, None)


@blueprint.get("/rfx/<int:rfx_id>/task/<int:task_id>")
@page_requires(SIGNED_IN)
def rfx_task(rfx_id: int, task_id: int) -> ResponseReturnValue:
    """Render one RFx with one of its tasks open."""
    return _detail(rfx_id, task_id)


def _detail(rfx_id: int, task_id: int | None) -> ResponseReturnValue:
    actor = current_actor()
    context = rfxs.rfx_context(actor=actor, rfx_id=rfx_id)
    rfx = serialize_rfx(context, actor=actor, includes=FIRST_VIEW)
    if task_id is not None and not _has_task(context, rfx, task_id):
        raise NotFoundError
    if request.method == "GET":
        recording.record_view_of_rfx(actor=actor, context=context)
    tab = request.args.get("tab", "")
    props: dict[str, object] = {
        "rfx": rfx,
        "taskId": task_id,
        "tab": tab if tab in TABS else TABS[0],
        **_details(actor, context),
    }
    return render_page(
        f"#{context.rfx.id} - {context.rfx.title}",
        "rfx/detail",
        props,
        skip_to=_skip_to(rfx),
        wide=True,
    )


def _has_task(context: rfxs.RfxContext, rfx: Mapping[str, Any], task_id: int) -> bool:
    """Return True if the task belongs to the RFx; the follow-ups in the serialized `rfx` need no query."""
    return any(task["id"] == task_id for task in rfx["tasks"]) or rfxs.has_task(context, task_id)


def _details(actor: Actor, context: rfxs.RfxContext) -> dict[str, object]:
    """Return the props of features above."""
    details = current_registry().hooks(RfxPageHooks).details
    return {name: find(actor, context) for name, find in details.items()}


def _skip_to(rfx: Mapping[str, object]) -> tuple[str, str] | None:
    """Return the link to the questions if the viewer has any to answer."""
    writable = rfx.get("rwMap")
    return SKIP_TO_QUESTIONS if isinstance(writable, dict) and any(writable.values()) else None


@blueprint.get("/guest/<string:uuid>/rfx/<int:rfx_id>")
@page_requires(PUBLIC)
def guest_rfx(uuid: str, rfx_id: int) -> ResponseReturnValue:
    """Render a guest's RFx, authorised by the link. This changes no data, because mail scanners open links too."""
    actor = guest_of_link(uuid)
    if actor is None:
        finders = current_registry().hooks(RfxPageHooks).successor_finders
        name = next(filter(None, (find(uuid, rfx_id) for find in finders)), None)
        return render_link_gone(HANDED_OVER.format(name=name), ANSWERS_STAY) if name else render_link_gone()
    try:
        context = rfxs.rfx_context(actor=actor, rfx_id=rfx_id)
    except NotFoundError:
        return render_link_gone()
    if context.role is not ViewerRole.GUEST:
        return render_link_gone()
    rfx = serialize_rfx(context, actor=actor, includes=FIRST_VIEW)
    details = _details(actor, context)
    # The page has no session: its island signs in with the link, even if a user is signed in.
    g.actor = None
    return render_page(
        context.rfx.title,
        "rfx/guest",
        {
            "uuid": uuid,
            "rfx": rfx,
            "logoUrl": people.requester_logo_path(rfx_id),
            "expiredText": LINK_GONE,
            **details,
        },
        layout="plain",
        skip_to=_skip_to(rfx),
    )
