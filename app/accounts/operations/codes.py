"""The codes of authenticator apps, and recovery codes."""

import re
import secrets
from dataclasses import dataclass

import pyotp
from sqlalchemy import delete, select

from app.accounts.models import RecoveryCode, Totp, User
from app.accounts.operations.passwords import HASHER, verify
from app.accounts.queries.factors import factors_of
from app.accounts.types import SignInMethod
from app.extensions import db
from app.kernel.clock import now
from app.kernel.data_keys import decrypt, encrypt, has_data_keys
from app.kernel.http.errors import ConflictError, InvalidError, NotFoundError
from app.kernel.registry import current_registry

STEP_SECONDS = 30
SKEW = 1
"""Number of time steps before and after the current one whose codes are accepted."""
RECOVERY_CODES = 10
RECOVERY_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Digits and capitals without those that look alike."""
RECOVERY_LENGTH = 12
PREFIX_LENGTH = 4
WRONG_CODE = "This code is wrong or was used already. Check that the clock of your device is right."
NO_DATA_KEYS = "Authenticator apps are not available yet: the operator has to set DATA_KEYS."
HAS_APP = "You have an authenticator app already. Remove it first."


@dataclass(frozen=True, slots=True)
class NewApp:
    """The secret of a new authenticator app."""

    secret: str
    """In base32, for typing it in."""
    uri: str
    """The `otpauth:` address for the QR code."""


def start_app(*, user: User) -> NewApp:
    """Create the secret of an authenticator app, which is used once `confirm_app` has got its first code.

    Raises ConflictError if the user has an app, or if secrets cannot be stored.
    """
    if not has_data_keys():
        raise ConflictError(NO_DATA_KEYS)
    app = _locked_app(user.id)
    if app is not None and app.confirmed is not None:
        raise ConflictError(HAS_APP)
    secret = pyotp.random_base32()
    if app is None:
        app = Totp(user_id=user.id)
        db.session.add(app)
    app.secret_encrypted, app.last_step, app.created = encrypt(secret), None, now()
    db.session.flush()
    issuer = current_registry().settings.PRODUCT_NAME
    return NewApp(secret, pyotp.TOTP(secret).provisioning_uri(name=user.email, issuer_name=issuer))


def confirm_app(*, user: User, code: str) -> None:
    """Use the user's new authenticator app from now on; raise InvalidError at `code`, or NotFoundError without one."""
    app = _locked_app(user.id)
    if app is None or app.confirmed is not None:
        raise NotFoundError
    if not _accepts(app, code):
        raise InvalidError(fields={"code": [WRONG_CODE]})
    app.confirmed = now()


def use_code(*, user_id: int, code: str) -> SignInMethod | None:
    """Use a code of the authenticator app or a recovery code; return its method, or None if it is not accepted.

    Both work once, also for simultaneous requests.
    """
    plain = re.sub(r"[\s-]", "", code).upper()
    if re.fullmatch(r"[0-9]{6}", plain):
        app = _locked_app(user_id)
        is_accepted = app is not None and app.confirmed is not None and _accepts(app, plain)
        return SignInMethod.CODE if is_accepted else None
    if len(plain) == RECOVERY_LENGTH and factors_of(user_id).has_any and _use_recovery_code(user_id, plain):
        return SignInMethod.RECOVERY_CODE
    return None


def new_recovery_codes(*, user: User) -> list[str]:
    """Replace the user's recovery codes and return the new ones, of which only hashes are stored."""
    db.session.execute(delete(RecoveryCode).where(RecoveryCode.user_id == user.id))
    codes: dict[str, str] = {}
    while len(codes) < RECOVERY_CODES:
        code = "".join(secrets.choice(RECOVERY_ALPHABET) for _ in range(RECOVERY_LENGTH))
        codes[code[:PREFIX_LENGTH]] = code
    db.session.add_all(
        RecoveryCode(user_id=user.id, prefix=prefix, code_hash=HASHER.hash(code))
        for prefix, code in codes.items()
    )
    db.session.flush()
    return ["-".join(re.findall(rf".{{{PREFIX_LENGTH}}}", code)) for code in codes.values()]


def _locked_app(user_id: int) -> Totp | None:
    app: Totp | None = db.session.get(Totp, user_id, with_for_update=True, populate_existing=True)
    return app


def _accepts(app: Totp, code: str) -> bool:
    """Return True for a code of the current time or a step off that was not used, and record its use."""
    totp = pyotp.TOTP(decrypt(app.secret_encrypted))
    moment = now()
    current = int(moment.timestamp()) // STEP_SECONDS
    for step in range(current - SKEW, current + SKEW + 1):
        is_new = app.last_step is None or step > app.last_step
        if secrets.compare_digest(totp.generate_otp(step), code) and is_new:
            app.last_step, app.last_used = step, moment
            return True
    return False


def _use_recovery_code(user_id: int, code: str) -> bool:
    row: RecoveryCode | None = db.session.execute(
        select(RecoveryCode)
        .where(
            RecoveryCode.user_id == user_id,
            RecoveryCode.prefix == code[:PREFIX_LENGTH],
            RecoveryCode.used.is_(None),
        )
        .with_for_update()
    ).scalar()
    if row is None or not verify(row.code_hash, code):
        return False
    row.used = now()
    return True
