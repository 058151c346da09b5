"""Adding, using and removing second factors."""

from sqlalchemy import delete, select

from app.accounts import mails
from app.accounts.models import Organisation, Passkey, RecoveryCode, Role, Totp, User
from app.accounts.operations.codes import WRONG_CODE, confirm_app, new_recovery_codes, use_code
from app.accounts.operations.other_ways import check_break_glass_remains
from app.accounts.operations.passkeys import WRONG_PASSKEY, CopiedPasskeyError, store_passkey, use_passkey
from app.accounts.operations.tickets import Ticket, spend_ticket
from app.accounts.policies import require_step_up
from app.accounts.queries.factors import factors_of, is_required_to_have_factor
from app.accounts.types import FactorKind, SignInMethod
from app.events.public import record
from app.extensions import db
from app.kernel.db.session import commit, rollback
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError, InvalidError, NotFoundError

LAST_REQUIRED = "Your organisation requires a second factor. Add another one before you remove this one."
FACTOR_NAMES = {FactorKind.APP: "authenticator app", FactorKind.PASSKEY: "passkey"}


def add_app(*, actor: Actor, code: str) -> list[str]:
    """Confirm the actor's new authenticator app with its first code; return recovery codes if the user has none.

    Raises StepUpError, NotFoundError without a new app, and InvalidError at `code`.
    """
    require_step_up(actor)
    user = db.session.get_one(User, actor.user_id)
    confirm_app(user=user, code=code)
    return _added(user, FactorKind.APP, name=None)


def add_passkey(*, actor: Actor, ticket: Ticket, name: str, credential: str) -> tuple[Passkey, list[str]]:
    """Store a new passkey of the actor; return it with recovery codes if the user has none.

    Raises StepUpError, UnauthorizedError for a used ticket, ConflictError and InvalidError (`store_passkey`).
    """
    require_step_up(actor)
    user = db.session.get_one(User, actor.user_id)
    passkey = store_passkey(user=user, ticket=ticket, name=name, credential=credential)
    spend_ticket(ticket)
    return passkey, _added(user, FactorKind.PASSKEY, name=name)


def remove_app(*, actor: Actor) -> None:
    """Remove the actor's authenticator app.

    Raises StepUpError, NotFoundError without one, ConflictError for the last factor of a user who needs one, such as the
    last break-glass user.
    """
    require_step_up(actor)
    app = db.session.get(Totp, actor.user_id, with_for_update=True)
    if app is None:
        raise NotFoundError
    _remove(actor, app, FactorKind.APP)


def remove_passkey(*, actor: Actor, passkey_id: int) -> None:
    """Remove a passkey of the actor; raises like `remove_app`."""
    require_step_up(actor)
    passkey: Passkey | None = db.session.execute(
        select(Passkey).where(Passkey.id == passkey_id, Passkey.user_id == actor.user_id).with_for_update()
    ).scalar()
    if passkey is None:
        raise NotFoundError
    _remove(actor, passkey, FactorKind.PASSKEY)


def replace_recovery_codes(*, actor: Actor) -> list[str]:
    """Return new recovery codes of the actor, which replace all earlier ones.

    Raises StepUpError, and ConflictError for users without a second factor.
    """
    require_step_up(actor)
    if not factors_of(actor.user_id).has_any:
        raise ConflictError("Recovery codes need a second factor. Add one first.")
    return new_recovery_codes(user=db.session.get_one(User, actor.user_id))


def use_factor(
    *, user: User, ticket: Ticket | None, code: str | None, credential: str | None
) -> SignInMethod | None:
    """Use a code, or a passkey with its ticket, of the user; return the method, or None if it is not accepted.

    A failure is recorded and committed, although the response is an error. A used recovery code is reported by mail.
    """
    method = None
    try:
        if code is not None:
            method = use_code(user_id=user.id, code=code)
        elif credential is not None and ticket is not None:
            method = SignInMethod.PASSKEY if use_passkey(ticket=ticket, credential=credential) else None
    except CopiedPasskeyError as error:
        record_copied_passkey(error)
        return None
    if method is None:
        _record_failure(user)
    if method is SignInMethod.RECOVERY_CODE:
        mails.mail_recovery_code_used(user, left=factors_of(user.id).recovery_codes)
    return method


def wrong_factor(code: str | None) -> InvalidError:
    """Return the error for a factor that `use_factor` has not accepted: at `code` if there is one, else at `credential`."""
    if code is not None:
        return InvalidError(fields={"code": [WRONG_CODE]})
    return InvalidError(fields={"credential": [WRONG_PASSKEY]})


def record_copied_passkey(error: CopiedPasskeyError) -> None:
    """Record that a passkey was refused because its counter went back, and notify its user. Commits."""
    rollback()
    user = db.session.get_one(User, error.user_id)
    mails.mail_copied_passkey(user, name=error.name)
    _record_failure(user)


def remove_all_factors(*, user: User) -> bool:
    """Remove every factor and recovery code of a user, and notify the user; return True if there was a factor."""
    had_factor = factors_of(user.id).has_any
    delete_factors(user_id=user.id)
    if had_factor:
        _record(user, "user.factorRemoved")
        mails.mail_factors_changed(user, heading="Your second factors were removed")
    return had_factor


def delete_factors(*, user_id: int) -> None:
    """Delete every factor and recovery code of a user, without an event and a mail."""
    for model in (Totp, Passkey, RecoveryCode):
        db.session.execute(delete(model).where(model.user_id == user_id))


def _added(user: User, kind: FactorKind, *, name: str | None) -> list[str]:
    codes = [] if factors_of(user.id).recovery_codes else new_recovery_codes(user=user)
    _record(user, "user.factorAdded", kind)
    mails.mail_factors_changed(user, heading=f"{_with_article(kind)} was added to your account", name=name)
    return codes


def _remove(actor: Actor, factor: Totp | Passkey, kind: FactorKind) -> None:
    factors = factors_of(actor.user_id)
    is_last = factors.has_app + factors.passkeys == 1
    user = db.session.get_one(User, actor.user_id)
    if is_last and _needs_factor(user):
        raise ConflictError(LAST_REQUIRED)
    name = factor.name if isinstance(factor, Passkey) else None
    db.session.delete(factor)
    if is_last:
        db.session.execute(delete(RecoveryCode).where(RecoveryCode.user_id == user.id))
        check_break_glass_remains(user.organisation_id)
    _record(user, "user.factorRemoved", kind)
    mails.mail_factors_changed(
        user, heading=f"{_with_article(kind)} was removed from your account", name=name
    )


def _needs_factor(user: User) -> bool:
    needs = (
        select(is_required_to_have_factor())
        .select_from(User)
        .join(Organisation, Organisation.id == User.organisation_id)
        .outerjoin(Role, Role.id == User.role_id)
        .where(User.id == user.id)
    )
    return bool(db.session.execute(needs).scalar())


def _with_article(kind: FactorKind) -> str:
    return "An authenticator app" if kind is FactorKind.APP else "A passkey"


def _record_failure(user: User) -> None:
    """Record a failed second step and commit, because the response is an error, which is rolled back."""
    _record(user, "user.factorFailed")
    commit()


def _record(user: User, type: str, kind: FactorKind | None = None) -> None:
    record(type, organisation_id=user.organisation_id, user_id=user.id, subject_user_id=user.id,
           userId=user.id, userName=user.name, factor=FACTOR_NAMES[kind] if kind else None)  # fmt: skip
