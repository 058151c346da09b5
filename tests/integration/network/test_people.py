"""Adding, editing and suspending people, and their pictures (specification section 6, Roles and permissions)."""

from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from sqlalchemy.orm import Session

from app.accounts.models import Organisation, Role, User
from app.accounts.types import ADMINISTRATIVE, ANONYMOUS, OrganisationStatus, UserStatus
from app.events.models import EventLog
from app.extensions import db
from app.files.public import AttachmentKind, store_bytes
from app.network.types import RelationshipLevel
from tests.factories.accounts import OrganisationFactory, UserFactory, colleague_of, token_of
from tests.factories.messages import make_thread
from tests.factories.ncr import make_ncr
from tests.factories.network import relate
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


def role_with(super_user: User, name: str, *permissions: str) -> Role:
    role = Role(organisation_id=super_user.organisation_id, name=name, permissions=list(permissions))
    db.session.add(role)
    db.session.flush()
    return role


def test_colleague_is_invited_by_mail(super_user: User, client: CheckedClient) -> None:
    response = client.post("/api/user", json=new_user())
    assert response.status_code == 201
    assert {"name": "Ann New", "status": "INVITED", "role": "Viewer"}.items() <= response.json.items()
    user = db.session.get_one(User, response.json["id"])
    assert user.organisation_id == super_user.organisation_id
    assert [mail.to_email for mail in mails("USERINVITE")] == ["ann@new.example"]
    assert "/acceptInvite/" in mails("USERINVITE")[0].text
    assert mails("USERINVITEDALERT") == []
    event = db.session.query(EventLog).filter_by(type="user.invited", subject_user_id=user.id).one()
    assert event.organisation_id == super_user.organisation_id
    again = client.get("/api/user?myOrgOnly=true&search=ann").json
    assert [row["name"] for row in again] == ["Ann New"]


def test_same_key_invites_once(client: CheckedClient) -> None:
    first = client.post("/api/user", json=new_user(), headers={"Idempotency-Key": "k"})
    second = client.post("/api/user", json=new_user(), headers={"Idempotency-Key": "k"})
    assert first.json == second.json
    assert len(mails("USERINVITE")) == 1


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": "  "}, "name"),
        ({"name": "x" * 201}, "name"),
        ({"email": "abc"}, "email"),
        ({"email": ""}, "email"),
        ({"email": "\u0430nn@new.example"}, "email"),
        ({"role": "Emperor"}, "role"),
        ({"role": ""}, "role"),
        ({"salary": 5}, "salary"),
        ({"organisationId": "x"}, "organisationId"),
    ],
)
def test_invalid_new_user_returns_a_sentence(
    client: CheckedClient, changes: dict[str, Any], field: str
) -> None:
    response = client.post("/api/user", json=new_user(**changes))
    assert response.status_code == 422
    assert list(response.json["fields"]) == [field]


def test_address_can_be_used_once(super_user: User, client: CheckedClient) -> None:
    response = client.post("/api/user", json=new_user(email=super_user.email.upper()))
    assert response.status_code == 422
    assert response.json["fields"] == {"email": ["Email address already in use."]}


def test_adding_at_another_organisation_needs_a_relationship_above_none(
    super_user: User, client: CheckedClient
) -> None:
    other = UserFactory()

    def add_user(**more: Any) -> Any:
        return client.post("/api/user", json=new_user(organisationId=other.organisation_id, **more))

    assert add_user().status_code == 403
    relationship = relate(super_user.organisation_id, other.organisation_id, RelationshipLevel.NONE)
    assert add_user().status_code == 403
    relationship.level = RelationshipLevel.EVALUATION
    assert add_user(role="Super User").json["fields"]["role"]
    role_with(other, "People", "MANAGE_USERS")
    assert add_user(role="People").status_code == 422
    response = add_user(role="Manager")
    assert response.status_code == 201
    assert response.json["mayResendInvite"] is True
    assert [mail.to_email for mail in mails("USERINVITEDALERT")] == [other.email]
    assert client.post(f"/api/user/{response.json['id']}/resendInvite").status_code == 204
    assert client.post("/api/user", json=new_user(organisationId=987654321)).status_code == 404


def test_invited_supplier_can_get_a_super_user(super_user: User, client: CheckedClient) -> None:
    supplier = OrganisationFactory(status=OrganisationStatus.INVITED)
    relationship = relate(super_user.organisation_id, supplier.id)
    relationship.by_invitation = True
    body = new_user(organisationId=supplier.id, role="Super User")
    assert client.post("/api/user", json=body).status_code == 201
    assert [mail.to_email for mail in mails("SUPPLIERINVITE")] == ["ann@new.example"]


def test_assignable_roles_depend_on_the_relationship(super_user: User, client: CheckedClient) -> None:
    supplier = UserFactory()

    def load(organisation_id: int) -> Any:
        return client.get(f"/api/organisation/{organisation_id}").json

    assert (load(supplier.organisation_id)["roles"], load(supplier.organisation_id)["mayAddUser"]) == (
        [],
        False,
    )
    relate(super_user.organisation_id, supplier.organisation_id)
    assert load(supplier.organisation_id)["roles"] == ["Manager", "Contributor", "Viewer"]
    assert load(supplier.organisation_id)["mayAddUser"] is True
    assert load(super_user.organisation_id)["roles"] == ["Super User", "Manager", "Contributor", "Viewer"]
    body = client.get(f"/api/organisation/{super_user.organisation_id}?i=roles").json
    assert set(body) & {"roles", "users", "address"} == {"roles"}


def test_users_edit_their_own_details_but_not_their_role(super_user: User, signed_in: SignedIn) -> None:
    viewer = colleague_of(super_user, role_name="Viewer")
    client = signed_in(viewer)
    own = details(email=viewer.email, role="Viewer")
    response = client.put(f"/api/user/{viewer.id}", json=own)
    assert response.status_code == 200
    assert client.put(f"/api/user/{viewer.id}", json=own).status_code == 200, (
        "the second save records no event"
    )
    assert {
        "jobTitle": "J",
        "phone": "1",
        "mobile": "2",
        "mayChangeRole": False,
    }.items() <= response.json.items()
    assert mails("GENERAL") == []
    assert client.put(f"/api/user/{viewer.id}", json=details(role="Super User")).status_code == 403
    assert client.put(f"/api/user/{super_user.id}", json=details()).status_code == 403
    assert db.session.query(EventLog).filter_by(type="user.updated", subject_user_id=viewer.id).count() == 1


@pytest.mark.parametrize("missing", ["name", "jobTitle", "email", "phone", "mobile"])
def test_details_are_required(super_user: User, client: CheckedClient, missing: str) -> None:
    response = client.put(f"/api/user/{super_user.id}", json=details(**{missing: " "}))
    assert response.status_code == 422
    assert list(response.json["fields"]) == [missing]


def test_last_super_user_cannot_be_suspended_or_demoted(
    super_user: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    second = colleague_of(super_user)
    assert client.put(f"/api/user/{second.id}/suspended", json={"suspended": True}).status_code == 200
    manager = colleague_of(super_user, role_name="Viewer")
    manager.role_id = role_with(super_user, "All", *(each.value for each in ADMINISTRATIVE)).id
    manager_client = signed_in(manager)
    refused = manager_client.put(f"/api/user/{super_user.id}/suspended", json={"suspended": True})
    assert refused.status_code == 409
    assert "last active Super User" in refused.json["message"]
    assert manager_client.put(f"/api/user/{super_user.id}", json=details(role="Viewer")).status_code == 409
    client.put(f"/api/user/{second.id}/suspended", json={"suspended": False})
    assert manager_client.put(f"/api/user/{super_user.id}", json=details(role="Viewer")).status_code == 200
    assert client.put(f"/api/user/{second.id}/suspended", json={"suspended": True}).status_code == 403


def test_suspending_ends_sessions_immediately(
    super_user: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    colleague = colleague_of(super_user, role_name="Manager")
    colleague_client = signed_in(colleague)
    assert colleague_client.get("/api/session").status_code == 200
    response = client.put(f"/api/user/{colleague.id}/suspended", json={"suspended": True})
    assert response.json["status"] == "SUSPENDED"
    assert colleague_client.get("/api/session").status_code == 401
    response = client.put(f"/api/user/{colleague.id}/suspended", json={"suspended": False})
    assert response.json["status"] == "ACTIVE"
    assert colleague_client.get("/api/session").status_code == 401
    types = [event.type for event in db.session.query(EventLog).filter_by(subject_user_id=colleague.id)]
    assert [t for t in types if t in {"user.suspended", "user.reactivated"}] == [
        "user.suspended",
        "user.reactivated",
    ]


def test_suspended_user_remains_the_author(
    super_user: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    colleague, supplier = colleague_of(super_user, name="Cora Colleague"), UserFactory()
    relationship = relate(super_user.organisation_id, supplier.organisation_id)
    thread = make_thread(colleague, [supplier])
    report = make_ncr(colleague, relationship.id)
    client.put(f"/api/user/{colleague.id}/suspended", json={"suspended": True})
    reader = signed_in(supplier)
    [message] = reader.get(f"/api/messageThread/{thread.id}").json["messages"]
    assert message["createdBy"]["name"] == "Cora Colleague"
    assert reader.get(f"/api/ncr/{report.ncr.id}").json["createdBy"]["name"] == "Cora Colleague"
    assert client.get(f"/api/user/{colleague.id}").json["name"] == "Cora Colleague"


def test_suspending_own_invited_or_foreign_users_is_rejected(super_user: User, client: CheckedClient) -> None:
    invited = colleague_of(super_user, status=UserStatus.INVITED)
    stranger = UserFactory()

    def put(user: User) -> int:
        return client.put(f"/api/user/{user.id}/suspended", json={"suspended": True}).status_code

    assert (put(super_user), put(invited), put(stranger)) == (409, 409, 403) or put(super_user) == 403
    assert (
        client.put(f"/api/user/{super_user.id}/suspended", json={"suspended": "perhaps"}).status_code == 422
    )
    assert client.put(f"/api/user/{super_user.id}/suspended", json={}).status_code == 422


def test_manage_users_cannot_grant_greater_permissions(super_user: User, signed_in: SignedIn) -> None:
    helper = colleague_of(super_user, role_name="Viewer")
    helper.role_id = role_with(super_user, "People", "MANAGE_USERS").id
    manager = colleague_of(super_user, role_name="Manager")
    client = signed_in(helper)
    assert client.post("/api/user", json=new_user(role="Super User")).status_code == 403
    assert client.post("/api/user", json=new_user(role="Manager")).status_code == 201
    assert (
        client.put(f"/api/user/{super_user.id}", json=details(email="mine@evil.example")).status_code == 403
    )
    assert client.put(f"/api/user/{super_user.id}/suspended", json={"suspended": True}).status_code == 403
    assert client.put(f"/api/user/{manager.id}", json=details(role="Super User")).status_code == 403
    assert client.put(f"/api/user/{manager.id}", json=details(role="Viewer")).status_code == 200
    assert client.get(f"/api/user/{super_user.id}").json["maySuspend"] is False


def test_role_change_applies_to_the_next_request(
    super_user: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    colleague = colleague_of(super_user, role_name="Viewer")
    colleague_client = signed_in(colleague)
    assert colleague_client.post("/api/user", json=new_user()).status_code == 403
    client.put(f"/api/user/{colleague.id}", json=details(role="Super User"))
    assert colleague_client.post("/api/user", json=new_user()).status_code == 201


def store_picture(user: User, kind: AttachmentKind = AttachmentKind.USERPICLARGE) -> int:
    out = BytesIO()
    Image.new("RGB", (64, 64), "teal").save(out, "PNG")
    stored = store_bytes(
        organisation_id=user.organisation_id,
        user_id=user.id,
        filename="me.png",
        content=out.getvalue(),
        kind=kind,
    )
    return stored.id


def test_users_set_their_own_picture(super_user: User, signed_in: SignedIn) -> None:
    viewer = colleague_of(super_user, role_name="Viewer")
    client = signed_in(viewer)

    def put(user: User, file_id: int) -> Any:
        return client.put(f"/api/user/{user.id}/image", json={"attachmentId": file_id})

    attachment_id = store_picture(viewer)
    response = put(viewer, attachment_id)
    assert response.json["largePic"] == {"id": attachment_id}
    assert response.json["picUrl"].startswith(f"/files/{attachment_id}?v=")
    shown = client.get(response.json["picUrl"])
    assert shown.headers["Cache-Control"] == "private, max-age=31536000, immutable"
    assert signed_in(super_user).get(f"/files/{attachment_id}").status_code == 200
    assert put(viewer, store_picture(viewer, AttachmentKind.COMPANYLOGO)).status_code == 422
    assert put(viewer, store_picture(super_user)).status_code == 422
    assert put(viewer, 987654321).status_code == 422
    assert put(super_user, store_picture(viewer)).status_code == 403
    assert put(UserFactory(), store_picture(viewer)).status_code == 403


def test_undisplayable_picture_is_converted_to_full_size(super_user: User, client: CheckedClient) -> None:
    out = BytesIO()
    Image.new("RGB", (300, 100), "teal").save(out, "TIFF")
    sent = {"filename": "me.tiff", "size": len(out.getvalue()), "kind": "USERPICSOURCE"}
    started = client.post("/api/attachment/start", json=sent).json
    client.put(started["uploadUrl"], data=out.getvalue(), content_type="image/tiff")
    shown = client.get(f"/files/{started['id']}")
    assert Image.open(BytesIO(shown.data)).size == (300, 100)
    refused = client.put(f"/api/user/{super_user.id}/image", json={"attachmentId": started["id"]})
    assert refused.status_code == 422


def test_user_response_depends_on_the_viewer(super_user: User, client: CheckedClient) -> None:
    super_user.is_admin = True
    body = client.get(f"/api/user/{super_user.id}").json
    assert {
        "type": "USER",
        "authorities": ["ROLE_ADMIN"],
        "largePic": None,
        "pictures": [],
    }.items() <= body.items()
    assert body["roles"] == ["Super User", "Manager", "Contributor", "Viewer"]
    assert (body["mayEdit"], body["maySuspend"]) == (True, False)
    stranger = client.get(f"/api/user/{UserFactory().id}").json
    assert (stranger["mayEdit"], stranger["roles"]) == (False, [])
    assert token_of(super_user)


def test_concurrent_edits_of_a_person_are_merged(
    super_user: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    colleague = colleague_of(super_user, role_name="Viewer")
    path = f"/api/user/{colleague.id}"
    original = {
        "name": colleague.name,
        "jobTitle": "Buyer",
        "email": colleague.email,
        "phone": "1",
        "mobile": "2",
    }
    assert client.put(path, json=original).status_code == 200
    changed = original | {"role": "Manager", "basedOn": original | {"role": "Viewer"}}
    assert client.put(path, json=changed | {"phone": "11"}).json["role"] == "Manager"
    colleague_client = signed_in(colleague)
    merged = colleague_client.put(path, json=original | {"mobile": "22", "basedOn": original}).json
    assert (merged["phone"], merged["mobile"], merged["role"]) == ("11", "22", "Manager")
    late = {
        **original,
        "mobile": "33",
        "role": "Viewer",
        "basedOn": original | {"role": "Viewer", "mobile": "22"},
    }
    assert client.put(path, json=late).json["role"] == "Manager", "an unchanged field keeps the stored value"
    refused = client.put(path, json=late | {"phone": "12"})
    assert (refused.status_code, list(refused.json["fields"])) == (409, ["phone"])


def test_contact_without_a_name_has_no_page(super_user: User, client: CheckedClient) -> None:
    nameless = colleague_of(super_user, name=ANONYMOUS)
    rows = client.get("/api/user", query_string={"myOrgOnly": True}).json
    assert {row["id"]: row["hasPage"] for row in rows} == {super_user.id: True, nameless.id: False}


def test_own_time_zone_is_a_choice_and_the_organisations_without_one(
    super_user: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    organisation = db.session.get_one(Organisation, super_user.organisation_id)
    organisation.time_zone = "Europe/London"
    db.session.flush()
    path = f"/api/user/{super_user.id}"
    own = details(email=super_user.email)

    def saved(**changes: Any) -> tuple[str | None, str | None]:
        user = client.put(path, json=own | changes).json
        return user["timeZone"], user["organisationTimeZone"]

    assert saved() == (None, "Europe/London")
    assert saved(timeZone="Asia/Tokyo") == ("Asia/Tokyo", "Europe/London")
    assert saved() == ("Asia/Tokyo", "Europe/London"), "a request without a zone keeps it"
    stranger = signed_in(UserFactory()).get(path).json
    assert (stranger["timeZone"], stranger["organisationTimeZone"]) == (None, None)
    assert saved(timeZone="") == (None, "Europe/London")
    refused = client.put(path, json=own | {"timeZone": "Mars/Olympus"})
    assert refused.status_code == 422
    assert refused.json["fields"] == {"timeZone": ["Choose a time zone from the list."]}
