"""GET /api/docForm."""

from typing import Any

from flask.views import MethodView
from flask_smorest import Blueprint

from app.forms import queries, schemas
from app.kernel.auth import SIGNED_IN, current_actor, requires
from app.kernel.lists import list_query, listed

blueprint = Blueprint("docForm", __name__, url_prefix="/api", description="Forms")

PAGE_SIZE = 10


@blueprint.route("/docForm")
class DocFormListView(MethodView):
    """The forms of the own organisation."""

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.DocFormQuerySchema, location="query")
    @blueprint.response(200, schemas.DocFormRowSchema(many=True))
    def get(self, query: dict[str, Any]) -> Any:
        """Forms of the own organisation, by title (specification section 7)."""
        page = queries.list_forms(
            actor=current_actor(),
            which=queries.FormFilter(
                search=query["search"],
                title=query["title"],
                types=query["type"],
                status=query["status"],
                is_latest=query["is_latest"],
                in_use=query["in_use"],
                archived=query["archived"],
            ),
            query=list_query(query, PAGE_SIZE),
        )
        return listed(page, [schemas.form_row(row) for row in page.rows])
