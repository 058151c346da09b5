"""Endpoints for the user's own second factors, and for resetting a colleague's factors."""

import segno
from flask.views import MethodView

from app.accounts.api.attempts import limit_factor_guesses
from app.accounts.models import User
from app.accounts.operations import codes, factors, passkeys
from app.accounts.operations.resets import ask_for_factor_reset
from app.accounts.operations.tickets import TicketPurpose, check_ticket_user, new_ticket, read_ticket
from app.accounts.policies import require_step_up
from app.accounts.schemas import factors as schemas
from app.accounts.serializers import serialize_factors
from app.extensions import db
from app.kernel.http.auth import SIGNED_IN, Permission, current_actor, requires
from app.kernel.http.calls import Blueprint

blueprint = Blueprint("ownFactors", __name__, url_prefix="/api/user", description="Second factors")


@blueprint.route("/factor")
class FactorsView(MethodView):
    @requires(SIGNED_IN, before_factor=True)
    @blueprint.response(200, schemas.FactorsSchema)
    def get(self) -> dict[str, object]:
        """Return the second factors of the current user."""
        return serialize_factors(current_actor().user_id)


@blueprint.route("/passkey/options")
class NewPasskeyOptionsView(MethodView):
    @requires(SIGNED_IN, before_factor=True)
    @blueprint.response(200, schemas.PasskeyOptionsSchema)
    def post(self) -> dict[str, object]:
        """Return the options with which the browser creates a passkey. Needs a recent confirmation (`stepUp`)."""
        require_step_up(current_actor())
        user = _own_user()
        text, ticket = new_ticket(TicketPurpose.NEW_PASSKEY, user)
        return {"ticket": text, "options": passkeys.creation_options(user=user, ticket=ticket)}


@blueprint.route("/passkey")
class PasskeysView(MethodView):
    @requires(SIGNED_IN, before_factor=True)
    @blueprint.arguments(schemas.NewPasskeySchema)
    @blueprint.response(201, schemas.RecoveryCodesSchema)
    def post(self, body: schemas.NewPasskeyBody) -> dict[str, object]:
        """Store a passkey that the browser has created, at most ten; the user gets a mail. Needs `stepUp`."""
        ticket = read_ticket(body["ticket"], TicketPurpose.NEW_PASSKEY)
        check_ticket_user(ticket, _own_user())
        _, recovery_codes = factors.add_passkey(
            actor=current_actor(), ticket=ticket, name=body["name"], credential=body["credential"]
        )
        return {"recovery_codes": recovery_codes}


@blueprint.route("/passkey/<int:passkey_id>")
class PasskeyView(MethodView):
    @requires(SIGNED_IN)
    @blueprint.response(204)
    def delete(self, passkey_id: int) -> str:
        """Remove an own passkey; the user gets a mail. Needs `stepUp`."""
        factors.remove_passkey(actor=current_actor(), passkey_id=passkey_id)
        return ""


@blueprint.route("/totp")
class AppView(MethodView):
    @requires(SIGNED_IN, before_factor=True)
    @blueprint.response(201, schemas.NewAppSchema)
    def post(self) -> dict[str, object]:
        """Create the secret of an authenticator app, which the first code confirms. Needs `stepUp`."""
        require_step_up(current_actor())
        app = codes.start_app(user=_own_user())
        return {"secret": app.secret, "uri": app.uri, "qr_code": _qr_code(app.uri)}

    @requires(SIGNED_IN)
    @blueprint.response(204)
    def delete(self) -> str:
        """Remove the own authenticator app; the user gets a mail. Needs `stepUp`."""
        factors.remove_app(actor=current_actor())
        return ""


@blueprint.route("/totp/confirm")
class AppConfirmationView(MethodView):
    @requires(SIGNED_IN, before_factor=True)
    @limit_factor_guesses
    @blueprint.arguments(schemas.AppCodeSchema)
    @blueprint.response(200, schemas.RecoveryCodesSchema)
    def post(self, body: schemas.AppCodeBody) -> dict[str, object]:
        """Use the new authenticator app from now on; the user gets a mail. Needs `stepUp`."""
        return {"recovery_codes": factors.add_app(actor=current_actor(), code=body["code"])}


@blueprint.route("/recoveryCode")
class RecoveryCodesView(MethodView):
    @requires(SIGNED_IN)
    @blueprint.response(201, schemas.RecoveryCodesSchema)
    def post(self) -> dict[str, object]:
        """Create ten recovery codes, which replace all earlier ones and are shown only once. Needs `stepUp`."""
        return {"recovery_codes": factors.replace_recovery_codes(actor=current_actor())}


@blueprint.route("/<int:user_id>/factorReset")
class FactorResetView(MethodView):
    @requires(Permission.MANAGE_USERS)
    @blueprint.response(204)
    def post(self, user_id: int) -> str:
        """Mail a colleague a link that sets a new password and removes all second factors.

        Needs `stepUp`. 409 for users without a second factor.
        """
        ask_for_factor_reset(actor=current_actor(), user_id=user_id)
        return ""


def _own_user() -> User:
    return db.session.get_one(User, current_actor().user_id)


def _qr_code(text: str) -> dict[str, object]:
    """Return a QR code as an SVG path of one square for each dark module, with the white border that readers need."""
    code = segno.make(text, error="m", micro=False)
    border = code.default_border_size
    path = "".join(
        f"M{x + border} {y + border}h1v1h-1z"
        for y, row in enumerate(code.matrix)
        for x, is_dark in enumerate(row)
        if is_dark
    )
    return {"size": len(code.matrix) + 2 * border, "path": path}
