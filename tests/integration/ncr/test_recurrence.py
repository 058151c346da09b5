"""Recurrences: the same supplier, part and defect within 365 days (NCR8-4)."""

from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.events.models import EventLog
from app.ncr.models import DefectCode
from app.ncr.operations.moves import set_deleted
from app.ncr.policies import ordinal_text
from tests.factories.accounts import UserFactory, actor_of
from tests.factories.defects import make_code
from tests.factories.merging import make_twins
from tests.factories.ncr import make_ncr, ncr_json
from tests.factories.network import relate
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn
from tests.integration.ncr.conftest import Parties

DAY = date(2024, 3, 2)
SECOND = {"label": "Second time", "text": "Second time: part 4711, defect 'burr'"}
THIRD = {"label": "Third time", "text": "Third time: part 4711, defect 'burr'"}


@pytest.fixture
def code(parties: Parties) -> DefectCode:
    return make_code(parties.buyer)


def raise_again(parties: Parties, code: DefectCode, **changes: Any) -> int:
    fields: dict[str, Any] = {"part_number": "4711", "defect_code_id": code.id}
    return make_ncr(parties.buyer, parties.relationship.id, **(fields | changes)).ncr.id


def recurrence(client: CheckedClient, ncr_id: int) -> dict[str, str] | None:
    shown: dict[str, str] | None = client.get(f"/api/ncr/{ncr_id}").json["recurrence"]
    return shown


def recurred_events(session: Session) -> list[EventLog]:
    stmt = select(EventLog).where(EventLog.type == "ncr.recurred").order_by(EventLog.id)
    return list(session.execute(stmt).scalars())


def test_the_third_of_the_same_part_and_defect_says_third_time(
    parties: Parties, code: DefectCode, session: Session, signed_in: SignedIn
) -> None:
    ncr_ids = [raise_again(parties, code, event_date=DAY + timedelta(days=days)) for days in (0, 100, 365)]
    for client in (signed_in(parties.buyer), signed_in(parties.supplier)):
        assert recurrence(client, ncr_ids[0]) is None
        assert recurrence(client, ncr_ids[1]) == SECOND
        assert recurrence(client, ncr_ids[2]) == THIRD
        listed = client.get("/api/ncr").json
        assert [row["recurrence"] and row["recurrence"]["label"] for row in listed] == [
            "Third time", "Second time", None,
        ]  # fmt: skip
        recurring = client.get("/api/ncr?recurring=true").json
        assert [row["id"] for row in recurring] == [ncr_ids[2], ncr_ids[1]]
    events = recurred_events(session)
    # Both parties have the event in their log.
    assert [(event.organisation_id, event.args["ncrId"], event.args["ordinal"]) for event in events] == [
        (organisation_id, ncr_id, ordinal)
        for ncr_id, ordinal in ((ncr_ids[1], "second"), (ncr_ids[2], "third"))
        for organisation_id in (parties.buyer.organisation_id, parties.supplier.organisation_id)
    ]


@pytest.mark.parametrize(
    "changes",
    [
        {"event_date": DAY + timedelta(days=366)},
        {"part_number": "4712"},
        {"part_number": None},
        {"defect_code_id": None},
    ],
)
def test_another_part_defect_or_year_is_no_recurrence(
    parties: Parties, code: DefectCode, session: Session, signed_in: SignedIn, changes: dict[str, Any]
) -> None:
    raise_again(parties, code)
    other = raise_again(parties, code, **changes)
    assert recurrence(signed_in(parties.buyer), other) is None
    assert recurred_events(session) == []


def test_another_supplier_and_another_buyer_do_not_count(
    parties: Parties, code: DefectCode, signed_in: SignedIn
) -> None:
    raise_again(parties, code)
    other = relate(parties.buyer.organisation_id, UserFactory().organisation_id)
    same_part = make_ncr(parties.buyer, other.id, part_number="4711", defect_code_id=code.id).ncr
    assert recurrence(signed_in(parties.buyer), same_part.id) is None
    second_buyer = UserFactory()
    theirs = relate(second_buyer.organisation_id, parties.supplier.organisation_id)
    own_code = make_code(second_buyer)
    ncr = make_ncr(second_buyer, theirs.id, part_number="4711", defect_code_id=own_code.id).ncr
    assert recurrence(signed_in(second_buyer), ncr.id) is None


def test_part_numbers_are_compared_in_any_case_and_deleted_ones_do_not_count(
    parties: Parties, code: DefectCode, signed_in: SignedIn
) -> None:
    first, second = (
        raise_again(parties, code, part_number="hx-1"),
        raise_again(parties, code, part_number="HX-1 "),
    )
    client = signed_in(parties.buyer)
    third = client.post(
        "/api/ncr", json=ncr_json(parties.relationship.id, partNumber=" HX-1 ", defectCodeId=code.id)
    ).json
    assert third["recurrence"]["text"] == "Second time: part HX-1, defect 'burr'"
    assert recurrence(client, second) is None
    set_deleted(actor=actor_of(parties.buyer), ncr_id=first, deleted=True)
    assert recurrence(client, third["id"]) is None


def test_an_edit_that_makes_it_recur_is_recorded_once(
    parties: Parties, code: DefectCode, session: Session, signed_in: SignedIn
) -> None:
    raise_again(parties, code)
    client = signed_in(parties.buyer)
    ncr = client.post("/api/ncr", json=ncr_json(parties.relationship.id)).json
    body = ncr_json(parties.relationship.id, version=1, partNumber="4711", defectCodeId=code.id)
    saved = client.put(f"/api/ncr/{ncr['id']}", json=body).json
    assert saved["recurrence"]["label"] == "Second time"
    assert len(recurred_events(session)) == 2
    again = body | {"version": 2, "title": "Burrs on two bores"}
    assert client.put(f"/api/ncr/{ncr['id']}", json=again).status_code == 200
    assert len(recurred_events(session)) == 2


def test_an_edit_of_the_day_that_makes_it_recur_is_recorded(
    parties: Parties, code: DefectCode, session: Session, signed_in: SignedIn
) -> None:
    raise_again(parties, code)
    later = raise_again(parties, code, event_date=DAY + timedelta(days=400))
    body = ncr_json(
        parties.relationship.id, version=1, partNumber="4711", defectCodeId=code.id, eventDate="2024-05-01"
    )
    assert signed_in(parties.buyer).put(f"/api/ncr/{later}", json=body).status_code == 200
    assert len(recurred_events(session)) == 2


def test_merged_suppliers_count_together(session: Session, signed_in: SignedIn) -> None:
    twins = make_twins(is_full=False)
    client = signed_in(twins.buyer)
    code = make_code(twins.buyer)
    fields: dict[str, Any] = {"part_number": "4711", "defect_code_id": code.id}
    for twin in (twins.survivor, twins.former):
        last = make_ncr(twins.buyer, twin.relationship.id, **fields).ncr.id
    assert recurrence(client, last) is None
    session.flush()
    merged = client.post("/api/relationship/merge", json=twins.body)
    assert merged.status_code == 200, merged.text
    assert recurrence(client, last) == SECOND


@pytest.mark.parametrize(
    ("number", "text"),
    [(1, "First"), (10, "Tenth"), (11, "11th"), (21, "21st"), (22, "22nd"), (23, "23rd"), (99, "99th"), (100, "100th or later")],
)  # fmt: skip
def test_ordinals(number: int, text: str) -> None:
    assert ordinal_text(number) == text
