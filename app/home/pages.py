"""The home page: updates, new messages, open tasks, the user's own activity, and recently viewed records."""

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from app.due.public import (
    PAGE_SIZE,
    CalendarFeedSchema,
    DueCountsSchema,
    DueFilter,
    DueHooks,
    DueOwnerSchema,
    DueQuerySchema,
    DueRowSchema,
    check_filters,
    due_filter,
    feed_of,
    list_due,
    serialize_counts,
    serialize_due_row,
)
from app.events.public import FEED_IGNORES, VIEW_TYPES, EventFilter, EventSchema, list_events, serialize_event
from app.home.operations import hide_first_steps
from app.home.queries.home import home_state
from app.home.schemas import ChartSchema, FirstStepsSchema
from app.home.serializers import serialize_charts, serialize_first_steps
from app.kernel.clock import now
from app.kernel.db.pagination import ListQuery
from app.kernel.http.auth import SIGNED_IN, Actor, current_actor, page_requires
from app.kernel.http.errors import InvalidError, NotFoundError
from app.kernel.http.lists import address_query, first_page
from app.kernel.http.schemas import dumped, dumped_many
from app.kernel.pages.shell import render_page
from app.kernel.registry import current_registry
from app.messages.public import ThreadFilter, ThreadRowSchema, ThreadTag, list_threads, serialize_thread_row
from app.notifications.public import NotificationSchema, list_notifications, serialize_notification
from app.tasks.public import TaskRowSchema, list_open_tasks, serialize_task_row
from app.views.public import open_list, pinned_views

blueprint = Blueprint("home_pages", __name__)

PANEL_ROWS = 10


@blueprint.get("/home")
@page_requires(SIGNED_IN)
def home() -> ResponseReturnValue:
    """Render Home, or with `?tab=due` the due records."""
    actor = current_actor()
    if request.args.get("tab") == "due":
        return _due(actor)
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
            "views": pinned_views(actor),
            "recent": _events(actor, EventFilter(created_by_user_id=actor.user_id, types=VIEW_TYPES)),
        },
    )


@blueprint.get("/due")
@page_requires(SIGNED_IN)
def due() -> ResponseReturnValue:
    """Redirect to the tab of Home, with the filters of the address."""
    filters = request.query_string.decode("ascii", "replace")
    return redirect(f"/home?tab=due&{filters}" if filters else "/home?tab=due")


def _due(actor: Actor) -> ResponseReturnValue:
    opened = open_list("due")
    if opened.elsewhere:
        return opened.elsewhere
    filters = due_filter(address_query(DueQuerySchema()))
    owner = None
    try:
        owner = check_filters(actor=actor, filters=filters)
    except (InvalidError, NotFoundError):
        # An address with an unknown kind or owner shows the list without filters.
        filters = DueFilter()
    page = list_due(actor=actor, filters=filters, query=ListQuery(page_size=PAGE_SIZE))
    rows = dumped_many(DueRowSchema, [serialize_due_row(row) for row in page.rows])
    feed = feed_of(user_id=actor.user_id)
    kinds = current_registry().hooks(DueHooks).kinds
    return render_page(
        "Due",
        "home/due",
        opened.props
        | {
            "list": first_page(page, rows),
            "counts": dumped(DueCountsSchema, serialize_counts(actor=actor, filters=filters)),
            "kinds": [{"value": value, "label": label} for value, label in kinds.items()],
            "owner": owner and dumped(DueOwnerSchema, owner),
            "feed": feed and dumped(CalendarFeedSchema, feed),
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
