"""Running of a plan and its undo: exactly the plan, without mails, and back only what nothing has touched."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.accounts.models import Organisation, Role, User
from app.accounts.types import OrganisationStatus
from app.events.models import EventLog
from app.kernel.mail.outbox import OutboxMail
from app.network.models import KnownContact, Relationship, RelationshipTag, Tag
from tests.factories.accounts import OrganisationFactory, UserFactory
from tests.factories.network import RelationshipFactory, relate
from tests.factories.supplier_imports import planned
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

RunJobs = Callable[[], int]
TABLES = (Organisation, Role, User, Relationship, KnownContact, Tag, RelationshipTag)


@pytest.fixture
def buyer(session: Session) -> Any:
    return UserFactory(name="Ann Buyer", in_organisation=OrganisationFactory(name="Northwind"))


@pytest.fixture
def client(buyer: Any, signed_in: SignedIn) -> CheckedClient:
    return signed_in(buyer)


def sizes(session: Session) -> list[int]:
    return [session.execute(select(func.count()).select_from(table)).scalar_one() for table in TABLES]


def relationship_of(session: Session, buyer: Any, name: str) -> Relationship:
    stmt = select(Relationship).join(Organisation, Organisation.id == Relationship.with_organisation_id)
    return session.execute(
        stmt.where(Organisation.name == name, Relationship.organisation_id == buyer.organisation_id)
    ).scalar_one()


def test_suppliers_are_created_with_their_contacts_and_without_mails(
    buyer: Any, client: CheckedClient, session: Session, run_jobs: RunJobs
) -> None:
    imported = planned(
        client, run_jobs,
        ("1001", "Bauer Ventile GmbH", "Deutschland", "Köln", "DE136695976", "Max Bauer", "max@bauer.example", "Freigegeben", "steel, Valves"),
        ("1002", "Officina Rossi", "IT", "Torino"),
    )  # fmt: skip
    assert imported.counts() == {"CREATE": 2}
    job = imported.run()
    assert (job["state"], job["counts"]["done"]) == ("DONE", 2), imported.job_rows()
    assert session.query(OutboxMail).count() == 0
    relationship = relationship_of(session, buyer, "Bauer Ventile GmbH")
    organisation = session.get_one(Organisation, relationship.with_organisation_id)
    assert (relationship.level, relationship.external_ref, relationship.by_invitation) == (
        "Approved", "1001", True,
    )  # fmt: skip
    assert (organisation.status, organisation.address_country, organisation.tax_id_number) == (
        OrganisationStatus.INVITED, "DEU", "DE136695976",
    )  # fmt: skip
    contact = session.query(User).filter_by(organisation_id=organisation.id).one()
    assert (contact.name, contact.email, contact.status) == ("Max Bauer", "max@bauer.example", "INVITED")
    page = client.get(f"/api/organisation/{organisation.id}").json
    assert [tag["name"] for tag in page["tags"]] == ["steel", "Valves"]
    assert [user["email"] for user in page["users"]] == ["max@bauer.example"]
    feed = session.query(EventLog).filter_by(type="relationship.imported", relationship_id=None).one()
    assert (feed.args["created"], feed.args["updated"], feed.args["added"]) == (2, 0, 0)
    journal = client.get(f"/api/eventLog?relationshipId={relationship.id}").json
    assert [event["type"] for event in journal] == ["relationship.imported"]
    resent = client.post(f"/api/user/{contact.id}/resendInvite", json={})
    assert resent.status_code in {200, 204}, resent.text
    assert session.query(OutboxMail).count() == 1


def test_second_run_of_the_same_file_changes_nothing(
    client: CheckedClient, session: Session, run_jobs: RunJobs
) -> None:
    rows = [
        ("1001", "Bauer Ventile GmbH", "DE", "Köln", "", "Max Bauer", "max@bauer.example", "", "steel"),
        ("", "Officina Rossi", "IT", "Torino", "", "", "info@rossi.example"),
    ]
    planned(client, run_jobs, *rows).run()
    before = sizes(session)
    again = planned(client, run_jobs, *rows)
    assert again.counts() == {"SAME": 2}
    assert again.start().json["message"] == "Nothing in this plan changes your network."
    assert sizes(session) == before


def test_undo_restores_the_database(
    buyer: Any, client: CheckedClient, session: Session, run_jobs: RunJobs
) -> None:
    calder = UserFactory(
        in_organisation=OrganisationFactory(name="Calder Coatings"), email="jo@calder.example"
    )
    planned(client, run_jobs, ("7", "Old Name", "AT", "Graz", "", "", "old@alt.example")).run()
    before = sizes(session)
    relationship = relationship_of(session, buyer, "Old Name")
    imported = planned(
        client, run_jobs,
        ("7", "New Name", "AT", "Wien", "", "Eva Neu", "eva@alt.example", "Preferred", "fast"),
        ("8", "Calder Coatings", "", "", "", "", "jo@calder.example", "Approved", "paint"),
        ("9", "Brand New", "FR", "Lyon", "", "Luc", "luc@neuf.example", "", "fast"),
    )  # fmt: skip
    assert imported.counts() == {"UPDATE": 1, "ADD": 1, "CREATE": 1}
    differences = [
        (each["field"], each["beforeText"], each["afterText"])
        for each in imported.row("New Name")["differences"]
    ]
    assert differences == [
        ("Level", "Evaluation", "Preferred"),
        ("Name", "Old Name", "New Name"),
        ("City", "Graz", "Wien"),
    ]
    imported.run()
    assert imported.results() == {"UPDATE": 1, "ADD": 1, "CREATE": 1}
    session.expire_all()
    assert session.get_one(Organisation, relationship.with_organisation_id).name == "New Name"
    assert session.query(OutboxMail).count() == 0
    assert calder.organisation_id
    job = imported.undo()
    assert (job["state"], job["counts"]["undone"], job["counts"]["notUndone"]) == ("UNDONE", 3, 0)
    session.expire_all()
    assert sizes(session) == before
    assert relationship_of(session, buyer, "Old Name").level == "Evaluation"


def test_undo_keeps_later_changes(
    buyer: Any, client: CheckedClient, session: Session, run_jobs: RunJobs
) -> None:
    imported = planned(
        client, run_jobs,
        ("1", "Invited Since", "FR", "", "", "Luc", "luc@since.example"),
        ("2", "Level Since", "FR", "", "", "Luc", "luc@level.example"),
        ("3", "Tag Since", "FR", "", "", "Luc", "luc@tag.example"),
        ("4", "Related Since", "FR", "", "", "Luc", "luc@related.example"),
        ("5", "Asked Since", "FR", "", "", "Luc", "luc@asked.example"),
        ("6", "Untouched", "FR", "", "", "Luc", "luc@untouched.example"),
    )  # fmt: skip
    imported.run()
    of = {name: relationship_of(session, buyer, name) for name in (
        "Invited Since", "Level Since", "Tag Since", "Related Since", "Asked Since", "Untouched",
    )}  # fmt: skip
    contact = session.query(User).filter_by(email="luc@since.example").one()
    client.post(f"/api/user/{contact.id}/resendInvite", json={})
    client.put(f"/api/relationship/{of['Level Since'].id}/level", json={"level": "Approved"})
    client.put(f"/api/relationship/{of['Tag Since'].id}/tags", json={"tags": ["late"]})
    RelationshipFactory(
        organisation_id=UserFactory().organisation_id,
        with_organisation_id=of["Related Since"].with_organisation_id,
    )
    message = {
        "type": "MESSAGE", "subject": "Hello", "html": "<p>Hello</p>",
        "toOrganisationIds": [of["Asked Since"].with_organisation_id],
    }  # fmt: skip
    assert client.post("/api/messageThread", json=message).status_code == 201
    organisation_ids = [each.with_organisation_id for each in of.values()]
    job = imported.undo()
    assert (job["counts"]["undone"], job["counts"]["notUndone"]) == (1, 5)
    messages = {row["label"]: row["message"] for row in imported.job_rows() if row["outcome"] == "NOT_UNDONE"}
    assert set(messages.values()) == {"This supplier was used or changed since the import, so it stays."}
    left = session.execute(select(Organisation.name).where(Organisation.id.in_(organisation_ids))).scalars()
    assert sorted(left) == ["Asked Since", "Invited Since", "Level Since", "Related Since", "Tag Since"]


def test_plan_of_a_changed_network_is_made_again(
    buyer: Any, client: CheckedClient, session: Session, run_jobs: RunJobs
) -> None:
    imported = planned(client, run_jobs, ("1", "Brand New", "FR", "", "", "Luc", "luc@neuf.example"))
    supplier = UserFactory(in_organisation=OrganisationFactory(name="Neuf SA"), email="info@neuf.example")
    relate(buyer.organisation_id, supplier.organisation_id)
    session.flush()
    refused = imported.start()
    assert (refused.status_code, refused.json["code"]) == (409, "stale")
    run_jobs()
    again = imported.get()
    assert (again["state"], again["isOutdated"]) == ("READY", True)
    assert imported.counts() == {"ASK": 1}, "the mail domain belongs to an organisation with another name"
    old = imported.start(planVersion=1)
    assert (old.status_code, old.json["message"]) == (409, "The plan has changed. Check it and run it again.")
