"""One request: who may read it, and the progress that is stored with each of its RFxs."""

from typing import Any

from sqlalchemy import update
from sqlalchemy.orm import Session

from app.rfx.models import Rfx
from app.rfx.operations.progress import count_answers
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.network import relate
from tests.factories.rfx import ANSWERS, field, make_form, send_rfx
from tests.fixtures.people import SignedIn


def send(signed_in: SignedIn, buyer: Any, *suppliers: Any) -> Any:
    for supplier in suppliers:
        relate(buyer.organisation_id, supplier.organisation_id)
    response = signed_in(buyer).post(
        "/api/messageThread",
        json={
            "type": "RFI",
            "subject": "Pump supplier check",
            "html": "<p>Please answer.</p>",
            "toOrganisationIds": [supplier.organisation_id for supplier in suppliers],
            "docFormIds": [make_form(buyer, field("name", required=True), field("site")).id],
        },
    )
    assert response.status_code == 201, response.text
    return response.json


def test_only_the_requesters_users_see_a_request(signed_in: SignedIn) -> None:
    buyer, supplier = UserFactory(), UserFactory()
    sent = send(signed_in, buyer, supplier)
    path = f"/api/rfxRequest/{sent['requestId']}"
    shown = signed_in(colleague_of(buyer)).get(path).json
    assert (shown["title"], shown["state"], shown["docForms"][0]["title"]) == (
        "Pump supplier check",
        "OPEN",
        "Qualification",
    )
    assert signed_in(supplier).get(path).status_code == 404
    assert signed_in(UserFactory()).get(path).status_code == 404
    assert signed_in(buyer).get(f"/rfx/request/{sent['requestId']}").status_code == 200
    assert signed_in(supplier).get(f"/rfx/request/{sent['requestId']}").status_code == 404


def test_respondents_do_not_learn_of_the_request(signed_in: SignedIn) -> None:
    buyer, supplier = UserFactory(), UserFactory()
    sent = send(signed_in, buyer, supplier, UserFactory())
    rfx_id = sent["rfxIds"][0]
    assert signed_in(buyer).get(f"/api/rfx/{rfx_id}").json["requestId"] == sent["requestId"]
    assert signed_in(supplier).get(f"/api/rfx/{rfx_id}").json["requestId"] is None
    assert [row["requestId"] for row in signed_in(buyer).get("/api/rfx").json] == [sent["requestId"]] * 2
    assert [row["requestId"] for row in signed_in(supplier).get("/api/rfx").json] == [None]


def test_every_save_stores_the_progress(session: Session, signed_in: SignedIn) -> None:
    buyer, supplier = UserFactory(), UserFactory()
    rfx_id = send(signed_in, buyer, supplier)["rfxIds"][0]
    completion = signed_in(buyer).get("/api/rfx").json[0]["completion"]
    assert completion == {"answered": 0, "total": 2, "percent": 0}
    answers = {"name": {"value": "Brightwater", "baseIteration": 0}}
    assert signed_in(supplier).put(f"/api/rfx/{rfx_id}/value", json={"values": answers}).status_code == 200
    completion = signed_in(buyer).get("/api/rfx").json[0]["completion"]
    assert completion == {"answered": 1, "total": 2, "percent": 50}


def test_older_rfxs_are_counted_once(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx()
    values = {key: {"value": value, "baseIteration": 0} for key, value in ANSWERS.items()}
    signed_in(sent.respondent).put(f"{sent.path}/value", json={"values": values})
    counted = signed_in(sent.sender).get("/api/rfx").json[0]["completion"]
    session.execute(update(Rfx).values(answered=0, answerable=None))
    assert signed_in(sent.sender).get("/api/rfx").json[0]["completion"] is None
    count_answers()
    assert signed_in(sent.sender).get("/api/rfx").json[0]["completion"] == counted
    assert counted["answered"] == len(ANSWERS)


def test_guests_see_no_request(signed_in: SignedIn) -> None:
    sent = send_rfx(guest=True)
    guest = signed_in(sent.respondent, rfx_id=sent.id)
    assert guest.get("/api/rfxRequest/1").status_code in (403, 404)
