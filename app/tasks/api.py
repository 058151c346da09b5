"""Endpoints of tasks."""

from flask.views import MethodView

from app.kernel.http.auth import SIGNED_IN, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.json_types import ListResponse
from app.kernel.http.lists import list_query, listed
from app.tasks import schemas
from app.tasks.operations import finish_task
from app.tasks.queries import list_open_tasks
from app.tasks.serializers import serialize_task_row
from app.tasks.types import PAGE_SIZE

blueprint = Blueprint("userTask", __name__, url_prefix="/api/userTask", description="Tasks")


@blueprint.route("")
class TasksView(MethodView):
    """The viewer's open tasks."""

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.TaskQuerySchema, location="query")
    @blueprint.response(200, schemas.TaskRowSchema(many=True))
    def get(self, query: schemas.TaskQuery) -> ListResponse:
        """List the open tasks of the user, including those for anyone at the organisation."""
        page = list_open_tasks(actor=current_actor(), query=list_query(query, PAGE_SIZE), sort=query["sort"])
        return listed(page, [serialize_task_row(row) for row in page.rows])


@blueprint.route("/<int:task_id>/done")
class TaskDoneView(MethodView):
    """The end of a task that the user closes by hand."""

    @requires(SIGNED_IN)
    @blueprint.response(204)
    def put(self, task_id: int) -> str:
        """Close a review task of the user; 409 for tasks of other types, which end with their subject."""
        finish_task(actor=current_actor(), task_id=task_id)
        return ""
