"""The pages for signing in, and the few that belong to no feature."""

from flask import Blueprint, Response, g, make_response, redirect, request
from flask.typing import ResponseReturnValue

from app.accounts import schemas
from app.accounts.api.mailed_links import serialize_invitation
from app.accounts.authentication import guest_of_link
from app.accounts.confirmed_links import LinkCodeError
from app.accounts.operations import invitations, resets
from app.accounts.operations.passkeys import can_use_passkeys
from app.accounts.policies import RULE_OF_PASSWORDS, same_origin_path
from app.accounts.queries import links, people
from app.accounts.schemas.factors import FactorsSchema, SignInPolicySchema
from app.accounts.serializers import serialize_factors, serialize_own_roles, serialize_sign_in_policy
from app.accounts.types import LinkPurpose
from app.accounts.unsubscribing import user_of_token
from app.kernel.http.auth import (
    PUBLIC,
    SIGNED_IN,
    Permission,
    current_actor,
    optional_actor,
    page_requires,
)
from app.kernel.http.errors import NotFoundError
from app.kernel.http.schemas import dumped, dumped_many
from app.kernel.pages.shell import render_link_gone, render_page
from app.kernel.registry import current_registry

blueprint = Blueprint("accounts_pages", __name__)


@blueprint.get("/")
@page_requires(PUBLIC)
def root() -> ResponseReturnValue:
    """Redirect to the sign-in (specification section 2), or to Home with a valid session."""
    return _redirect_if_signed_in() or redirect("/login")


@blueprint.get("/login")
@page_requires(PUBLIC)
def login() -> ResponseReturnValue:
    redirection = _redirect_if_signed_in()
    if redirection is not None:
        return redirection
    return render_page(
        "Sign in",
        "accounts/login",
        {
            "returnUrl": same_origin_path(request.args.get("returnUrl")),
            "reason": _sign_out_reason(),
            "canUsePasskeys": can_use_passkeys(),
        },
        layout="plain",
    )


def _sign_out_reason() -> str | None:
    """Return why the browser came here: a sign-in that ended, with or without unsent input; None for any other text."""
    reason = request.args.get("reason")
    return reason if reason in {"expired", "kept"} else None


def _redirect_if_signed_in() -> Response | None:
    """Redirect a signed-in viewer to `returnUrl`; return None for others."""
    if optional_actor() is None:
        return None
    response = make_response(redirect(same_origin_path(request.args.get("returnUrl"))))
    response.cache_control.no_store = True
    return response


@blueprint.get("/passwordReset/<string:uuid>")
@page_requires(PUBLIC)
def password_reset(uuid: str) -> ResponseReturnValue:
    """Show the page of a reset link. Opening it does not use the link, because mail scanners open links too."""
    is_open = resets.record_reset_visit(token=uuid)
    return render_page(
        "Choose a new password" if is_open else "Invalid link",
        "accounts/password-reset",
        {"uuid": uuid, "rule": RULE_OF_PASSWORDS, "isOpen": is_open},
        layout="plain",
    )


@blueprint.get("/acceptInvite/")
@blueprint.get("/acceptInvite")
@page_requires(PUBLIC)
def accept_invite_without_link() -> ResponseReturnValue:
    return redirect("/")


@blueprint.get("/acceptInvite/<string:uuid>")
@page_requires(PUBLIC)
def accept_invite(uuid: str) -> ResponseReturnValue:
    """Show an invitation. Opening it changes nothing, because mail scanners open links too."""
    try:
        body = dumped(schemas.InviteSchema, serialize_invitation(uuid))
    except NotFoundError:
        body = None
    return render_page(
        "Accept your invitation",
        "accounts/accept-invite",
        {"uuid": uuid, "invite": body, "rule": RULE_OF_PASSWORDS, "invalidText": invitations.INVITATION_GONE},
        layout="plain",
    )


@blueprint.get("/guest/")
@blueprint.get("/guest")
@page_requires(PUBLIC)
def guest_without_link() -> ResponseReturnValue:
    """Redirect guests without a link to the start page (specification section 2)."""
    return redirect("/")


@blueprint.get("/guest/<string:uuid>")
@page_requires(PUBLIC)
def guest(uuid: str) -> ResponseReturnValue:
    """Redirect a guest link to the page of the record that its grant is for."""
    actor = guest_of_link(uuid)
    grant = actor.grant if actor else None
    page_path = current_registry().grant_pages.get(grant.subject_type) if grant else None
    return redirect(page_path(uuid, grant.subject_id)) if grant and page_path else render_link_gone()


@blueprint.app_errorhandler(LinkCodeError)
def confirm_link(error: LinkCodeError) -> ResponseReturnValue:
    """Show the page that confirms a guest link with a mailed code. It names nothing that the link leads to."""
    g.actor = None
    return render_page("Confirm that it's you", "accounts/link-code", {"uuid": error.token}, layout="plain")


@blueprint.get("/confirmEmail/<string:uuid>")
@page_requires(PUBLIC)
def confirm_email(uuid: str) -> ResponseReturnValue:
    link = links.live_link(uuid, LinkPurpose.EMAIL_CONFIRMATION)
    return render_page(
        "Confirm your e-mail address",
        "accounts/confirm-email",
        {"uuid": uuid, "email": link.new_email if link else None},
        layout="plain",
    )


@blueprint.get("/unsubscribe/<string:token>")
@page_requires(PUBLIC)
def unsubscribe(token: str) -> ResponseReturnValue:
    """Show the page to turn optional mails off. Opening it changes nothing, because mail scanners open links too."""
    try:
        wanted: bool | None = people.wants_optional_mail(user_of_token(token))
    except NotFoundError:
        wanted = None
    return render_page(
        "Your e-mails", "accounts/unsubscribe", {"token": token, "wanted": wanted}, layout="plain"
    )


@blueprint.post("/unsubscribe/<string:token>")
@page_requires(PUBLIC)
def one_click_unsubscribe(token: str) -> ResponseReturnValue:
    """Handle one-click unsubscribe (RFC 8058): mail programs post without a cookie; the token identifies the user."""
    invitations.set_optional_mail(user_id=user_of_token(token), wanted=False)
    return "You will get no more of these e-mails.", 200, {"Content-Type": "text/plain; charset=utf-8"}


@blueprint.get("/setup/roles")
@page_requires(Permission.MANAGE_ORGANISATION)
def roles() -> ResponseReturnValue:
    return render_page(
        "User Roles",
        "setup/roles",
        {"roles": dumped_many(schemas.RoleSchema, serialize_own_roles(current_actor()))},
    )


@blueprint.get("/setup/security")
@page_requires(Permission.MANAGE_INTEGRATIONS)
def security() -> ResponseReturnValue:
    body = dumped(SignInPolicySchema, serialize_sign_in_policy(current_actor()))
    return render_page("Security", "setup/security", {"policy": body})


@blueprint.get("/secondFactor")
@page_requires(SIGNED_IN, before_factor=True)
def second_factor() -> ResponseReturnValue:
    """Show the page on which a user adds the second factor that the organisation requires."""
    return_url = same_origin_path(request.args.get("returnUrl"))
    actor = current_actor()
    if not actor.must_add_factor:
        return redirect(return_url)
    return render_page(
        "Add a second factor",
        "accounts/second-factor",
        {
            "returnUrl": return_url,
            "organisationName": actor.organisation_name,
            "factors": dumped(FactorsSchema, serialize_factors(actor.user_id)),
        },
        layout="plain",
    )


@blueprint.get("/loading")
@page_requires(PUBLIC)
def loading() -> ResponseReturnValue:
    return render_page(
        "Loading",
        "errors/loading",
        {"msg": request.args.get("msg", "")[:200] or "Loading..."},
        layout="plain",
    )


@blueprint.get("/maintenance")
@page_requires(PUBLIC)
def maintenance() -> ResponseReturnValue:
    requested_url = request.args.get("returnUrl")
    return_url = same_origin_path(requested_url) if requested_url else None
    return render_page("Maintenance", "errors/maintenance", {"returnUrl": return_url}, layout="plain")


@blueprint.get("/unauthorized")
@page_requires(SIGNED_IN)
def unauthorized() -> ResponseReturnValue:
    return render_page("Unauthorized", "errors/unauthorized")
