"""GET /api/eventLog: whose events, in which order, and what they carry."""

import json
from datetime import timedelta

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.events.models import EventLog
from app.events.public import VIEW_TYPES, record
from app.kernel.clock import shifted
from tests.factories.accounts import UserFactory, actor_of, colleague_of
from tests.factories.assessments import make_assessment
from tests.factories.network import relate
from tests.factories.rfx import send_rfx
from tests.fixtures.people import SignedIn


@pytest.fixture
def buyer(session: Session) -> User:
    made: User = UserFactory(name="Ann Buyer", in_organisation__name="Brightwater")
    return made


def test_ten_at_a_time_newest_first_with_the_total(buyer: User, signed_in: SignedIn) -> None:
    for n in range(12):
        with shifted(timedelta(minutes=n)):
            record(
                "organisation.updated", actor=actor_of(buyer), organisationId=n, organisationName=f"No {n}"
            )
    client = signed_in(buyer)
    query = {"types": "organisation.updated"}
    first = client.get("/api/eventLog", query_string=query)
    names = [json.loads(row["data"]["args"])["organisationName"] for row in first.json]
    assert names == [f"No {n}" for n in range(11, 1, -1)]
    pagination = json.loads(first.headers["X-Pagination"])
    assert pagination["total"] == 12
    rest = client.get("/api/eventLog", query_string={**query, "cursor": pagination["nextCursor"]}).json
    assert [json.loads(row["data"]["args"])["organisationName"] for row in rest] == ["No 1", "No 0"]


def test_what_somebody_did_is_told_to_that_user_alone(buyer: User, signed_in: SignedIn) -> None:
    colleague, stranger = colleague_of(buyer), UserFactory()
    for user in (buyer, colleague, stranger):
        record("organisation.updated", actor=actor_of(user), organisationId=1, organisationName="x")
    client = signed_in(buyer)

    def by(user: User) -> list[int]:
        query = {"createdByUserId": user.id, "types": "organisation.updated"}
        return [row["createdByUserId"] for row in client.get("/api/eventLog", query_string=query).json]

    assert by(buyer) == [buyer.id]
    assert by(colleague) == by(stranger) == []
    everybody = {row["createdByUserId"] for row in client.get("/api/eventLog").json}
    assert everybody == {buyer.id, colleague.id}, "the log is that of the organisation"


def test_what_was_viewed_carries_what_it_names(buyer: User, session: Session, signed_in: SignedIn) -> None:
    supplier = UserFactory(name="Sam Supplier", in_organisation__name="Calder Coatings")
    kept = relate(buyer.organisation_id, supplier.organisation_id)
    rfx = send_rfx(buyer, supplier)
    assessment = make_assessment(buyer, kept, title="Spring review")
    client, other = signed_in(buyer), signed_in(supplier)
    for path in (f"/organisations/{supplier.organisation_id}", f"/contacts/{supplier.id}", f"/rfx/{rfx.id}",
                 f"/assessment/{assessment.id}"):  # fmt: skip
        assert client.get(path).status_code == 200
    assert other.get(f"/rfx/{rfx.id}").status_code == 200
    query = {"types": list(VIEW_TYPES), "createdByUserId": buyer.id}
    rows = client.get("/api/eventLog", query_string=query).json
    args = {row["type"]: json.loads(row["data"]["args"]) for row in rows}
    assert set(args) == set(VIEW_TYPES) - {"user.viewed.rfx.received"}, "none but what was viewed"
    calder = {"supplierId": supplier.organisation_id, "supplierName": "Calder Coatings"}
    brightwater = {"fromOrganisationId": buyer.organisation_id, "fromOrganisationName": "Brightwater"}
    viewed = {"rfxId": rfx.id, "rfxTitle": "Supplier questions", "rfxType": "RFI", **calder, **brightwater}
    for event_type, wanted in {
        "user.viewed.organisation": {
            "organisationId": supplier.organisation_id, "organisationName": "Calder Coatings",
        },
        "user.viewed.user": {"userId": supplier.id, "userName": "Sam Supplier"},
        "user.viewed.assessment": {
            "assessmentId": assessment.id, "assessmentTitle": "Spring review", **calder,
        },
        "user.viewed.rfx.sent": viewed,
    }.items():  # fmt: skip
        assert wanted.items() <= args[event_type].items(), event_type
    [received] = other.get("/api/eventLog", query_string={"types": "user.viewed.rfx.received"}).json
    assert viewed.items() <= json.loads(received["data"]["args"]).items()


def test_viewing_again_within_ten_minutes_moves_the_earlier_event(
    buyer: User, session: Session, signed_in: SignedIn
) -> None:
    supplier = UserFactory()
    client = signed_in(buyer)

    def viewed() -> list[EventLog]:
        assert client.get(f"/organisations/{supplier.organisation_id}").status_code == 200
        return session.query(EventLog).filter_by(type="user.viewed.organisation").order_by(EventLog.id).all()

    [first] = viewed()
    begun = first.created
    with shifted(timedelta(minutes=9)):
        [moved] = viewed()
        assert moved.created - begun >= timedelta(minutes=9)
    with shifted(timedelta(minutes=18)):
        assert len(viewed()) == 1, "the ten minutes begin anew"
    with shifted(timedelta(minutes=30)):
        assert len(viewed()) == 2
