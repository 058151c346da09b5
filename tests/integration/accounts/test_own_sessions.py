"""The user's own password and sessions."""

from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.accounts.policies import browser_name
from app.extensions import db
from app.kernel.mail.outbox import OutboxMail
from tests.factories.accounts import PASSWORD, UserFactory
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

NEW = "Another-horse-77"


@pytest.fixture
def user(session: Session) -> User:
    created: User = UserFactory()
    return created


def test_new_password_ends_all_other_sessions(user: User, signed_in: SignedIn, client: CheckedClient) -> None:
    here, there = signed_in(user), signed_in(user)
    response = here.put("/api/user/password", json={"currentPassword": PASSWORD, "password": NEW})
    assert response.status_code == 204
    assert here.get("/api/session").status_code == 200
    assert there.get("/api/session").status_code == 401
    assert client.post("/api/session", json={"email": user.email, "password": PASSWORD}).status_code == 401
    client.sign_in(user.email, NEW)
    mails = db.session.query(OutboxMail).filter_by(to_user_id=user.id).all()
    assert [mail.subject for mail in mails] == ["Your password was changed"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"currentPassword": "wrong", "password": NEW}, "currentPassword"),
        ({"currentPassword": PASSWORD, "password": "short"}, "password"),
        ({"currentPassword": PASSWORD, "password": "password1"}, "password"),
        ({"currentPassword": PASSWORD, "password": "x" * 129}, "password"),
        ({"currentPassword": PASSWORD}, "password"),
    ],
)
def test_invalid_password_change_returns_a_sentence(
    user: User, signed_in: SignedIn, body: dict[str, Any], field: str
) -> None:
    client = signed_in(user)
    response = client.put("/api/user/password", json=body)
    assert response.status_code == 422
    assert list(response.json["fields"]) == [field]
    assert db.session.query(OutboxMail).count() == 0


def test_password_guesses_are_limited(user: User, signed_in: SignedIn) -> None:
    client = signed_in(user)
    body = {"currentPassword": "wrong", "password": NEW}
    statuses = [client.put("/api/user/password", json=body).status_code for _ in range(12)]
    assert statuses[0] == 422
    assert statuses[-1] == 429


def test_own_sessions_are_listed_and_ended(user: User, signed_in: SignedIn) -> None:
    here, there = signed_in(user), signed_in(user)
    stranger = signed_in(UserFactory())
    rows = here.get("/api/signIn").json
    assert len(rows) == 2
    assert [row["isThis"] for row in rows].count(True) == 1
    other = next(row["id"] for row in rows if not row["isThis"])
    assert stranger.delete(f"/api/signIn/{other}").status_code == 404
    assert here.delete(f"/api/signIn/{other}").status_code == 204
    assert there.get("/api/session").status_code == 401
    assert here.delete(f"/api/signIn/{other}").status_code == 404
    again = signed_in(user)
    assert here.delete("/api/signIn").status_code == 204
    assert (here.get("/api/session").status_code, again.get("/api/session").status_code) == (401, 401)
    assert stranger.get("/api/session").status_code == 200


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
            "Firefox on Windows",
        ),
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36", "Chrome on Linux"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1",
            "Safari on iPhone",
        ),
        ("curl/8", "Another browser"),
    ],
)
def test_browsers_have_readable_names(user_agent: str, name: str) -> None:
    assert browser_name(user_agent) == name
