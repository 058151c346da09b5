"""The endpoint of the search over all types."""

from flask.views import MethodView

from app.extensions import limiter
from app.kernel.http.auth import SIGNED_IN, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.json_types import Arguments, Json
from app.search import schemas
from app.search.queries import RecentKey, recent_records, search_records
from app.search.serializers import serialize_group, serialize_recent, serialize_skipped

blueprint = Blueprint("search", __name__, url_prefix="/api", description="Search over all types of records")


def _user_key() -> str:
    return f"search:{current_actor().user_id}"


@blueprint.route("/search")
class SearchView(MethodView):
    """The palette "Find or do"."""

    @requires(SIGNED_IN)
    # Ten minutes of typing without a pause.
    @limiter.limit("3600 per 10 minutes", key_func=_user_key)
    @blueprint.arguments(schemas.SearchQuerySchema, location="query")
    @blueprint.response(200, schemas.FindResultSchema)
    def get(self, query: Arguments) -> Json:
        """Search the lists that the user may see, exact matches first.

        Without a text, return the records of `recent` that the user still sees, as one group. A type whose search takes too
        long is left out, and named in `skipped`.
        """
        actor, text, recent = current_actor(), query["q"], _recent_keys(query["recent"])
        if not text:
            rows, result = recent_records(actor=actor, recent=recent)
            groups = [serialize_recent(rows)] if rows else []
        else:
            result = search_records(
                actor=actor, text=text, types=query["types"], limit=query["limit"], recent=recent
            )
            groups = [serialize_group(group, text) for group in result.groups]
        return {"groups": groups, "skipped": [serialize_skipped(each, text) for each in result.skipped]}


def _recent_keys(keys: list[str]) -> list[RecentKey]:
    return [(name, int(number)) for name, _, number in (key.partition(":") for key in keys)]
