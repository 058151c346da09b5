"""Lists and details of assessments: filters, sort orders, pages, tasks and numbers of statements."""

import json
from datetime import timedelta
from typing import Any

from sqlalchemy.orm import Session

from app.accounts.models import User
from app.kernel.clock import now
from app.network.models import Relationship
from app.rfx.models import Rfx
from tests.factories.accounts import OrganisationFactory, colleague_of
from tests.factories.assessments import make_assessment
from tests.factories.network import relate
from tests.factories.rfx import answers_json
from tests.fixtures.people import SignedIn


def test_list_filters_sorts_and_needs_constant_statements(
    session: Session, buyer: User, supplier: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    client = signed_in(buyer)
    make_assessment(buyer, relationship, title="Beta")
    client.get("/api/assessment")
    statements_for_one = client.statements
    other = relate(buyer.organisation_id, OrganisationFactory(name="Aurora").id)
    make_assessment(buyer, other, title="alpha", type="QUALIFICATION", deadline=now() + timedelta(days=3))
    for n in range(12):
        make_assessment(buyer, relationship, title=f"Review {n:02}")
    first = client.get("/api/assessment")
    assert client.statements == statements_for_one <= 8
    assert [row["title"] for row in first.json][:2] == ["Review 11", "Review 10"]
    assert len(first.json) == 10

    def titles(**query: Any) -> list[str]:
        return [
            row["title"] for row in client.get("/api/assessment", query_string={"pageSize": 50, **query}).json
        ]

    assert titles(search="auro") == ["alpha"]
    assert titles(type="QUALIFICATION") == ["alpha"]
    assert titles(relationshipId=other.id) == ["alpha"]
    assert titles(status="COMPLETED") == []
    assert titles(due="week") == ["alpha"]
    assert titles(due="late") == []
    assert titles(sort="title")[:2] == ["alpha", "Beta"]
    assert titles(sort="supplier")[0] == "alpha"
    assert titles(sort="deadline")[0] == titles(sort="-deadline")[0] == "alpha"
    for sort in ("type", "status", "-score", "created"):
        assert len(titles(sort=sort)) == 14
    assert client.get("/api/assessment", query_string={"sort": "secret"}).status_code == 422
    loaded: list[int] = []
    cursor = None
    for _ in range(4):
        page = client.get(
            "/api/assessment",
            query_string={"sort": "-score", "pageSize": 4} | ({"cursor": cursor} if cursor else {}),
        )
        loaded += [row["id"] for row in page.json]
        cursor = json.loads(page.headers["X-Pagination"])["nextCursor"]
    assert len(set(loaded)) == 14


def test_details_need_constant_statements(
    session: Session, buyer: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    client = signed_in(buyer)
    with_one = make_assessment(buyer, relationship, internal_recipients=[buyer.id])
    client.get(f"/api/assessment/{with_one.id}")
    statements_for_one = client.statements
    with_nine = make_assessment(
        buyer, relationship, internal_recipients=[colleague_of(buyer).id for _ in range(9)]
    )
    assert len(client.get(f"/api/assessment/{with_nine.id}").json["rfxs"]) == 9
    assert client.statements <= statements_for_one + 1 <= 12


def test_follow_up_tasks_are_listed_and_counted(
    session: Session, buyer: User, supplier: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    assessment = make_assessment(buyer, relationship, type="QUALIFICATION", contacts=[supplier.id])
    rfx = session.query(Rfx).filter_by(assessment_id=assessment.id).one()
    client, path = signed_in(buyer), f"/api/assessment/{assessment.id}"
    signed_in(supplier).put(f"/api/rfx/{rfx.id}/value", json=answers_json(goods="1"))
    body = {"field": "goods", "descriptionHtml": "<p>Why so few?</p>"}
    raised = client.post(f"/api/rfx/{rfx.id}/task", json=body)
    assert raised.status_code == 201, raised.text
    task_id = raised.json["taskId"]
    details = client.get(path).json
    assert [(task["id"], task["rfxId"]) for task in details["tasks"]] == [(task_id, rfx.id)]
    assert (details["openTasksCount"], details["closedTasksCount"]) == (1, 0)
    assert client.get(f"/rfx/{rfx.id}/task/{task_id}").status_code == 200
    client.put(f"/api/rfx/{rfx.id}/task/{task_id}", json={"isOpen": False})
    details = client.get(path).json
    assert (details["openTasksCount"], details["closedTasksCount"]) == (0, 1)
    client.put(f"/api/rfx/{rfx.id}/ignored", json={"ignored": True})
    details = client.get(path).json
    assert (details["tasks"], details["openTasksCount"], details["closedTasksCount"]) == ([], 0, 0)
