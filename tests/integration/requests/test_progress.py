"""The list of requests, and the suppliers of one request with their progress."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.kernel.clock import now
from app.rfx.models import Rfx
from app.rfx.operations.follow_ups import raise_follow_up
from app.rfx.operations.moves import open_rfx
from app.rfx.operations.reminding import remind
from app.rfx.operations.submitting import decline_rfx, submit_response
from app.rfx.operations.withdrawing import withdraw_rfx
from tests.factories.accounts import UserFactory, actor_of, colleague_of
from tests.factories.requests import TITLE, add_unsent, make_request, make_suppliers
from tests.factories.rfx import SentRfx, answers_json, field
from tests.fixtures.client import CheckedClient, counted_statements
from tests.fixtures.mailbox import Mailbox
from tests.fixtures.people import SignedIn

BLOCKS = (
    field("name", required=True),
    field("site"),
    field("scored", "NUMBER", weight=1, scoring=[{"operator": "between", "operand": [1, 5], "points": 10}]),
)


@pytest.fixture
def buyer(session: Session) -> Any:
    return UserFactory(name="Rosa Meyer")


def answer(signed_in: SignedIn, sent: SentRfx, **values: Any) -> None:
    response = signed_in(sent.respondent).put(f"{sent.path}/value", json=answers_json(**values))
    assert response.status_code == 200, response.text


def progress(client: CheckedClient, request_id: int) -> Any:
    response = client.get(f"/api/rfxRequest/{request_id}/rfx")
    assert response.status_code == 200, response.text
    return response.json


def test_rows_show_the_state_of_each_supplier(buyer: User, session: Session, signed_in: SignedIn) -> None:
    request, sent = make_request(buyer, *make_suppliers(6), guests=1, blocks=BLOCKS)
    submitted, opened, declined, withdrawn, late, _new, _guest = sent
    answer(signed_in, submitted, name="Brightwater", site="Leeds", scored="1")
    submit_response(actor=actor_of(submitted.respondent), rfx_id=submitted.id)
    raise_follow_up(
        actor=actor_of(buyer), rfx_id=submitted.id, field="name", description_html="<p>Why?</p>",
        assignee_user_id=None, due=None,
    )  # fmt: skip
    open_rfx(actor=actor_of(opened.respondent), rfx_id=opened.id)
    decline_rfx(actor=actor_of(declined.respondent), rfx_id=declined.id, reason="No capacity.")
    withdraw_rfx(actor=actor_of(buyer), rfx_id=withdrawn.id, reason="Merged.")
    session.execute(update(Rfx).where(Rfx.id == late.id).values(deadline=now() - timedelta(days=3)))
    add_unsent(request, "Harbour Mills", "The address is not valid.")
    body = progress(signed_in(colleague_of(buyer, role_name="Viewer")), request.id)
    rows = body["rows"]
    assert [
        (row["status"], row["isOpened"], row["isLate"], row["score"], row["followUps"]) for row in rows
    ] == [
        ("COMPLETED", True, False, 100, 1),
        ("PENDING", True, False, None, 0),
        ("DECLINED", True, False, None, 0),
        ("EXPIRED", False, False, None, 0),
        ("EXPIRED", False, True, None, 0),
        ("NEW", False, False, None, 0),
        ("NEW", False, False, None, 0),
    ]
    assert rows[0]["completion"] == {"answered": 3, "total": 3, "percent": 100}
    assert rows[0]["lastActivity"] is not None
    assert (rows[2]["declineReason"], rows[3]["withdrawnReason"]) == ("No capacity.", "Merged.")
    assert (rows[6]["name"], rows[6]["isGuest"], rows[6]["organisationId"]) == ("Guest (Guest)", True, None)
    assert body["unsent"][0] | {"id": 1} == {
        "id": 1, "name": "Harbour Mills", "isGuest": True, "failure": "The address is not valid.",
    }  # fmt: skip
    assert body["totals"] == {
        "suppliers": 8, "unsent": 1, "submitted": 1, "inProgress": 1, "answering": 0, "notOpened": 3, "refused": 0,
        "declined": 1, "withdrawn": 1, "late": 1, "averageScore": 100, "scored": 1,
    }  # fmt: skip


def test_a_poll_with_the_stamp_is_empty_until_something_changes(
    buyer: User, session: Session, signed_in: SignedIn
) -> None:
    request, sent = make_request(buyer, *make_suppliers(1))
    client = signed_in(buyer)
    path = f"/api/rfxRequest/{request.id}/rfx"
    stamp = progress(client, request.id)["stamp"]
    assert client.get(path, query_string={"stamp": stamp}).status_code == 204
    answer(signed_in, sent[0], company_name="Brightwater")
    assert client.get(path, query_string={"stamp": stamp}).status_code == 200
    stamp = progress(client, request.id)["stamp"]
    session.execute(update(Rfx).values(deadline=now() - timedelta(seconds=1)))
    assert client.get(path, query_string={"stamp": stamp}).json["rows"][0]["status"] == "EXPIRED"


def test_who_is_answering_is_shown_with_the_section(buyer: User, signed_in: SignedIn) -> None:
    request, sent = make_request(buyer, UserFactory(name="Anke Holm"), *make_suppliers(1))
    client, path = signed_in(buyer), "/api/updates"
    client.get(path, query_string={"rfxId": sent[0].id, "page": "p2"})
    signed_in(sent[0].respondent).get(path, query_string={"rfxId": sent[0].id, "page": "p1", "section": 2})
    body = progress(client, request.id)
    assert [[(p["name"], p["section"]) for p in row["people"]] for row in body["rows"]] == [
        [("Anke Holm", 2)],
        [],
    ], "readers of the requester are not listed"
    assert body["totals"]["answering"] == 1


def test_sealed_answers_show_no_score_and_no_section(buyer: User, signed_in: SignedIn) -> None:
    request, sent = make_request(
        buyer, *make_suppliers(2), blocks=BLOCKS, is_sealed=True, deadline=now() + timedelta(days=3)
    )
    answer(signed_in, sent[0], name="Brightwater", site="Leeds", scored="1")
    submit_response(actor=actor_of(sent[0].respondent), rfx_id=sent[0].id)
    signed_in(sent[1].respondent).get(
        "/api/updates", query_string={"rfxId": sent[1].id, "page": "p1", "section": 2}
    )
    body = progress(signed_in(buyer), request.id)
    assert [row["score"] for row in body["rows"]] == [None, None]
    assert body["totals"]["averageScore"] is None
    assert body["rows"][0]["completion"]["percent"] == 100
    assert [person["section"] for person in body["rows"][1]["people"]] == [None]


def test_mail_states_are_those_of_the_mail_server(
    buyer: User, signed_in: SignedIn, run_jobs: Callable[[], int], mailbox: Mailbox
) -> None:
    request, sent = make_request(buyer, *make_suppliers(4))
    unknown, busy = sent[0].respondent, sent[1].respondent
    mailbox.refused.update({unknown.email: "550 No such user", busy.email: "450 Try later"})
    for each in sent[:3]:
        remind(actor=actor_of(buyer), rfx_id=each.id)
    client = signed_in(buyer)

    def states() -> list[tuple[str, str | None]]:
        return [(row["mail"]["state"], row["mail"]["reply"]) for row in progress(client, request.id)["rows"]]

    assert states() == [("WAITING", None)] * 3 + [("NOT_SENT", None)]
    run_jobs()
    assert states() == [
        ("REFUSED", "550 No such user"),
        ("WAITING", None),
        ("SENT", None),
        ("NOT_SENT", None),
    ]
    assert progress(client, request.id)["totals"]["refused"] == 1


def test_number_of_statements_does_not_depend_on_the_suppliers(buyer: User, signed_in: SignedIn) -> None:
    client = signed_in(buyer)
    counts = []
    for suppliers in (1, 6):
        request, _sent = make_request(buyer, *make_suppliers(suppliers))
        progress(client, request.id)
        with counted_statements() as recorded:
            progress(client, request.id)
        counts.append(len(recorded.statements))
    assert counts[0] == counts[1] <= 7


def test_list_counts_the_suppliers_of_each_request(
    buyer: User, session: Session, signed_in: SignedIn
) -> None:
    soon = now() + timedelta(days=2)
    first, sent = make_request(buyer, *make_suppliers(3), blocks=BLOCKS, deadline=soon)
    second, _ = make_request(buyer, *make_suppliers(1), title="Conflict minerals")
    make_request(UserFactory(), *make_suppliers(1))
    answer(signed_in, sent[0], name="Brightwater")
    submit_response(actor=actor_of(sent[0].respondent), rfx_id=sent[0].id)
    session.execute(update(Rfx).where(Rfx.id == sent[1].id).values(deadline=now() - timedelta(days=1)))
    add_unsent(second, "Harbour Mills")
    client = signed_in(colleague_of(buyer))
    rows = client.get("/api/rfxRequest").json
    assert [
        (row["title"], row["suppliers"], row["unsent"], row["submitted"], row["late"]) for row in rows
    ] == [
        ("Conflict minerals", 2, 1, 0, 0),
        (TITLE, 3, 0, 1, 1),
    ]
    assert rows[1]["nextDeadline"] is not None
    assert rows[0]["nextDeadline"] is None
    assert rows[0]["createdBy"]["name"] == "Rosa Meyer"

    def titles(**query: Any) -> list[str]:
        return [row["title"] for row in client.get("/api/rfxRequest", query_string=query).json]

    assert titles(search="MINERALS") == ["Conflict minerals"]
    assert titles(due="late") == titles(due="week") == [TITLE]
    assert titles(state="SCHEDULED") == []
    assert titles(sort="title") == ["Conflict minerals", TITLE]
    assert titles(sort="deadline") == [TITLE, "Conflict minerals"]
    page = client.get("/api/rfxRequest", query_string={"pageSize": 1, "sort": "deadline"})
    cursor = page.headers["X-Pagination"]
    assert titles(pageSize=1, sort="deadline", cursor=json.loads(cursor)["nextCursor"]) == [
        "Conflict minerals"
    ]
    assert client.get("/api/rfxRequest", query_string={"sort": "state"}).status_code == 422
    assert first.id != second.id


def test_respondents_and_guests_see_nothing_of_requests(buyer: User, signed_in: SignedIn) -> None:
    request, sent = make_request(buyer, *make_suppliers(1), guests=1)
    supplier = signed_in(sent[0].respondent)
    assert supplier.get(f"/api/rfxRequest/{request.id}/rfx").status_code == 404
    assert supplier.get("/api/rfxRequest").json == []
    assert supplier.post(f"/api/rfxRequest/{request.id}/export", json={}).status_code == 404
    guest = signed_in(sent[1].respondent, rfx_id=sent[1].id)
    assert guest.get(f"/api/rfxRequest/{request.id}/rfx").status_code in (403, 404)
    assert signed_in(buyer).get(f"/api/rfx/{sent[0].id}").json["requestTitle"] == TITLE
    assert supplier.get(f"/api/rfx/{sent[0].id}").json["requestTitle"] is None


def test_pages_are_rendered_with_their_rows(buyer: User, signed_in: SignedIn) -> None:
    request, sent = make_request(buyer, UserFactory(), *make_suppliers(1))
    client = signed_in(buyer)
    assert TITLE in client.get("/rfx?tab=requests").text
    page = client.get(f"/rfx/request/{request.id}").text
    assert sent[0].rfx.title in page
    assert '"notOpened": 2' in page or '"notOpened":2' in page
