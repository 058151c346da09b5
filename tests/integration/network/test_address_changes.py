"""Changes of e-mail addresses, which the owner of the new address confirms."""

import re
from collections.abc import Callable

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import Invitation, MailLink, User
from app.extensions import db
from tests.factories.accounts import PASSWORD, UserFactory, colleague_of
from tests.factories.people import details, mails, new_user
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


@pytest.fixture
def super_user(session: Session) -> User:
    user: User = UserFactory(name="Rosa Meyer")
    return user


@pytest.fixture
def client(super_user: User, signed_in: SignedIn) -> CheckedClient:
    return signed_in(super_user)


def confirm(client: CheckedClient) -> int:
    """Open the newest confirmation link, confirm the address and return the status code."""
    links = [token for mail in mails("GENERAL") for token in re.findall(r"/confirmEmail/([\w-]+)", mail.text)]
    assert client.get(f"/confirmEmail/{links[-1]}").status_code == 200
    return client.put(f"/api/user/confirmEmail/{links[-1]}").status_code


def test_own_address_changes_when_its_link_is_opened(
    super_user: User, client: CheckedClient, new_client: Callable[[], CheckedClient]
) -> None:
    before = super_user.email
    other = UserFactory()
    path = f"/api/user/{super_user.id}"
    rejected = client.put(path, json=details(email=other.email, currentPassword=PASSWORD))
    assert rejected.json["fields"] == {"email": ["Email address already in use."]}
    saved = client.put(path, json=details(name="Rosa", email="me@new.example", currentPassword=PASSWORD))
    assert (saved.status_code, saved.json["email"], saved.json["name"]) == (200, before, "Rosa")
    assert [(mail.to_email, "me@new.example" in mail.text) for mail in mails("GENERAL")] == [
        ("me@new.example", True),
        (before, True),
    ]
    new_client().sign_in(before, PASSWORD)
    assert confirm(new_client()) == 200
    assert mails("GENERAL")[-1].to_email == before
    assert client.get(path).json["email"] == "me@new.example"
    new_client().sign_in("me@new.example", PASSWORD)
    refused = new_client().post("/api/session", json={"email": before, "password": PASSWORD})
    assert refused.status_code == 401
    assert confirm(new_client()) == 404


def test_own_address_change_needs_the_password(super_user: User, client: CheckedClient) -> None:
    path = f"/api/user/{super_user.id}"
    without = client.put(path, json=details(email="me@new.example"))
    assert without.json["fields"] == {
        "currentPassword": ["Enter your current password to change your e-mail address."]
    }
    for _ in range(9):
        wrong = client.put(path, json=details(email="me@new.example", currentPassword="wrong"))
        assert wrong.json["fields"] == {"currentPassword": ["This is not your current password."]}
    right = client.put(path, json=details(email="me@new.example", currentPassword=PASSWORD))
    assert right.status_code == 429
    guess = {"currentPassword": "guess", "password": "A brand-new secret 7"}
    assert client.put("/api/user/password", json=guess).status_code == 429
    assert mails("GENERAL") == []
    assert client.get(path).json["email"] == super_user.email


def test_case_change_of_own_address_needs_no_confirmation(super_user: User, client: CheckedClient) -> None:
    saved = client.put(f"/api/user/{super_user.id}", json=details(email=super_user.email.upper()))
    assert (saved.status_code, saved.json["email"].lower()) == (200, super_user.email.lower())
    assert mails("GENERAL") == []


def test_only_the_newest_requested_address_can_be_confirmed(super_user: User, client: CheckedClient) -> None:
    path = f"/api/user/{super_user.id}"
    for number in range(10):
        body = details(email=f"me{number}@new.example", currentPassword=PASSWORD)
        assert client.put(path, json=body).status_code == 200
    assert client.put(path, json=details(email="x@new.example", currentPassword=PASSWORD)).status_code == 429
    assert db.session.query(MailLink).filter_by(user_id=super_user.id, used=None).count() == 1
    assert confirm(client) == 200
    assert client.get(path).json["email"] == "me9@new.example"


def test_colleagues_address_is_confirmed_by_its_owner(super_user: User, client: CheckedClient) -> None:
    colleague = colleague_of(super_user, role_name="Viewer")
    before, path = colleague.email, f"/api/user/{colleague.id}"
    saved = client.put(path, json=details(email="theirs@new.example", role="Viewer"))
    assert (saved.status_code, saved.json["email"]) == (200, before)
    assert [mail.to_email for mail in mails("GENERAL")] == ["theirs@new.example", before]
    assert confirm(client) == 200
    assert client.get(path).json["email"] == "theirs@new.example"


def test_invitation_is_resent_to_a_changed_address(client: CheckedClient) -> None:
    user_id = client.post("/api/user", json=new_user(email="typo@new.example")).json["id"]
    old = db.session.query(MailLink).filter_by(user_id=user_id).one()
    client.put(f"/api/user/{user_id}", json=details(email="right@new.example", role="Viewer"))
    db.session.refresh(old)
    assert old.used is not None
    assert [mail.to_email for mail in mails("USERINVITE")] == ["typo@new.example", "right@new.example"]
    assert db.session.query(Invitation).filter_by(user_id=user_id).count() == 1
