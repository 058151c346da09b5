"""Endpoints of defect codes."""

from flask.views import MethodView

from app.kernel.http.auth import SIGNED_IN, Permission, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.json_types import Json
from app.ncr.operations.codes import add_code, add_usual_codes, change_code, remove_code, restore_code
from app.ncr.queries.codes import is_code_used
from app.ncr.schemas.codes import DefectCodeBody, DefectCodeSaveSchema, DefectCodeSchema
from app.ncr.serializers import serialize_code, serialize_codes

blueprint = Blueprint("defect_code", __name__, url_prefix="/api/defectCode", description="Defect codes")


@blueprint.route("")
class DefectCodesView(MethodView):
    """Defect codes."""

    @requires(SIGNED_IN)
    @blueprint.response(200, DefectCodeSchema(many=True))
    def get(self) -> list[Json]:
        """List the own codes, archived ones too, and the codes of customers on non-conformances about it."""
        return serialize_codes(actor=current_actor())

    @requires(Permission.MANAGE_NCRS)
    @blueprint.arguments(DefectCodeSaveSchema)
    @blueprint.response(201, DefectCodeSchema)
    def post(self, body: DefectCodeBody) -> Json:
        """Add a code for the own organisation, which has at most 500."""
        actor = current_actor()
        return serialize_code(add_code(actor=actor, **body), actor=actor, is_used=False)


@blueprint.route("/usual")
class UsualCodesView(MethodView):
    """Codes to start with."""

    @requires(Permission.MANAGE_NCRS)
    @blueprint.response(200, DefectCodeSchema(many=True))
    def post(self) -> list[Json]:
        """Add the usual codes, except those that the organisation has, and list all codes."""
        actor = current_actor()
        add_usual_codes(actor=actor)
        return serialize_codes(actor=actor)


@blueprint.route("/<int:defect_code_id>")
class DefectCodeView(MethodView):
    """One own defect code."""

    @requires(Permission.MANAGE_NCRS)
    @blueprint.arguments(DefectCodeSaveSchema)
    @blueprint.response(200, DefectCodeSchema)
    def put(self, body: DefectCodeBody, defect_code_id: int) -> Json:
        """Rename a code, also on the non-conformances that have it."""
        actor = current_actor()
        defect = change_code(actor=actor, code_id=defect_code_id, **body)
        return serialize_code(defect, actor=actor, is_used=is_code_used(defect.id))

    @requires(Permission.MANAGE_NCRS)
    @blueprint.response(204)
    def delete(self, defect_code_id: int) -> str:
        """Delete a code, or archive it if a non-conformance has it."""
        remove_code(actor=current_actor(), code_id=defect_code_id)
        return ""


@blueprint.route("/<int:defect_code_id>/restore")
class DefectCodeRestoreView(MethodView):
    """The return of an archived defect code."""

    @requires(Permission.MANAGE_NCRS)
    @blueprint.response(200, DefectCodeSchema)
    def post(self, defect_code_id: int) -> Json:
        """Restore an archived code."""
        actor = current_actor()
        defect = restore_code(actor=actor, code_id=defect_code_id)
        return serialize_code(defect, actor=actor, is_used=is_code_used(defect.id))
