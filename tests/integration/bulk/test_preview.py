"""The preview of a bulk action, and the checks before a job starts."""

from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.kernel.bulk.models import BulkJob
from app.network.models import Tag
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.bulk import LOCKED, make_tags
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


@pytest.fixture
def buyer(session: Session) -> Any:
    return UserFactory()


@pytest.fixture
def client(buyer: Any, signed_in: SignedIn) -> CheckedClient:
    return signed_in(buyer)


def ids_of(tags: list[Tag]) -> list[int]:
    return [tag.id for tag in tags]


def body_of(ids: list[int], **changes: Any) -> dict[str, Any]:
    return {"kind": "tests.prefix", "ids": ids, **changes}


def test_preview_counts_effects_and_changes_nothing(
    buyer: Any, client: CheckedClient, session: Session
) -> None:
    tags = make_tags(buyer.organisation_id, "Steel", "New Glass", "Locked A", "Locked B")
    [foreign] = make_tags(UserFactory().organisation_id, "Foreign")
    response = client.post("/api/bulk/preview", json=body_of([*ids_of(tags), foreign.id]))
    assert response.status_code == 200
    assert response.json == {
        "total": 5,
        "ids": [*ids_of(tags), foreign.id],
        "willChange": 1,
        "unchanged": 1,
        "unchangedReasons": [{"reason": "It has the prefix already.", "count": 1}],
        "cannotTotal": 3,
        "cannotReasons": [{"reason": LOCKED, "count": 2}, {"reason": "No longer there.", "count": 1}],
        "cannot": [
            {"label": "Locked A", "reason": LOCKED},
            {"label": "Locked B", "reason": LOCKED},
            {"label": f"#{foreign.id}", "reason": "No longer there."},
        ],
        "mails": 0,
        "sampleMail": None,
    }
    assert [tag.name for tag in tags] == ["Steel", "New Glass", "Locked A", "Locked B"]
    assert session.query(BulkJob).count() == 0


def test_preview_of_a_filter_returns_its_rows(buyer: Any, client: CheckedClient) -> None:
    tags = make_tags(buyer.organisation_id, "Steel one", "Glass", "steel two")
    body = {"kind": "tests.prefix", "filter": {"search": "STEEL"}, "args": {"mailsEach": 3}}
    preview = client.post("/api/bulk/preview", json=body).json
    assert preview["ids"] == [tags[0].id, tags[2].id]
    assert preview["mails"] == 6
    assert preview["sampleMail"] == {"to": "Jo Park", "subject": "A new name", "text": "Hello Jo Park,"}


def test_preview_takes_few_statements_for_many_rows(buyer: Any, client: CheckedClient) -> None:
    make_tags(buyer.organisation_id, *(f"Tag {number}" for number in range(300)))
    client.post("/api/bulk/preview", json={"kind": "tests.prefix", "filter": {}})
    assert client.statements < 8


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"kind": "tests.nothing"}, "kind"),
        ({"args": {"prefix": "x" * 21}}, "args.prefix"),
        ({"args": {"other": 1}}, "args.other"),
        ({"ids": []}, "ids"),
        ({"ids": None}, "ids"),
        ({"filter": {}}, "ids"),
        ({"ids": None, "filter": {"search": 3}}, "filter.search"),
        ({"ids": None, "filter": {}, "kind": "tests.create"}, "ids"),
    ],
)
def test_wrong_requests_get_a_sentence_at_their_field(
    buyer: Any, client: CheckedClient, changes: dict[str, Any], field: str
) -> None:
    tags = make_tags(buyer.organisation_id, "Steel")
    response = client.post("/api/bulk/preview", json=body_of(ids_of(tags)) | changes)
    assert response.status_code == 422
    assert field in response.json["fields"]


def test_filter_with_more_than_5000_rows_is_rejected(
    buyer: Any, client: CheckedClient, session: Session
) -> None:
    names = [{"organisation_id": buyer.organisation_id, "name": f"Tag {n}"} for n in range(5_001)]
    session.execute(Tag.__table__.insert(), names)
    response = client.post("/api/bulk/preview", json={"kind": "tests.prefix", "filter": {}})
    assert response.status_code == 422
    assert response.json["message"] == "At most 5,000 rows can be changed at once. Narrow the filter."


def test_ids_of_others_alone_are_not_found(client: CheckedClient) -> None:
    foreign = make_tags(UserFactory().organisation_id, "Foreign")
    for ids in (ids_of(foreign), [999_999_999]):
        assert client.post("/api/bulk/preview", json=body_of(ids)).status_code == 404
        assert client.post("/api/bulk", json=body_of(ids, total=1)).status_code == 404


def test_permission_of_the_kind_is_required(buyer: Any, session: Session, signed_in: SignedIn) -> None:
    tags = make_tags(buyer.organisation_id, "Steel")
    viewer = signed_in(colleague_of(buyer, role_name="Viewer"))
    assert viewer.post("/api/bulk/preview", json=body_of(ids_of(tags))).status_code == 403
    assert viewer.post("/api/bulk", json=body_of(ids_of(tags), total=1)).status_code == 403


def test_another_number_than_previewed_is_stale(buyer: Any, client: CheckedClient, session: Session) -> None:
    make_tags(buyer.organisation_id, "Steel", "Glass")
    body = {"kind": "tests.prefix", "filter": {}, "total": 1}
    response = client.post("/api/bulk", json=body)
    assert (response.status_code, response.json["code"]) == (409, "stale")
    assert response.json["message"] == (
        "The list has changed: 2 rows match now instead of 1. Check the preview again."
    )
    assert session.query(BulkJob).count() == 0


@pytest.mark.parametrize(
    ("each", "confirmed", "status"),
    [(100, None, 201), (101, None, 422), (101, 201, 422), (101, 202, 201)],
)
def test_more_than_200_mails_must_be_confirmed(
    buyer: Any, client: CheckedClient, each: int, confirmed: int | None, status: int
) -> None:
    tags = make_tags(buyer.organisation_id, "Steel", "Glass")
    body = body_of(ids_of(tags), args={"mailsEach": each}, total=2, confirmedMails=confirmed)
    response = client.post("/api/bulk", json=body)
    assert response.status_code == status
    if status == 422:
        assert response.json["fields"]["confirmedMails"] == [
            "Type 202, the number of people who get an e-mail."
        ]


def test_a_user_has_one_open_job(buyer: Any, client: CheckedClient, signed_in: SignedIn) -> None:
    tags = make_tags(buyer.organisation_id, "Steel")
    body = body_of(ids_of(tags), total=1)
    assert client.post("/api/bulk", json=body).status_code == 201
    second = client.post("/api/bulk", json=body)
    assert second.status_code == 409
    assert second.json["message"] == (
        "Another of your bulk changes is still running. Start this one when it has finished."
    )
    assert signed_in(colleague_of(buyer)).post("/api/bulk", json=body).status_code == 201


def test_repeated_request_starts_one_job(buyer: Any, client: CheckedClient, session: Session) -> None:
    tags = make_tags(buyer.organisation_id, "Steel")
    responses = [
        client.post("/api/bulk", json=body_of(ids_of(tags), total=1), headers={"Idempotency-Key": "one"})
        for _ in range(2)
    ]
    assert responses[0].json == responses[1].json
    assert session.query(BulkJob).count() == 1
