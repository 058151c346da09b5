"""Endpoints for signing in and out, with a password or a guest link."""

from datetime import timedelta

from flask import Response, jsonify, make_response, request
from flask.views import MethodView
from flask_limiter.util import get_remote_address

from app.accounts import known_devices, schemas
from app.accounts.api.attempts import by_account, by_address
from app.accounts.authentication import TOKEN_LIFE, access_token
from app.accounts.confirmed_links import LINKS, confirmation_of, must_confirm
from app.accounts.models import AccessGrant
from app.accounts.operations import sessions
from app.accounts.queries import actors
from app.accounts.queries.links import live_guest_link
from app.accounts.schemas.factors import SessionAnswerSchema
from app.accounts.serializers import serialize_session_organisation, serialize_session_user
from app.config import VERSION
from app.kernel.db.session import commit
from app.kernel.http.auth import (
    GUEST_COOKIE,
    PUBLIC,
    SESSION_COOKIE,
    SIGNED_IN,
    Actor,
    cookie_name,
    current_actor,
    is_over_tls,
    read_cookie,
    requires,
)
from app.kernel.http.calls import Blueprint
from app.kernel.http.errors import LINK_GONE, ForbiddenError, UnauthorizedError
from app.kernel.registry import current_registry

CONFIRM_LINK = "Open the link in your e-mail again to confirm that it is yours."

blueprint = Blueprint("session", __name__, url_prefix="/api", description="Signing in and out")


@blueprint.route("/session")
class SessionView(MethodView):
    @requires(PUBLIC)
    @by_address
    @by_account
    @blueprint.arguments(schemas.SignInSchema)
    @blueprint.response(200, SessionAnswerSchema)
    def post(self, body: schemas.SignInBody) -> Response:
        """Sign in with e-mail and password; sets the session cookie and returns an access token.

        For users with a second factor the response has `next` and a ticket for `POST /api/session/factor` instead.
        """
        try:
            session = sessions.sign_in(
                email=body["email"],
                password=body["password"],
                user_agent=request.headers.get("User-Agent", ""),
                address=get_remote_address(),
                life=session_life(),
            )
        except UnauthorizedError:
            _note_failure(body["email"])
            raise
        if session is None:
            _note_failure(body["email"])
            raise UnauthorizedError("Username or password is incorrect.", code="signInFailed")
        if isinstance(session, sessions.SecondStep):
            return jsonify(
                next="secondFactor",
                ticket=session.ticket,
                methods=list(session.methods),
                passkeyOptions=session.passkey_options,
            )
        return signed_in(session)

    @requires(SIGNED_IN, guests=True, before_factor=True)
    @blueprint.response(200, schemas.SessionSchema)
    def get(self) -> dict[str, object]:
        """Load the session: user, organisation, permissions."""
        actor = current_actor()
        viewer = actors.viewer(actor)
        return {
            "user": serialize_session_user(viewer.user),
            "organisation": serialize_session_organisation(viewer.organisation),
            "permissions": sorted(actor.permissions),
            "server_version": VERSION,
        }

    @requires(SIGNED_IN, guests=True, before_factor=True)
    @blueprint.response(204)
    def delete(self) -> Response:
        """Sign out: the session and all of its tokens end."""
        sessions.sign_out(actor=current_actor())
        response = make_response("", 204)
        delete_cookie(response, SESSION_COOKIE, path="/")
        delete_cookie(response, GUEST_COOKIE, path="/files")
        return response


@blueprint.route("/session/refresh")
class SessionRefreshView(MethodView):
    @requires(PUBLIC)
    @blueprint.response(200, schemas.TokenSchema)
    def post(self) -> dict[str, object]:
        """Return a new access token for the session cookie. Requires the Client-Version header; no form can send it."""
        if not request.headers.get("Client-Version"):
            raise ForbiddenError("This call needs the Client-Version header.")
        actor_and_viewer = actors.viewer_of_cookie(read_cookie(SESSION_COOKIE))
        if actor_and_viewer is None or actor_and_viewer[0].session_id is None or actor_and_viewer[0].is_guest:
            raise UnauthorizedError
        actor = actor_and_viewer[0]
        sessions.touch_session(actor=actor, life=session_life())
        return token_body(actor)


@blueprint.route("/session/guest")
class GuestSessionView(MethodView):
    decorators = [by_address]

    @requires(PUBLIC)
    @blueprint.arguments(schemas.GuestSignInSchema)
    @blueprint.response(200, schemas.TokenSchema)
    def post(self, body: schemas.GuestSignInBody) -> Response:
        """Sign in a guest with the uuid of the link; does not change the RFx.

        403 with the code `linkCode` if this browser has to confirm the link first (`POST /api/session/guest/code`).
        """
        link = live_guest_link(body["uuid"])
        if link is None:
            raise UnauthorizedError(LINK_GONE, code="linkGone")
        if must_confirm(link.grant):
            raise ForbiddenError(CONFIRM_LINK, code="linkCode")
        session = sessions.sign_in_guest(
            link, user_agent=request.headers.get("User-Agent", ""), address=get_remote_address()
        )
        response = jsonify(
            accessToken=access_token(user_id=session.user.id, session_id=session.sign_in.id),
            expiresIn=int(TOKEN_LIFE.total_seconds()),
            userId=session.user.id,
        )
        set_cookie(response, GUEST_COOKIE, session.token, path="/files", life=sessions.GUEST_SESSION)
        if link.grant.needs_code:
            remember_link(response, link.grant)
        return response


def remember_link(response: Response, grant: AccessGrant) -> None:
    """Remember in the browser that it has confirmed the links of a grant, for 30 days from its last use."""
    set_cookie(response, LINKS.cookie, confirmation_of(grant), path="/", life=LINKS.life)


def _note_failure(email: str) -> None:
    """Commit the job that records a failed sign-in, which has to survive the error response."""
    sessions.note_failed_sign_in(email=email, address=get_remote_address())
    commit()


def signed_in(session: sessions.NewSession) -> Response:
    """Return the response to a sign-in: a token for the API, a cookie for pages and one that identifies the device."""
    response = jsonify(
        accessToken=access_token(user_id=session.user.id, session_id=session.sign_in.id),
        expiresIn=int(TOKEN_LIFE.total_seconds()),
        userId=session.user.id,
    )
    set_sign_in_cookies(response, session)
    return response


def set_sign_in_cookies(response: Response, session: sessions.NewSession) -> None:
    """Set the cookie for pages and the one that identifies the device."""
    set_cookie(response, SESSION_COOKIE, session.token, path="/", life=session.life)
    set_cookie(
        response,
        known_devices.DEVICE_COOKIE,
        known_devices.device_of(session.user.email),
        path="/",
        life=known_devices.DEVICE_LIFE,
    )


def token_body(actor: Actor) -> dict[str, object]:
    """Return a new access token as a body for `TokenSchema`."""
    assert actor.session_id is not None  # noqa: S101  (given by actor_of_sign_in)
    return {
        "access_token": access_token(user_id=actor.user_id, session_id=actor.session_id),
        "expires_in": int(TOKEN_LIFE.total_seconds()),
        "user_id": actor.user_id,
    }


def set_cookie(response: Response, name: str, value: str, *, path: str, life: timedelta) -> None:
    """Set a cookie for `path` that scripts cannot read; over TLS it is bound to this host, which requires path `/`."""
    response.set_cookie(
        cookie_name(name),
        value,
        max_age=int(life.total_seconds()),
        path="/" if is_over_tls() else path,
        httponly=True,
        samesite="Lax",
        secure=is_over_tls(),
    )


def delete_cookie(response: Response, name: str, *, path: str) -> None:
    """Delete a cookie in the browser, also under the name without the prefix."""
    response.delete_cookie(name, path=path)
    if is_over_tls():
        response.delete_cookie(cookie_name(name), path="/", secure=True, httponly=True, samesite="Lax")


def session_life() -> timedelta:
    """Return the time after which an unused sign-in expires."""
    return timedelta(days=current_registry().settings.SESSION_DAYS)
