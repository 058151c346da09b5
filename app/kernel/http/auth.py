"""The actor of a request, and the rule that each route states.

Every route states its rule with `requires` (the API, authenticated by a bearer token) or `page_requires`
(pages, authenticated by the session cookie). The accounts feature registers how to load an `Actor` from a token
or a cookie (`Registry.actor_sources`), so that the kernel knows no feature.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, StrEnum
from functools import wraps
from typing import Any, Protocol, TypeVar
from urllib.parse import quote
from zoneinfo import ZoneInfo

from flask import current_app, g, has_request_context, redirect, request
from flask_jwt_extended import decode_token
from flask_jwt_extended.exceptions import JWTExtendedException
from flask_limiter.util import get_remote_address
from jwt import PyJWTError
from sqlalchemy import BigInteger, bindparam

from app.config import Settings
from app.kernel.clock import zone_of
from app.kernel.http.errors import ForbiddenError, UnauthorizedError
from app.kernel.registry import current_registry

SESSION_COOKIE = "assay_session"
GUEST_COOKIE = "assay_guest"
"""The cookie of a guest. Only file downloads, and pages with `guests`, accept it."""
FACTOR_REQUIRED = "Your organisation requires a second factor. Please add one first."
HOST_PREFIX = "__Host-"
"""Browsers accept a cookie with this prefix only from this host, over TLS and for all paths."""


class Permission(StrEnum):
    """The permissions that a role can include (specification section 6 and the default roles of an organisation)."""

    MANAGE_USERS = "MANAGE_USERS"
    MANAGE_ORGANISATION = "MANAGE_ORGANISATION"
    MANAGE_RELATIONSHIPS = "MANAGE_RELATIONSHIPS"
    MANAGE_FORMS = "MANAGE_FORMS"
    SEND_RFX = "SEND_RFX"
    ANSWER_RFX = "ANSWER_RFX"
    SUBMIT_RFX = "SUBMIT_RFX"
    MANAGE_ASSESSMENTS = "MANAGE_ASSESSMENTS"
    MANAGE_NCRS = "MANAGE_NCRS"
    SEND_MESSAGES = "SEND_MESSAGES"
    MANAGE_INTEGRATIONS = "MANAGE_INTEGRATIONS"


class Access(Enum):
    """Rules that are not a permission of a role."""

    PUBLIC = "public"
    SIGNED_IN = "signed in"
    ADMIN = "admin"


PUBLIC = Access.PUBLIC
SIGNED_IN = Access.SIGNED_IN
ADMIN = Access.ADMIN
Rule = Access | Permission


VIEWER = bindparam("viewer_id", type_=BigInteger)
"""Bound parameter for the actor's organisation in shared statements; `Actor.parameters` has the value."""
VIEWER_USER = bindparam("viewer_user_id", type_=BigInteger)
"""Bound parameter for the actor's user id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """Access of a guest to one record, by a mailed link.

    The feature of the record registers `subject_type` (`Registry.add_grant_subject`) and has one policy function that
    reads grants of this type; for all others, a guest with this grant sees nothing.
    """

    id: int
    subject_type: str
    subject_id: int
    scope: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """The part of the record that the grant is limited to, defined by the feature; empty for the whole record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """The user behind a request, with their organisation and permissions."""

    user_id: int
    organisation_id: int
    name: str
    organisation_name: str
    permissions: frozenset[Permission] = field(default_factory=frozenset)
    is_admin: bool = False
    is_guest: bool = False
    session_id: int | None = None
    grant: Grant | None = None
    """The grant of the link that the guest signed in with; None for users of an organisation."""
    time_zone: str | None = None
    """The user's time zone, else the organisation's; None for UTC."""
    must_add_factor: bool = False
    """True if the organisation requires a second factor that the user does not have; see `requires`."""
    assured_at: datetime | None = None
    """Time at which the user last proved their identity in this sign-in (`require_step_up` of accounts)."""
    api_key_id: int | None = None
    """The key that the request was sent with; the user is then the service user of the key."""
    scopes: frozenset[str] = field(default_factory=frozenset)
    """The scopes of that key, such as `rfx:write`."""

    @property
    def zone(self) -> ZoneInfo:
        """Return the time zone for times that the actor reads."""
        return zone_of(self.time_zone)

    def may(self, permission: Permission) -> bool:
        return permission in self.permissions

    @property
    def parameters(self) -> dict[str, int]:
        """Return the values of VIEWER and VIEWER_USER for shared statements."""
        return {"viewer_id": self.organisation_id, "viewer_user_id": self.user_id}

    def demand(self, permission: Permission) -> None:
        """Raise ForbiddenError unless the actor has `permission`."""
        if permission not in self.permissions:
            raise ForbiddenError

    def demand_scope(self, scope: str) -> None:
        """Raise ForbiddenError for an API key without `scope`. Users have no scopes and pass."""
        if self.api_key_id is not None and scope not in self.scopes:
            raise ForbiddenError(f"This API key needs the scope {scope}.")


class ActorSources(Protocol):
    """Functions of the accounts feature that load an actor.

    Each returns None if the session is no longer valid or the user is no longer active.
    """

    def by_session_id(self, session_id: int, user_id: int) -> Actor | None: ...

    def by_cookie(self, cookie: str) -> Actor | None: ...

    def by_user_id(self, user_id: int) -> Actor | None: ...


def current_actor() -> Actor:
    """Return the actor of this request; raise UnauthorizedError if no user is signed in."""
    actor = optional_actor()
    if actor is None:
        raise UnauthorizedError
    return actor


def guest_actor() -> Actor | None:
    """Return the guest whose link was opened in this browser, in addition to a signed-in user; for file downloads."""
    return _actor_by_cookie(GUEST_COOKIE)


def load_viewer() -> None:
    """Load the actor for requests without a matching route (404 pages), which no rule has checked."""
    if "actor" not in g:
        g.actor = _actor_by_cookie(SESSION_COOKIE)


def optional_actor() -> Actor | None:
    """Return the actor of this request, or None."""
    actor: Actor | None = g.get("actor")
    return actor


@dataclass(frozen=True, slots=True)
class RouteRule:
    """The rule of a route, stored on its view function for the test that walks all routes."""

    rule: Rule
    guests: bool
    page: bool


View = TypeVar("View", bound=Callable[..., Any])


def requires(rule: Rule, *, guests: bool = False, before_factor: bool = False) -> Callable[[View], View]:
    """State the rule of an API endpoint; `guests` also admits guests (queries restrict what they see).

    The response is 401 without a valid sign-in and 403 without the permission. Users who must add a second factor get
    403 with the code `factorRequired`, except from endpoints with `before_factor`, which they need to add one.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(*args: Any, **kwargs: Any) -> Any:
            if rule is not PUBLIC:
                authenticate(rule, guests=guests, before_factor=before_factor)
            return view(*args, **kwargs)

        guarded.route_rule = RouteRule(rule, guests, page=False)  # type: ignore[attr-defined]
        return guarded  # type: ignore[return-value]

    return decorate


def page_requires(
    rule: Rule, *, guests: bool = False, programs: bool = False, before_factor: bool = False
) -> Callable[[View], View]:
    """State the rule of a page; without a sign-in it redirects to /login, which returns to it by `returnUrl`.

    Users without the permission or admin rights are redirected to /unauthorized. `guests` also admits guests, by
    the cookie of their sign-in. `programs` also accepts a bearer token, which browsers do not send for pages. Errors are
    then JSON for requests with a token, and for clients that do not accept HTML. Users who must add a second factor are
    redirected to /secondFactor, except from pages with `before_factor`.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(*args: Any, **kwargs: Any) -> Any:
            if programs:
                accepted = request.accept_mimetypes
                has_token = "Authorization" in request.headers
                g.answers_json = has_token or (bool(accepted) and not accepted.accept_html)
                if has_token:
                    authenticate(rule, guests=guests)
                    return view(*args, **kwargs)
            g.actor = _actor_by_cookie(SESSION_COOKIE)
            if guests and g.actor is None:
                g.actor = _actor_by_cookie(GUEST_COOKIE)
            if rule is not PUBLIC:
                if g.actor is None and g.get("answers_json"):
                    raise UnauthorizedError
                here = quote(request.full_path.rstrip("?"), safe="")
                if g.actor is None:
                    return redirect(f"/login?returnUrl={here}")
                if g.actor.must_add_factor and not before_factor:
                    if g.get("answers_json"):
                        raise ForbiddenError(FACTOR_REQUIRED, code="factorRequired")
                    return redirect(f"/secondFactor?returnUrl={here}")
                try:
                    check_rule(g.actor, rule, guests=guests)
                except ForbiddenError:
                    return redirect("/unauthorized")
            return view(*args, **kwargs)

        guarded.route_rule = RouteRule(rule, guests, page=True)  # type: ignore[attr-defined]
        return guarded  # type: ignore[return-value]

    return decorate


def authenticate(rule: Rule, *, guests: bool = False, before_factor: bool = False) -> Actor:
    """Load the actor of this request from its bearer token; raise if there is none or `rule` is not met."""
    actor = _actor_by_token()
    if actor.must_add_factor and not before_factor:
        raise ForbiddenError(FACTOR_REQUIRED, code="factorRequired")
    check_rule(actor, rule, guests=guests)
    g.actor = actor
    return actor


def check_rule(actor: Actor, rule: Rule, *, guests: bool) -> None:
    """Raise ForbiddenError unless `actor` satisfies `rule`."""
    if actor.is_guest:
        if not guests:
            raise ForbiddenError
        return
    if rule is ADMIN and not actor.is_admin:
        raise ForbiddenError
    if isinstance(rule, Permission):
        actor.demand(rule)


def client_address() -> str | None:
    """Return the IP address of the client of this request; None in a job or a command."""
    return get_remote_address() if has_request_context() else None


def is_over_tls() -> bool:
    """Return True if the product is served over TLS; its cookies then have the Secure flag and the prefix."""
    settings: Settings = current_app.config["ASSAY"]
    return settings.BASE_URL.startswith("https://")


def cookie_name(name: str) -> str:
    """Return the name that one of our cookies has in the browser."""
    return f"{HOST_PREFIX}{name}" if is_over_tls() else name


def read_cookie(name: str) -> str:
    """Return the value of one of our cookies, or an empty string.

    Cookies of releases before the prefix keep their old name until the session ends, so both names are read.
    """
    return request.cookies.get(cookie_name(name)) or request.cookies.get(name, "")


def _actor_by_cookie(name: str) -> Actor | None:
    cookie = read_cookie(name)
    return current_registry().actor_sources.by_cookie(cookie) if cookie else None


def _actor_by_token() -> Actor:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme != "Bearer":
        raise UnauthorizedError
    for prefix, source in current_registry().token_sources.items():
        if token.startswith(prefix):
            return source(token)
    try:
        claims = decode_token(token)
        session_id, user_id = int(claims["sid"]), int(claims["sub"])
        purpose = claims["use"]
    except (JWTExtendedException, PyJWTError, KeyError, TypeError, ValueError) as error:
        raise UnauthorizedError from error
    sources = current_registry().actor_sources
    actor = sources.by_session_id(session_id, user_id) if purpose == "access" else None
    if actor is None:
        raise UnauthorizedError
    return actor
