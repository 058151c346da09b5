"""Roles: their permissions and members, and the users who may change them (product decisions, Roles and permissions)."""

from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import Role, User
from app.accounts.types import STANDARD_ROLES
from app.events.models import EventLog
from app.extensions import db
from app.kernel.http.auth import Permission
from tests.factories.accounts import OrganisationFactory, UserFactory, colleague_of
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


@pytest.fixture
def super_user(session: Session) -> User:
    user: User = UserFactory(name="Rosa Meyer")
    return user


@pytest.fixture
def client(super_user: User, signed_in: SignedIn) -> CheckedClient:
    return signed_in(super_user)


def roles(client: CheckedClient) -> dict[str, dict[str, Any]]:
    return {role["name"]: role for role in client.get("/api/role").json}


def test_new_organisation_has_four_roles(super_user: User, client: CheckedClient) -> None:
    colleague_of(super_user, role_name="Viewer", name="Vera")
    roles_by_name = roles(client)
    assert {name: set(role["permissions"]) for name, role in roles_by_name.items()} == {
        name: {p.value for p in permissions} for name, permissions in STANDARD_ROLES.items()
    }
    assert [user["name"] for user in roles_by_name["Super User"]["users"]] == ["Rosa Meyer"]
    assert [user["name"] for user in roles_by_name["Viewer"]["users"]] == ["Vera"]
    assert [(role["isFixed"], role["isOwn"]) for role in roles_by_name.values()] == [(True, True)] + [
        (False, False)
    ] * 3


def test_list_needs_constant_statements(super_user: User, client: CheckedClient) -> None:
    client.get("/api/role")
    few = client.statements
    for number in range(20):
        role = Role(organisation_id=super_user.organisation_id, name=f"R{number}", permissions=[])
        db.session.add(role)
        db.session.flush()
        colleague_of(super_user).role_id = role.id
    client.get("/api/role")
    assert client.statements == few <= 8


def test_role_is_created_changed_and_deleted(
    super_user: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    created = client.post("/api/role", json={"name": " Sender ", "permissions": ["SEND_RFX", "SEND_RFX"]})
    assert created.status_code == 201
    assert {"name": "Sender", "permissions": ["SEND_RFX"], "users": []}.items() <= created.json.items()
    colleague = colleague_of(super_user, role_name="Viewer")
    colleague.role_id = created.json["id"]
    colleague_client = signed_in(colleague)
    path = f"/api/role/{created.json['id']}"
    assert colleague_client.get("/api/session").json["permissions"] == ["SEND_RFX"]
    saved = client.put(path, json={"name": "Writer", "permissions": ["SEND_MESSAGES", "ANSWER_RFX"]})
    assert saved.json["permissions"] == ["ANSWER_RFX", "SEND_MESSAGES"]
    assert colleague_client.get("/api/session").json["permissions"] == ["ANSWER_RFX", "SEND_MESSAGES"]
    refused = client.delete(path)
    assert refused.status_code == 409
    assert "Writer is in use" in refused.json["message"]
    colleague.role_id = super_user.role_id
    assert client.delete(path).status_code == 204
    assert client.delete(path).status_code == 404
    assert db.session.query(EventLog).filter_by(type="organisation.updated").count() == 3


def test_permissions_removed_by_a_colleague_stay_removed(client: CheckedClient) -> None:
    created = client.post("/api/role", json={"name": "Sender", "permissions": ["SEND_RFX", "MANAGE_NCRS"]})
    path = f"/api/role/{created.json['id']}"
    original = {"name": "Sender", "permissions": ["SEND_RFX", "MANAGE_NCRS"]}
    assert client.put(path, json={"name": "Asker", "permissions": ["SEND_RFX"], "basedOn": original}).json[
        "permissions"
    ] == ["SEND_RFX"]
    own_version = {"name": "Sender", "permissions": ["SEND_RFX", "MANAGE_NCRS", "SEND_MESSAGES"]}
    saved = client.put(path, json=own_version | {"basedOn": original}).json
    assert (saved["name"], saved["permissions"]) == ("Asker", ["SEND_RFX", "SEND_MESSAGES"])
    both = client.put(path, json=own_version | {"name": "Writer", "basedOn": original})
    assert (both.status_code, both.json["code"], both.json["now"]) == (409, "stale", {"name": "Asker"})
    assert (
        client.put(path, json=own_version | {"name": "Writer", "basedOn": original | {"name": "Asker"}}).json[
            "name"
        ]
        == "Writer"
    )


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": "", "permissions": []}, "name"),
        ({"name": "x" * 201, "permissions": []}, "name"),
        ({"name": "VIEWER", "permissions": []}, "name"),
        ({"name": "X", "permissions": ["RULE_THE_WORLD"]}, "permissions.0"),
        ({"name": "X"}, "permissions"),
        ({"name": "X", "permissions": [], "isFixed": True}, "isFixed"),
    ],
)
def test_invalid_role_returns_a_sentence(client: CheckedClient, body: dict[str, Any], field: str) -> None:
    response = client.post("/api/role", json=body)
    assert response.status_code == 422
    assert [name.split(".")[0] for name in response.json["fields"]] == [field.split(".", maxsplit=1)[0]]
    viewer = roles(client)["Contributor"]["id"]
    assert client.put(f"/api/role/{viewer}", json=body).status_code == 422


def test_role_name_can_have_200_characters(client: CheckedClient) -> None:
    assert client.post("/api/role", json={"name": "x" * 200, "permissions": []}).status_code == 201


def test_super_user_role_cannot_be_changed(client: CheckedClient) -> None:
    path = f"/api/role/{roles(client)['Super User']['id']}"
    assert client.put(path, json={"name": "Boss", "permissions": []}).status_code == 409
    assert client.delete(path).status_code == 409


def test_roles_of_other_organisations_are_not_found(client: CheckedClient) -> None:
    other = OrganisationFactory()
    role_id = db.session.query(Role.id).filter_by(organisation_id=other.id, name="Viewer").scalar()
    assert client.put(f"/api/role/{role_id}", json={"name": "Mine", "permissions": []}).status_code == 404
    assert client.delete(f"/api/role/{role_id}").status_code == 404


def test_users_cannot_extend_roles_beyond_their_own_permissions(
    super_user: User, signed_in: SignedIn
) -> None:
    role = Role(
        organisation_id=super_user.organisation_id, name="Set-up", permissions=["MANAGE_ORGANISATION"]
    )
    db.session.add(role)
    db.session.flush()
    manager = colleague_of(super_user, role_name="Viewer")
    manager.role_id = role.id
    client = signed_in(manager)
    everything = [permission.value for permission in Permission]
    own = client.put(f"/api/role/{role.id}", json={"name": "Set-up", "permissions": everything})
    assert own.status_code == 403
    renamed = client.put(
        f"/api/role/{role.id}", json={"name": "Setup", "permissions": ["MANAGE_ORGANISATION"]}
    )
    assert renamed.json["name"] == "Setup"
    assert client.post("/api/role", json={"name": "All", "permissions": everything}).status_code == 403
    assert client.post("/api/role", json={"name": "Asks", "permissions": ["SEND_RFX"]}).status_code == 201


def test_everyone_reads_roles_and_only_managers_change_them(super_user: User, signed_in: SignedIn) -> None:
    client = signed_in(colleague_of(super_user, role_name="Manager"))
    assert len(roles(client)) == 4
    assert client.post("/api/role", json={"name": "X", "permissions": []}).status_code == 403
