"""The calls of accounts: sessions, password resets, invitations."""

from datetime import timedelta
from typing import Any

from flask import Response, current_app, jsonify, make_response, request
from flask.views import MethodView
from flask_limiter.util import get_remote_address

from app.accounts import mails, queries, schemas
from app.accounts.operations import invitations, resets, sessions
from app.accounts.public import TOKEN_LIFE, access_token
from app.accounts.unsubscribing import user_of_token
from app.config import VERSION, Settings
from app.extensions import limiter
from app.kernel.auth import (
    GUEST_COOKIE,
    PUBLIC,
    SESSION_COOKIE,
    SIGNED_IN,
    Actor,
    authenticate,
    current_actor,
    requires,
)
from app.kernel.calls import Blueprint
from app.kernel.errors import ForbiddenError, NotFoundError, UnauthorizedError
from app.kernel.mail import public_picture_path

blueprint = Blueprint("session", __name__, url_prefix="/api", description="Signing in, resets, invitations")


def _account_key() -> str:
    """Attempts are counted by account too, whether or not it exists."""
    body = request.get_json(silent=True)
    email = body.get("email") if isinstance(body, dict) else None
    return f"account:{str(email).strip().lower()[:320]}"


def _failed(response: Response) -> bool:
    return response.status_code >= 400


by_address = limiter.limit("120 per 5 minutes", key_func=get_remote_address, deduct_when=_failed)
by_account = limiter.limit("10 per 5 minutes", key_func=_account_key, deduct_when=_failed)


@blueprint.route("/session")
class SessionView(MethodView):
    decorators = [by_address, by_account]

    @requires(PUBLIC)
    @blueprint.arguments(schemas.SignInSchema)
    @blueprint.response(200, schemas.TokenSchema)
    def post(self, body: dict[str, Any]) -> Response:
        """Sign in with e-mail and password; sets the session cookie and answers an access token."""
        made = sessions.sign_in(
            email=body["email"],
            password=body["password"],
            user_agent=request.headers.get("User-Agent", ""),
            address=get_remote_address(),
            life=session_life(),
        )
        if made is None:
            raise UnauthorizedError("Username or password is incorrect.", code="signInFailed")
        return signed_in(made)

    @requires(SIGNED_IN, guests=True)
    @blueprint.response(200, schemas.SessionSchema)
    def get(self) -> dict[str, Any]:
        """Load the session: user, organisation, permissions."""
        actor = current_actor()
        found = queries.viewer(actor)
        return {
            "user": schemas.session_user(found.user),
            "organisation": schemas.session_organisation(found.organisation),
            "permissions": sorted(actor.permissions),
            "server_version": VERSION,
        }

    @requires(SIGNED_IN, guests=True)
    @blueprint.response(204)
    def delete(self) -> Response:
        """Sign out: the session ends, and with it every token of it."""
        sessions.sign_out(actor=current_actor())
        response = make_response("", 204)
        response.delete_cookie(SESSION_COOKIE, path="/")
        response.delete_cookie(GUEST_COOKIE, path="/files")
        return response


@blueprint.route("/session/refresh")
class SessionRefreshView(MethodView):
    @requires(PUBLIC)
    @blueprint.response(200, schemas.TokenSchema)
    def post(self) -> dict[str, Any]:
        """Answer a new access token to the session cookie. Needs the Client-Version header, which no form can send."""
        if not request.headers.get("Client-Version"):
            raise ForbiddenError("This call needs the Client-Version header.")
        found = queries.viewer_of_cookie(request.cookies.get(SESSION_COOKIE, ""))
        if found is None or found[0].session_id is None or found[0].is_guest:
            raise UnauthorizedError
        actor = found[0]
        sessions.touch_session(actor=actor, life=session_life())
        return token_body(actor)


@blueprint.route("/session/guest")
class GuestSessionView(MethodView):
    decorators = [by_address]

    @requires(PUBLIC)
    @blueprint.arguments(schemas.GuestSignInSchema)
    @blueprint.response(200, schemas.TokenSchema)
    def post(self, body: dict[str, Any]) -> Response:
        """Sign in a guest with the uuid of the link; changes nothing of what the link names."""
        made = sessions.sign_in_guest(
            token=body["uuid"], user_agent=request.headers.get("User-Agent", ""), address=get_remote_address()
        )
        if made is None:
            raise UnauthorizedError("Sorry, that link is no longer valid.", code="linkGone")
        response = jsonify(
            accessToken=access_token(user_id=made.user.id, session_id=made.sign_in.id),
            expiresIn=int(TOKEN_LIFE.total_seconds()),
        )
        set_cookie(response, GUEST_COOKIE, made.token, path="/files", life=sessions.GUEST_SESSION)
        return response


@blueprint.route("/user/sendPasswordReset")
class SendPasswordResetView(MethodView):
    decorators = [
        limiter.limit("60 per hour", key_func=get_remote_address),
        limiter.limit("10 per hour", key_func=_account_key),
    ]

    @requires(PUBLIC)
    @blueprint.arguments(schemas.EmailSchema)
    @blueprint.response(204)
    def post(self, body: dict[str, Any]) -> str:
        """Mail a reset link to this address, if it is known; the answer never says whether it is."""
        resets.ask_for_password_reset(email=body["email"])
        return ""


@blueprint.route("/user/<string:uuid>/resetPassword")
class ResetPasswordView(MethodView):
    decorators = [by_address]

    @requires(PUBLIC)
    @blueprint.arguments(schemas.NewPasswordSchema)
    @blueprint.response(200, schemas.ResetSchema)
    def put(self, body: dict[str, Any], uuid: str) -> Any:
        """Set a new password by the link of a reset mail; answers who it was for."""
        return resets.reset_password(token=uuid, password=body["password"])


@blueprint.route("/user/invite/<string:uuid>")
class InviteView(MethodView):
    decorators = [by_address]

    @requires(PUBLIC)
    @blueprint.response(200, schemas.InviteSchema)
    def get(self, uuid: str) -> dict[str, Any]:
        """What an invitation says; changes nothing."""
        return invite_body(uuid)

    @requires(PUBLIC)
    @blueprint.arguments(schemas.AcceptSchema)
    @blueprint.response(200, schemas.TokenSchema)
    def put(self, body: dict[str, Any], uuid: str) -> Response:
        """Accept an invitation and sign in."""
        accepted = invitations.accept_invitation(token=uuid, **body)
        mails.mail_accepted(accepted)
        made = sessions.start_session(
            user=accepted.user,
            user_agent=request.headers.get("User-Agent", ""),
            address=get_remote_address(),
            life=session_life(),
        )
        return signed_in(made)


@blueprint.route("/user/confirmEmail/<string:uuid>")
class ConfirmEmailView(MethodView):
    decorators = [by_address]

    @requires(PUBLIC)
    @blueprint.response(200, schemas.ResetSchema)
    def put(self, uuid: str) -> Any:
        """Confirm a changed e-mail address by the link of its mail."""
        return invitations.confirm_email(token=uuid)


@blueprint.route("/user/unsubscribe/<string:token>")
class UnsubscribeView(MethodView):
    decorators = [by_address]

    @requires(PUBLIC)
    @blueprint.arguments(schemas.OptionalMailSchema)
    @blueprint.response(200, schemas.OptionalMailSchema)
    def put(self, sent: dict[str, Any], token: str) -> Any:
        """End the mails about messages and alerts, or get them again, by the link of such a mail."""
        invitations.set_optional_mail(user_id=user_of_token(token), wanted=sent["wanted"])
        return sent


@blueprint.route("/user/emailAvailable")
class EmailAvailableView(MethodView):
    decorators = [limiter.limit("300 per hour", key_func=get_remote_address)]

    @requires(PUBLIC)
    @blueprint.arguments(schemas.EmailQuerySchema, location="query")
    @blueprint.response(200, schemas.AvailabilitySchema)
    def get(self, query: dict[str, Any]) -> dict[str, Any]:
        """Whether an address is free: told to signed-in users and to holders of a valid invitation alone.

        `forInvitation` asks for one who is to be invited as a supplier: somebody whom another buyer has invited,
        and who has not accepted yet, can be invited too.
        """
        but_user_id = None
        if query["invite"]:
            found = queries.open_invitation(query["invite"])
            if found is None:
                raise NotFoundError(invitations.INVITATION_GONE)
            but_user_id = found.user.id
        else:
            authenticate(SIGNED_IN)
        taken = queries.email_taken(
            query["email"], but_user_id=but_user_id, invitable_is_free=query["for_invitation"]
        )
        return {"available": not taken}


def invite_body(uuid: str) -> dict[str, Any]:
    """An invitation as the API gives it; raises NotFoundError where it no longer holds."""
    found = queries.open_invitation(uuid)
    if found is None:
        raise NotFoundError(invitations.INVITATION_GONE)
    settings: Settings = current_app.config["ASSAY"]
    # Whom the platform's operator made an account for was invited by nobody else.
    by_operator = found.sender.id == found.user.id
    organisation = {"name": found.organisation.name, "status": found.organisation.status}
    return {
        "user": {"name": found.user.name, "email": found.user.email, "organisation": organisation},
        "relationship": {"withOrganisation": {"name": found.organisation.name}}
        if found.invitation.relationship_id
        else None,
        "sender_name": settings.PRODUCT_NAME if by_operator else found.sender.name,
        "sender_pic": public_picture_path(found.sender.picture_id),
        "sender_org_name": found.sender_organisation.name,
    }


def signed_in(made: sessions.NewSession) -> Response:
    """The answer to a sign-in: a token for the calls, a cookie for the pages."""
    response = jsonify(
        accessToken=access_token(user_id=made.user.id, session_id=made.sign_in.id),
        expiresIn=int(TOKEN_LIFE.total_seconds()),
    )
    set_cookie(response, SESSION_COOKIE, made.token, path="/", life=session_life())
    return response


def token_body(actor: Actor) -> dict[str, Any]:
    """A new access token as `TokenSchema` dumps it."""
    assert actor.session_id is not None  # noqa: S101  (given by actor_of_sign_in)
    return {
        "access_token": access_token(user_id=actor.user_id, session_id=actor.session_id),
        "expires_in": int(TOKEN_LIFE.total_seconds()),
    }


def set_cookie(response: Response, name: str, value: str, *, path: str, life: timedelta) -> None:
    """Set a cookie that scripts cannot read, sent over TLS alone where the product is."""
    response.set_cookie(
        name,
        value,
        max_age=int(life.total_seconds()),
        path=path,
        httponly=True,
        samesite="Lax",
        secure=_settings().BASE_URL.startswith("https://"),
    )


def session_life() -> timedelta:
    """How long an unused sign-in holds."""
    return timedelta(days=int(_settings().SESSION_DAYS))


def _settings() -> Settings:
    settings: Settings = current_app.config["ASSAY"]
    return settings
