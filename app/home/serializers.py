"""Serializers of Home, and the live state of open pages."""

from collections.abc import Sequence

from app.accounts.public import picture_url
from app.home import schemas
from app.home.queries import home as queries
from app.home.queries.first_steps import FirstSteps
from app.home.queries.home import Chart
from app.home.types import CHART_TITLES, ChartKey
from app.kernel.auth import Actor
from app.kernel.pages import LiveState
from app.kernel.schemas import dumped


def serialize_chart(chart: Chart) -> dict[str, object]:
    """Serialize a chart for `ChartSchema`."""
    return {
        "key": chart.key,
        "title": CHART_TITLES[chart.key],
        "categories": [{"name": name, "href": href} for name, href in chart.categories],
        "series": chart.series,
    }


def serialize_charts(*, actor: Actor, keys: Sequence[ChartKey] | None = None) -> list[dict[str, object]]:
    """Serialize the actor's charts, in their order, for `ChartSchema`; `keys` if the caller has read them already."""
    if keys is None:
        keys = queries.home_state(actor=actor).charts
    return [serialize_chart(chart) for chart in queries.charts(actor=actor, keys=keys)]


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
    """Return the initial state of a page, so that it need not poll at once; None for guests, whose pages never poll."""
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
