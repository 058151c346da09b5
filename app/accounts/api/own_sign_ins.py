"""Endpoints for the user's own password and sign-ins."""

from flask import Response, make_response
from flask.views import MethodView

from app.accounts import schemas
from app.accounts.api.sessions import delete_cookie
from app.accounts.authentication import limit_password_guesses
from app.accounts.operations.own_sign_ins import change_password, end_sign_in
from app.accounts.operations.sessions import end_sessions_of
from app.accounts.queries.actors import sign_ins_of
from app.accounts.serializers import serialize_sign_in
from app.kernel.http.auth import SESSION_COOKIE, SIGNED_IN, current_actor, requires
from app.kernel.http.calls import Blueprint

blueprint = Blueprint(
    "ownSignIns", __name__, url_prefix="/api", description="The user's own password and sign-ins"
)


@blueprint.route("/user/password")
class OwnPasswordView(MethodView):
    @requires(SIGNED_IN)
    @limit_password_guesses
    @blueprint.arguments(schemas.PasswordChangeSchema)
    @blueprint.response(204)
    def put(self, body: schemas.PasswordChangeBody) -> str:
        """Set a new password for the current user; all other sign-ins end."""
        change_password(actor=current_actor(), **body)
        return ""


@blueprint.route("/signIn")
class SignInsView(MethodView):
    @requires(SIGNED_IN)
    @blueprint.response(200, schemas.SignInRowSchema(many=True))
    def get(self) -> list[dict[str, object]]:
        """List the current user's sign-ins, the last used first."""
        actor = current_actor()
        return [serialize_sign_in(row, this=actor.session_id) for row in sign_ins_of(actor)]

    @requires(SIGNED_IN)
    @blueprint.response(204)
    def delete(self) -> Response:
        """Sign out everywhere, including this browser."""
        end_sessions_of(user_id=current_actor().user_id)
        response = make_response("", 204)
        delete_cookie(response, SESSION_COOKIE, path="/")
        return response


@blueprint.route("/signIn/<int:sign_in_id>")
class SignInView(MethodView):
    @requires(SIGNED_IN)
    @blueprint.response(204)
    def delete(self, sign_in_id: int) -> str:
        """Sign out in one other browser."""
        end_sign_in(actor=current_actor(), sign_in_id=sign_in_id)
        return ""
