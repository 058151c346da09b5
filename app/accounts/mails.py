"""The mails of accounts: resets, invitations, acceptances."""

from app.accounts.models import Invitation, Organisation, User
from app.accounts.operations import Accepted, ResetRequest
from app.extensions import db
from app.kernel.mail import MailSender, MailTemplate, Recipient, absolute_url, queue_mail


def mail_password_reset(request: ResetRequest) -> None:
    """The link to set a new password (GENERAL)."""
    queue_mail(
        MailTemplate.GENERAL,
        to=recipient(request.user),
        dedupe_key=f"passwordReset:{request.token[:16]}",
        context={
            "heading": "Choose a new password",
            "lines": [
                "Somebody asked to reset the password of your account. The link below works once, for two hours.",
                "If it was not you, there is nothing to do: your password stays as it is.",
            ],
            "button_label": "Choose a new password",
            "button_url": absolute_url(f"/passwordReset/{request.token}"),
        },
    )


def mail_invitation(*, invitation: Invitation, token: str) -> None:
    """The invitation: of a supplier by a buyer (SUPPLIERINVITE)."""
    user = db.session.get_one(User, invitation.user_id)
    inviter = db.session.get_one(User, invitation.invited_by_user_id)
    organisation = db.session.get_one(Organisation, inviter.organisation_id)
    queue_mail(
        MailTemplate.SUPPLIERINVITE,
        to=recipient(user),
        dedupe_key=f"invitation:{invitation.id}:{token[:16]}",
        organisation_id=organisation.id,
        sender=sender(inviter, organisation),
        context={
            "heading": f"{organisation.name} invites you",
            "lines": [],
            "message_html": invitation.message_html,
            "button_label": "Accept the invitation",
            "button_url": absolute_url(f"/acceptInvite/{token}"),
        },
    )


def mail_accepted(accepted: Accepted) -> None:
    """Tell the inviter, and ask for confirmation of a changed address (GENERAL)."""
    user, organisation = accepted.user, accepted.organisation
    queue_mail(
        MailTemplate.GENERAL,
        to=recipient(accepted.inviter),
        dedupe_key=f"accepted:{user.id}",
        context={
            "heading": f"{user.name} accepted your invitation",
            "lines": [
                f"{user.name} of {organisation.name} has accepted your invitation and can now be reached."
            ],
            "button_label": f"Open {organisation.name}",
            "button_url": absolute_url(f"/organisations/{organisation.id}"),
        },
    )
    if accepted.confirm_email_token and accepted.new_email:
        queue_mail(
            MailTemplate.GENERAL,
            to=Recipient(name=user.name, email=accepted.new_email),
            dedupe_key=f"confirmEmail:{accepted.confirm_email_token[:16]}",
            context={
                "heading": "Confirm your e-mail address",
                "lines": [
                    f"Please confirm that {accepted.new_email} is your address. Until then {user.email} signs you in.",
                ],
                "button_label": "Confirm this address",
                "button_url": absolute_url(f"/confirmEmail/{accepted.confirm_email_token}"),
            },
        )


def recipient(user: User) -> Recipient:
    """A user as the recipient of a mail."""
    return Recipient(name=user.name, email=user.email, user_id=user.id)


def sender(user: User, organisation: Organisation) -> MailSender:
    """In whose name a mail is sent."""
    return MailSender(organisation_name=organisation.name, name=user.name, logo_id=organisation.logo_id)
