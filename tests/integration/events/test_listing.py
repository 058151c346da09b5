"""GET /api/eventLog: visible events, their order and their content."""

import json
from datetime import timedelta

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.events.models import EventLog
from app.events.policies import PERSONAL_TYPES
from app.events.public import VIEW_TYPES, record
from app.kernel.clock import shifted
from tests.factories.accounts import UserFactory, actor_of, colleague_of
from tests.factories.assessments import make_assessment
from tests.factories.network import relate
from tests.factories.rfx import send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


@pytest.fixture
def buyer(session: Session) -> User:
    created: User = UserFactory(name="Ann Buyer", in_organisation__name="Brightwater")
    return created


def test_page_has_ten_events_newest_first_and_the_total(buyer: User, signed_in: SignedIn) -> None:
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


def _event_ids(client: CheckedClient, **query: object) -> set[int]:
    response = client.get("/api/eventLog", query_string={"pageSize": 100, **query})
    assert response.status_code == 200, response.text
    return {row["id"] for row in response.json}


def test_own_log_contains_own_events_only(buyer: User, session: Session, signed_in: SignedIn) -> None:
    colleague, stranger = colleague_of(buyer, role_name="Viewer"), UserFactory()
    for user in (buyer, colleague, stranger):
        for event_type in ("organisation.updated", "user.login", "user.viewed.user"):
            record(event_type, actor=actor_of(user), subject_user_id=user.id, userId=user.id, userName="x")
    session.flush()
    for user in (buyer, colleague):
        client = signed_in(user)
        own = {event.id for event in session.query(EventLog).filter_by(created_by_user_id=user.id)}
        assert _event_ids(client) == _event_ids(client, createdByUserId=user.id) == own
        assert _event_ids(client, types=["user.login", "user.viewed.user"]) <= own
        for other in {buyer, colleague, stranger} - {user}:
            assert _event_ids(client, createdByUserId=other.id) == set()


def test_user_journal_has_actions_by_and_on_the_user(
    buyer: User, session: Session, signed_in: SignedIn
) -> None:
    colleague, third = colleague_of(buyer, role_name="Viewer"), colleague_of(buyer)
    both = {"userId": 1, "userName": "x"}
    record("form.published", actor=actor_of(colleague), formId=1, formTitle="Did")
    record("user.updated", actor=actor_of(buyer), subject_user_id=colleague.id, **both)
    record("user.updated", actor=actor_of(colleague), subject_user_id=colleague.id, **both)
    record("user.updated", actor=actor_of(buyer), subject_user_id=third.id, **both)
    for personal in PERSONAL_TYPES:
        record(personal, actor=actor_of(colleague), subject_user_id=colleague.id, **both)
        record(personal, actor=actor_of(buyer), subject_user_id=colleague.id, **both)
    session.flush()
    for reader in (buyer, colleague, third):
        query = {"subjectUserId": colleague.id, "pageSize": 2}
        first = signed_in(reader).get("/api/eventLog", query_string=query)
        pagination = json.loads(first.headers["X-Pagination"])
        assert pagination["total"] == 3
        rest = signed_in(reader).get(
            "/api/eventLog", query_string={**query, "cursor": pagination["nextCursor"]}
        )
        types = [row["type"] for row in (*first.json, *rest.json)]
        assert types == ["user.updated", "user.updated", "form.published"]


def test_journal_of_another_organisation_is_not_found(
    buyer: User, session: Session, signed_in: SignedIn
) -> None:
    supplier, stranger = UserFactory(), UserFactory()
    relate(buyer.organisation_id, supplier.organisation_id)
    foreign = relate(stranger.organisation_id, supplier.organisation_id)
    client = signed_in(buyer)
    for query in (
        {"relationshipId": foreign.id},
        {"relationshipId": 987654321},
        {"subjectUserId": supplier.id},
        {"subjectUserId": stranger.id},
        {"subjectUserId": 987654321},
    ):
        response = client.get("/api/eventLog", query_string=query)
        assert response.status_code == 404, query
    for other_client in signed_in(supplier), signed_in(stranger):
        assert other_client.get(f"/api/eventLog?subjectUserId={buyer.id}").status_code == 404


def test_relationship_journal_has_no_sign_ins_and_views(
    buyer: User, session: Session, signed_in: SignedIn
) -> None:
    relationship = relate(buyer.organisation_id, UserFactory().organisation_id)
    colleague = colleague_of(buyer)
    for event_type in ("relationship.levelChanged", *PERSONAL_TYPES):
        record(event_type, actor=actor_of(colleague), relationship_id=relationship.id)
    rows = signed_in(buyer).get("/api/eventLog", query_string={"relationshipId": relationship.id}).json
    assert [row["type"] for row in rows] == ["relationship.levelChanged"]


def test_view_events_name_the_viewed_object(buyer: User, session: Session, signed_in: SignedIn) -> None:
    supplier = UserFactory(name="Sam Supplier", in_organisation__name="Calder Coatings")
    relationship = relate(buyer.organisation_id, supplier.organisation_id)
    rfx = send_rfx(buyer, supplier)
    assessment = make_assessment(buyer, relationship, title="Spring review")
    client, other = signed_in(buyer), signed_in(supplier)
    for path in (f"/organisations/{supplier.organisation_id}", f"/contacts/{supplier.id}", f"/rfx/{rfx.id}",
                 f"/assessment/{assessment.id}"):  # fmt: skip
        assert client.get(path).status_code == 200
    assert other.get(f"/rfx/{rfx.id}").status_code == 200
    query = {"types": list(VIEW_TYPES), "createdByUserId": buyer.id}
    rows = client.get("/api/eventLog", query_string=query).json
    args = {row["type"]: json.loads(row["data"]["args"]) for row in rows}
    assert set(args) == set(VIEW_TYPES) - {"user.viewed.rfx.received"}, "only viewed objects"
    calder = {"supplierId": supplier.organisation_id, "supplierName": "Calder Coatings"}
    brightwater = {"fromOrganisationId": buyer.organisation_id, "fromOrganisationName": "Brightwater"}
    viewed = {"rfxId": rfx.id, "rfxTitle": "Supplier questions", "rfxType": "RFI", **calder, **brightwater}
    for event_type, expected in {
        "user.viewed.organisation": {
            "organisationId": supplier.organisation_id, "organisationName": "Calder Coatings",
        },
        "user.viewed.user": {"userId": supplier.id, "userName": "Sam Supplier"},
        "user.viewed.assessment": {
            "assessmentId": assessment.id, "assessmentTitle": "Spring review", **calder,
        },
        "user.viewed.rfx.sent": viewed,
    }.items():  # fmt: skip
        assert expected.items() <= args[event_type].items(), event_type
    [received] = other.get("/api/eventLog", query_string={"types": "user.viewed.rfx.received"}).json
    assert viewed.items() <= json.loads(received["data"]["args"]).items()


def test_second_view_within_ten_minutes_moves_the_event(
    buyer: User, session: Session, signed_in: SignedIn
) -> None:
    supplier = UserFactory()
    client = signed_in(buyer)

    def view_events() -> list[EventLog]:
        assert client.get(f"/organisations/{supplier.organisation_id}").status_code == 200
        return session.query(EventLog).filter_by(type="user.viewed.organisation").order_by(EventLog.id).all()

    [first] = view_events()
    first_time = first.created
    with shifted(timedelta(minutes=9)):
        [moved] = view_events()
        assert moved.created - first_time >= timedelta(minutes=9)
    with shifted(timedelta(minutes=18)):
        assert len(view_events()) == 1, "the ten minutes start again"
    with shifted(timedelta(minutes=30)):
        assert len(view_events()) == 2
