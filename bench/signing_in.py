"""Signing in with a password, and with a password and a code of an authenticator app."""

from collections.abc import Iterator
from itertools import count

import pyotp

from app.accounts.models import Totp, User
from app.accounts.operations.passwords import HASHER, verify
from app.accounts.public import user_by_email
from app.devtools.demo_accounts import DEMO_PASSWORD
from app.extensions import db
from app.kernel.clock import now
from app.kernel.data_keys import encrypt
from app.kernel.db.session import unit_of_work
from bench.measure import ask, in_turns
from bench.table import Row
from bench.world import SUPPLIER, World

GOAL = 400
HEADERS = {"User-Agent": "bench"}


def run(world: World) -> Iterator[Row]:
    """Measure complete sign-ins; the baseline is the check of the password's hash."""
    email = world.person(SUPPLIER).email
    stored = HASHER.hash(DEMO_PASSWORD)
    password = {"email": email, "password": DEMO_PASSWORD}

    def by_password() -> None:
        ask(world.app, "/api/session", HEADERS, method="POST", body=password)

    product, bare = in_turns(by_password, lambda: verify(stored, DEMO_PASSWORD), seconds=world.sizes.seconds)
    yield _row("a sign-in with a password, 95th percentile", product.p95, bare.p95)
    secret = pyotp.random_base32()
    with world.app.app_context(), unit_of_work():
        user = _user(email)
        db.session.add(Totp(user_id=user.id, secret_encrypted=encrypt(secret), confirmed=now()))
    steps = count(1)

    def by_code() -> None:
        # A code works once, so each sign-in starts with an earlier step as the last one.
        world.connection.execute("update totp set last_step = null where %s > 0", [next(steps)])
        step = ask(world.app, "/api/session", HEADERS, method="POST", body=password).json()
        body = {"ticket": step["ticket"], "code": pyotp.TOTP(secret).at(now())}
        ask(world.app, "/api/session/factor", HEADERS, method="POST", body=body)

    product, bare = in_turns(by_code, lambda: verify(stored, DEMO_PASSWORD), seconds=world.sizes.seconds)
    yield _row("a sign-in with a password and a code, 95th percentile", product.p95, bare.p95)
    world.connection.execute("delete from totp where user_id = %s", [user.id])


def _user(email: str) -> User:
    user = user_by_email(email)
    if user is None:
        raise RuntimeError(f"the demo data have no user {email}")
    return user


def _row(figure: str, measured: float, bare: float) -> Row:
    return Row(figure=figure, measured=measured, baseline=bare, against="the check of the hash", goal=GOAL)
