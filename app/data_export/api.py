"""Endpoints of files with all data of an organisation."""

from flask.views import MethodView

from app.data_export import schemas
from app.data_export.operations.requesting import request_data_export
from app.data_export.serializers import serialize_exports
from app.kernel.http.auth import Permission, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.json_types import Json

blueprint = Blueprint("dataExport", __name__, url_prefix="/api", description="All data of an organisation")


@blueprint.route("/dataExport")
class DataExportsView(MethodView):
    """Files with all data of the user's organisation."""

    @requires(Permission.MANAGE_ORGANISATION)
    @blueprint.response(200, schemas.DataExportSchema(many=True))
    def get(self) -> list[Json]:
        """List the 20 newest files, with their progress."""
        return serialize_exports(current_actor())

    @requires(Permission.MANAGE_ORGANISATION)
    @blueprint.response(202, schemas.DataExportSchema(many=True))
    def post(self) -> list[Json]:
        """Request a file with all data, after a step-up; 409 while another one is being prepared. It expires after 7 days."""
        actor = current_actor()
        request_data_export(actor=actor)
        return serialize_exports(actor)
