"""Lists and details of assessments: filters, sorts, pages, tasks, and what they cost."""

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


def test_lists_narrow_sort_and_cost_the_same_for_one_and_for_many(
    session: Session, buyer: User, supplier: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    client = signed_in(buyer)
    make_assessment(buyer, relationship, title="Beta")
    client.get("/api/assessment")
    once = client.statements
    other = relate(buyer.organisation_id, OrganisationFactory(name="Aurora").id)
    make_assessment(buyer, other, title="alpha", type="QUALIFICATION", deadline=now() + timedelta(days=3))
    for n in range(12):
        make_assessment(buyer, relationship, title=f"Review {n:02}")
    first = client.get("/api/assessment")
    assert client.statements == once <= 8
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


def test_the_details_cost_the_same_for_any_number_of_surveys(
    session: Session, buyer: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    client = signed_in(buyer)
    one = make_assessment(buyer, relationship, asked=[buyer.id])
    client.get(f"/api/assessment/{one.id}")
    cost = client.statements
    many = make_assessment(buyer, relationship, asked=[colleague_of(buyer).id for _ in range(9)])
    assert len(client.get(f"/api/assessment/{many.id}").json["rfxs"]) == 9
    assert client.statements <= cost + 1 <= 12


def test_follow_up_tasks_of_its_surveys_are_listed_and_counted(
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
    seen = client.get(path).json
    assert [(task["id"], task["rfxId"]) for task in seen["tasks"]] == [(task_id, rfx.id)]
    assert (seen["openTasksCount"], seen["closedTasksCount"]) == (1, 0)
    assert client.get(f"/rfx/{rfx.id}/task/{task_id}").status_code == 200
    client.put(f"/api/rfx/{rfx.id}/task/{task_id}", json={"isOpen": False})
    seen = client.get(path).json
    assert (seen["openTasksCount"], seen["closedTasksCount"]) == (0, 1)
    client.put(f"/api/rfx/{rfx.id}/ignored", json={"ignored": True})
    seen = client.get(path).json
    assert (seen["tasks"], seen["openTasksCount"], seen["closedTasksCount"]) == ([], 0, 0)
