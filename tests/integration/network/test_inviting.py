"""Inviting suppliers (specification section 2, Invite supplier; product decisions, Invitations)."""

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
from app.kernel.mail import OutboxMail
from app.network.models import Relationship
from app.network.types import RelationshipLevel
from tests.factories.accounts import OrganisationFactory, UserFactory, colleague_of
from tests.factories.network import relate
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


@pytest.fixture
def buyer(session: Session) -> User:
    made: User = UserFactory(name="Rosa Meyer", in_organisation=OrganisationFactory(name="The Buyer"))
    return made


@pytest.fixture
def client(buyer: User, signed_in: SignedIn) -> CheckedClient:
    return signed_in(buyer)


def invitation(**given: Any) -> dict[str, Any]:
    return {
        "contactName": "Jo Supplier",
        "contactEmail": "jo@lund.example",
        "organisationName": "Lund Medico",
        "relationshipLevel": "Approved",
        "testSupplier": False,
        **given,
    }


def last_mail() -> OutboxMail:
    mail = db.session.query(OutboxMail).order_by(OutboxMail.id.desc()).first()
    assert mail is not None
    return mail


def test_an_invitation_makes_organisation_user_relationship_and_mail(
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
    kept = db.session.query(Relationship).filter_by(organisation_id=buyer.organisation_id).one()
    assert (kept.with_organisation_id, kept.level, kept.by_invitation) == (organisation.id, "Approved", True)
    mail = last_mail()
    assert (mail.template, mail.to_email) == ("SUPPLIERINVITE", "jo@lund.example")
    assert "Welcome to" in mail.html
    assert "<script" not in mail.html
    assert client.get(f"/api/organisation/{organisation.id}").json["isTestOrganisation"] is True
    written = [event.type for event in db.session.query(EventLog).filter_by(relationship_id=kept.id)]
    assert {"relationship.created", "user.invited"} <= set(written)


@pytest.mark.parametrize(
    ("given", "field"),
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
def test_a_wrong_invitation_gets_a_sentence(client: CheckedClient, given: dict[str, Any], field: str) -> None:
    response = client.post("/api/relationship/invite", json=invitation(**given))
    assert response.status_code == 422
    assert list(response.json["fields"]) == [field]
    assert db.session.query(OutboxMail).count() == 0


def test_an_address_in_use_is_refused(buyer: User, client: CheckedClient) -> None:
    response = client.post("/api/relationship/invite", json=invitation(contactEmail=buyer.email.upper()))
    assert response.json["fields"] == {"contactEmail": ["Email address already in use."]}
    assert client.post("/api/relationship/invite", json=invitation()).status_code == 201
    again = client.post("/api/relationship/invite", json=invitation())
    assert again.json["fields"] == {"contactEmail": ["Email address already in use."]}


def test_a_likely_match_is_named_and_nobodys_address(client: CheckedClient) -> None:
    here = UserFactory(in_organisation=OrganisationFactory(name="Northfold"), email="ola@northfold.example")
    hidden = OrganisationFactory(name="Hidden", is_test_organisation=True)
    UserFactory(in_organisation=hidden, email="x@hidden.example")
    waiting = OrganisationFactory(name="Waiting", status=OrganisationStatus.INVITED)
    UserFactory(in_organisation=waiting, email="x@waiting.example")
    UserFactory(in_organisation=OrganisationFactory(name="Private"), email="someone@gmail.com")

    def ask(email: str, name: str) -> Any:
        query = {"email": email, "organisationName": name}
        return client.get("/api/relationship/match", query_string=query)

    found = [ask("new@NORTHFOLD.example", "Other"), ask("new@elsewhere.example", " northFOLD ")]
    for answer in found:
        assert answer.json["match"]["name"] == "Northfold"
        assert answer.json["match"]["state"] == "IN_DIRECTORY"
        assert answer.json["match"]["hasEmail"] is False
        assert here.email not in answer.text
        assert "@" not in answer.text
    for email, name in (
        ("new@hidden.example", "Hidden"),
        ("new@waiting.example", "Waiting"),
        ("new@gmail.com", "Nobody"),
        ("new@firm.example", "The Buyer"),
        ("", ""),
        ("not an address", "Nobody"),
    ):
        assert ask(email, name).json["match"] is None


def test_a_match_says_whether_it_was_invited_or_added_already(
    buyer: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    def ask(email: str = "", name: str = "", by: CheckedClient = client) -> Any:
        query = {"email": email, "organisationName": name}
        found = by.get("/api/relationship/match", query_string=query).json["match"]
        return (found["name"], found["state"], found["hasEmail"]) if found else None

    assert client.post("/api/relationship/invite", json=invitation()).status_code == 201
    test = invitation(contactEmail="t@gmail.com", organisationName="Try Ltd", testSupplier=True)
    assert client.post("/api/relationship/invite", json=test).status_code == 201
    assert ask(name="lund medico") == ("Lund Medico", "INVITED", False)
    assert ask("else@lund.example") == ("Lund Medico", "INVITED", False)
    assert ask("JO@lund.example", "Other") == ("Lund Medico", "INVITED", True)
    assert ask("t@gmail.com") == ("Try Ltd", "INVITED", True), "the inviter knows the address"
    added = UserFactory(in_organisation=OrganisationFactory(name="Added"), email="a@added.example")
    free = UserFactory(in_organisation=OrganisationFactory(name="Added"), email="f@gmail.com")
    relate(buyer.organisation_id, added.organisation_id)
    assert ask("x@added.example") == ("Added", "IN_NETWORK", False)
    assert ask(name="Added") == ("Added", "IN_NETWORK", False), "before another one of the same name"
    assert ask("a@added.example") == ("Added", "IN_NETWORK", True)
    assert ask(free.email) is None, "whose address at a public provider it is, is nobody's to learn"
    stranger = signed_in(UserFactory())
    for email, name in (("jo@lund.example", "Lund Medico"), ("t@gmail.com", "Try Ltd")):
        assert ask(email, name, stranger) is None


def test_a_kept_message_is_signed_by_who_sends_it(
    buyer: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    text = "<p>Rosa Meyersson says hello.</p><p>Kind regards,<br>Rosa Meyer</p>"
    body = invitation(message=text, saveMessage=True)
    assert client.post("/api/relationship/invite", json=body).status_code == 201
    assert "Rosa Meyer<" in last_mail().html
    other = signed_in(colleague_of(buyer, name="Dan <b> O'Hara", role_name="Manager"))
    assert _offered(other) == (
        "<p>Rosa Meyersson says hello.</p><p>Kind regards,<br>Dan &lt;b&gt; O'Hara</p>"
    )
    assert _offered(client) == text


def _offered(client: CheckedClient) -> str:
    """The message that the page of an invitation begins with."""
    found = re.search(r'"message":("(?:[^"\\]|\\.)*")', client.get("/organisations/invite").text)
    assert found is not None
    message: str = json.loads(found[1])
    return message


def test_the_message_for_next_time_is_one_for_all(
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
    assert _offered(colleague) == "<p>First</p>"
    assert send("Second", True).status_code == 201
    assert _offered(colleague) == "<p>Second</p>"
    assert "Second" not in signed_in(UserFactory()).get(page).text


def test_who_sends_an_invitation_again(buyer: User, client: CheckedClient, signed_in: SignedIn) -> None:
    made = client.post("/api/relationship/invite", json=invitation()).json
    supplier = made["withOrganisation"]["id"]
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


def test_an_ended_relationship_is_told_as_such(buyer: User, client: CheckedClient) -> None:
    kept = relate(buyer.organisation_id, UserFactory().organisation_id)
    assert client.put(f"/api/relationship/{kept.id}/level", json={"level": "None"}).status_code == 200
    mail = last_mail()
    assert "The Buyer ended its relationship with you" in mail.subject + mail.text
    assert "Your organisation is no longer a supplier of The Buyer." in mail.text
    assert "None" not in mail.text


def test_the_level_reaches_the_other_end_by_mail_alone(
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
    theirs = signed_in(supplier)
    for address in (
        f"/api/organisation/{buyer.organisation_id}",
        "/api/organisation",
        "/api/eventLog",
        f"/api/user/{buyer.id}",
        "/api/user",
    ):
        answer = theirs.get(address).text
        assert "Preferred" not in answer, address
        assert "Thank you" not in answer, address
    count = db.session.query(OutboxMail).count()
    assert client.put(path, json={"level": "Preferred"}).status_code == 200
    assert db.session.query(OutboxMail).count() == count


def test_a_message_with_a_level_that_a_colleague_has_set_already_is_not_dropped_in_silence(
    buyer: User, client: CheckedClient
) -> None:
    supplier = UserFactory()
    relationship = relate(buyer.organisation_id, supplier.organisation_id, RelationshipLevel.EVALUATION)
    path = f"/api/relationship/{relationship.id}/level"
    first = {"level": "Approved", "message": "Welcome."}
    assert client.put(path, json=first).status_code == 200
    late = client.put(path, json={"level": "Approved", "message": "Please send us the certificate."})
    assert late.status_code == 409
    assert late.json["errors"] == [
        "This supplier is at the level Approved already. Nothing was changed, so your message was not sent to anybody."
    ]
    assert client.put(path, json=first).status_code == 200, "the same once more, whose answer was lost"
    assert "Welcome." in last_mail().text


def test_who_invited_an_organisation_does_not_invite_the_people_whom_it_adds_itself(
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


def test_other_organisations_are_not_told_who_administers_the_platform(
    buyer: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    admin = UserFactory(is_admin=True)
    path = f"/api/user/{admin.id}"
    assert client.get(path).json["authorities"] == []
    assert "ROLE_ADMIN" not in client.get(f"/contacts/{admin.id}").text
    assert signed_in(admin).get(path).json["authorities"] == ["ROLE_ADMIN"]
