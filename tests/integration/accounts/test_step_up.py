"""Confirming the user's identity before a sensitive change."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import SignIn, User
from app.accounts.types import OrganisationStatus
from app.events.models import EventLog
from app.extensions import db
from app.kernel.clock import shifted
from app.network.models import Relationship
from tests.factories.accounts import PASSWORD, OrganisationFactory, UserFactory, colleague_of, role_id
from tests.factories.network import RelationshipFactory
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

LATER = timedelta(minutes=11)


@pytest.fixture
def user(session: Session) -> User:
    created: User = UserFactory()
    return created


@pytest.fixture
def client(user: User, signed_in: SignedIn) -> CheckedClient:
    return signed_in(user)


def details_of(person: User, **changes: Any) -> dict[str, Any]:
    return {
        "name": person.name,
        "email": person.email,
        "jobTitle": "J",
        "phone": "1",
        "mobile": "2",
    } | changes


def add_user(_: User) -> tuple[str, str, Any]:
    return "POST", "/api/user", {"name": "Nia", "email": "nia@new.example", "role": "Super User"}


def change_role(user: User) -> tuple[str, str, Any]:
    colleague = colleague_of(user, role_name="Viewer")
    return "PUT", f"/api/user/{colleague.id}", details_of(colleague, role="Super User")


def remove_rights(user: User) -> tuple[str, str, Any]:
    colleague = colleague_of(user)
    return "PUT", f"/api/user/{colleague.id}", details_of(colleague, role="Viewer")


def change_email(user: User) -> tuple[str, str, Any]:
    colleague = colleague_of(user, role_name="Viewer")
    return "PUT", f"/api/user/{colleague.id}", details_of(colleague, email="nia@new.example")


def suspend(user: User) -> tuple[str, str, Any]:
    return "PUT", f"/api/user/{colleague_of(user).id}/suspended", {"suspended": True}


def create_role(_: User) -> tuple[str, str, Any]:
    return "POST", "/api/role", {"name": "Auditor", "permissions": []}


def save_role(user: User) -> tuple[str, str, Any]:
    viewer = role_id(user.organisation_id, "Viewer")
    return "PUT", f"/api/role/{viewer}", {"name": "Reader", "permissions": ["MANAGE_USERS"]}


def delete_role(user: User) -> tuple[str, str, Any]:
    return "DELETE", f"/api/role/{role_id(user.organisation_id, 'Viewer')}", None


def merge_suppliers(user: User) -> tuple[str, str, Any]:
    survivor, merged = (supplier_of(user).with_organisation_id for _ in range(2))
    return "POST", "/api/relationship/merge", {"survivorId": survivor, "goneId": merged}


def supplier_of(user: User) -> Relationship:
    supplier = OrganisationFactory(status=OrganisationStatus.INVITED)
    relationship: Relationship = RelationshipFactory(
        organisation_id=user.organisation_id, with_organisation_id=supplier.id, by_invitation=True
    )
    return relationship


SENSITIVE = [
    add_user, change_role, remove_rights, change_email, suspend, create_role, save_role, delete_role, merge_suppliers,
]  # fmt: skip
Request = Callable[[User], tuple[str, str, Any]]


@pytest.mark.parametrize("make_request", SENSITIVE, ids=lambda make: make.__name__)
def test_sensitive_change_needs_a_confirmation_after_ten_minutes(
    user: User, client: CheckedClient, make_request: Request
) -> None:
    method, path, body = make_request(user)
    with shifted(LATER):
        refused = client.open(path, method=method, json=body)
        assert (refused.status_code, refused.json["code"]) == (403, "stepUp")
        assert client.post("/api/session/stepUp", json={"currentPassword": PASSWORD}).status_code == 204
        assert client.open(path, method=method, json=body).status_code < 300
    with shifted(2 * LATER):
        assert client.post("/api/role", json={"name": "Late", "permissions": []}).json["code"] == "stepUp"


@pytest.mark.parametrize("make_request", SENSITIVE, ids=lambda make: make.__name__)
def test_fresh_sign_in_needs_no_confirmation(
    user: User, client: CheckedClient, make_request: Request
) -> None:
    method, path, body = make_request(user)
    with shifted(timedelta(minutes=9)):
        assert client.open(path, method=method, json=body).status_code < 300


def test_changes_without_rights_need_no_confirmation(user: User, client: CheckedClient) -> None:
    colleague = colleague_of(user, role_name="Viewer")
    with shifted(LATER):
        new = {"name": "Nia", "email": "nia@new.example", "role": "Viewer"}
        assert client.post("/api/user", json=new).status_code == 201
        path = f"/api/user/{colleague.id}"
        assert client.put(path, json=details_of(colleague, phone="3", role="Manager")).status_code == 200
        assert client.put(f"{path}/suspended", json={"suspended": True}).status_code == 200
        first, second = (supplier_of(user).with_organisation_id for _ in range(2))
        preview = {"survivorId": first, "goneId": second, "previewOnly": True}
        assert client.post("/api/relationship/merge", json=preview).status_code == 200


def test_confirmation_counts_only_in_its_own_sign_in(
    user: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    other = signed_in(user)
    with shifted(LATER):
        client.post("/api/session/stepUp", json={"currentPassword": PASSWORD})
        body = {"name": "Auditor", "permissions": []}
        assert other.post("/api/role", json=body).status_code == 403
        assert client.post("/api/role", json=body).status_code == 201


def test_sign_in_of_an_earlier_release_needs_a_confirmation(user: User, client: CheckedClient) -> None:
    db.session.query(SignIn).update({"assured_at": None})
    assert client.post("/api/role", json={"name": "Auditor", "permissions": []}).status_code == 403


def test_wrong_password_confirms_nothing_and_guesses_are_limited(user: User, client: CheckedClient) -> None:
    with shifted(LATER):
        wrong = client.post("/api/session/stepUp", json={"currentPassword": "wrong"})
        assert (wrong.status_code, list(wrong.json["fields"])) == (422, ["currentPassword"])
        assert client.post("/api/role", json={"name": "Auditor", "permissions": []}).status_code == 403
        body = {"currentPassword": "wrong"}
        statuses = [client.post("/api/session/stepUp", json=body).status_code for _ in range(11)]
        assert statuses[-1] == 429
    assert db.session.query(EventLog).filter_by(type="user.stepUp").count() == 0
