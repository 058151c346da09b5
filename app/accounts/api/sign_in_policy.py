"""Endpoints for the organisation's rules for signing in."""

from flask.views import MethodView

from app.accounts.operations.sign_in_policy import save_policy
from app.accounts.schemas import factors as schemas
from app.accounts.serializers import serialize_sign_in_policy
from app.kernel.http.auth import Permission, current_actor, requires
from app.kernel.http.calls import Blueprint

blueprint = Blueprint("signInPolicy", __name__, url_prefix="/api", description="Rules for signing in")


@blueprint.route("/signInPolicy")
class SignInPolicyView(MethodView):
    @requires(Permission.MANAGE_INTEGRATIONS)
    @blueprint.response(200, schemas.SignInPolicySchema)
    def get(self) -> dict[str, object]:
        """Return the rules for signing in, and the users who have no second factor."""
        return serialize_sign_in_policy(current_actor())

    @requires(Permission.MANAGE_INTEGRATIONS)
    @blueprint.arguments(schemas.SignInPolicyChangeSchema)
    @blueprint.response(200, schemas.SignInPolicySchema)
    def put(self, body: schemas.SignInPolicyBody) -> dict[str, object]:
        """Change the rules for signing in. Needs a recent confirmation (`stepUp`)."""
        actor = current_actor()
        save_policy(actor=actor, **body)
        return serialize_sign_in_policy(actor)
