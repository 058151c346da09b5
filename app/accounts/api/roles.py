"""Endpoints for roles."""

from flask.views import MethodView

from app.accounts import schemas
from app.accounts.operations.roles import create_role, delete_role, save_role
from app.accounts.serializers import serialize_own_roles
from app.accounts.types import RoleValues
from app.extensions import db
from app.kernel.http.auth import SIGNED_IN, Permission, current_actor, requires
from app.kernel.http.calls import Blueprint

blueprint = Blueprint("roles", __name__, url_prefix="/api", description="Roles")


@blueprint.route("/role")
class RolesView(MethodView):
    @requires(SIGNED_IN)
    @blueprint.response(200, schemas.RoleSchema(many=True))
    def get(self) -> list[dict[str, object]]:
        """List the roles of the user's organisation, with their permissions and users."""
        return serialize_own_roles(current_actor())

    @requires(Permission.MANAGE_ORGANISATION)
    @blueprint.arguments(schemas.RoleChangeSchema)
    @blueprint.response(201, schemas.RoleSchema)
    def post(self, body: RoleValues) -> dict[str, object]:
        """Create a role."""
        return _serialized(create_role(actor=current_actor(), **body).id)


@blueprint.route("/role/<int:role_id>")
class RoleView(MethodView):
    @requires(Permission.MANAGE_ORGANISATION)
    @blueprint.arguments(schemas.RoleSaveSchema)
    @blueprint.response(200, schemas.RoleSchema)
    def put(self, body: schemas.RoleSaveBody, role_id: int) -> dict[str, object]:
        """Rename a role and change its permissions, from the next request of each of its users."""
        return _serialized(save_role(actor=current_actor(), role_id=role_id, **body).id)

    @requires(Permission.MANAGE_ORGANISATION)
    @blueprint.response(204)
    def delete(self, role_id: int) -> str:
        """Delete a role without users; 409 for one in use."""
        delete_role(actor=current_actor(), role_id=role_id)
        return ""


def _serialized(role_id: int) -> dict[str, object]:
    db.session.flush()
    return next(body for body in serialize_own_roles(current_actor()) if body["id"] == role_id)
