"""Work of the accounts in the background."""

from app.accounts import mails
from app.accounts.operations import resets


def mail_password_reset(email: str) -> None:
    """Mail a reset link to the active user of this address, if there is one."""
    request = resets.request_password_reset(email=email)
    if request is not None:
        mails.mail_password_reset(request)
