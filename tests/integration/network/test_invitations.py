"""Invitations of suppliers (specification section 2, Invite supplier; product decisions, Invitations)."""

import json
import re
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import Invitation, Organisation, Role, User
from app.accounts.types import OrganisationStatus, UserStatus
from app.events.models import EventLog
from app.extensions import db
from app.kernel.clock import now
from app.kernel.mail.outbox import OutboxMail
from app.network.models import Relationship
from app.network.types import RelationshipLevel
from tests.factories.accounts import OrganisationFactory, UserFactory, colleague_of
from tests.factories.network import relate
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


@pytest.fixture
def buyer(session: Session) -> User:
    user: User = UserFactory(name="Rosa Meyer", in_organisation=OrganisationFactory(name="The Buyer"))
    return user


@pytest.fixture
def client(buyer: User, signed_in: SignedIn) -> CheckedClient:
    return signed_in(buyer)


def invitation(**changes: Any) -> dict[str, Any]:
    return {
        "contactName": "Jo Supplier",
        "contactEmail": "jo@lund.example",
        "organisationName": "Lund Medico",
        "relationshipLevel": "Approved",
        "testSupplier": False,
        **changes,
    }


def last_mail() -> OutboxMail:
    mail = db.session.query(OutboxMail).order_by(OutboxMail.id.desc()).first()
    assert mail is not None
    return mail


def test_invitation_creates_organisation_user_relationship_and_mail(
    buyer: User, client: CheckedClient
) -> None:
    response = client.post(
        "/api/relationship/invite",
        json=invitation(message="<p>Welcome to <b>us</b><script>x</script></p>", testSupplier=True),
    )
    assert response.status_code == 201
    assert response.json["level"] == "Approved"
    organisation = db.session.get_one(Organisation, response.json["withOrganisation"]["id"])
    assert (organisation.name, organisation.status) == ("Lund Medico", OrganisationStatus.INVITED)
    user = db.session.query(User).filter_by(organisation_id=organisation.id).one()
    assert (user.name, user.email, user.status) == ("Jo Supplier", "jo@lund.example", UserStatus.INVITED)
    assert db.session.get_one(Role, user.role_id).name == "Super User"
    assert db.session.query(Role).filter_by(organisation_id=organisation.id).count() == 4
    relationship = db.session.query(Relationship).filter_by(organisation_id=buyer.organisation_id).one()
    assert (relationship.with_organisation_id, relationship.level, relationship.by_invitation) == (
        organisation.id,
        "Approved",
        True,
    )
    mail = last_mail()
    assert (mail.template, mail.to_email) == ("SUPPLIERINVITE", "jo@lund.example")
    assert "Welcome to" in mail.html
    assert "<script" not in mail.html
    assert client.get(f"/api/organisation/{organisation.id}").json["isTestOrganisation"] is True
    event_types = [
        event.type for event in db.session.query(EventLog).filter_by(relationship_id=relationship.id)
    ]
    assert {"relationship.created", "user.invited"} <= set(event_types)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"contactName": " "}, "contactName"),
        ({"contactEmail": "abc"}, "contactEmail"),
        ({"organisationName": ""}, "organisationName"),
        ({"organisationName": "x" * 201}, "organisationName"),
        ({"relationshipLevel": "None"}, "relationshipLevel"),
        ({"relationshipLevel": "Best"}, "relationshipLevel"),
        ({"status": "CONFIRMED"}, "status"),
    ],
)
def test_invalid_invitation_returns_a_sentence(
    client: CheckedClient, changes: dict[str, Any], field: str
) -> None:
    response = client.post("/api/relationship/invite", json=invitation(**changes))
    assert response.status_code == 422
    assert list(response.json["fields"]) == [field]
    assert db.session.query(OutboxMail).count() == 0


def test_address_in_use_is_rejected(buyer: User, client: CheckedClient) -> None:
    response = client.post("/api/relationship/invite", json=invitation(contactEmail=buyer.email.upper()))
    assert response.json["fields"] == {"contactEmail": ["Email address already in use."]}
    assert client.post("/api/relationship/invite", json=invitation()).status_code == 201
    again = client.post("/api/relationship/invite", json=invitation())
    assert again.json["fields"] == {"contactEmail": ["Email address already in use."]}


def test_match_is_named_without_addresses(client: CheckedClient) -> None:
    member = UserFactory(in_organisation=OrganisationFactory(name="Northfold"), email="ola@northfold.example")
    hidden = OrganisationFactory(name="Hidden", is_test_organisation=True)
    UserFactory(in_organisation=hidden, email="x@hidden.example")
    waiting = OrganisationFactory(name="Waiting", status=OrganisationStatus.INVITED)
    UserFactory(in_organisation=waiting, email="x@waiting.example")
    UserFactory(in_organisation=OrganisationFactory(name="Private"), email="someone@gmail.com")

    def find_match(email: str, name: str) -> Any:
        query = {"email": email, "organisationName": name}
        return client.get("/api/relationship/match", query_string=query)

    responses = [
        find_match("new@NORTHFOLD.example", "Other"),
        find_match("new@elsewhere.example", " northFOLD "),
    ]
    for response in responses:
        assert response.json["match"]["name"] == "Northfold"
        assert response.json["match"]["state"] == "IN_DIRECTORY"
        assert response.json["match"]["hasEmail"] is False
        assert member.email not in response.text
        assert "@" not in response.text
    for email, name in (
        ("new@hidden.example", "Hidden"),
        ("new@waiting.example", "Waiting"),
        ("new@gmail.com", "Nobody"),
        ("new@firm.example", "The Buyer"),
        ("", ""),
        ("not an address", "Nobody"),
    ):
        assert find_match(email, name).json["match"] is None


def test_match_shows_whether_it_is_invited_or_in_the_network(
    buyer: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    def find_match(email: str = "", name: str = "", by_client: CheckedClient = client) -> Any:
        query = {"email": email, "organisationName": name}
        match = by_client.get("/api/relationship/match", query_string=query).json["match"]
        return (match["name"], match["state"], match["hasEmail"]) if match else None

    assert client.post("/api/relationship/invite", json=invitation()).status_code == 201
    test = invitation(contactEmail="t@gmail.com", organisationName="Try Ltd", testSupplier=True)
    assert client.post("/api/relationship/invite", json=test).status_code == 201
    assert find_match(name="lund medico") == ("Lund Medico", "INVITED", False)
    assert find_match("else@lund.example") == ("Lund Medico", "INVITED", False)
    assert find_match("JO@lund.example", "Other") == ("Lund Medico", "INVITED", True)
    assert find_match("t@gmail.com") == ("Try Ltd", "INVITED", True), "the inviter entered this address"
    added = UserFactory(in_organisation=OrganisationFactory(name="Added"), email="a@added.example")
    free = UserFactory(in_organisation=OrganisationFactory(name="Added"), email="f@gmail.com")
    relate(buyer.organisation_id, added.organisation_id)
    assert find_match("x@added.example") == ("Added", "IN_NETWORK", False)
    assert find_match(name="Added") == ("Added", "IN_NETWORK", False), (
        "it comes before another organisation with the same name"
    )
    assert find_match("a@added.example") == ("Added", "IN_NETWORK", True)
    assert find_match(free.email) is None, "addresses at public providers are never disclosed"
    stranger = signed_in(UserFactory())
    for email, name in (("jo@lund.example", "Lund Medico"), ("t@gmail.com", "Try Ltd")):
        assert find_match(email, name, stranger) is None


def test_saved_message_is_signed_by_its_sender(
    buyer: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    text = "<p>Rosa Meyersson says hello.</p><p>Kind regards,<br>Rosa Meyer</p>"
    body = invitation(message=text, saveMessage=True)
    assert client.post("/api/relationship/invite", json=body).status_code == 201
    assert "Rosa Meyer<" in last_mail().html
    other = signed_in(colleague_of(buyer, name="Dan <b> O'Hara", role_name="Manager"))
    assert _suggested_message(other) == (
        "<p>Rosa Meyersson says hello.</p><p>Kind regards,<br>Dan &lt;b&gt; O'Hara</p>"
    )
    assert _suggested_message(client) == text


def _suggested_message(client: CheckedClient) -> str:
    """Return the initial message of the invitation page."""
    match = re.search(r'"message":("(?:[^"\\]|\\.)*")', client.get("/organisations/invite").text)
    assert match is not None
    message: str = json.loads(match[1])
    return message


def test_saved_message_is_shared_by_the_organisation(
    buyer: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    page = "/organisations/invite"
    assert re.search(r"Kind regards,.{1,20}Rosa", client.get(page).text)

    def send(text: str, keep: bool) -> Any:
        return client.post(
            "/api/relationship/invite",
            json=invitation(contactEmail=f"{text}@lund.example", message=f"<p>{text}</p>", saveMessage=keep),
        )

    assert send("First", True).status_code == 201
    assert send("Only-once", False).status_code == 201
    colleague = signed_in(colleague_of(buyer, role_name="Manager"))
    assert _suggested_message(colleague) == "<p>First</p>"
    assert send("Second", True).status_code == 201
    assert _suggested_message(colleague) == "<p>Second</p>"
    assert "Second" not in signed_in(UserFactory()).get(page).text


def test_invitation_is_resent_only_by_allowed_users_until_accepted(
    buyer: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    relationship = client.post("/api/relationship/invite", json=invitation()).json
    supplier = relationship["withOrganisation"]["id"]
    user = db.session.query(User).filter_by(organisation_id=supplier).one()
    path = f"/api/user/{user.id}/resendInvite"
    before = db.session.query(OutboxMail).count()
    assert client.post(path).status_code == 204
    assert db.session.query(OutboxMail).count() == before + 1
    assert (last_mail().template, last_mail().to_email) == ("SUPPLIERINVITE", user.email)
    assert client.get(f"/api/user/{user.id}").json["mayResendInvite"] is True
    manager = signed_in(colleague_of(buyer, role_name="Manager"))
    assert manager.post(path).status_code == 403
    assert manager.get(f"/api/user/{user.id}").json["mayResendInvite"] is False
    assert signed_in(UserFactory()).post(path).status_code == 404
    user.status = UserStatus.ACTIVE
    db.session.get_one(Organisation, supplier).status = OrganisationStatus.CONFIRMED
    db.session.query(Invitation).filter_by(user_id=user.id).one().accepted = now()
    db.session.flush()
    late = client.post(path)
    assert (late.status_code, late.json["errors"]) == (409, ["This invitation has been accepted already."])


def test_ended_relationship_is_mailed_as_ended(buyer: User, client: CheckedClient) -> None:
    relationship = relate(buyer.organisation_id, UserFactory().organisation_id)
    assert client.put(f"/api/relationship/{relationship.id}/level", json={"level": "None"}).status_code == 200
    mail = last_mail()
    assert "The Buyer ended its relationship with you" in mail.subject + mail.text
    assert "Your organisation is no longer a supplier of The Buyer." in mail.text
    assert "None" not in mail.text


def test_supplier_learns_the_level_only_by_mail(
    buyer: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    supplier = UserFactory()
    relationship = relate(buyer.organisation_id, supplier.organisation_id, RelationshipLevel.EVALUATION)
    path = f"/api/relationship/{relationship.id}/level"
    saved = client.put(path, json={"level": "Preferred", "message": "Thank you <b>all</b>\r\nfor 2026"})
    assert (saved.json["level"], saved.json["message"]) == ("Preferred", "Thank you <b>all</b>\nfor 2026")
    mail = last_mail()
    assert (mail.template, mail.to_email) == ("RELATIONSHIPUPDATED", supplier.email)
    assert "Preferred" in mail.text
    assert re.search("Thank you &lt;b&gt;all&lt;/b&gt;</p>\\s*<p[^>]*>for 2026</p>", mail.html)
    supplier_client = signed_in(supplier)
    for address in (
        f"/api/organisation/{buyer.organisation_id}",
        "/api/organisation",
        "/api/eventLog",
        f"/api/user/{buyer.id}",
        "/api/user",
    ):
        text = supplier_client.get(address).text
        assert "Preferred" not in text, address
        assert "Thank you" not in text, address
    count = db.session.query(OutboxMail).count()
    assert client.put(path, json={"level": "Preferred"}).status_code == 200
    assert db.session.query(OutboxMail).count() == count


def test_message_with_an_unchanged_level_is_rejected(buyer: User, client: CheckedClient) -> None:
    supplier = UserFactory()
    relationship = relate(buyer.organisation_id, supplier.organisation_id, RelationshipLevel.EVALUATION)
    path = f"/api/relationship/{relationship.id}/level"
    first = {"level": "Approved", "message": "Welcome."}
    assert client.put(path, json=first).status_code == 200
    late = client.put(path, json={"level": "Approved", "message": "Please send us the certificate."})
    assert late.status_code == 409
    assert late.json["errors"] == [
        "This supplier is at the level Approved already. Nothing was changed, so your message was not sent."
    ]
    assert client.put(path, json=first).status_code == 200, "a repeated request whose response was lost"
    assert "Welcome." in last_mail().text


def test_inviter_cannot_resend_invitations_of_the_supplier(
    buyer: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    supplier = UserFactory()
    relate(buyer.organisation_id, supplier.organisation_id).by_invitation = True
    added = signed_in(supplier).post(
        "/api/user", json={"name": "New Colleague", "email": "new@supplier.example", "role": "Viewer"}
    )
    path = f"/api/user/{added.json['id']}"
    assert client.get(path).json["mayResendInvite"] is False
    count = db.session.query(OutboxMail).count()
    assert client.post(f"{path}/resendInvite").status_code == 403
    assert db.session.query(OutboxMail).count() == count
    assert signed_in(supplier).post(f"{path}/resendInvite").status_code == 204


def test_platform_admins_are_not_visible_to_other_organisations(
    buyer: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    admin = UserFactory(is_admin=True)
    path = f"/api/user/{admin.id}"
    assert client.get(path).json["authorities"] == []
    assert "ROLE_ADMIN" not in client.get(f"/contacts/{admin.id}").text
    assert signed_in(admin).get(path).json["authorities"] == ["ROLE_ADMIN"]
