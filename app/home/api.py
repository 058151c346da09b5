"""Endpoints of Home, and the one that open pages poll."""

from flask.views import MethodView

from app.home import operations, schemas
from app.home.queries import home as queries
from app.home.serializers import serialize_charts, serialize_first_steps, updates_of_page
from app.kernel.http.auth import SIGNED_IN, current_actor, requires
from app.kernel.http.calls import Blueprint

blueprint = Blueprint("home", __name__, url_prefix="/api", description="Home, and live updates")


@blueprint.route("/home/chart")
class ChartsView(MethodView):
    """The charts of Home."""

    @requires(SIGNED_IN)
    @blueprint.response(200, schemas.ChartSchema(many=True))
    def get(self) -> list[dict[str, object]]:
        """Return the charts that the user has chosen, in their order, with their figures."""
        return serialize_charts(actor=current_actor())

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.ChartChoiceSchema)
    @blueprint.response(200, schemas.ChartSchema(many=True))
    def put(self, body: schemas.ChartChoiceBody) -> list[dict[str, object]]:
        """Choose the charts on Home and their order; stored for the current user."""
        actor = current_actor()
        operations.choose_charts(actor=actor, charts=body["charts"])
        return serialize_charts(actor=actor)


@blueprint.route("/home/firstSteps")
class FirstStepsView(MethodView):
    """The first steps on Home."""

    @requires(SIGNED_IN)
    @blueprint.response(200, schemas.FirstStepsSchema)
    @blueprint.alt_response(204, description="They are hidden or done.")
    def get(self) -> dict[str, object] | tuple[str, int]:
        """Return the first steps that the user may do; 204 if they are hidden or done."""
        return serialize_first_steps(queries.home_state(actor=current_actor()).first_steps) or ("", 204)


@blueprint.route("/home/firstSteps/hidden")
class HiddenFirstStepsView(MethodView):
    """The choice to hide the first steps."""

    @requires(SIGNED_IN)
    @blueprint.response(204)
    def put(self) -> str:
        """Hide the first steps permanently; stored for the current user."""
        operations.hide_first_steps(actor=current_actor())
        return ""


@blueprint.route("/updates")
class UpdatesView(MethodView):
    """The updates for an open page."""

    @requires(SIGNED_IN, guests=True)
    @blueprint.arguments(schemas.UpdatesQuerySchema, location="query")
    @blueprint.response(200, schemas.UpdatesSchema)
    @blueprint.alt_response(204, description="Nothing has changed since `stamp`.")
    def get(self, query: schemas.UpdatesQuery) -> queries.Updates | tuple[str, int]:
        """Return counts and the latest events, and the live state of an RFx; 204 if nothing has changed since `stamp`.

        Guests get the live state of their RFx only.
        """
        return updates_of_page(actor=current_actor(), **query) or ("", 204)
