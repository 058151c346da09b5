"""GET /api/relationship/{id}/summary."""

from flask.views import MethodView

from app.kernel.http.auth import SIGNED_IN, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.suppliers import schemas
from app.suppliers.queries import supplier_summary
from app.suppliers.serializers import serialize_summary

blueprint = Blueprint("supplier", __name__, url_prefix="/api/relationship", description="Supplier summary")


@blueprint.route("/<int:relationship_id>/summary")
class SupplierSummaryView(MethodView):
    """The figures of one supplier."""

    @requires(SIGNED_IN)
    @blueprint.response(200, schemas.SupplierSummarySchema)
    def get(self, relationship_id: int) -> dict[str, object]:
        """Return the latest score, open non-conformances, open requests and follow-ups of a supplier."""
        return serialize_summary(supplier_summary(actor=current_actor(), relationship_id=relationship_id))
