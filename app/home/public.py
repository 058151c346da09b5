"""What Home gives to its own calls and pages, and to every page's shell."""

from typing import Any

from app.home import queries, schemas
from app.kernel.auth import Actor
from app.kernel.pages import LiveState
from app.kernel.schemas import dumped


def charts_body(*, actor: Actor) -> list[dict[str, Any]]:
    """The actor's charts, in their order, as `ChartSchema` dumps them."""
    keys = queries.chosen_charts(actor=actor)
    return [schemas.chart_body(chart) for chart in queries.charts(actor=actor, keys=keys)]


def live_state(actor: Actor) -> LiveState | None:
    """What a page begins with, so that it need not ask at once; nothing for guests, whose pages are never told."""
    if actor.is_guest:
        return None
    found = queries.updates(actor=actor)
    return LiveState(
        body=dumped(schemas.UpdatesSchema, found),
        counts={
            "/messages": (found.new_messages, "new messages"),
            "/home": (found.open_tasks, "open tasks"),
        },
    )
