"""Endpoints for signing in with a second factor, or with a passkey alone."""

from flask import Response, request
from flask.views import MethodView
from flask_limiter.util import get_remote_address

from app.accounts.api.attempts import by_address, limit_factor_guesses
from app.accounts.api.sessions import session_life, signed_in
from app.accounts.operations import sessions
from app.accounts.schemas import TokenSchema
from app.accounts.schemas import factors as schemas
from app.extensions import limiter
from app.kernel.http.auth import PUBLIC, requires
from app.kernel.http.calls import Blueprint

blueprint = Blueprint(
    "secondStep",
    __name__,
    url_prefix="/api/session",
    description="Signing in with a second factor or a passkey",
)


@blueprint.route("/factor")
class SecondFactorView(MethodView):
    @requires(PUBLIC)
    @by_address
    @limit_factor_guesses
    @blueprint.arguments(schemas.SecondStepSchema)
    @blueprint.response(200, TokenSchema)
    def post(self, body: schemas.SecondStepBody) -> Response:
        """Finish a sign-in with a second factor; sets the session cookie and returns an access token.

        401 with the code `ticketGone` for a ticket that has expired or was used.
        """
        return signed_in(
            sessions.finish_sign_in(
                **body,
                user_agent=request.headers.get("User-Agent", ""),
                address=get_remote_address(),
                life=session_life(),
            )
        )


@blueprint.route("/passkey/options")
class PasskeySignInOptionsView(MethodView):
    decorators = [limiter.limit("600 per hour", key_func=get_remote_address)]

    @requires(PUBLIC)
    @blueprint.response(200, schemas.PasskeyOptionsSchema)
    def post(self) -> dict[str, object]:
        """Return the options with which the browser offers the passkeys for this site."""
        ticket, options = sessions.passkey_sign_in_options()
        return {"ticket": ticket, "options": options}


@blueprint.route("/passkey")
class PasskeySignInView(MethodView):
    @requires(PUBLIC)
    @by_address
    @blueprint.arguments(schemas.PasskeySignInSchema)
    @blueprint.response(200, TokenSchema)
    def post(self, body: schemas.PasskeySignInBody) -> Response:
        """Sign in with a passkey, without a password; sets the session cookie and returns an access token."""
        return signed_in(
            sessions.sign_in_with_passkey(
                **body,
                user_agent=request.headers.get("User-Agent", ""),
                address=get_remote_address(),
                life=session_life(),
            )
        )
