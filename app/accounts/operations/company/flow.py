"""The way of a browser to the identity provider and back (OpenID Connect, code flow with PKCE).

The browser carries the state of the flow in a signed cookie, so that a response of the provider works only in the browser
that started the flow, once, and for ten minutes.
"""

import secrets
from dataclasses import astuple, dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

from itsdangerous import BadSignature, URLSafeSerializer

from app.accounts.models import Organisation
from app.accounts.models.company import CompanySignIn
from app.accounts.operations.tickets import spend_nonce
from app.accounts.queries.company import company_of
from app.accounts.types import MALFORMED, ProviderClaims
from app.events.public import record
from app.extensions import db
from app.kernel.clock import UTC, now
from app.kernel.data_keys import DataKeysError, decrypt
from app.kernel.db.session import commit
from app.kernel.mail.outbox import absolute_url
from app.kernel.registry import current_registry

if TYPE_CHECKING:
    from app.accounts.operations.company.provider import Client

FLOW_LIFE = timedelta(minutes=10)
RETURN_PATH = "/signin/company/return"
FLOW_GONE = "That took too long, was used already, or was started in another tab. Please start again."
CHANGED = "The company sign-in was changed meanwhile. Please start again."
NO_KEY = "The operator has to check the setting DATA_KEYS."
MAX_CODE = 4_000


class FlowPurpose(StrEnum):
    """The reason for the way to the provider."""

    SIGN_IN = "signIn"
    TRIAL = "trial"
    """Shows the claims of the user, without a sign-in."""
    STEP_UP = "stepUp"
    CONFIRM = "confirm"
    """Confirms with a mailed link that an identity belongs to a user, and signs in."""


class CompanySignInError(Exception):
    """A company sign-in that failed. Its text is one sentence or two for the user."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow:
    """The state of one way to the provider and back."""

    purpose: FlowPurpose
    organisation_id: int
    issuer: str
    client_id: str
    state: str
    nonce: str
    verifier: str
    expires: datetime
    return_url: str
    user_id: int | None
    """The signed-in user of a trial or a step-up."""
    link: str | None
    """The token of the mailed link, for CONFIRM."""

    def to_cookie(self) -> str:
        """Return the signed text for the browser."""
        *values, expires, return_url, user_id, link = astuple(self)
        return _serializer().dumps([*values, expires.timestamp(), return_url, user_id, link])


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """A new flow, with the address at the provider."""

    flow: Flow
    url: str


def start_flow(
    *,
    company: CompanySignIn,
    organisation: Organisation,
    purpose: FlowPurpose,
    return_url: str,
    user_id: int | None = None,
    link: str | None = None,
) -> Start:
    """Return a new flow; raise CompanySignInError if the provider can't be reached."""
    from app.accounts.operations.company import provider

    flow = Flow(
        purpose=purpose,
        organisation_id=organisation.id,
        issuer=company.issuer,
        client_id=company.client_id,
        state=secrets.token_urlsafe(32),
        nonce=secrets.token_urlsafe(32),
        verifier=secrets.token_urlsafe(48),
        expires=now() + FLOW_LIFE,
        return_url=return_url,
        user_id=user_id,
        link=link,
    )
    client = _client(company)
    try:
        url = provider.authorization_url(
            provider.discover(flow.issuer),
            client,
            state=flow.state,
            nonce=flow.nonce,
            verifier=flow.verifier,
            asks_again=purpose is FlowPurpose.STEP_UP,
        )
    except provider.ProviderError as error:
        raise _failed(flow, organisation.name, str(error), is_away=error.is_away) from error
    return Start(flow=flow, url=url)


def read_flow(cookie: str) -> Flow | None:
    """Return the flow of a cookie; None if it is forged, damaged or expired."""
    try:
        [purpose, *values, expires, return_url, user_id, link] = _serializer().loads(cookie)
        organisation_id, issuer, client_id, state, nonce, verifier = values
        flow = Flow(
            purpose=FlowPurpose(purpose),
            organisation_id=organisation_id,
            issuer=issuer,
            client_id=client_id,
            state=state,
            nonce=nonce,
            verifier=verifier,
            expires=datetime.fromtimestamp(expires, UTC),
            return_url=return_url,
            user_id=user_id,
            link=link,
        )
    except (BadSignature, *MALFORMED):
        return None
    return flow if flow.expires > now() else None


def claims_of_return(
    flow: Flow, *, state: str, code: str | None, error: str | None, issuer: str | None
) -> ProviderClaims:
    """Return the verified claims for the response that the browser brought back from the provider.

    Works once for each flow. Commits before the requests to the provider, so that they occupy no database connection.
    Raises CompanySignInError, after recording the failure.
    """
    from app.accounts.operations.company import provider

    if not secrets.compare_digest(state.encode(), flow.state.encode()):
        raise CompanySignInError(FLOW_GONE)
    organisation = db.session.get_one(Organisation, flow.organisation_id)
    name = organisation.name
    company = company_of(flow.organisation_id)
    if not spend_nonce(flow.state, flow.expires):
        raise _failed(flow, name, FLOW_GONE)
    if company is None or (company.issuer, company.client_id) != (flow.issuer, flow.client_id):
        raise _failed(flow, name, CHANGED)
    if issuer is not None and issuer != flow.issuer:
        # RFC 9207: the response of one provider must not be used at another one.
        raise _failed(flow, name, "The response is from another issuer.")
    if code is None or len(code) > MAX_CODE:
        shown = error if error and len(error) <= 60 and error.isascii() and error.isprintable() else "no code"
        raise _failed(flow, name, f"The provider returned an error ({shown}).")
    client = _client(company)
    had_problem = company.problem is not None
    commit()
    try:
        claims = provider.exchange_code(
            provider.discover(flow.issuer), client, code=code, verifier=flow.verifier, nonce=flow.nonce
        )
    except provider.ProviderError as failure:
        raise _failed(flow, name, str(failure), is_away=failure.is_away) from failure
    if had_problem:
        _set_problem(flow, None)
    return claims


def refuse(flow: Flow, sentence: str, *, user_id: int | None = None) -> CompanySignInError:
    """Record and commit that a sign-in was refused after a valid response, and return the error to raise."""
    _record_failure(flow, sentence, user_id=user_id)
    commit()
    return CompanySignInError(sentence)


def _failed(flow: Flow, organisation_name: str, reason: str, *, is_away: bool = False) -> CompanySignInError:
    """Record and commit a failure, because the response is an error, and return the error to raise."""
    _record_failure(flow, reason)
    if is_away:
        _set_problem(flow, reason)
    commit()
    what = "could not be reached" if is_away else "failed"
    return CompanySignInError(f"The sign-in of {organisation_name} {what}. {reason}")


def _record_failure(flow: Flow, reason: str, *, user_id: int | None = None) -> None:
    if flow.purpose is FlowPurpose.TRIAL:
        return
    record(
        "user.companySignInFailed",
        organisation_id=flow.organisation_id,
        user_id=user_id,
        subject_user_id=user_id,
        organisationId=flow.organisation_id,
        reason=reason,
    )


def _set_problem(flow: Flow, problem: str | None) -> None:
    company = company_of(flow.organisation_id, lock=True)
    if company is None or company.issuer != flow.issuer:
        return
    if problem is None:
        company.problem = company.problem_since = None
    else:
        company.problem_since = company.problem_since or now()
        company.problem = problem


def _client(company: CompanySignIn) -> "Client":
    from app.accounts.operations.company.provider import Client

    try:
        secret = decrypt(company.secret_encrypted)
    except DataKeysError as error:
        raise CompanySignInError(NO_KEY) from error
    return Client(
        issuer=company.issuer,
        client_id=company.client_id,
        secret=secret,
        redirect_uri=absolute_url(RETURN_PATH),
    )


def _serializer() -> URLSafeSerializer:
    return URLSafeSerializer(current_registry().settings.SECRET_KEY, salt="company sign-in")
