"""The endpoint of the Custom Fields panel."""

from flask.views import MethodView

from app.custom_fields.operations import save_values
from app.custom_fields.queries import fields_of, summary_of
from app.custom_fields.schemas import (
    CustomValuesBody,
    CustomValuesChangeSchema,
    RelationshipCustomFieldsValuesSchema,
)
from app.kernel.http.auth import Permission, current_actor, requires
from app.kernel.http.calls import Blueprint

blueprint = Blueprint(
    "customFields", __name__, url_prefix="/api", description="Custom fields of relationships"
)


@blueprint.route("/relationship/<int:relationship_id>/customValue")
class CustomValuesView(MethodView):
    @requires(Permission.MANAGE_RELATIONSHIPS)
    @blueprint.arguments(CustomValuesChangeSchema)
    @blueprint.response(200, RelationshipCustomFieldsValuesSchema)
    def put(self, body: CustomValuesBody, relationship_id: int) -> dict[str, object]:
        """Replace the values of the custom fields in the request."""
        actor = current_actor()
        values = save_values(actor=actor, relationship_id=relationship_id, values=body["values"])
        return {"values": values, "summary": summary_of(fields_of(actor.organisation_id), values)}
