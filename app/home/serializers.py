"""Serializers of Home, and the live state of open pages."""

from dataclasses import replace

from app.home import queries, schemas
from app.home.queries import Chart, Updates
from app.home.types import CHART_TITLES
from app.kernel.auth import Actor
from app.kernel.errors import ForbiddenError
from app.kernel.pages import LiveState
from app.kernel.schemas import dumped
from app.rfx.public import report_open_rfx, serialize_live_rfx


def serialize_chart(chart: Chart) -> dict[str, object]:
    """Serialize a chart for `ChartSchema`."""
    return {
        "key": chart.key,
        "title": CHART_TITLES[chart.key],
        "categories": [{"name": name, "href": href} for name, href in chart.categories],
        "series": chart.series,
    }


def serialize_charts(*, actor: Actor) -> list[dict[str, object]]:
    """Serialize the actor's charts, in their order, for `ChartSchema`."""
    keys = queries.chosen_charts(actor=actor)
    return [serialize_chart(chart) for chart in queries.charts(actor=actor, keys=keys)]


def updates_of_page(*, actor: Actor, rfx_id: int | None, page: str | None, section: int | None) -> Updates:
    """Return the updates of a page for `UpdatesSchema`, with the live state of the RFx that it shows, if any.

    A guest has only its RFx. Raises ForbiddenError for a guest without one, NotFoundError if the actor may not see it.
    """
    if actor.is_guest:
        if rfx_id is None:
            raise ForbiddenError
        updates = Updates("0-0-0-0", 0, 0)
    else:
        updates = queries.updates(actor=actor)
    if rfx_id is None:
        return updates
    live = report_open_rfx(actor=actor, rfx_id=rfx_id, page=page, section=section)
    return replace(updates, stamp=f"{updates.stamp}.{live.stamp}", rfx=serialize_live_rfx(live))


def live_state(actor: Actor) -> LiveState | None:
    """Return the initial state of a page, so that it need not poll at once; None for guests, whose pages never poll."""
    if actor.is_guest:
        return None
    updates = queries.updates(actor=actor)
    return LiveState(
        body=dumped(schemas.UpdatesSchema, updates),
        counts={
            "/messages": (updates.new_messages, "new messages"),
            "/home": (updates.open_tasks, "open tasks"),
        },
    )
