"""Adding people, editing, picturing and suspending them (specification section 6, Roles and permissions)."""

import re
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from sqlalchemy.orm import Session

from app.accounts.models import Invitation, MailLink, Role, User
from app.accounts.types import ANONYMOUS, OrganisationStatus, UserStatus
from app.events.models import EventLog
from app.extensions import db
from app.files.public import AttachmentKind, store_bytes
from app.kernel.mail import OutboxMail
from app.network.types import RelationshipLevel
from tests.factories.accounts import PASSWORD, OrganisationFactory, UserFactory, colleague_of, token_of
from tests.factories.messages import make_thread
from tests.factories.ncr import make_ncr
from tests.factories.network import relate
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


@pytest.fixture
def boss(session: Session) -> User:
    made: User = UserFactory(name="Rosa Meyer")
    return made


@pytest.fixture
def client(boss: User, signed_in: SignedIn) -> CheckedClient:
    return signed_in(boss)


def new_user(**given: Any) -> dict[str, Any]:
    return {"name": "Ann New", "email": "ann@new.example", "role": "Viewer", **given}


def details(**given: Any) -> dict[str, Any]:
    return {"name": "N", "jobTitle": "J", "email": "n@n.example", "phone": "1", "mobile": "2", **given}


def mails(template: str) -> list[OutboxMail]:
    return db.session.query(OutboxMail).filter_by(template=template).order_by(OutboxMail.id).all()


def role_with(boss: User, name: str, *permissions: str) -> Role:
    role = Role(organisation_id=boss.organisation_id, name=name, permissions=list(permissions))
    db.session.add(role)
    db.session.flush()
    return role


def test_a_colleague_is_invited(boss: User, client: CheckedClient) -> None:
    answer = client.post("/api/user", json=new_user())
    assert answer.status_code == 201
    assert {"name": "Ann New", "status": "INVITED", "role": "Viewer"}.items() <= answer.json.items()
    user = db.session.get_one(User, answer.json["id"])
    assert user.organisation_id == boss.organisation_id
    assert [mail.to_email for mail in mails("USERINVITE")] == ["ann@new.example"]
    assert "/acceptInvite/" in mails("USERINVITE")[0].text
    assert mails("USERINVITEDALERT") == []
    event = db.session.query(EventLog).filter_by(type="user.invited", subject_user_id=user.id).one()
    assert event.organisation_id == boss.organisation_id
    again = client.get("/api/user?myOrgOnly=true&search=ann").json
    assert [row["name"] for row in again] == ["Ann New"]


def test_the_same_key_invites_once(client: CheckedClient) -> None:
    first = client.post("/api/user", json=new_user(), headers={"Idempotency-Key": "k"})
    second = client.post("/api/user", json=new_user(), headers={"Idempotency-Key": "k"})
    assert first.json == second.json
    assert len(mails("USERINVITE")) == 1


@pytest.mark.parametrize(
    ("given", "field"),
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
def test_a_wrong_new_user_gets_a_sentence(client: CheckedClient, given: dict[str, Any], field: str) -> None:
    answer = client.post("/api/user", json=new_user(**given))
    assert answer.status_code == 422
    assert list(answer.json["fields"]) == [field]


def test_an_address_is_used_once(boss: User, client: CheckedClient) -> None:
    answer = client.post("/api/user", json=new_user(email=boss.email.upper()))
    assert answer.status_code == 422
    assert answer.json["fields"] == {"email": ["Email address already in use."]}


def test_adding_at_another_organisation_needs_a_relationship_above_none(
    boss: User, client: CheckedClient
) -> None:
    other = UserFactory()

    def ask(**more: Any) -> Any:
        return client.post("/api/user", json=new_user(organisationId=other.organisation_id, **more))

    assert ask().status_code == 403
    relationship = relate(boss.organisation_id, other.organisation_id, RelationshipLevel.NONE)
    assert ask().status_code == 403
    relationship.level = RelationshipLevel.EVALUATION
    assert ask(role="Super User").json["fields"]["role"]
    role_with(other, "People", "MANAGE_USERS")
    assert ask(role="People").status_code == 422
    answer = ask(role="Manager")
    assert answer.status_code == 201
    assert answer.json["mayResendInvite"] is True
    assert [mail.to_email for mail in mails("USERINVITEDALERT")] == [other.email]
    assert client.post(f"/api/user/{answer.json['id']}/resendInvite").status_code == 204
    assert client.post("/api/user", json=new_user(organisationId=987654321)).status_code == 404


def test_an_invited_supplier_may_get_a_super_user(boss: User, client: CheckedClient) -> None:
    supplier = OrganisationFactory(status=OrganisationStatus.INVITED)
    relationship = relate(boss.organisation_id, supplier.id)
    relationship.by_invitation = True
    body = new_user(organisationId=supplier.id, role="Super User")
    assert client.post("/api/user", json=body).status_code == 201
    assert [mail.to_email for mail in mails("SUPPLIERINVITE")] == ["ann@new.example"]


def test_the_roles_to_give(boss: User, client: CheckedClient) -> None:
    supplier = UserFactory()

    def ask(organisation_id: int) -> Any:
        return client.get(f"/api/organisation/{organisation_id}").json

    assert (ask(supplier.organisation_id)["roles"], ask(supplier.organisation_id)["mayAddUser"]) == (
        [],
        False,
    )
    relate(boss.organisation_id, supplier.organisation_id)
    assert ask(supplier.organisation_id)["roles"] == ["Manager", "Contributor", "Viewer"]
    assert ask(supplier.organisation_id)["mayAddUser"] is True
    assert ask(boss.organisation_id)["roles"] == ["Super User", "Manager", "Contributor", "Viewer"]
    body = client.get(f"/api/organisation/{boss.organisation_id}?i=roles").json
    assert set(body) & {"roles", "users", "address"} == {"roles"}


def test_own_details_are_everyones_own_role_nobodys(boss: User, signed_in: SignedIn) -> None:
    viewer = colleague_of(boss, role_name="Viewer")
    client = signed_in(viewer)
    own = details(email=viewer.email, role="Viewer")
    answer = client.put(f"/api/user/{viewer.id}", json=own)
    assert answer.status_code == 200
    assert client.put(f"/api/user/{viewer.id}", json=own).status_code == 200, "and nothing new is noted"
    assert {
        "jobTitle": "J",
        "phone": "1",
        "mobile": "2",
        "mayChangeRole": False,
    }.items() <= answer.json.items()
    assert mails("GENERAL") == []
    assert client.put(f"/api/user/{viewer.id}", json=details(role="Super User")).status_code == 403
    assert client.put(f"/api/user/{boss.id}", json=details()).status_code == 403
    assert db.session.query(EventLog).filter_by(type="user.updated", subject_user_id=viewer.id).count() == 1


@pytest.mark.parametrize("missing", ["name", "jobTitle", "email", "phone", "mobile"])
def test_details_are_required(boss: User, client: CheckedClient, missing: str) -> None:
    answer = client.put(f"/api/user/{boss.id}", json=details(**{missing: " "}))
    assert answer.status_code == 422
    assert list(answer.json["fields"]) == [missing]


def confirm(client: CheckedClient) -> int:
    """Open the newest link that confirms an address, and press its button; answers the status."""
    links = [found for mail in mails("GENERAL") for found in re.findall(r"/confirmEmail/([\w-]+)", mail.text)]
    assert client.get(f"/confirmEmail/{links[-1]}").status_code == 200
    return client.put(f"/api/user/confirmEmail/{links[-1]}").status_code


def test_ones_own_address_changes_when_its_link_is_opened(
    boss: User, client: CheckedClient, new_client: Callable[[], CheckedClient]
) -> None:
    before = boss.email
    other = UserFactory()
    path = f"/api/user/{boss.id}"
    taken = client.put(path, json=details(email=other.email, currentPassword=PASSWORD))
    assert taken.json["fields"] == {"email": ["Email address already in use."]}
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


def test_ones_own_address_needs_the_password(boss: User, client: CheckedClient) -> None:
    path = f"/api/user/{boss.id}"
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
    assert client.get(path).json["email"] == boss.email


def test_another_spelling_of_ones_own_address_needs_nothing(boss: User, client: CheckedClient) -> None:
    saved = client.put(f"/api/user/{boss.id}", json=details(email=boss.email.upper()))
    assert (saved.status_code, saved.json["email"].lower()) == (200, boss.email.lower())
    assert mails("GENERAL") == []


def test_only_the_newest_address_that_was_asked_for_can_be_confirmed(
    boss: User, client: CheckedClient
) -> None:
    path = f"/api/user/{boss.id}"
    for number in range(10):
        wanted = details(email=f"me{number}@new.example", currentPassword=PASSWORD)
        assert client.put(path, json=wanted).status_code == 200
    assert client.put(path, json=details(email="x@new.example", currentPassword=PASSWORD)).status_code == 429
    assert db.session.query(MailLink).filter_by(user_id=boss.id, used=None).count() == 1
    assert confirm(client) == 200
    assert client.get(path).json["email"] == "me9@new.example"


def test_a_colleagues_address_is_confirmed_by_its_owner(boss: User, client: CheckedClient) -> None:
    colleague = colleague_of(boss, role_name="Viewer")
    before, path = colleague.email, f"/api/user/{colleague.id}"
    saved = client.put(path, json=details(email="theirs@new.example", role="Viewer"))
    assert (saved.status_code, saved.json["email"]) == (200, before)
    assert [mail.to_email for mail in mails("GENERAL")] == ["theirs@new.example", before]
    assert confirm(client) == 200
    assert client.get(path).json["email"] == "theirs@new.example"


def test_an_invitation_follows_the_address(client: CheckedClient) -> None:
    user_id = client.post("/api/user", json=new_user(email="typo@new.example")).json["id"]
    old = db.session.query(MailLink).filter_by(user_id=user_id).one()
    client.put(f"/api/user/{user_id}", json=details(email="right@new.example", role="Viewer"))
    db.session.refresh(old)
    assert old.used is not None
    assert [mail.to_email for mail in mails("USERINVITE")] == ["typo@new.example", "right@new.example"]
    assert db.session.query(Invitation).filter_by(user_id=user_id).count() == 1


def test_the_last_super_user_stays_one(boss: User, client: CheckedClient, signed_in: SignedIn) -> None:
    second = colleague_of(boss)
    assert client.put(f"/api/user/{second.id}/suspended", json={"suspended": True}).status_code == 200
    helper = colleague_of(boss, role_name="Viewer")
    helper.role_id = role_with(boss, "All", "MANAGE_USERS", "MANAGE_ORGANISATION").id
    by_helper = signed_in(helper)
    refused = by_helper.put(f"/api/user/{boss.id}/suspended", json={"suspended": True})
    assert refused.status_code == 409
    assert "last active Super User" in refused.json["message"]
    assert by_helper.put(f"/api/user/{boss.id}", json=details(role="Viewer")).status_code == 409
    client.put(f"/api/user/{second.id}/suspended", json={"suspended": False})
    assert by_helper.put(f"/api/user/{boss.id}", json=details(role="Viewer")).status_code == 200
    assert client.put(f"/api/user/{second.id}/suspended", json={"suspended": True}).status_code == 403


def test_suspending_ends_sign_ins_at_once(boss: User, client: CheckedClient, signed_in: SignedIn) -> None:
    colleague = colleague_of(boss, role_name="Manager")
    theirs = signed_in(colleague)
    assert theirs.get("/api/session").status_code == 200
    answer = client.put(f"/api/user/{colleague.id}/suspended", json={"suspended": True})
    assert answer.json["status"] == "SUSPENDED"
    assert theirs.get("/api/session").status_code == 401
    answer = client.put(f"/api/user/{colleague.id}/suspended", json={"suspended": False})
    assert answer.json["status"] == "ACTIVE"
    assert theirs.get("/api/session").status_code == 401
    types = [event.type for event in db.session.query(EventLog).filter_by(subject_user_id=colleague.id)]
    assert [t for t in types if t in {"user.suspended", "user.reactivated"}] == [
        "user.suspended",
        "user.reactivated",
    ]


def test_what_somebody_has_made_stays_when_they_are_suspended(
    boss: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    colleague, supplier = colleague_of(boss, name="Cora Colleague"), UserFactory()
    relationship = relate(boss.organisation_id, supplier.organisation_id)
    thread = make_thread(colleague, [supplier])
    report = make_ncr(colleague, relationship.id)
    client.put(f"/api/user/{colleague.id}/suspended", json={"suspended": True})
    read = signed_in(supplier)
    [message] = read.get(f"/api/messageThread/{thread.id}").json["messages"]
    assert message["createdBy"]["name"] == "Cora Colleague"
    assert read.get(f"/api/ncr/{report.ncr.id}").json["createdBy"]["name"] == "Cora Colleague"
    assert client.get(f"/api/user/{colleague.id}").json["name"] == "Cora Colleague"


def test_who_is_not_suspended(boss: User, client: CheckedClient) -> None:
    invited = colleague_of(boss, status=UserStatus.INVITED)
    stranger = UserFactory()

    def put(user: User) -> int:
        return client.put(f"/api/user/{user.id}/suspended", json={"suspended": True}).status_code

    assert (put(boss), put(invited), put(stranger)) == (409, 409, 403) or put(boss) == 403
    assert client.put(f"/api/user/{boss.id}/suspended", json={"suspended": "perhaps"}).status_code == 422
    assert client.put(f"/api/user/{boss.id}/suspended", json={}).status_code == 422


def test_a_smaller_permission_never_becomes_the_greater_one(boss: User, signed_in: SignedIn) -> None:
    helper = colleague_of(boss, role_name="Viewer")
    helper.role_id = role_with(boss, "People", "MANAGE_USERS").id
    manager = colleague_of(boss, role_name="Manager")
    client = signed_in(helper)
    assert client.post("/api/user", json=new_user(role="Super User")).status_code == 403
    assert client.post("/api/user", json=new_user(role="Manager")).status_code == 201
    assert client.put(f"/api/user/{boss.id}", json=details(email="mine@evil.example")).status_code == 403
    assert client.put(f"/api/user/{boss.id}/suspended", json={"suspended": True}).status_code == 403
    assert client.put(f"/api/user/{manager.id}", json=details(role="Super User")).status_code == 403
    assert client.put(f"/api/user/{manager.id}", json=details(role="Viewer")).status_code == 200
    assert client.get(f"/api/user/{boss.id}").json["maySuspend"] is False


def test_a_role_change_holds_from_the_next_call(
    boss: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    colleague = colleague_of(boss, role_name="Viewer")
    theirs = signed_in(colleague)
    assert theirs.post("/api/user", json=new_user()).status_code == 403
    client.put(f"/api/user/{colleague.id}", json=details(role="Super User"))
    assert theirs.post("/api/user", json=new_user()).status_code == 201


def picture(user: User, kind: AttachmentKind = AttachmentKind.USERPICLARGE) -> int:
    out = BytesIO()
    Image.new("RGB", (64, 64), "teal").save(out, "PNG")
    made = store_bytes(
        organisation_id=user.organisation_id,
        user_id=user.id,
        filename="me.png",
        content=out.getvalue(),
        kind=kind,
    )
    return made.id


def test_a_picture_of_ones_own(boss: User, signed_in: SignedIn) -> None:
    viewer = colleague_of(boss, role_name="Viewer")
    client = signed_in(viewer)

    def put(user: User, file_id: int) -> Any:
        return client.put(f"/api/user/{user.id}/image", json={"attachmentId": file_id})

    attachment_id = picture(viewer)
    answer = put(viewer, attachment_id)
    assert answer.json["largePic"] == {"id": attachment_id}
    assert answer.json["picUrl"].startswith(f"/files/{attachment_id}?v=")
    shown = client.get(answer.json["picUrl"])
    assert shown.headers["Cache-Control"] == "private, max-age=31536000, immutable"
    assert signed_in(boss).get(f"/files/{attachment_id}").status_code == 200
    assert put(viewer, picture(viewer, AttachmentKind.COMPANYLOGO)).status_code == 422
    assert put(viewer, picture(boss)).status_code == 422
    assert put(viewer, 987654321).status_code == 422
    assert put(boss, picture(viewer)).status_code == 403
    assert put(UserFactory(), picture(viewer)).status_code == 403


def test_a_picture_that_browsers_cannot_draw_is_converted_whole(boss: User, client: CheckedClient) -> None:
    out = BytesIO()
    Image.new("RGB", (300, 100), "teal").save(out, "TIFF")
    sent = {"filename": "me.tiff", "size": len(out.getvalue()), "kind": "USERPICSOURCE"}
    started = client.post("/api/attachment/start", json=sent).json
    client.put(started["uploadUrl"], data=out.getvalue(), content_type="image/tiff")
    shown = client.get(f"/files/{started['id']}")
    assert Image.open(BytesIO(shown.data)).size == (300, 100)
    refused = client.put(f"/api/user/{boss.id}/image", json={"attachmentId": started["id"]})
    assert refused.status_code == 422


def test_a_users_load(boss: User, client: CheckedClient) -> None:
    boss.is_admin = True
    body = client.get(f"/api/user/{boss.id}").json
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
    assert token_of(boss)


def test_two_who_edit_the_same_person_keep_what_the_other_saved(
    boss: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    colleague = colleague_of(boss, role_name="Viewer")
    path = f"/api/user/{colleague.id}"
    seen = {
        "name": colleague.name,
        "jobTitle": "Buyer",
        "email": colleague.email,
        "phone": "1",
        "mobile": "2",
    }
    assert client.put(path, json=seen).status_code == 200
    given = seen | {"role": "Manager", "basedOn": seen | {"role": "Viewer"}}
    assert client.put(path, json=given | {"phone": "11"}).json["role"] == "Manager"
    theirs = signed_in(colleague)
    kept = theirs.put(path, json=seen | {"mobile": "22", "basedOn": seen}).json
    assert (kept["phone"], kept["mobile"], kept["role"]) == ("11", "22", "Manager")
    late = {**seen, "mobile": "33", "role": "Viewer", "basedOn": seen | {"role": "Viewer", "mobile": "22"}}
    assert client.put(path, json=late).json["role"] == "Manager", "left as it was seen"
    refused = client.put(path, json=late | {"phone": "12"})
    assert (refused.status_code, list(refused.json["fields"])) == (409, ["phone"])


def test_a_person_without_a_name_has_no_page(boss: User, client: CheckedClient) -> None:
    nameless = colleague_of(boss, name=ANONYMOUS)
    rows = client.get("/api/user", query_string={"myOrgOnly": True}).json
    assert {row["id"]: row["hasPage"] for row in rows} == {boss.id: True, nameless.id: False}
