"""Schedules: creation, change, hold, skip and end, permissions, limits and the list."""

from datetime import date
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.types import UserStatus
from app.events.models import EventLog
from app.kernel.dates import add_months
from app.network.models import Relationship
from app.network.types import RelationshipLevel
from app.schedules.operations import saving
from app.schedules.types import OccurrenceState
from tests.factories.accounts import colleague_of
from tests.factories.assessments import make_assessment
from tests.factories.rfx import SentRfx, field, send_rfx
from tests.factories.schedules import SCHEDULE, act, get, in_days, occurrences, repeat, schedule_json
from tests.fixtures.client import CheckedClient, counted_statements, props_of_page
from tests.fixtures.people import SignedIn


def events_of(session: Session, sent: SentRfx) -> list[EventLog]:
    stmt = select(EventLog).where(EventLog.type.startswith("schedule.")).order_by(EventLog.id)
    return list(session.execute(stmt).scalars())


def test_an_rfx_repeats_on_a_day(session: Session, client: CheckedClient, sent: SentRfx) -> None:
    schedule = repeat(client, rfxId=sent.id)
    assert schedule["title"] == "Yearly check"
    assert schedule["supplier"]["id"] == sent.respondent.organisation_id
    assert (schedule["nextOn"], schedule["opensOn"]) == (in_days(100).isoformat(), in_days(70).isoformat())
    assert (schedule["state"], schedule["rounds"], schedule["contacts"]) == ("ACTIVE", 1, None)
    assert (schedule["lastRfxId"], schedule["lastAssessmentId"]) == (sent.id, None)
    assert schedule["owner"] == {"id": sent.sender.id, "name": sent.sender.name}
    assert schedule["mayManage"] is True
    (event,) = events_of(session, sent)
    assert (event.type, event.relationship_id) == ("schedule.created", schedule["relationshipId"])
    assert event.organisation_id == sent.sender.organisation_id


def test_an_rfx_that_is_open_has_no_day_until_it_closes(client: CheckedClient, sent: SentRfx) -> None:
    schedule = repeat(client, rfxId=sent.id, anchor="AFTER_CLOSE", nextOn=None)
    assert (schedule["nextOn"], schedule["opensOn"]) == (None, None)
    skipped = client.post(f"{SCHEDULE}/{schedule['id']}/skip", json={"reason": "Audit"})
    assert (skipped.status_code, skipped.json["message"]) == (409, saving.NO_DAY_YET)
    early = client.post(f"{SCHEDULE}/{schedule['id']}/run", json={})
    assert (early.status_code, early.json["code"]) == (409, "roundOpen")


def test_a_submitted_rfx_is_due_months_after_its_day(client: CheckedClient, submitted: SentRfx) -> None:
    schedule = repeat(client, rfxId=submitted.id, anchor="AFTER_CLOSE", nextOn=None, everyMonths=7)
    assert schedule["nextOn"] == add_months(in_days(0), 7).isoformat()


@pytest.mark.parametrize(
    ("values", "name"),
    [
        ({"everyMonths": 0}, "everyMonths"),
        ({"everyMonths": 61}, "everyMonths"),
        ({"leadDays": 0}, "leadDays"),
        ({"leadDays": 366}, "leadDays"),
        ({"everyMonths": 1, "leadDays": 28}, "leadDays"),
        ({"nextOn": None}, "nextOn"),
        ({"nextOn": "2026-02-30"}, "nextOn"),
        ({"nextOn": "2020-01-01"}, "nextOn"),
        ({"nextOn": "2056-01-01"}, "nextOn"),
        ({"contactIds": []}, "contactIds"),
        ({"startsFrom": "HALF"}, "startsFrom"),
    ],
)
def test_bad_values_are_refused_at_their_field(
    client: CheckedClient, sent: SentRfx, values: dict[str, Any], name: str
) -> None:
    refused = client.post(SCHEDULE, json=schedule_json(rfxId=sent.id, **values))
    assert refused.status_code == 422, refused.text
    assert name in refused.json["fields"]
    assert client.get(SCHEDULE).json == []


def test_contacts_are_active_users_of_the_supplier(client: CheckedClient, sent: SentRfx) -> None:
    contact, suspended = colleague_of(sent.respondent), colleague_of(sent.respondent)
    suspended.status = UserStatus.SUSPENDED
    for wrong in (suspended.id, sent.sender.id):
        refused = client.post(SCHEDULE, json=schedule_json(rfxId=sent.id, contactIds=[wrong, contact.id]))
        assert refused.json["fields"] == {"contactIds": [saving.UNKNOWN_CONTACT]}
    schedule = repeat(client, rfxId=sent.id, contactIds=[contact.id])
    assert schedule["contacts"] == [{"id": contact.id, "name": contact.name}]


def test_the_owner_may_send_such_rounds(client: CheckedClient, sent: SentRfx) -> None:
    viewer = colleague_of(sent.sender, role_name="Viewer")
    for wrong in (viewer.id, sent.respondent.id):
        refused = client.post(SCHEDULE, json=schedule_json(rfxId=sent.id, ownerUserId=wrong))
        assert refused.json["fields"] == {"ownerUserId": [saving.NO_RIGHT]}
    colleague = colleague_of(sent.sender)
    assert repeat(client, rfxId=sent.id, ownerUserId=colleague.id)["owner"]["id"] == colleague.id


def test_the_same_forms_repeat_once_for_a_supplier(client: CheckedClient, sent: SentRfx) -> None:
    schedule = repeat(client, rfxId=sent.id)
    again = send_rfx(sent.sender, sent.respondent, forms=sent.forms)
    refused = client.post(SCHEDULE, json=schedule_json(rfxId=again.id))
    assert (refused.status_code, refused.json["code"]) == (409, "scheduleExists")
    assert "These forms already repeat" in refused.json["message"]
    other_forms = send_rfx(sent.sender, sent.respondent, blocks=[field("other")])
    repeat(client, rfxId=other_forms.id)
    other_supplier = send_rfx(sent.sender, forms=sent.forms)
    repeat(client, rfxId=other_supplier.id)
    assert client.delete(f"{SCHEDULE}/{schedule['id']}").status_code == 204
    repeat(client, rfxId=again.id)


def test_only_an_rfx_or_assessment_of_the_network_repeats(
    session: Session, client: CheckedClient, sent: SentRfx
) -> None:
    guest = send_rfx(sent.sender, guest=True)
    assert client.get(sent.path).json["actions"]["repeat"] is True
    assert client.get(guest.path).json["actions"]["repeat"] is False
    refused = client.post(SCHEDULE, json=schedule_json(rfxId=guest.id))
    assert (refused.status_code, refused.json["message"]) == (409, saving.NO_SUPPLIER)
    for body in ({}, {"rfxId": sent.id, "assessmentId": 1}):
        refused = client.post(SCHEDULE, json=schedule_json(**body))
        assert (refused.status_code, refused.json["message"]) == (422, saving.ONE_SOURCE)
    for row in session.execute(select(Relationship)).scalars():
        row.level = RelationshipLevel.NONE
    session.flush()
    refused = client.post(SCHEDULE, json=schedule_json(rfxId=sent.id))
    assert (refused.status_code, refused.json["message"]) == (409, saving.NO_SUPPLIER)


def test_an_assessment_repeats_with_its_surveys(
    session: Session, client: CheckedClient, sent: SentRfx
) -> None:
    relationship = session.execute(
        select(Relationship).where(Relationship.organisation_id == sent.sender.organisation_id)
    ).scalar_one()
    empty = make_assessment(sent.sender, relationship)
    refused = client.post(SCHEDULE, json=schedule_json(assessmentId=empty.id))
    assert (refused.status_code, refused.json["message"]) == (409, saving.NO_SURVEYS)
    assessment = make_assessment(
        sent.sender, relationship, type="QUALIFICATION", contacts=[sent.respondent.id], title="Audit"
    )
    schedule = repeat(client, assessmentId=assessment.id)
    assert (schedule["kind"], schedule["title"], schedule["hasSelfSurvey"]) == ("ASSESSMENT", "Audit", True)
    survey_id = client.get(f"/api/assessment/{assessment.id}").json["rfxs"][0]["id"]
    refused = client.post(SCHEDULE, json=schedule_json(rfxId=survey_id))
    assert (refused.status_code, refused.json["message"]) == (409, saving.NO_REPEAT)


def test_a_limit_of_schedules(client: CheckedClient, sent: SentRfx, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saving, "MAX_SCHEDULES", 1)
    repeat(client, rfxId=sent.id)
    other = send_rfx(sent.sender, blocks=[field("other")])
    refused = client.post(SCHEDULE, json=schedule_json(rfxId=other.id))
    assert (refused.status_code, refused.json["message"]) == (409, saving.TOO_MANY)


def test_hold_and_resume(session: Session, client: CheckedClient, sent: SentRfx) -> None:
    schedule = repeat(client, rfxId=sent.id)
    assert act(client, schedule, "hold")["state"] == "HELD"
    for action, body in (("hold", {}), ("run", {}), ("skip", {"reason": "Audit"})):
        refused = client.post(f"{SCHEDULE}/{schedule['id']}/{action}", json=body)
        assert (refused.status_code, refused.json["code"]) == (409, "scheduleHeld"), action
    assert act(client, schedule, "resume")["state"] == "ACTIVE"
    assert client.post(f"{SCHEDULE}/{schedule['id']}/resume", json={}).status_code == 409
    assert [event.type for event in events_of(session, sent)] == [
        "schedule.created", "schedule.held", "schedule.resumed",
    ]  # fmt: skip


def test_a_skipped_round_has_a_reason(session: Session, client: CheckedClient, sent: SentRfx) -> None:
    schedule = repeat(client, rfxId=sent.id)
    for reason in ("", " ", "x" * 501):
        refused = client.post(f"{SCHEDULE}/{schedule['id']}/skip", json={"reason": reason})
        assert "reason" in refused.json["fields"]
    skipped = act(client, schedule, "skip", reason="Audited on site this year")
    assert skipped["nextOn"] == add_months(in_days(100), 12).isoformat()
    assert (skipped["rounds"], skipped["lastRfxId"]) == (2, sent.id)
    row = occurrences(schedule)[1]
    assert (row.state, row.due_on) == (OccurrenceState.SKIPPED, in_days(100))
    assert row.reason == "Audited on site this year"
    assert events_of(session, sent)[-1].args["reason"] == "Audited on site this year"


def test_a_skipped_round_after_a_close_is_moved_by_the_interval(
    client: CheckedClient, submitted: SentRfx
) -> None:
    schedule = repeat(client, rfxId=submitted.id, anchor="AFTER_CLOSE", nextOn=None)
    skipped = act(client, schedule, "skip", reason="Audit")
    assert skipped["nextOn"] == add_months(date.fromisoformat(schedule["nextOn"]), 12).isoformat()


def test_change(client: CheckedClient, submitted: SentRfx) -> None:
    colleague = colleague_of(submitted.sender)
    schedule = repeat(client, rfxId=submitted.id)
    path = f"{SCHEDULE}/{schedule['id']}"
    body = schedule_json(everyMonths=6, leadDays=14, startsFrom="BLANK", ownerUserId=colleague.id)
    changed = client.put(path, json=body).json
    assert (changed["everyMonths"], changed["leadDays"], changed["startsFrom"]) == (6, 14, "BLANK")
    assert (changed["owner"]["id"], changed["nextOn"]) == (colleague.id, in_days(100).isoformat())
    after_close = client.put(path, json=body | {"anchor": "AFTER_CLOSE", "nextOn": None}).json
    assert after_close["nextOn"] == add_months(in_days(0), 6).isoformat()
    refused = client.put(path, json=body | {"nextOn": "2020-01-01"})
    assert "nextOn" in refused.json["fields"]


def test_an_ended_schedule_stays_for_the_list_of_ended_ones(client: CheckedClient, sent: SentRfx) -> None:
    schedule = repeat(client, rfxId=sent.id)
    path = f"{SCHEDULE}/{schedule['id']}"
    assert client.delete(path).status_code == 204
    assert client.delete(path).json["code"] == "scheduleEnded"
    for action, body in (("hold", {}), ("resume", {}), ("run", {}), ("skip", {"reason": "Audit"})):
        assert client.post(f"{path}/{action}", json=body).json["code"] == "scheduleEnded"
    assert client.put(path, json=schedule_json()).json["code"] == "scheduleEnded"
    assert client.get(SCHEDULE).json == []
    assert [row["id"] for row in client.get(f"{SCHEDULE}?state=ENDED").json] == [schedule["id"]]
    assert get(client, schedule)["state"] == "ENDED"


def test_schedules_need_the_permission_to_send(
    client: CheckedClient, sent: SentRfx, signed_in: SignedIn
) -> None:
    schedule = repeat(client, rfxId=sent.id)
    viewer = signed_in(colleague_of(sent.sender, role_name="Viewer"))
    (row,) = viewer.get(SCHEDULE).json
    assert row["mayManage"] is False
    path = f"{SCHEDULE}/{schedule['id']}"
    assert viewer.put(path, json=schedule_json()).status_code == 403
    assert viewer.delete(path).status_code == 403
    for action, body in (("hold", {}), ("resume", {}), ("run", {}), ("skip", {"reason": "Audit"})):
        assert viewer.post(f"{path}/{action}", json=body).status_code == 403, action
    assert viewer.post(SCHEDULE, json=schedule_json(rfxId=sent.id)).status_code == 403


def test_the_supplier_sees_nothing_of_a_schedule(
    client: CheckedClient, sent: SentRfx, signed_in: SignedIn
) -> None:
    schedule = repeat(client, rfxId=sent.id)
    supplier = signed_in(sent.respondent)
    assert supplier.get(SCHEDULE).json == []
    assert supplier.get(f"{SCHEDULE}/{schedule['id']}").status_code == 404
    assert supplier.post(SCHEDULE, json=schedule_json(rfxId=sent.id)).status_code == 403
    assert "schedule" not in supplier.get(f"{sent.path}?i=tasks").text.lower()


def test_filters_and_order_of_the_list(client: CheckedClient, sent: SentRfx, session: Session) -> None:
    other = send_rfx(sent.sender, blocks=[field("other")], title="Conflict minerals")
    later, sooner = (
        repeat(client, rfxId=sent.id),
        repeat(client, rfxId=other.id, nextOn=in_days(50).isoformat()),
    )

    def ids(query: str = "") -> list[int]:
        return [row["id"] for row in client.get(f"{SCHEDULE}?{query}").json]

    assert ids() == [sooner["id"], later["id"]]
    assert ids("sort=-next") == ids("sort=-title") == [later["id"], sooner["id"]]
    assert ids("search=minerals") == ids(f"rfxId={other.id}") == [sooner["id"]]
    assert ids(f"relationshipId={later['relationshipId']}") == [later["id"]]
    assert ids("kind=ASSESSMENT") == ids("state=HELD") == []
    act(client, later, "hold")
    assert ids("state=HELD") == [later["id"]]


def test_the_list_has_the_same_statements_for_one_row_and_many(client: CheckedClient, sent: SentRfx) -> None:
    contact = colleague_of(sent.respondent)
    repeat(client, rfxId=sent.id, contactIds=[contact.id])
    with counted_statements() as one:
        client.get(SCHEDULE)
    for number in range(4):
        another = send_rfx(sent.sender, sent.respondent, blocks=[field(f"q{number}")])
        repeat(client, rfxId=another.id, contactIds=[contact.id])
    with counted_statements() as many:
        assert len(client.get(SCHEDULE).json) == 5
    assert len(many.statements) == len(one.statements)


def test_a_planned_round_is_a_due_record_of_the_buyer(
    client: CheckedClient, sent: SentRfx, signed_in: SignedIn
) -> None:
    schedule = repeat(client, rfxId=sent.id, nextOn=in_days(40).isoformat())
    (row,) = [row for row in client.get("/api/due").json if row["kind"] == "SCHEDULE"]
    assert (row["title"], row["dueOn"]) == ("Yearly check", in_days(40).isoformat())
    assert row["link"] == f"/rfx?tab=schedules&schedule={schedule['id']}"
    assert "SCHEDULE" not in signed_in(sent.respondent).get("/api/due").text
    act(client, schedule, "hold")
    assert "SCHEDULE" not in [row["kind"] for row in client.get("/api/due").json]


def test_page_of_an_rfx_has_its_schedule_for_the_requester(
    client: CheckedClient, signed_in: SignedIn, sent: SentRfx
) -> None:
    def on_page(reader: CheckedClient) -> Any:
        return props_of_page(reader, f"/rfx/{sent.id}", island="rfx/detail")["schedule"]

    assert on_page(client) is None
    schedule = repeat(client, rfxId=sent.id)
    assert on_page(client) == schedule
    assert on_page(signed_in(sent.respondent)) is None
    assert client.delete(f"{SCHEDULE}/{schedule['id']}").status_code == 204
    assert on_page(client) is None
