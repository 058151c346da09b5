"""Signing in without the company sign-in that an organisation requires: refused, except for break-glass users."""

from app.accounts import mails
from app.accounts.models import Organisation, User
from app.accounts.queries.company import company_of, has_break_glass, other_ways
from app.accounts.queries.people import super_users_of
from app.accounts.types import CompanySignInUse
from app.events.public import record
from app.extensions import db
from app.kernel.http.errors import ConflictError, UnauthorizedError

ONLY_COMPANY = (
    "Your organisation uses only its company sign-in. "
    "On the sign-in page, type your e-mail address and continue with it."
)
LAST_BREAK_GLASS = (
    "This is the last user who can sign in if the company sign-in fails. "
    "Name another one in Setup, Security first."
)


def refuse_other_ways(user: User) -> bool:
    """Raise UnauthorizedError if this user may sign in only with the company sign-in.

    Call it only after a right password or passkey, so that it reveals no account. Returns True for a break-glass user.
    """
    ways = other_ways(user)
    if ways.are_refused:
        raise UnauthorizedError(ONLY_COMPANY, code="onlyCompanySignIn")
    return ways.is_required


def notify_break_glass(user: User) -> None:
    """Record that a break-glass user signed in without the company sign-in, and mail all Super Users."""
    organisation = db.session.get_one(Organisation, user.organisation_id)
    event = record("user.breakGlassSignIn", organisation_id=user.organisation_id, user_id=user.id,
           subject_user_id=user.id, userId=user.id, userName=user.name)  # fmt: skip
    db.session.flush()
    mails.mail_break_glass(
        user=user, organisation=organisation, event_id=event.id, to=super_users_of(user.organisation_id)
    )


def check_break_glass_remains(organisation_id: int) -> None:
    """Raise ConflictError if company sign-in is required, and the flushed changes leave no usable break-glass user."""
    company = company_of(organisation_id)
    if company is None or company.use is not CompanySignInUse.REQUIRED:
        return
    db.session.flush()
    if not has_break_glass(organisation_id):
        raise ConflictError(LAST_BREAK_GLASS)
