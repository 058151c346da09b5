"""Background jobs of accounts."""

from datetime import datetime

from app.accounts.operations import erasing, link_codes, resets, sessions, tickets


def mail_password_reset(email: str) -> None:
    """Mail a reset link to the active user of this address, if there is one."""
    resets.send_password_reset(email=email)


def record_failed_sign_in(email: str, address: str, at: str) -> None:
    """Record a failed sign-in in the audit log of the user's organisation, if there is a user of this address."""
    sessions.record_failed_sign_in(email=email, address=address, at=datetime.fromisoformat(at))


def erase_mails(user_id: int) -> None:
    """Remove the content of all mails to an erased user."""
    erasing.erase_mails(user_id=user_id)


def purge_sign_ins() -> None:
    """Delete old sign-ins."""
    sessions.delete_old_sign_ins()


def purge_tickets() -> None:
    """Delete used tickets and codes of links that have expired."""
    tickets.delete_spent_tickets()
    link_codes.delete_expired_codes()
