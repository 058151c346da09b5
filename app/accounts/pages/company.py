"""The pages of a company sign-in: the way to the identity provider and back."""

from collections.abc import Mapping
from urllib.parse import quote

from flask import Blueprint, make_response, redirect, request
from flask.typing import ResponseReturnValue
from flask_limiter.util import get_remote_address

from app.accounts.api.sessions import delete_cookie, session_life, set_cookie, set_sign_in_cookies
from app.accounts.models import Organisation, User
from app.accounts.models.company import CompanySignIn
from app.accounts.operations.company.flow import (
    FLOW_GONE,
    FLOW_LIFE,
    CompanySignInError,
    Flow,
    FlowPurpose,
    claims_of_return,
    read_flow,
    start_flow,
)
from app.accounts.operations.company.people import (
    IS_OFF,
    Mailed,
    confirm_person,
    confirm_step_up,
    outcome_of,
    person_of,
    sign_in_person,
)
from app.accounts.policies import same_origin_path
from app.accounts.queries.company import company_by_slug, company_of
from app.accounts.queries.links import live_link
from app.accounts.serializers.company import start_path
from app.accounts.types import CompanySignInUse, LinkPurpose, ProviderClaims
from app.extensions import db, limiter
from app.kernel.http.auth import PUBLIC, Actor, Permission, optional_actor, page_requires, read_cookie
from app.kernel.http.errors import NotFoundError
from app.kernel.pages.shell import render_link_gone, render_page

FLOW_COOKIE = "assay_company"
COOKIE_PATH = "/signin/company"
MAX_TOKEN = 200
MAX_SHOWN_GROUPS = 100

blueprint = Blueprint("company_sign_in_pages", __name__, url_prefix="/signin/company")


@blueprint.get("/<string:slug>")
@limiter.limit("120 per 5 minutes", key_func=get_remote_address)
@page_requires(PUBLIC)
def start(slug: str) -> ResponseReturnValue:
    """Redirect to the identity provider of an organisation: to sign in, to confirm a link or an identity, or for a trial."""
    company_and_organisation = company_by_slug(slug)
    if company_and_organisation is None:
        raise NotFoundError
    company, organisation = company_and_organisation
    purpose = _purpose()
    actor = optional_actor()
    if purpose in {FlowPurpose.TRIAL, FlowPurpose.STEP_UP}:
        if actor is None:
            return redirect(f"/login?returnUrl={quote(request.full_path, safe='')}")
        if not _may_run(purpose, actor, company):
            raise NotFoundError
    elif company.use is CompanySignInUse.OFF:
        return _failure(IS_OFF, purpose=purpose)
    elif actor is not None and purpose is FlowPurpose.SIGN_IN:
        return redirect(same_origin_path(request.args.get("returnUrl")))
    try:
        started = start_flow(
            company=company,
            organisation=organisation,
            purpose=purpose,
            return_url=same_origin_path(request.args.get("returnUrl")),
            user_id=actor.user_id if actor else None,
            link=request.args.get("link", "")[:MAX_TOKEN] or None,
        )
    except CompanySignInError as error:
        return _failure(str(error), purpose=purpose)
    response = make_response(redirect(started.url))
    response.cache_control.no_store = True
    set_cookie(response, FLOW_COOKIE, started.flow.to_cookie(), path=COOKIE_PATH, life=FLOW_LIFE)
    return response


@blueprint.get("/return")
@limiter.limit("120 per 5 minutes", key_func=get_remote_address)
@page_requires(PUBLIC)
def finish() -> ResponseReturnValue:
    """Handle the way back from the identity provider: sign in, or show the result."""
    flow = read_flow(read_cookie(FLOW_COOKIE))
    try:
        response = make_response(_result_of(flow))
    except CompanySignInError as error:
        retry = f"/login?returnUrl={quote(flow.return_url, safe='')}" if flow else "/login"
        purpose = flow.purpose if flow else FlowPurpose.SIGN_IN
        response = make_response(_failure(str(error), purpose=purpose, retry=retry))
    response.cache_control.no_store = True
    delete_cookie(response, FLOW_COOKIE, path=COOKIE_PATH)
    return response


@blueprint.get("/confirm/<string:uuid>")
@page_requires(PUBLIC)
def confirm(uuid: str) -> ResponseReturnValue:
    """Show the page of a confirmation link. Opening it changes nothing, because mail scanners open links too."""
    link = live_link(uuid, LinkPurpose.IDENTITY_CONFIRMATION)
    user = db.session.get_one(User, link.user_id) if link else None
    company = company_of(user.organisation_id) if user else None
    if user is None or company is None:
        return render_link_gone()
    organisation = db.session.get_one(Organisation, user.organisation_id)
    return _page(
        f"Confirm your {organisation.name} sign-in",
        {
            "view": "confirm",
            "path": f"{start_path(company)}?link={uuid}",
            "email": user.email,
            "organisationName": organisation.name,
        },
    )


def _purpose() -> FlowPurpose:
    if "trial" in request.args:
        return FlowPurpose.TRIAL
    if "stepUp" in request.args:
        return FlowPurpose.STEP_UP
    return FlowPurpose.CONFIRM if request.args.get("link") else FlowPurpose.SIGN_IN


def _may_run(purpose: FlowPurpose, actor: Actor, company: CompanySignIn) -> bool:
    is_own = actor.organisation_id == company.organisation_id and not actor.is_guest
    return is_own and (purpose is FlowPurpose.STEP_UP or actor.may(Permission.MANAGE_INTEGRATIONS))


def _result_of(flow: Flow | None) -> ResponseReturnValue:
    if flow is None:
        raise CompanySignInError(FLOW_GONE)
    claims = claims_of_return(
        flow,
        state=request.args.get("state", ""),
        code=request.args.get("code"),
        error=request.args.get("error"),
        issuer=request.args.get("iss"),
    )
    company = company_of(flow.organisation_id)
    if company is None:
        raise CompanySignInError(IS_OFF)
    return _finish(flow, company, claims)


def _finish(flow: Flow, company: CompanySignIn, claims: ProviderClaims) -> ResponseReturnValue:
    actor = optional_actor()
    if flow.purpose in {FlowPurpose.TRIAL, FlowPurpose.STEP_UP}:
        if actor is None or actor.user_id != flow.user_id or not _may_run(flow.purpose, actor, company):
            raise CompanySignInError(FLOW_GONE)
        if flow.purpose is FlowPurpose.TRIAL:
            return _trial(company, claims)
        confirm_step_up(flow=flow, company=company, claims=claims, actor=actor)
        return _page("Confirmed", {"view": "steppedUp"})
    sign_in = confirm_person if flow.purpose is FlowPurpose.CONFIRM else sign_in_person
    outcome = sign_in(
        flow=flow,
        company=company,
        claims=claims,
        user_agent=request.headers.get("User-Agent", ""),
        address=get_remote_address(),
        life=session_life(),
    )
    if isinstance(outcome, Mailed):
        return _page("Confirm by e-mail", {"view": "mailed", "email": outcome.email})
    response = make_response(redirect(flow.return_url))
    set_sign_in_cookies(response, outcome)
    return response


def _trial(company: CompanySignIn, claims: ProviderClaims) -> ResponseReturnValue:
    """Show the claims of a trial, and what a sign-in would do."""
    person = person_of(company, claims)
    return _page(
        "Trial of the company sign-in",
        {
            "view": "trial",
            "issuer": person.issuer,
            "subject": person.subject,
            "name": person.name,
            "email": person.email,
            "groups": person.groups[:MAX_SHOWN_GROUPS],
            "outcome": outcome_of(company, person),
        },
    )


def _failure(sentence: str, *, purpose: FlowPurpose, retry: str = "/login") -> ResponseReturnValue:
    props = {"view": "failed", "purpose": purpose, "text": sentence, "retryPath": retry}
    return _page("Sign-in failed", props, status=403)


def _page(title: str, props: Mapping[str, object], *, status: int = 200) -> ResponseReturnValue:
    return render_page(title, "accounts/company-sign-in", props, layout="plain", status=status)
