"""Requests to an identity provider: its metadata, the exchange of a code, its keys and its claims.

`flow` imports this module on first use, because the libraries take memory that most web processes do not need. All
requests go to public addresses only (`app.kernel.http.outbound`).
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote, urlencode, urlsplit

import httpx
from authlib.oauth2.rfc7636 import create_s256_code_challenge

from app.accounts.operations.company.id_tokens import TokenError, read_id_token
from app.accounts.types import ProviderClaims
from app.kernel.http.errors import InvalidError
from app.kernel.http.outbound import OutboundError, check_address, open_client

SCOPES = ("openid", "email", "profile")
CACHE_SECONDS = 3600
CACHED_PROVIDERS = 200
"""Maximum number of providers whose metadata is in memory."""
NOT_A_PROVIDER = "This address has no OpenID Connect metadata. Check the issuer URL."
WRONG_ISSUER = "The metadata names another issuer: {issuer}"
MAX_SHOWN = 200


class ProviderError(Exception):
    """A provider that failed or whose response was refused. Its text is a sentence; `is_away` if it was not reached."""

    def __init__(self, sentence: str, *, is_away: bool = False) -> None:
        super().__init__(sentence)
        self.is_away = is_away


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """The parts of a provider's metadata that a sign-in needs."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    userinfo_endpoint: str | None
    has_groups_scope: bool
    posts_secret: bool
    """True if the token endpoint takes the secret only in the body."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    """The registration of this site at a provider."""

    issuer: str
    client_id: str
    secret: str
    redirect_uri: str


_cache: OrderedDict[str, tuple[float, Provider]] = OrderedDict()
_lock = threading.Lock()


def discover(issuer: str, *, fresh: bool = False) -> Provider:
    """Return the metadata of a provider, at most an hour old, or new if `fresh`. Raises ProviderError."""
    moment = time.monotonic()
    with _lock:
        cached = _cache.get(issuer)
        if cached and cached[0] > moment and not fresh:
            return cached[1]
    provider = _provider_of(issuer, _get(f"{issuer.rstrip('/')}/.well-known/openid-configuration"))
    with _lock:
        _cache[issuer] = (moment + CACHE_SECONDS, provider)
        _cache.move_to_end(issuer)
        while len(_cache) > CACHED_PROVIDERS:
            _cache.popitem(last=False)
    return provider


def authorization_url(
    provider: Provider, client: Client, *, state: str, nonce: str, verifier: str, asks_again: bool
) -> str:
    """Return the address at the provider for the browser. With `asks_again` the user has to prove their identity now."""
    scopes = [*SCOPES, "groups"] if provider.has_groups_scope else SCOPES
    query = {
        "response_type": "code",
        "client_id": client.client_id,
        "redirect_uri": client.redirect_uri,
        "scope": " ".join(scopes),
        "state": state,
        "nonce": nonce,
        "code_challenge": create_s256_code_challenge(verifier),
        "code_challenge_method": "S256",
    }
    if asks_again:
        query |= {"prompt": "login", "max_age": "0"}
    separator = "&" if urlsplit(provider.authorization_endpoint).query else "?"
    return f"{provider.authorization_endpoint}{separator}{urlencode(query)}"


def exchange_code(
    provider: Provider, client: Client, *, code: str, verifier: str, nonce: str
) -> ProviderClaims:
    """Exchange a code and return the verified claims of the user.

    The keys are loaded for each sign-in: a new key works at once, and a withdrawn one no longer does. An address or
    groups that the ID token lacks come from the userinfo endpoint. Raises ProviderError.
    """
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": client.redirect_uri,
        "code_verifier": verifier,
    }
    auth: httpx.BasicAuth | None = None
    if provider.posts_secret:
        form |= {"client_id": client.client_id, "client_secret": client.secret}
    else:
        # RFC 6749, section 2.3.1: both are form-encoded first.
        auth = httpx.BasicAuth(quote(client.client_id, safe=""), quote(client.secret, safe=""))
    tokens = _body(_send("POST", provider.token_endpoint, form=form, auth=auth))
    id_token, access_token = tokens.get("id_token"), tokens.get("access_token")
    if not isinstance(id_token, str):
        raise ProviderError("The provider sent no ID token.")
    try:
        claims = read_id_token(
            id_token,
            keys=_get(provider.jwks_uri),
            issuer=client.issuer,
            client_id=client.client_id,
            nonce=nonce,
            access_token=access_token if isinstance(access_token, str) else None,
        )
    except TokenError as error:
        raise ProviderError(str(error)) from error
    if provider.userinfo_endpoint and isinstance(access_token, str) and "email" not in claims:
        more = _get(provider.userinfo_endpoint, bearer=access_token)
        if more.get("sub") != claims["sub"]:
            raise ProviderError("The user information belongs to another person.")
        claims = {**more, **claims}
    return claims


def _provider_of(issuer: str, metadata: Mapping[str, object]) -> Provider:
    named = metadata.get("issuer")
    if named != issuer:
        if isinstance(named, str):
            raise ProviderError(WRONG_ISSUER.format(issuer=named[:MAX_SHOWN]))
        raise ProviderError(NOT_A_PROVIDER)
    methods = metadata.get("token_endpoint_auth_methods_supported")
    scopes = metadata.get("scopes_supported")
    userinfo = metadata.get("userinfo_endpoint")
    return Provider(
        issuer=issuer,
        authorization_endpoint=_endpoint(metadata, "authorization_endpoint"),
        token_endpoint=_endpoint(metadata, "token_endpoint"),
        jwks_uri=_endpoint(metadata, "jwks_uri"),
        userinfo_endpoint=userinfo if isinstance(userinfo, str) else None,
        has_groups_scope=isinstance(scopes, list) and "groups" in scopes,
        posts_secret=isinstance(methods, list) and "client_secret_basic" not in methods,
    )


def _endpoint(metadata: Mapping[str, object], name: str) -> str:
    address = metadata.get(name)
    if not isinstance(address, str):
        raise ProviderError(NOT_A_PROVIDER)
    try:
        return check_address(address, field=name)
    except InvalidError as error:
        raise ProviderError(f"The metadata has an address that is not allowed: {error.sentence}") from error


def _get(address: str, *, bearer: str | None = None) -> dict[str, object]:
    return _body(_send("GET", address, bearer=bearer))


def _send(
    method: str,
    address: str,
    *,
    form: dict[str, str] | None = None,
    auth: httpx.BasicAuth | None = None,
    bearer: str | None = None,
) -> httpx.Response:
    headers = {"Accept": "application/json"} | ({"Authorization": f"Bearer {bearer}"} if bearer else {})
    try:
        with open_client() as client:
            return client.request(method, address, data=form, auth=auth, headers=headers)
    except OutboundError as error:
        raise ProviderError(str(error), is_away=True) from error
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise ProviderError("The response could not be read.", is_away=True) from error


def _body(response: httpx.Response) -> dict[str, object]:
    """Return the JSON object of a response; raise ProviderError for any other."""
    try:
        body = response.json()
    except (ValueError, RecursionError):
        body = None
    if response.status_code >= 500:
        raise ProviderError(f"The provider returned an error ({response.status_code}).", is_away=True)
    if response.status_code != 200 or not isinstance(body, dict):
        error = body.get("error") if isinstance(body, dict) else None
        shown = error[:MAX_SHOWN] if isinstance(error, str) else response.status_code
        raise ProviderError(f"The provider returned an error ({shown}).")
    return body
