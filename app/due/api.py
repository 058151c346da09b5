"""Endpoints of due records, and of the user's calendar link."""

from flask.views import MethodView

from app.due import operations, schemas
from app.due.queries.feeds import feed_of
from app.due.queries.listing import check_filters, list_due
from app.due.serializers import (
    due_filter,
    serialize_counts,
    serialize_due_row,
    serialize_feed_state,
    serialize_new_feed,
)
from app.due.types import PAGE_SIZE
from app.kernel.http.auth import SIGNED_IN, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.json_types import Arguments, Json, ListResponse
from app.kernel.http.lists import list_query, listed
from app.kernel.registry import current_registry

blueprint = Blueprint("due", __name__, url_prefix="/api", description="Due records and the calendar link")


@blueprint.route("/due")
class DueView(MethodView):
    """The due records of the viewer's organisation."""

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.DueQuerySchema, location="query")
    @blueprint.response(200, schemas.DueRowSchema(many=True))
    def get(self, query: Arguments) -> ListResponse:
        """List tasks, deadlines and other due records, by due date; a record with an own task is listed once."""
        actor, filters = current_actor(), due_filter(query)
        check_filters(actor=actor, filters=filters)
        page = list_due(actor=actor, filters=filters, query=list_query(query, PAGE_SIZE))
        return listed(page, [serialize_due_row(row) for row in page.rows])


@blueprint.route("/due/count")
class DueCountView(MethodView):
    """The numbers of due records."""

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.DueFilterSchema, location="query")
    @blueprint.response(200, schemas.DueCountsSchema)
    def get(self, query: Arguments) -> Json:
        """Count due records by period."""
        actor, filters = current_actor(), due_filter(query)
        check_filters(actor=actor, filters=filters)
        return serialize_counts(actor=actor, filters=filters)


@blueprint.route("/calendarFeed")
class CalendarFeedView(MethodView):
    """The user's own calendar link."""

    @requires(SIGNED_IN)
    @blueprint.response(200, schemas.CalendarFeedStateSchema)
    def get(self) -> Json:
        """Return the state of the user's calendar link, without its address."""
        return serialize_feed_state(feed_of(user_id=current_actor().user_id))

    @requires(SIGNED_IN)
    @blueprint.response(201, schemas.NewCalendarFeedSchema)
    def post(self) -> Json:
        """Create the calendar link of the user, or replace it: the previous address ends. Its address is returned once."""
        created = operations.create_feed(actor=current_actor())
        return serialize_new_feed(created, base_url=current_registry().settings.BASE_URL)

    @requires(SIGNED_IN)
    @blueprint.response(204)
    def delete(self) -> str:
        """Remove the calendar link of the user, if there is one."""
        operations.remove_feed(actor=current_actor())
        return ""
