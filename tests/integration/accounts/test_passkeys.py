"""Passkeys: adding them, signing in with them, and answers that are refused."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from app.accounts.models import Passkey, SignIn, User
from app.accounts.types import UserStatus
from app.events.models import EventLog
from app.extensions import db
from app.kernel.mail.outbox import OutboxMail
from tests.factories.accounts import PASSWORD, UserFactory
from tests.factories.factors import add_app, code_of
from tests.factories.passkeys import Authenticator
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


@pytest.fixture
def user(session: Session) -> User:
    created: User = UserFactory()
    return created


def add(client: CheckedClient, device: Authenticator, name: str = "Work laptop") -> TestResponse:
    started = client.post("/api/user/passkey/options").json
    body = {"ticket": started["ticket"], "name": name, "credential": device.create(started["options"])}
    return client.post("/api/user/passkey", json=body)


def sign_in(client: CheckedClient, device: Authenticator, **changes: Any) -> TestResponse:
    started = client.post("/api/session/passkey/options").json
    body = {"ticket": started["ticket"], "credential": device.sign(started["options"], **changes)}
    return client.post("/api/session/passkey", json=body)


def subjects_to(user: User) -> list[str]:
    mails = db.session.query(OutboxMail).filter_by(to_user_id=user.id).order_by(OutboxMail.id)
    return [mail.subject for mail in mails]


@pytest.mark.parametrize("is_synced", [False, True])
def test_passkey_is_added_and_signs_in_alone(
    user: User, signed_in: SignedIn, client: CheckedClient, is_synced: bool
) -> None:
    device, here = Authenticator(is_synced=is_synced), signed_in(user)
    added = add(here, device)
    assert added.status_code == 201
    assert len(added.json["recoveryCodes"]) == 10
    for _ in range(2):
        response = sign_in(client, device)
        assert response.status_code == 200
        assert response.json["userId"] == user.id
    [row] = db.session.query(SignIn).order_by(SignIn.id.desc()).limit(1)
    assert row.methods == ["passkey"]
    [passkey] = here.get("/api/user/factor").json["passkeys"]
    assert (passkey["name"], passkey["backedUp"]) == ("Work laptop", is_synced)
    assert passkey["lastUsed"] is not None
    assert subjects_to(user) == ["A passkey was added to your account"]
    assert client.get("/home").status_code == 200


def test_passkey_is_the_second_step_after_a_password(user: User, client: CheckedClient) -> None:
    device = Authenticator()
    device.store(user)
    step = client.post("/api/session", json={"email": user.email, "password": PASSWORD}).json
    assert step["methods"] == ["passkey"]
    body = {"ticket": step["ticket"], "credential": device.sign(step["passkeyOptions"])}
    assert client.post("/api/session/factor", json=body).status_code == 200
    [row] = db.session.query(SignIn)
    assert row.methods == ["password", "passkey"]


def test_counter_that_goes_back_is_refused_and_reported(user: User, client: CheckedClient) -> None:
    device = Authenticator(count=5)
    device.store(user)
    assert sign_in(client, device).status_code == 200
    device.count = 3
    for _ in range(2):
        refused = sign_in(client, device)
        assert (refused.status_code, refused.json["code"]) == (401, "signInFailed")
    device.count = 5
    assert sign_in(client, device).status_code == 401, "the same count again"
    assert subjects_to(user) == ["A passkey was refused"], "one mail a day"
    assert db.session.query(EventLog).filter_by(type="user.factorFailed").count() == 3
    device.count = 6
    assert sign_in(client, device).status_code == 200


def test_used_answer_is_refused(user: User, client: CheckedClient) -> None:
    device = Authenticator(is_synced=True)
    device.store(user)
    started = client.post("/api/session/passkey/options").json
    body = {"ticket": started["ticket"], "credential": device.sign(started["options"])}
    assert client.post("/api/session/passkey", json=body).status_code == 200
    again = client.post("/api/session/passkey", json=body)
    assert (again.status_code, again.json["code"]) == (401, "ticketGone")
    other = client.post("/api/session/passkey/options").json["ticket"]
    old = client.post("/api/session/passkey", json={**body, "ticket": other})
    assert (old.status_code, old.json["code"]) == (401, "signInFailed")


@pytest.mark.parametrize(
    "change",
    [
        {"origin": "https://evil.example"},
        {"origin": "http://localhost:81"},
        {"rp_id": "evil.example"},
        {"verifies_user": False},
    ],
    ids=["origin", "port", "rp id", "no user verification"],
)
def test_answer_for_another_site_or_without_verification_is_refused(
    user: User, client: CheckedClient, signed_in: SignedIn, change: dict[str, Any]
) -> None:
    device = Authenticator(**change)
    refused = add(signed_in(user), device)
    assert (refused.status_code, list(refused.json["fields"])) == (422, ["credential"])
    device.store(user)
    assert sign_in(client, device).status_code == 401


@pytest.mark.parametrize(
    "changes",
    [
        {"signature": b"x"},
        {"userHandle": b"999999999"},
        {"userHandle": None},
        {"authenticatorData": b"short"},
        {"clientDataJSON": b"{}"},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_changed_answers_are_refused(user: User, client: CheckedClient, changes: dict[str, Any]) -> None:
    device = Authenticator()
    device.store(user)
    assert sign_in(client, device, **changes).status_code == 401


@pytest.mark.parametrize(
    "credential", ["x", "[]", "{}", '{"id": 1}', json.dumps({"id": "a", "response": {}})]
)
def test_nonsense_is_refused(user: User, client: CheckedClient, signed_in: SignedIn, credential: str) -> None:
    ticket = client.post("/api/session/passkey/options").json["ticket"]
    body = {"ticket": ticket, "credential": credential}
    assert client.post("/api/session/passkey", json=body).status_code == 401
    here = signed_in(user)
    ticket = here.post("/api/user/passkey/options").json["ticket"]
    body = {"ticket": ticket, "credential": credential, "name": "Laptop"}
    assert here.post("/api/user/passkey", json=body).status_code == 422


def test_passkey_of_another_user_is_no_second_step(user: User, client: CheckedClient) -> None:
    own, foreign = Authenticator(), Authenticator()
    own.store(user)
    foreign.store(UserFactory())
    step = client.post("/api/session", json={"email": user.email, "password": PASSWORD}).json
    body = {"ticket": step["ticket"], "credential": foreign.sign(step["passkeyOptions"])}
    refused = client.post("/api/session/factor", json=body)
    assert (refused.status_code, list(refused.json["fields"])) == (422, ["credential"])


def test_code_of_a_removed_app_does_not_replace_a_passkey(
    user: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    app = add_app(user)
    Authenticator().store(user)
    assert signed_in(user).delete("/api/user/totp").status_code == 204
    step = client.post("/api/session", json={"email": user.email, "password": PASSWORD}).json
    assert step["methods"] == ["passkey"]
    body = {"ticket": step["ticket"], "code": code_of(app)}
    assert client.post("/api/session/factor", json=body).status_code == 422
    assert client.post("/api/session/factor", json={"ticket": step["ticket"]}).status_code == 422


def test_passkeys_of_suspended_users_and_removed_ones_are_refused(
    user: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    device = Authenticator()
    passkey = device.store(user)
    stranger = signed_in(UserFactory())
    assert stranger.delete(f"/api/user/passkey/{passkey.id}").status_code == 404
    user.status = UserStatus.SUSPENDED
    assert sign_in(client, device).json["code"] == "suspended"
    user.status = UserStatus.ACTIVE
    here = signed_in(user)
    assert here.delete(f"/api/user/passkey/{passkey.id}").status_code == 204
    assert sign_in(client, device).status_code == 401
    assert subjects_to(user) == ["A passkey was removed from your account"]


def test_ten_passkeys_at_most_and_each_once(user: User, signed_in: SignedIn) -> None:
    device, client = Authenticator(), signed_in(user)
    assert add(client, device).status_code == 201
    assert add(client, device).status_code == 409
    started = client.post("/api/user/passkey/options").json
    for _ in range(9):
        Authenticator().store(user)
    assert client.post("/api/user/passkey/options").status_code == 409
    body = {
        "ticket": started["ticket"],
        "name": "Eleventh",
        "credential": Authenticator().create(started["options"]),
    }
    assert client.post("/api/user/passkey", json=body).status_code == 409
    assert db.session.query(Passkey).filter_by(user_id=user.id).count() == 10


def test_options_of_a_colleague_add_nothing(
    user: User, signed_in: SignedIn, new_client: Callable[[], CheckedClient]
) -> None:
    device, stranger = Authenticator(), signed_in(UserFactory())
    started = stranger.post("/api/user/passkey/options").json
    body = {"ticket": started["ticket"], "name": "Mine", "credential": device.create(started["options"])}
    refused = signed_in(user).post("/api/user/passkey", json=body)
    assert (refused.status_code, refused.json["code"]) == (401, "ticketGone")
    assert new_client().post("/api/user/passkey", json=body).status_code == 401
