"""Endpoints for confirming the user's identity again before a sensitive change."""

from flask.views import MethodView

from app.accounts.api.attempts import limit_factor_guesses
from app.accounts.authentication import limit_password_guesses
from app.accounts.operations.step_up import confirm_identity, step_up_options
from app.accounts.schemas import factors as schemas
from app.kernel.http.auth import SIGNED_IN, current_actor, requires
from app.kernel.http.calls import Blueprint

blueprint = Blueprint(
    "stepUp",
    __name__,
    url_prefix="/api",
    description="Confirming the user's identity before a sensitive change",
)


@blueprint.route("/session/stepUp")
class StepUpView(MethodView):
    @requires(SIGNED_IN, before_factor=True)
    @blueprint.response(200, schemas.StepUpOptionsSchema)
    def get(self) -> dict[str, object]:
        """Return the methods with which the current user can confirm their identity."""
        options = step_up_options(current_actor())
        return {
            "methods": options.methods,
            "ticket": options.ticket,
            "passkey_options": options.passkey_options,
            "company_path": f"/signin/company/{options.company_slug}?stepUp=1"
            if options.company_slug
            else None,
        }

    @requires(SIGNED_IN, before_factor=True)
    @limit_password_guesses
    @limit_factor_guesses
    @blueprint.arguments(schemas.StepUpSchema)
    @blueprint.response(204)
    def post(self, body: schemas.StepUpBody) -> str:
        """Confirm the current user's identity. For ten minutes, sensitive changes need no further confirmation.

        Other endpoints return 403 with the code `stepUp` if a change needs it. Users with a second factor confirm with a
        factor, others with the password.
        """
        confirm_identity(actor=current_actor(), **body)
        return ""
