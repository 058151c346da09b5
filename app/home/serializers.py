"""Serializers of Home, and the live state of open pages."""

from collections.abc import Sequence
from dataclasses import replace

from app.accounts.public import picture_url
from app.home import schemas
from app.home.queries import home as queries
from app.home.queries.first_steps import FirstSteps
from app.home.queries.home import Chart, Updates
from app.home.types import CHART_TITLES, ChartKey
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ForbiddenError
from app.kernel.http.schemas import dumped
from app.kernel.pages.shell import LiveState
from app.rfx.public import report_open_rfx, serialize_live_rfx

NO_UPDATES = Updates(
    stamp="0-0-0-0",
    new_messages=0,
    open_tasks=0,
    responses_to_review=0,
    waiting_ncrs=0,
    unread=0,
    unread_news=0,
)
"""The updates of a guest: none except the RFx of the link."""


def serialize_chart(chart: Chart) -> dict[str, object]:
    """Serialize a chart for `ChartSchema`."""
    return {
        "key": chart.key,
        "title": CHART_TITLES[chart.key],
        "categories": chart.categories,
        "series": chart.series,
    }


def serialize_charts(*, actor: Actor, keys: Sequence[ChartKey] | None = None) -> list[dict[str, object]]:
    """Serialize the actor's charts, in their order, for `ChartSchema`; `keys` if the caller has read them already."""
    if keys is None:
        keys = queries.home_state(actor=actor).charts
    return [serialize_chart(chart) for chart in queries.charts(actor=actor, keys=keys)]


def updates_of_page(
    *, actor: Actor, stamp: str, rfx_id: int | None, page: str | None, section: int | None
) -> Updates | None:
    """Return the updates of a page for `UpdatesSchema`, None if their stamp is still `stamp`.

    They include the live state of the RFx that the page shows, if any; the updates of a guest have nothing else. Raises
    ForbiddenError for a guest without an RFx, NotFoundError if the actor may not see it.
    """
    if actor.is_guest and rfx_id is None:
        raise ForbiddenError
    updates = NO_UPDATES if actor.is_guest else queries.updates(actor=actor)
    if rfx_id is None:
        return updates if updates.stamp != stamp else None
    live = report_open_rfx(actor=actor, rfx_id=rfx_id, page=page, section=section)
    stamp_now = f"{updates.stamp}.{live.stamp}"
    if stamp_now == stamp:
        return None
    return replace(updates, stamp=stamp_now, rfx=serialize_live_rfx(live))


def serialize_first_steps(steps: FirstSteps | None) -> dict[str, object] | None:
    """Serialize first steps for `FirstStepsSchema`; None if there are none or all are done."""
    if steps is None or steps.are_done:
        return None
    inviter = steps.inviter
    return {
        "inviter": inviter
        and {
            "id": inviter["id"],
            "name": inviter["name"],
            "logo_url": picture_url(inviter["logo_id"], inviter["logo_version"]),
            "href": f"/organisations/{inviter['id']}" if inviter["has_page"] else None,
        },
        "open_requests": steps.open_requests,
        "next_deadline": steps.next_deadline,
        "steps": steps.steps,
    }


def live_state(actor: Actor) -> LiveState | None:
    """Return the initial state of a page, so that it does not poll at once. None for guests, whose pages poll only their RFx."""
    if actor.is_guest:
        return None
    updates = queries.updates(actor=actor)
    return LiveState(
        body=dumped(schemas.UpdatesSchema, updates),
        counts={
            "/messages": (updates.new_messages, "new messages"),
            "/home": (updates.open_tasks, "open tasks"),
            "/rfx": (updates.responses_to_review, "responses to review"),
            "/ncr": (updates.waiting_ncrs, "waiting for you"),
        },
    )
