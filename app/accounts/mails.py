"""The mails of accounts: resets, invitations, acceptances."""

from collections.abc import Sequence

from app.accounts.models import Invitation, Organisation, User
from app.accounts.queries.links import token_hash
from app.accounts.types import ANONYMOUS, AccountMail, OrganisationStatus
from app.extensions import db
from app.kernel.clock import now
from app.kernel.mail.outbox import (
    MailSender,
    Recipient,
    absolute_url,
    public_picture_path,
    queue_mail,
)
from app.kernel.numbers import counted
from app.kernel.registry import current_registry


def mail_password_reset(*, user: User, token: str) -> None:
    """Mail the link to set a new password (GENERAL)."""
    queue_mail(
        AccountMail.GENERAL,
        to=recipient(user),
        dedupe_key=f"passwordReset:{token_hash(token)[:16]}",
        context={
            "heading": "Choose a new password",
            "lines": [
                "Someone asked to reset the password of your account. The link below works once and expires in two hours.",
                "If this wasn't you, you can ignore this e-mail. Your password stays the same.",
            ],
            "button_label": "Choose a new password",
            "button_url": absolute_url(f"/passwordReset/{token}"),
        },
    )


def mail_invitation(*, invitation: Invitation, token: str) -> None:
    """Mail an invitation: of a supplier by a buyer (SUPPLIERINVITE), or to join an organisation (USERINVITE).

    A user who joins an organisation that is still INVITED will set it up, and also gets the supplier's invitation.
    The first user of an organisation that the platform's operator created has no other inviter.
    """
    user = db.session.get_one(User, invitation.user_id)
    employer = db.session.get_one(Organisation, user.organisation_id)
    inviter = db.session.get_one(User, invitation.invited_by_user_id)
    organisation = db.session.get_one(Organisation, inviter.organisation_id)
    if inviter.id == user.id:
        _mail_account_made(user, employer, invitation, token)
        return
    sets_up = employer.status == OrganisationStatus.INVITED
    product = current_registry().settings.PRODUCT_NAME
    if sets_up:
        heading, line = supplier_invitation_text(
            inviter=inviter.name, buyer=organisation.name, supplier=employer.name
        )
    else:
        heading = f"{organisation.name} invites you to {product}"
        line = f"{inviter.name} of {organisation.name} has created an account for you at {employer.name}."
    queue_mail(
        AccountMail.SUPPLIERINVITE if sets_up else AccountMail.USERINVITE,
        to=recipient(user),
        dedupe_key=f"invitation:{invitation.id}:{token_hash(token)[:16]}",
        organisation_id=organisation.id,
        sender=sender(inviter, organisation),
        context={
            "heading": heading,
            "lines": [
                line,
                *([] if sets_up else ["Accept the invitation to choose a password and sign in."]),
            ],
            "message_html": invitation.message_html,
            "button_label": "Accept the invitation",
            "button_url": absolute_url(f"/acceptInvite/{token}"),
        },
    )


def supplier_invitation_text(*, inviter: str, buyer: str, supplier: str) -> tuple[str, str]:
    """Return the subject and the first line of the invitation of a supplier."""
    product = current_registry().settings.PRODUCT_NAME
    return (
        f"{buyer} invites you to join its supplier network",
        f"{inviter} of {buyer} invites {supplier} to work together on {product} as a supplier.",
    )


def _mail_account_made(user: User, employer: Organisation, invitation: Invitation, token: str) -> None:
    queue_mail(
        AccountMail.USERINVITE,
        to=recipient(user),
        dedupe_key=f"invitation:{invitation.id}:{token_hash(token)[:16]}",
        context={
            "heading": "Your account is ready",
            "lines": [
                f"An account has been created for you and your organisation, {employer.name}.",
                "Choose a password to sign in.",
            ],
            "message_html": None,
            "button_label": "Choose a password",
            "button_url": absolute_url(f"/acceptInvite/{token}"),
        },
    )


def mail_invited_alert(*, user: User, employer: Organisation, invited_by: int, to: Sequence[User]) -> None:
    """Notify an organisation's Super Users that another organisation added a user to it (USERINVITEDALERT)."""
    inviter = db.session.get_one(User, invited_by)
    organisation = db.session.get_one(Organisation, inviter.organisation_id)
    for super_user in to:
        queue_mail(
            AccountMail.USERINVITEDALERT,
            to=recipient(super_user),
            dedupe_key=f"userInvited:{user.id}:{super_user.id}",
            organisation_id=organisation.id,
            sender=sender(inviter, organisation),
            context={
                "heading": f"{user.name} was added to {employer.name}",
                "lines": [
                    f"{inviter.name} of {organisation.name} has invited {user.name} ({user.email}).",
                    "If this is not right, suspend the user on their details page.",
                ],
                "button_label": f"View {user.name}",
                "button_url": absolute_url(f"/contacts/{user.id}"),
            },
        )


def mail_password_changed(user: User) -> None:
    """Notify a user that their password was changed (GENERAL)."""
    queue_mail(
        AccountMail.GENERAL,
        to=recipient(user),
        dedupe_key=f"passwordChanged:{user.id}:{now().timestamp()}",
        context={
            "heading": "Your password was changed",
            "lines": [
                "You are signed out on all other devices.",
                "If this wasn't you, request a new password now. That signs out every device.",
            ],
            "button_label": "Request a new password",
            "button_url": absolute_url("/login"),
        },
    )


def mail_factors_changed(user: User, *, heading: str, name: str | None = None) -> None:
    """Notify a user that a second factor was added or removed (GENERAL)."""
    queue_mail(
        AccountMail.GENERAL,
        to=recipient(user),
        dedupe_key=f"factors:{user.id}:{now().timestamp()}",
        context={
            "heading": heading,
            "lines": [
                *([f"Its name is {name}."] if name else []),
                "If this wasn't you, change your password now.",
                "Then contact the people who manage users at your organisation.",
            ],
            "button_label": "Open your account",
            "button_url": absolute_url(f"/contacts/{user.id}"),
        },
    )


def mail_recovery_code_used(user: User, *, left: int) -> None:
    """Notify a user that a recovery code was used (GENERAL); `left` is the number of codes that remain."""
    queue_mail(
        AccountMail.GENERAL,
        to=recipient(user),
        dedupe_key=f"recoveryCode:{user.id}:{now().timestamp()}",
        context={
            "heading": "A recovery code was used",
            "lines": [
                "Someone signed in to your account, or confirmed a change, with a recovery code.",
                f"You have {counted(left, 'code')} left.",
                "If this wasn't you, change your password now and create new recovery codes.",
            ],
            "button_label": "Open your account",
            "button_url": absolute_url(f"/contacts/{user.id}"),
        },
    )


def mail_copied_passkey(user: User, *, name: str) -> None:
    """Notify a user that a passkey was refused because its counter went back (GENERAL), at most once a day."""
    queue_mail(
        AccountMail.GENERAL,
        to=recipient(user),
        dedupe_key=f"copiedPasskey:{user.id}:{name}:{now().date()}",
        context={
            "heading": "A passkey was refused",
            "lines": [
                f"Someone tried to use your passkey {name}. Its counter shows that a copy may exist.",
                "Remove this passkey, and add a new one on your own device.",
            ],
            "button_label": "Open your account",
            "button_url": absolute_url(f"/contacts/{user.id}"),
        },
    )


def mail_factor_reset(*, user: User, asked_by: str, token: str) -> None:
    """Mail the link that sets a new password and removes the user's second factors (GENERAL)."""
    queue_mail(
        AccountMail.GENERAL,
        to=recipient(user),
        dedupe_key=f"factorReset:{token_hash(token)[:16]}",
        context={
            "heading": "Set up your sign-in again",
            "lines": [
                f"{asked_by} says that you can no longer use your second factor.",
                "The link below sets a new password and removes your second factors. It works once, for two hours.",
                "If you can still sign in, ignore this e-mail. Nothing changes.",
            ],
            "button_label": "Choose a new password",
            "button_url": absolute_url(f"/passwordReset/{token}"),
        },
    )


def mail_identity_confirmation(*, user: User, organisation: Organisation, name: str, token: str) -> None:
    """Mail the link that connects a user's account with their company sign-in (GENERAL)."""
    queue_mail(
        AccountMail.GENERAL,
        to=recipient(user),
        dedupe_key=f"confirmIdentity:{token_hash(token)[:16]}",
        context={
            "heading": f"Confirm your {organisation.name} sign-in",
            "lines": [
                f"{name} has used the company sign-in of {organisation.name} with your e-mail address.",
                "If this was you, confirm it once. The link below works for two hours, and signs you in there again.",
                "If this wasn't you, ignore this e-mail. Nothing changes.",
            ],
            "button_label": "Confirm and sign in",
            "button_url": absolute_url(f"/signin/company/confirm/{token}"),
        },
    )


def mail_first_company_sign_in(user: User, organisation: Organisation) -> None:
    """Notify a user of their first company sign-in (GENERAL)."""
    queue_mail(
        AccountMail.GENERAL,
        to=recipient(user),
        dedupe_key=f"firstCompanySignIn:{user.id}:{now().timestamp()}",
        context={
            "heading": f"You now sign in with {organisation.name}",
            "lines": [
                f"Your account is connected to the company sign-in of {organisation.name}.",
                "If this wasn't you, contact the people who manage users at your organisation.",
            ],
            "button_label": "Open your account",
            "button_url": absolute_url(f"/contacts/{user.id}"),
        },
    )


def mail_identity_removed(user: User) -> None:
    """Notify a user that their company sign-in was removed from the account (GENERAL)."""
    queue_mail(
        AccountMail.GENERAL,
        to=recipient(user),
        dedupe_key=f"identityRemoved:{user.id}:{now().timestamp()}",
        context={
            "heading": "Your company sign-in was removed",
            "lines": [
                "It can't sign in to your account any more.",
                "If this wasn't you, contact the people who manage users at your organisation.",
            ],
            "button_label": "Open your account",
            "button_url": absolute_url(f"/contacts/{user.id}"),
        },
    )


def mail_only_company_sign_in(user: User, organisation: Organisation) -> None:
    """Answer the request for a new password of a user who may sign in only with the company sign-in (GENERAL)."""
    queue_mail(
        AccountMail.GENERAL,
        to=recipient(user),
        dedupe_key=f"onlyCompany:{user.id}:{now().timestamp()}",
        context={
            "heading": f"Sign in with {organisation.name}",
            "lines": [
                "Someone asked to reset the password of your account.",
                f"{organisation.name} uses only its company sign-in, so there is no password to choose.",
                "On the sign-in page, type your e-mail address and continue with the company sign-in.",
            ],
            "button_label": "Go to the sign-in page",
            "button_url": absolute_url("/login"),
        },
    )


def mail_break_glass(*, user: User, organisation: Organisation, event_id: int, to: Sequence[User]) -> None:
    """Notify the Super Users that a break-glass user signed in without the company sign-in (GENERAL)."""
    for super_user in to:
        queue_mail(
            AccountMail.GENERAL,
            to=recipient(super_user),
            dedupe_key=f"breakGlass:{event_id}:{super_user.id}",
            organisation_id=organisation.id,
            context={
                "heading": f"{user.name} signed in without the company sign-in",
                "lines": [
                    f"{organisation.name} allows this only for break-glass users, in an emergency.",
                    f"If {user.name} did not expect this, suspend the user and check the audit log.",
                ],
                "button_label": f"View {user.name}",
                "button_url": absolute_url(f"/contacts/{user.id}"),
            },
        )


def mail_email_changed(*, user: User, before: str) -> None:
    """Notify the previous address of a user that it is no longer used (GENERAL)."""
    queue_mail(
        AccountMail.GENERAL,
        to=Recipient(name=user.name, email=before, user_id=user.id),
        dedupe_key=f"emailChanged:{user.id}:{now().timestamp()}",
        context={
            "heading": "Your e-mail address was changed",
            "lines": [
                f"You now sign in with {user.email}. {before} is no longer used.",
                "If you didn't expect this, contact the people who manage users at your organisation.",
            ],
            "button_label": "Open your account",
            "button_url": absolute_url(f"/contacts/{user.id}"),
        },
    )


def mail_email_confirmation(*, user: User, email: str, token: str) -> None:
    """Send the link that makes `email` the user's address (GENERAL)."""
    queue_mail(
        AccountMail.GENERAL,
        to=Recipient(name=user.name, email=email),
        dedupe_key=f"confirmEmail:{token_hash(token)[:16]}",
        context={
            "heading": "Confirm your e-mail address",
            "lines": [
                f"Please confirm that {email} is your address. Until then, keep signing in with {user.email}.",
            ],
            "button_label": "Confirm this address",
            "button_url": absolute_url(f"/confirmEmail/{token}"),
        },
    )


def mail_email_change_asked(*, user: User, email: str, token: str) -> None:
    """Notify a user's current address that another one will replace it (GENERAL)."""
    queue_mail(
        AccountMail.GENERAL,
        to=recipient(user),
        dedupe_key=f"emailChangeAsked:{token_hash(token)[:16]}",
        context={
            "heading": "Your e-mail address is about to change",
            "lines": [
                f"Your account will change to {email} when the link that we sent there is opened.",
                f"Until then, keep signing in with {user.email}.",
                "If you didn't expect this, change your password and contact the people who manage users at your organisation.",
            ],
            "button_label": "Open your account",
            "button_url": absolute_url(f"/contacts/{user.id}"),
        },
    )


def recipient(user: User) -> Recipient:
    """Return a user as the recipient of a mail."""
    return Recipient(name=user.name, email=user.email, user_id=user.id, is_anonymous=user.name == ANONYMOUS)


def sender(user: User, organisation: Organisation) -> MailSender:
    """Return a user as the sender of a mail."""
    return MailSender(
        organisation_name=organisation.name,
        name=user.name,
        logo_path=public_picture_path(organisation.logo_id),
    )


def mail_link_code(*, guest: User, code: str) -> None:
    """Mail a guest the code that confirms a link (GENERAL)."""
    queue_mail(
        AccountMail.GENERAL,
        to=recipient(guest),
        dedupe_key=f"linkCode:{token_hash(f'{guest.id}:{code}:{now().isoformat()}')[:16]}",
        context={
            "heading": f"Your code is {code[:3]} {code[3:]}",
            "lines": [
                "Enter it on the page that you opened with the link. It is valid for ten minutes.",
                "If this wasn't you, someone else has opened your link. Don't pass the code on.",
            ],
        },
    )
