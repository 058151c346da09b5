"""GET /api/eventLog."""

from flask.views import MethodView

from app.events import queries, schemas
from app.events.serializers import serialize_event
from app.kernel.http.auth import SIGNED_IN, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.json_types import ListResponse
from app.kernel.http.lists import list_query, listed

blueprint = Blueprint("eventLog", __name__, url_prefix="/api", description="The event log")

PAGE_SIZE = 10


@blueprint.route("/eventLog")
class EventLogView(MethodView):
    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.EventQuerySchema, location="query")
    @blueprint.response(200, schemas.EventSchema(many=True))
    def get(self, query: schemas.EventQuery) -> ListResponse:
        """List the user's own events, newest first, or the journal of a relationship or of a colleague.

        The total of a page with a next one counts the events of 100 days only, and is `capped`.
        """
        page = queries.list_events(
            actor=current_actor(),
            filters=queries.EventFilter(
                created_by_user_id=query["created_by_user_id"],
                relationship_id=query["relationship_id"],
                subject_user_id=query["subject_user_id"],
                types=query["types"],
                ignored_types=query["ignored_types"],
            ),
            query=list_query(query, PAGE_SIZE),
        )
        return listed(page, [serialize_event(event) for event in page.rows])
