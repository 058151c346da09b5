"""The mails of accounts: resets, invitations, acceptances."""

from collections.abc import Sequence

from app.accounts.models import Invitation, Organisation, User
from app.accounts.queries.links import token_hash
from app.accounts.types import ANONYMOUS, AccountMail, OrganisationStatus
from app.extensions import db
from app.kernel.clock import now
from app.kernel.mail import (
    MailSender,
    Recipient,
    absolute_url,
    public_picture_path,
    queue_mail,
)
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
        heading = f"{organisation.name} invites you to join its supplier network"
        line = f"{inviter.name} of {organisation.name} invites {employer.name} to work together on {product} as a supplier."
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
