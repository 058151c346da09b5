"""Endpoints for the links in mails: resets, invitations, changed addresses, unsubscribing."""

from flask import Response, request
from flask.views import MethodView
from flask_limiter.util import get_remote_address

from app.accounts import schemas
from app.accounts.api.attempts import account_key, by_address
from app.accounts.api.sessions import session_life, signed_in
from app.accounts.models import User
from app.accounts.operations import invitations, resets, sessions
from app.accounts.policies import password_fault
from app.accounts.queries import links, people
from app.accounts.unsubscribing import user_of_token
from app.extensions import limiter
from app.kernel.http.auth import PUBLIC, SIGNED_IN, authenticate, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.errors import NotFoundError
from app.kernel.mail.outbox import public_picture_path
from app.kernel.registry import current_registry

blueprint = Blueprint(
    "mailedLinks", __name__, url_prefix="/api", description="Resets, invitations and other links in mails"
)


@blueprint.route("/user/sendPasswordReset")
class SendPasswordResetView(MethodView):
    decorators = [
        limiter.limit("60 per hour", key_func=get_remote_address),
        limiter.limit("10 per hour", key_func=account_key),
    ]

    @requires(PUBLIC)
    @blueprint.arguments(schemas.EmailSchema)
    @blueprint.response(204)
    def post(self, body: schemas.EmailBody) -> str:
        """Mail a reset link to this address if it is known; the response is the same if it is not."""
        resets.ask_for_password_reset(email=body["email"])
        return ""


@blueprint.route("/user/<string:uuid>/resetPassword")
class ResetPasswordView(MethodView):
    decorators = [by_address]

    @requires(PUBLIC)
    @blueprint.arguments(schemas.NewPasswordSchema)
    @blueprint.response(200, schemas.ResetSchema)
    def put(self, body: schemas.NewPasswordBody, uuid: str) -> User:
        """Set a new password with the link of a reset mail; returns the user's name and address."""
        return resets.reset_password(token=uuid, password=body["password"])


@blueprint.route("/user/invite/<string:uuid>")
class InviteView(MethodView):
    decorators = [by_address]

    @requires(PUBLIC)
    @blueprint.response(200, schemas.InviteSchema)
    def get(self, uuid: str) -> dict[str, object]:
        """Show an invitation; changes nothing."""
        return serialize_invitation(uuid)

    @requires(PUBLIC)
    @blueprint.arguments(schemas.AcceptSchema)
    @blueprint.response(200, schemas.TokenSchema)
    def put(self, body: schemas.AcceptBody, uuid: str) -> Response:
        """Accept an invitation and sign in."""
        user = invitations.accept_invitation(token=uuid, **body)
        session = sessions.start_session(
            user=user,
            user_agent=request.headers.get("User-Agent", ""),
            address=get_remote_address(),
            life=session_life(),
        )
        return signed_in(session)


@blueprint.route("/user/invite/<string:uuid>/passwordCheck")
class PasswordCheckView(MethodView):
    decorators = [limiter.limit("300 per hour", key_func=get_remote_address)]

    @requires(PUBLIC)
    @blueprint.arguments(schemas.NewPasswordSchema)
    @blueprint.response(200, schemas.PasswordCheckSchema)
    def post(self, body: schemas.NewPasswordBody, uuid: str) -> dict[str, object]:
        """Check a new password while the user types it to accept an invitation; changes nothing.

        The browser checks all rules except the list of common passwords.
        """
        invitation = open_invitation(uuid)
        error = password_fault(
            body["password"], email=invitation.user.email, organisation_name=invitation.organisation.name
        )
        return {"fault": error}


@blueprint.route("/user/confirmEmail/<string:uuid>")
class ConfirmEmailView(MethodView):
    decorators = [by_address]

    @requires(PUBLIC)
    @blueprint.response(200, schemas.ResetSchema)
    def put(self, uuid: str) -> User:
        """Confirm a changed e-mail address with the link that was mailed to it. The old address gets a mail."""
        return invitations.confirm_email(token=uuid)


@blueprint.route("/user/unsubscribe/<string:token>")
class UnsubscribeView(MethodView):
    decorators = [by_address]

    @requires(PUBLIC)
    @blueprint.arguments(schemas.OptionalMailSchema)
    @blueprint.response(200, schemas.OptionalMailSchema)
    def put(self, body: schemas.OptionalMailBody, token: str) -> schemas.OptionalMailBody:
        """Turn mails about messages and alerts off or on, with the link in such a mail."""
        invitations.set_optional_mail(user_id=user_of_token(token), wanted=body["wanted"])
        return body


@blueprint.route("/user/emailAvailable")
class EmailAvailableView(MethodView):
    decorators = [limiter.limit("300 per hour", key_func=get_remote_address)]

    @requires(PUBLIC)
    @blueprint.arguments(schemas.EmailQuerySchema, location="query")
    @blueprint.response(200, schemas.AvailabilitySchema)
    def get(self, query: schemas.EmailQuery) -> dict[str, object]:
        """Return whether an address is available; only for signed-in users and holders of a valid invitation.

        With `forInvitation`, the address of a supplier's user who was invited by another buyer and has not accepted yet
        counts as available, because that user can be invited again.
        """
        except_user_id = None
        if query["invite"]:
            except_user_id = open_invitation(query["invite"]).user.id
        else:
            authenticate(SIGNED_IN)
        is_taken = people.email_taken(
            query["email"], except_user_id=except_user_id, invitable_is_free=query["for_invitation"]
        )
        return {"available": not is_taken}


def open_invitation(uuid: str) -> links.OpenInvitation:
    """Return an invitation that can still be accepted; raise NotFoundError for others."""
    invitation = links.open_invitation(uuid)
    if invitation is None:
        raise NotFoundError(invitations.INVITATION_GONE)
    return invitation


def serialize_invitation(uuid: str) -> dict[str, object]:
    """Serialize an invitation; raise NotFoundError if it can no longer be accepted."""
    opened = open_invitation(uuid)
    settings = current_registry().settings
    # The account was created by the platform's operator, so the user is recorded as their own inviter.
    is_by_operator = opened.sender.id == opened.user.id
    organisation = {"name": opened.organisation.name, "status": opened.organisation.status}
    return {
        "user": {"name": opened.user.name, "email": opened.user.email, "organisation": organisation},
        "relationship": {"withOrganisation": {"name": opened.organisation.name}}
        if opened.invitation.relationship_id
        else None,
        "sender_name": settings.PRODUCT_NAME if is_by_operator else opened.sender.name,
        "sender_pic": public_picture_path(opened.sender.picture_id),
        "sender_org_name": opened.sender_organisation.name,
    }
