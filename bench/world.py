"""The shared environment of all measurements: the application, its database with demo data, and signed-in users."""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from flask import Flask
from psycopg import Connection
from sqlalchemy import select

from app.accounts.authentication import access_token
from app.accounts.operations.sessions import start_session
from app.accounts.public import User, UserStatus
from app.config import VERSION
from app.devtools.demo_accounts import DEMO_EMAILS
from app.extensions import db
from app.kernel.http.auth import SESSION_COOKIE
from bench.sizes import Sizes

BUYER, SUPPLIER = DEMO_EMAILS[:2]
LIFE = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Person:
    """A signed-in user: the headers for API requests, and the cookie for pages."""

    email: str
    headers: dict[str, str]
    cookie: str

    @property
    def page_headers(self) -> dict[str, str]:
        return {"Cookie": f"{SESSION_COOKIE}={self.cookie}"}


@dataclass(slots=True)
class World:
    """One run of the benchmarks."""

    app: Flask
    connection: Connection[Any]
    """A bare connection for baselines."""
    settings: dict[str, str]
    """The settings of the product, for separate processes."""
    folder: Path
    sizes: Sizes
    notes: list[str] = field(default_factory=list)
    """Sentences that are printed with the table, such as the time for creating the data."""

    def person(self, email: str = BUYER) -> Person:
        """Sign in a user; the access token is valid for 15 minutes."""
        with self.app.app_context():
            user = user_of(email)
            session = start_session(user=user, user_agent="benchmarks", address="127.0.0.1", life=LIFE)
            db.session.commit()
            token = access_token(user_id=user.id, session_id=session.sign_in.id)
            headers = {"Authorization": f"Bearer {token}", "Client-Version": VERSION}
            return Person(email, headers, session.token)

    def colleagues(self, email: str, count: int) -> Sequence[str]:
        """Return the addresses of `count` users with the same organisation and role; missing users are created."""
        with self.app.app_context():
            model = user_of(email)
            emails = [f"colleague-{number}-of-{email}" for number in range(count)]
            existing = set(db.session.scalars(select(User.email).where(User.email.in_(emails))))
            for each in emails:
                if each not in existing:
                    db.session.add(
                        User(
                            organisation_id=model.organisation_id,
                            role_id=model.role_id,
                            status=UserStatus.ACTIVE,
                            name=f"Colleague {secrets.token_hex(3)}",
                            email=each,
                        )
                    )
            db.session.commit()
        return emails

    def value(self, statement: str, *parameters: Any) -> Any:
        """Return the single value that the statement selects."""
        row = self.connection.execute(statement, parameters).fetchone()
        if row is None:
            raise RuntimeError(f"the database answered nothing to: {statement}")
        return row[0]

    @contextmanager
    def working(self) -> Iterator[None]:
        """Provide an application context, and commit at the end."""
        with self.app.app_context():
            yield
            db.session.commit()


def user_of(email: str) -> User:
    """Return the user with this address; needs an application context."""
    user: User = db.session.execute(select(User).where(User.email == email)).scalar_one()
    return user
