"""Authentication of requests: actors, access tokens, page sessions, and the limit of password guesses."""

from datetime import timedelta

from flask import Response, g
from flask_jwt_extended import create_access_token

from app.accounts.queries import (
    Viewer,
    actor_of_sign_in,
    viewer,
    viewer_of_cookie,
)
from app.accounts.schemas import (
    SessionOrganisationSchema,
    SessionUserSchema,
)
from app.accounts.serializers import (
    serialize_session_organisation,
    serialize_session_user,
)
from app.extensions import limiter
from app.kernel.auth import Actor, current_actor
from app.kernel.pages import Session
from app.kernel.schemas import dumped

TOKEN_LIFE = timedelta(minutes=15)


class ActorSources:
    """How the kernel finds the actor behind a token or a cookie."""

    def by_session_id(self, session_id: int, user_id: int) -> Actor | None:
        return actor_of_sign_in(sign_in_id=session_id, user_id=user_id)

    def by_cookie(self, cookie: str) -> Actor | None:
        found = viewer_of_cookie(cookie)
        if found is None:
            return None
        # The page that is about to be made shows the viewer: `page_session` need not ask again.
        actor, g.viewer = found
        return actor


def access_token(*, user_id: int, session_id: int) -> str:
    """A token for the API, for 15 minutes and as long as the sign-in holds."""
    token: str = create_access_token(
        identity=str(user_id),
        additional_claims={"sid": session_id, "use": "access"},
        expires_delta=TOKEN_LIFE,
    )
    return token


def page_session(actor: Actor) -> Session | None:
    """What a page shell carries of the viewer; nothing for a guest, whose page signs in by itself."""
    if actor.session_id is None or actor.is_guest:
        return None
    known: Viewer | None = g.get("viewer")
    found = known if known and known.user.id == actor.user_id else viewer(actor)
    return Session(
        user=dumped(SessionUserSchema, serialize_session_user(found.user)),
        organisation=dumped(SessionOrganisationSchema, serialize_session_organisation(found.organisation)),
        access_token=access_token(user_id=actor.user_id, session_id=actor.session_id),
        expires_in=int(TOKEN_LIFE.total_seconds()),
    )


def guesses_password(response: Response) -> bool:
    """Whether a call was refused for the current password: such refusals are counted (`limit_password_guesses`)."""
    body = response.get_json(silent=True) if response.status_code == 422 else None
    return isinstance(body, dict) and "currentPassword" in body.get("fields", {})


limit_password_guesses = limiter.shared_limit(
    "10 per 5 minutes",
    scope="current password",
    key_func=lambda: f"password:{current_actor().user_id}",
    deduct_when=guesses_password,
)
"""Guesses at one's own password, by the user who makes them, over all calls that ask for it."""
