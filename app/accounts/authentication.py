"""Authentication of requests: actors, access tokens, page sessions, and the limit of password guesses."""

from datetime import timedelta

from flask import Response, g
from flask_jwt_extended import create_access_token

from app.accounts.confirmed_links import LinkCodeError, must_confirm
from app.accounts.queries.actors import (
    Viewer,
    active_actor,
    actor_of_link,
    actor_of_sign_in,
    viewer,
    viewer_of_cookie,
)
from app.accounts.queries.links import live_guest_link
from app.accounts.schemas import (
    SessionOrganisationSchema,
    SessionUserSchema,
)
from app.accounts.serializers import (
    serialize_session_organisation,
    serialize_session_user,
)
from app.extensions import limiter
from app.kernel.http.auth import Actor, current_actor
from app.kernel.http.schemas import dumped
from app.kernel.pages.shell import Session

TOKEN_LIFE = timedelta(minutes=15)


class ActorSources:
    """Loads the actor of a token or a cookie for the kernel."""

    def by_session_id(self, session_id: int, user_id: int) -> Actor | None:
        return actor_of_sign_in(sign_in_id=session_id, user_id=user_id)

    def by_cookie(self, cookie: str) -> Actor | None:
        actor_and_viewer = viewer_of_cookie(cookie)
        if actor_and_viewer is None:
            return None
        # The page that will be rendered shows the viewer, so `page_session` need not query it again.
        actor, g.viewer = actor_and_viewer
        return actor

    def by_user_id(self, user_id: int) -> Actor | None:
        return active_actor(user_id)


def guest_of_link(token: str) -> Actor | None:
    """Return the guest of a link as an actor with the link's grant; None if the link is not valid.

    Raises LinkCodeError, for which a page asks for the code, if this browser has to confirm the link first.
    """
    guest_link = live_guest_link(token)
    if guest_link is None:
        return None
    if must_confirm(guest_link.grant):
        raise LinkCodeError(token)
    return actor_of_link(guest_link)


def access_token(*, user_id: int, session_id: int) -> str:
    """Return a token for the API, valid for 15 minutes and only while the sign-in is active."""
    token: str = create_access_token(
        identity=str(user_id),
        additional_claims={"sid": session_id, "use": "access"},
        expires_delta=TOKEN_LIFE,
    )
    return token


def page_session(actor: Actor) -> Session | None:
    """Return the session in a page's context; None for a guest, whose page signs in on its own."""
    if actor.session_id is None or actor.is_guest:
        return None
    loaded: Viewer | None = g.get("viewer")
    current = loaded if loaded and loaded.user.id == actor.user_id else viewer(actor)
    return Session(
        user=dumped(SessionUserSchema, serialize_session_user(current.user)),
        organisation=dumped(SessionOrganisationSchema, serialize_session_organisation(current.organisation)),
        access_token=access_token(user_id=actor.user_id, session_id=actor.session_id),
        expires_in=int(TOKEN_LIFE.total_seconds()),
    )


def guesses_password(response: Response) -> bool:
    """Return True if a request failed because of the current password: `limit_password_guesses` counts these."""
    body = response.get_json(silent=True) if response.status_code == 422 else None
    return isinstance(body, dict) and "currentPassword" in body.get("fields", {})


limit_password_guesses = limiter.shared_limit(
    "10 per 5 minutes",
    scope="current password",
    key_func=lambda: f"password:{current_actor().user_id}",
    deduct_when=guesses_password,
)
"""Limit of guesses at the user's own password, shared by all endpoints that require it."""
