"""Background jobs of accounts."""

from app.accounts.operations import resets


def mail_password_reset(email: str) -> None:
    """Mail a reset link to the active user of this address, if there is one."""
    resets.send_password_reset(email=email)
