"""Roles: what each allows, who has it, and who may change that (product decisions, Roles and permissions)."""

from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import Role, User
from app.accounts.types import STANDARD_ROLES
from app.events.models import EventLog
from app.extensions import db
from app.kernel.auth import Permission
from tests.factories.accounts import OrganisationFactory, UserFactory, colleague_of
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


@pytest.fixture
def boss(session: Session) -> User:
    made: User = UserFactory(name="Rosa Meyer")
    return made


@pytest.fixture
def client(boss: User, signed_in: SignedIn) -> CheckedClient:
    return signed_in(boss)


def roles(client: CheckedClient) -> dict[str, dict[str, Any]]:
    return {role["name"]: role for role in client.get("/api/role").json}


def test_a_new_organisation_has_four(boss: User, client: CheckedClient) -> None:
    colleague_of(boss, role_name="Viewer", name="Vera")
    found = roles(client)
    assert {name: set(role["permissions"]) for name, role in found.items()} == {
        name: {p.value for p in permissions} for name, permissions in STANDARD_ROLES.items()
    }
    assert [user["name"] for user in found["Super User"]["users"]] == ["Rosa Meyer"]
    assert [user["name"] for user in found["Viewer"]["users"]] == ["Vera"]
    assert [(role["isFixed"], role["isOwn"]) for role in found.values()] == [(True, True)] + [
        (False, False)
    ] * 3


def test_the_list_costs_the_same_for_many(boss: User, client: CheckedClient) -> None:
    client.get("/api/role")
    few = client.statements
    for number in range(20):
        role = Role(organisation_id=boss.organisation_id, name=f"R{number}", permissions=[])
        db.session.add(role)
        db.session.flush()
        colleague_of(boss).role_id = role.id
    client.get("/api/role")
    assert client.statements == few <= 8


def test_a_role_is_made_changed_and_removed(boss: User, client: CheckedClient, signed_in: SignedIn) -> None:
    made = client.post("/api/role", json={"name": " Sender ", "permissions": ["SEND_RFX", "SEND_RFX"]})
    assert made.status_code == 201
    assert {"name": "Sender", "permissions": ["SEND_RFX"], "users": []}.items() <= made.json.items()
    colleague = colleague_of(boss, role_name="Viewer")
    colleague.role_id = made.json["id"]
    theirs = signed_in(colleague)
    path = f"/api/role/{made.json['id']}"
    assert theirs.get("/api/session").json["permissions"] == ["SEND_RFX"]
    saved = client.put(path, json={"name": "Writer", "permissions": ["SEND_MESSAGES", "ANSWER_RFX"]})
    assert saved.json["permissions"] == ["ANSWER_RFX", "SEND_MESSAGES"]
    assert theirs.get("/api/session").json["permissions"] == ["ANSWER_RFX", "SEND_MESSAGES"]
    refused = client.delete(path)
    assert refused.status_code == 409
    assert "Writer is in use" in refused.json["message"]
    colleague.role_id = boss.role_id
    assert client.delete(path).status_code == 204
    assert client.delete(path).status_code == 404
    assert db.session.query(EventLog).filter_by(type="organisation.updated").count() == 3


def test_nobody_gives_back_what_a_colleague_has_just_taken_from_a_role(client: CheckedClient) -> None:
    made = client.post("/api/role", json={"name": "Sender", "permissions": ["SEND_RFX", "MANAGE_NCRS"]})
    path = f"/api/role/{made.json['id']}"
    seen = {"name": "Sender", "permissions": ["SEND_RFX", "MANAGE_NCRS"]}
    assert client.put(path, json={"name": "Asker", "permissions": ["SEND_RFX"], "basedOn": seen}).json[
        "permissions"
    ] == ["SEND_RFX"]
    mine = {"name": "Sender", "permissions": ["SEND_RFX", "MANAGE_NCRS", "SEND_MESSAGES"]}
    saved = client.put(path, json=mine | {"basedOn": seen}).json
    assert (saved["name"], saved["permissions"]) == ("Asker", ["SEND_RFX", "SEND_MESSAGES"])
    both = client.put(path, json=mine | {"name": "Writer", "basedOn": seen})
    assert (both.status_code, both.json["code"], both.json["now"]) == (409, "stale", {"name": "Asker"})
    assert (
        client.put(path, json=mine | {"name": "Writer", "basedOn": seen | {"name": "Asker"}}).json["name"]
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
def test_a_wrong_role_gets_a_sentence(client: CheckedClient, body: dict[str, Any], field: str) -> None:
    response = client.post("/api/role", json=body)
    assert response.status_code == 422
    assert [name.split(".")[0] for name in response.json["fields"]] == [field.split(".", maxsplit=1)[0]]
    viewer = roles(client)["Contributor"]["id"]
    assert client.put(f"/api/role/{viewer}", json=body).status_code == 422


def test_a_role_has_a_name_as_long_as_any_other(client: CheckedClient) -> None:
    assert client.post("/api/role", json={"name": "x" * 200, "permissions": []}).status_code == 201


def test_the_super_user_never_changes(client: CheckedClient) -> None:
    path = f"/api/role/{roles(client)['Super User']['id']}"
    assert client.put(path, json={"name": "Boss", "permissions": []}).status_code == 409
    assert client.delete(path).status_code == 409


def test_roles_belong_to_one_organisation(client: CheckedClient) -> None:
    other = OrganisationFactory()
    role_id = db.session.query(Role.id).filter_by(organisation_id=other.id, name="Viewer").scalar()
    assert client.put(f"/api/role/{role_id}", json={"name": "Mine", "permissions": []}).status_code == 404
    assert client.delete(f"/api/role/{role_id}").status_code == 404


def test_nobody_makes_their_own_role_or_another_one_greater(boss: User, signed_in: SignedIn) -> None:
    role = Role(organisation_id=boss.organisation_id, name="Set-up", permissions=["MANAGE_ORGANISATION"])
    db.session.add(role)
    db.session.flush()
    helper = colleague_of(boss, role_name="Viewer")
    helper.role_id = role.id
    client = signed_in(helper)
    everything = [permission.value for permission in Permission]
    own = client.put(f"/api/role/{role.id}", json={"name": "Set-up", "permissions": everything})
    assert own.status_code == 403
    renamed = client.put(
        f"/api/role/{role.id}", json={"name": "Setup", "permissions": ["MANAGE_ORGANISATION"]}
    )
    assert renamed.json["name"] == "Setup"
    assert client.post("/api/role", json={"name": "All", "permissions": everything}).status_code == 403
    assert client.post("/api/role", json={"name": "Asks", "permissions": ["SEND_RFX"]}).status_code == 201


def test_everyone_reads_the_roles_and_few_change_them(boss: User, signed_in: SignedIn) -> None:
    client = signed_in(colleague_of(boss, role_name="Manager"))
    assert len(roles(client)) == 4
    assert client.post("/api/role", json={"name": "X", "permissions": []}).status_code == 403
