"""The home page: updates, new messages, open tasks, the user's own activity, and recently viewed records."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from app.events.public import FEED_IGNORES, VIEW_TYPES, EventFilter, EventSchema, list_events, serialize_event
from app.home.operations import hide_first_steps
from app.home.queries.home import home_state
from app.home.schemas import ChartSchema, FirstStepsSchema
from app.home.serializers import serialize_charts, serialize_first_steps
from app.kernel.auth import SIGNED_IN, Actor, current_actor, page_requires
from app.kernel.clock import now
from app.kernel.lists import first_page
from app.kernel.pages import render_page
from app.kernel.pagination import ListQuery
from app.kernel.schemas import dumped, dumped_many
from app.messages.public import ThreadFilter, ThreadRowSchema, ThreadTag, list_threads, serialize_thread_row
from app.notifications.public import NotificationSchema, list_notifications, serialize_notification
from app.tasks.public import TaskRowSchema, list_open_tasks, serialize_task_row

blueprint = Blueprint("home_pages", __name__)

PANEL_ROWS = 10


@blueprint.get("/home")
@page_requires(SIGNED_IN)
def home() -> ResponseReturnValue:
    actor = current_actor()
    state = home_state(actor=actor)
    if state.first_steps and state.first_steps.are_done:
        # Later requests must not bring the steps back.
        hide_first_steps(actor=actor)
    steps = serialize_first_steps(state.first_steps)
    return render_page(
        "Home",
        "home/home",
        {
            "greetingName": actor.name,
            "hour": now().astimezone(actor.zone).hour,
            "firstSteps": steps and dumped(FirstStepsSchema, steps),
            "news": state.news,
            "notifications": _notifications(actor),
            "messages": _messages(actor),
            "tasks": _tasks(actor),
            "activity": _events(
                actor, EventFilter(created_by_user_id=actor.user_id, ignored_types=FEED_IGNORES)
            ),
            "charts": dumped_many(ChartSchema, serialize_charts(actor=actor, keys=state.charts))
            if state.has_charts
            else None,
            "recent": _events(actor, EventFilter(created_by_user_id=actor.user_id, types=VIEW_TYPES)),
        },
    )


def _notifications(actor: Actor) -> dict[str, object]:
    page = list_notifications(actor=actor, query=ListQuery(page_size=PANEL_ROWS))
    rows = [serialize_notification(entry) for entry in page.rows]
    return first_page(page, dumped_many(NotificationSchema, rows))


def _messages(actor: Actor) -> dict[str, object]:
    page = list_threads(
        actor=actor, filters=ThreadFilter(tags=[ThreadTag.NEW]), query=ListQuery(page_size=PANEL_ROWS)
    )
    return first_page(page, dumped_many(ThreadRowSchema, [serialize_thread_row(row) for row in page.rows]))


def _tasks(actor: Actor) -> dict[str, object]:
    page = list_open_tasks(actor=actor, query=ListQuery(page_size=PANEL_ROWS), sort="due")
    return first_page(page, dumped_many(TaskRowSchema, [serialize_task_row(row) for row in page.rows]))


def _events(actor: Actor, filters: EventFilter) -> dict[str, object]:
    page = list_events(actor=actor, filters=filters, query=ListQuery(page_size=PANEL_ROWS))
    return first_page(page, dumped_many(EventSchema, [serialize_event(event) for event in page.rows]))
