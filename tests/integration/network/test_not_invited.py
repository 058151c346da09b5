"""Imported suppliers whose contacts have not been invited: the filter, the list to pick from, and their invitations."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.models import Invitation, Organisation, User
from app.accounts.public import PersonValues
from app.kernel.mail.outbox import OutboxMail
from app.network.models import Relationship
from app.network.operations.invitations import resend_invitation
from app.network.operations.suppliers import InvitedSupplier, SupplierValues, add_invited_suppliers
from app.network.types import RelationshipLevel
from tests.factories.accounts import OrganisationFactory, UserFactory, actor_of
from tests.factories.merging import invite_supplier_of
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

INVITE = "/api/relationship/inviteMany"


@pytest.fixture
def buyer(session: Session) -> User:
    user: User = UserFactory(in_organisation=OrganisationFactory(name="Meridian Surgical"))
    return user


@pytest.fixture
def client(buyer: User, signed_in: SignedIn) -> CheckedClient:
    return signed_in(buyer)


def import_suppliers(buyer: User, *suppliers: tuple[str, *tuple[str, ...]]) -> list[User]:
    """Add suppliers with the e-mail addresses of their contacts, as an import does; return their first contacts."""
    added = add_invited_suppliers(
        actor=actor_of(buyer),
        suppliers=[
            InvitedSupplier(
                name=name,
                people=[PersonValues(name=f"{name} {n}", email=email) for n, email in enumerate(emails)],
                values=SupplierValues(level=RelationshipLevel.APPROVED, external_ref=f"N-{name}"),
            )
            for name, *emails in suppliers
        ],
    )
    return [each.users[0] for each in added if each.users]


def uninvited(client: CheckedClient, **query: Any) -> list[str]:
    response = client.get("/api/relationship/notInvited", query_string=query)
    assert response.status_code == 200, response.text
    return [row["organisationName"] for row in response.json]


def listed(client: CheckedClient) -> list[str]:
    return [row["name"] for row in client.get("/api/organisation?notInvited=true").json]


def picked(*contacts: User) -> list[dict[str, Any]]:
    return [{"userId": contact.id} for contact in contacts]


def test_suppliers_are_listed_until_their_first_invitation(
    client: CheckedClient, buyer: User, run_jobs: Callable[[], int]
) -> None:
    alpha, beta = import_suppliers(
        buyer, ("Alpha", "a@alpha.example", "b@alpha.example"), ("Beta", "a@beta.example"), ("Contactless",)
    )
    invited = {
        "organisationName": "Invited", "contactName": "Ina", "contactEmail": "ina@invited.example",
        "relationshipLevel": "Approved",
    }  # fmt: skip
    assert client.post("/api/relationship/invite", json=invited).status_code == 201
    assert listed(client) == ["Alpha", "Beta", "Contactless"]
    assert uninvited(client) == ["Alpha", "Beta"]
    [row] = client.get("/api/relationship/notInvited?search=alpha").json
    assert row == {
        "id": alpha.id, "name": "Alpha 0", "email": "a@alpha.example", "organisationId": alpha.organisation_id,
        "organisationName": "Alpha", "level": "Approved", "externalRef": "N-Alpha",
    }  # fmt: skip
    resend_invitation(actor=actor_of(buyer), user_id=beta.id)
    run_jobs()
    assert (listed(client), uninvited(client)) == (["Alpha", "Contactless"], ["Alpha"])


def test_search_finds_suppliers_contacts_and_own_numbers(client: CheckedClient, buyer: User) -> None:
    import_suppliers(buyer, ("Alpha", "a@alpha.example"), ("Beta", "a@beta.example"))
    assert uninvited(client, search="bet") == ["Beta"]
    assert uninvited(client, search="alpha 0") == ["Alpha"]
    assert uninvited(client, search="n-alp") == ["Alpha"]
    assert uninvited(client, search="nothing") == []
    assert uninvited(client, pageSize=1) == ["Alpha"]


def test_picked_contacts_get_one_mail_and_keep_their_relationship(
    session: Session, client: CheckedClient, buyer: User, run_jobs: Callable[[], int]
) -> None:
    alpha, beta = import_suppliers(buyer, ("Alpha", "a@alpha.example"), ("Beta", "a@beta.example"))
    new = {"organisationName": "New", "contactName": "Nia", "contactEmail": "nia@new.example"}
    started = client.post(
        INVITE,
        json={
            "rows": [*picked(alpha, beta), new],
            "relationshipLevel": "Evaluation",
            "message": "<p>Welcome</p>",
        },
    )
    assert started.status_code == 202, started.text
    run_jobs()
    job = client.get(f"/api/bulk/{started.json['bulkJobId']}").json
    assert job["counts"]["done"] == 3
    mails = session.execute(select(OutboxMail).where(OutboxMail.template == "SUPPLIERINVITE")).scalars().all()
    assert {mail.to_email for mail in mails} == {"a@alpha.example", "a@beta.example", "nia@new.example"}
    levels = select(Organisation.name, Relationship.level).join(
        Relationship, Relationship.with_organisation_id == Organisation.id
    ).where(Relationship.organisation_id == buyer.organisation_id).order_by(Organisation.name)  # fmt: skip
    assert [tuple(each) for each in session.execute(levels)] == [
        ("Alpha", RelationshipLevel.APPROVED), ("Beta", RelationshipLevel.APPROVED), ("New", RelationshipLevel.EVALUATION),
    ]  # fmt: skip
    messages = session.execute(select(Invitation.message_html)).scalars().all()
    assert messages == ["<p>Welcome</p>"] * 3
    assert uninvited(client) == []


def test_a_typed_address_of_an_imported_contact_invites_that_contact(
    session: Session, client: CheckedClient, buyer: User, run_jobs: Callable[[], int]
) -> None:
    [alpha] = import_suppliers(buyer, ("Alpha", "a@alpha.example"))
    typed = {"organisationName": "Alfa", "contactName": "Al", "contactEmail": " A@Alpha.example"}
    [checked] = client.post(f"{INVITE}/check", json={"rows": [typed]}).json["rows"]
    assert (checked["contact"]["id"], checked["contactEmail"], checked["match"]) == (alpha.id, None, None)
    started = client.post(INVITE, json={"rows": [typed], "relationshipLevel": "Evaluation"})
    assert started.status_code == 202, started.text
    run_jobs()
    invitation = session.execute(select(Invitation)).scalar_one()
    assert invitation.user_id == alpha.id
    assert uninvited(client) == []
    twice = client.post(f"{INVITE}/check", json={"rows": [*picked(alpha), typed]}).json["rows"]
    assert twice[0]["contactEmail"].startswith("This contact has been invited already")


def test_a_typed_address_and_the_picked_contact_are_one_row(client: CheckedClient, buyer: User) -> None:
    [alpha] = import_suppliers(buyer, ("Alpha", "a@alpha.example"))
    typed = {"organisationName": "Alfa", "contactName": "Al", "contactEmail": "a@alpha.example"}
    rows = client.post(f"{INVITE}/check", json={"rows": [*picked(alpha), typed]}).json["rows"]
    assert [row["contactEmail"] for row in rows] == [None, "This address is in row 1 too."]


def test_a_typed_address_of_a_contact_of_another_buyer_is_a_new_supplier(
    client: CheckedClient, buyer: User
) -> None:
    import_suppliers(UserFactory(), ("Foreign", "f@foreign.example"))
    typed = {"organisationName": "Foreign", "contactName": "Al", "contactEmail": "f@foreign.example"}
    [row] = client.post(f"{INVITE}/check", json={"rows": [typed]}).json["rows"]
    assert row["contact"] is None


def test_a_contact_that_was_invited_meanwhile_gets_no_second_mail(
    session: Session, client: CheckedClient, buyer: User, run_jobs: Callable[[], int]
) -> None:
    [alpha] = import_suppliers(buyer, ("Alpha", "a@alpha.example"))
    started = client.post(INVITE, json={"rows": picked(alpha), "relationshipLevel": "Evaluation"})
    resend_invitation(actor=actor_of(buyer), user_id=alpha.id)
    run_jobs()
    [row] = client.get(f"/api/bulk/{started.json['bulkJobId']}/row").json
    assert row["message"] == "This contact has been invited already, or is no longer in your network."
    assert len(session.execute(select(OutboxMail)).all()) == 1
    again = client.post(INVITE, json={"rows": picked(alpha), "relationshipLevel": "Evaluation"})
    assert again.status_code == 422
    assert again.json["message"].startswith("Row 1: This contact has been invited already")


def test_near_duplicates_of_picked_suppliers_are_shown(client: CheckedClient, buyer: User) -> None:
    twin = invite_supplier_of(buyer, "Calder & Sons Coatings")
    calder, alpha = import_suppliers(
        buyer, ("Calder and Sons Coating Ltd", "x@calder-new.example"), ("Alpha", "a@alpha.example")
    )
    response = client.post(f"{INVITE}/check", json={"rows": picked(calder, alpha)})
    first, second = response.json["rows"]
    assert (first["match"]["id"], first["match"]["isSimilar"]) == (twin.organisation.id, True)
    assert (second["match"], second["contactEmail"], second["contactName"]) == (None, None, None)
    assert response.json["sample"]["to"] == "x@calder-new.example"


def test_contacts_of_other_buyers_are_neither_listed_nor_invited(
    session: Session, client: CheckedClient, signed_in: SignedIn, buyer: User
) -> None:
    other = UserFactory()
    [foreign] = import_suppliers(other, ("Foreign", "f@foreign.example"))
    assert (uninvited(client), listed(client)) == ([], [])
    unknown = [{"userId": 987654321}]
    refusals = [
        client.post(INVITE, json={"rows": rows, "relationshipLevel": "Evaluation"}).json
        for rows in (picked(foreign), unknown)
    ]
    assert refusals[0] == refusals[1]
    assert refusals[0]["message"].startswith("Row 1: ")
    # A supplier that two buyers have imported is open for each of them until its own invitation.
    import_suppliers(buyer, ("Shared", "f@foreign.example"))
    resend_invitation(actor=actor_of(other), user_id=foreign.id)
    assert uninvited(client) == ["Foreign"]
    assert uninvited(signed_in(other)) == []
