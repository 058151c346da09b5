"""The list of due records: its sources, and who sees which records."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import BigInteger, Date, Text, cast, literal, null, select

from app.accounts.models import Organisation, User
from app.due.policies import DueColumns, DueHooks, DueSource
from app.extensions import db
from app.kernel.clock import shifted
from app.kernel.http.auth import VIEWER
from app.kernel.registry import EXTENSION
from app.ncr.operations.moves import set_deleted
from app.network.models import Relationship
from app.rfx.jobs import expire_overdue
from app.rfx.models import Rfx
from app.rfx.operations.withdrawing import withdraw_rfx
from app.tasks import public as tasks
from tests.factories.accounts import UserFactory, actor_of, colleague_of
from tests.factories.assessments import make_assessment
from tests.factories.due import WEDNESDAY, Rows, day, follow_up, name_of, titles
from tests.factories.ncr import make_ncr
from tests.factories.network import relate
from tests.factories.parts import make_part
from tests.factories.rfx import send_rfx
from tests.fixtures.people import SignedIn


def test_received_rfx_is_listed_once_for_its_assignee_and_for_colleagues(
    buyer: User, supplier: User, rows_of: Rows
) -> None:
    colleague = colleague_of(supplier, name="Cora Colleague")
    sent = send_rfx(buyer, supplier, title="Qualification", deadline=WEDNESDAY + timedelta(days=1))
    task = tasks.tasks_of(subject_type=tasks.RFX_SUBJECT, subject_ids=[sent.id])[0].task
    own = {
        "key": f"task-{task.id}",
        "kind": "RFX",
        "title": "Qualification",
        "subtitle": None,
        "party": name_of(buyer),
        "dueOn": "2026-12-03T12:00:00+00:00",
        "period": "WEEK",
        "isLate": False,
        "owner": {"id": supplier.id, "name": "Sam Supplier"},
        "link": f"/rfx/{sent.id}/task/{task.id}",
    }
    assert rows_of(supplier) == [own]
    assert rows_of(supplier, owner="ALL") == [own]
    assert rows_of(colleague) == []
    record = own | {"key": f"rfxReceived-{sent.id}", "link": f"/rfx/{sent.id}"}
    assert rows_of(colleague, owner="ALL") == [record]
    assert rows_of(colleague, owner=supplier.id) == [record]


def test_sent_rfx_is_listed_for_its_sender_and_the_party_is_the_supplier(
    buyer: User, supplier: User, rows_of: Rows
) -> None:
    sent = send_rfx(buyer, supplier, title="Qualification", deadline=WEDNESDAY + timedelta(days=10))
    to_guest = send_rfx(buyer, guest=True, title="By link", deadline=WEDNESDAY + timedelta(days=11))
    to_guest.respondent.name = "Gail Guest"
    db.session.flush()
    first, second = rows_of(buyer)
    assert first["key"] == f"rfxSent-{sent.id}"
    assert first["kind"] == "RFX_SENT"
    assert first["party"] == name_of(supplier)
    assert first["owner"] == {"id": buyer.id, "name": "Ann Buyer"}
    assert first["period"] == "NEXT90"
    assert second["party"] == "Guest (Gail Guest)"
    colleague = colleague_of(buyer)
    assert rows_of(colleague) == []
    assert len(rows_of(colleague, owner="ALL")) == 2


def test_answered_withdrawn_and_unscheduled_rfxs_are_not_due(
    buyer: User, supplier: User, rows_of: Rows
) -> None:
    deadline = WEDNESDAY + timedelta(days=1)
    withdrawn = send_rfx(buyer, supplier, title="Withdrawn", deadline=deadline)
    withdraw_rfx(actor=actor_of(buyer), rfx_id=withdrawn.id, reason="Sent twice")
    completed = send_rfx(buyer, supplier, title="Completed", deadline=deadline)
    db.session.get_one(Rfx, completed.id).status = "COMPLETED"
    tasks.close_tasks(
        actor=None, subject_type=tasks.RFX_SUBJECT, subject_id=completed.id, types=[tasks.TaskType.RFX]
    )
    send_rfx(buyer, supplier, title="Without a deadline")
    send_rfx(buyer, supplier, title="In a year", deadline=WEDNESDAY + timedelta(days=360))
    for user in (buyer, supplier):
        assert titles(rows_of(user, owner="ALL")) == []


def test_expired_rfx_is_overdue_for_90_days_for_both_parties(
    buyer: User, supplier: User, rows_of: Rows
) -> None:
    send_rfx(buyer, supplier, title="Expired", deadline=WEDNESDAY + timedelta(days=1))
    with shifted(timedelta(days=2)):
        expire_overdue()
        for user in (buyer, supplier):
            (row,) = rows_of(user, period="OVERDUE")
            assert (row["title"], row["isLate"]) == ("Expired", True)
            assert row["owner"]["id"] == user.id
            assert rows_of(user, period="WEEK") == []
    with shifted(timedelta(days=92)):
        assert rows_of(buyer) == []
        assert rows_of(supplier) == []


def test_rfx_past_its_deadline_is_overdue_before_the_job_has_expired_it(
    buyer: User, supplier: User, rows_of: Rows
) -> None:
    send_rfx(buyer, supplier, title="Late", deadline=WEDNESDAY + timedelta(hours=1))
    with shifted(timedelta(hours=2)):
        for user in (buyer, supplier):
            (row,) = rows_of(user)
            assert (row["title"], row["period"]) == ("Late", "OVERDUE")


def test_follow_ups_are_listed_for_the_assignee_the_colleagues_and_the_asker(
    buyer: User, supplier: User, rows_of: Rows
) -> None:
    task_id = follow_up(buyer, supplier, due=day(1))
    colleague = colleague_of(supplier)
    (own,) = rows_of(supplier)
    assert own["key"] == f"task-{task_id}"
    assert own["subtitle"] == "Qualification"
    assert own["link"] == f"/rfx/41/task/{task_id}"
    assert rows_of(colleague) == []
    (of_colleague,) = rows_of(colleague, owner="ALL")
    assert of_colleague["key"] == f"followUp-{task_id}"
    assert of_colleague["owner"]["id"] == supplier.id
    (asked,) = rows_of(buyer)
    assert asked["party"] == name_of(supplier)
    assert asked["owner"]["id"] == buyer.id


def test_task_for_anyone_is_listed_for_every_colleague_as_theirs(
    buyer: User, supplier: User, rows_of: Rows
) -> None:
    follow_up(buyer, supplier, anyone=True, due=day(1))
    for user in (supplier, colleague_of(supplier)):
        (row,) = rows_of(user)
        assert row["owner"] is None
        assert rows_of(user, owner=user.id) == []


def test_part_is_a_duty_of_its_assignee_next_to_the_rfx_of_the_asker(
    buyer: User, supplier: User, rows_of: Rows
) -> None:
    colleague = colleague_of(supplier)
    sent = send_rfx(buyer, supplier, title="Qualification", deadline=WEDNESDAY + timedelta(days=20))
    make_part(sent, to=colleague, due=day(9))
    (part,) = rows_of(colleague, owner="ALL")
    assert (part["kind"], part["dueOn"], part["subtitle"]) == ("PART", "2026-12-11", "Qualification")
    assert [row["kind"] for row in rows_of(supplier, owner="ALL")] == ["RFX"]


def test_ncr_is_due_for_both_parties_until_it_is_deleted(
    buyer: User, supplier: User, relationship: Relationship, rows_of: Rows
) -> None:
    ncr = make_ncr(buyer, relationship.id, due=day(2), assigned_user_id=supplier.id).ncr
    (received,) = rows_of(supplier)
    assert (received["kind"], received["link"], received["dueOn"]) == ("NCR", f"/ncr/{ncr.id}", "2026-12-04")
    (raised,) = rows_of(buyer)
    assert raised["key"] == f"ncr-{ncr.id}"
    assert raised["owner"]["id"] == buyer.id
    (of_colleague,) = rows_of(colleague_of(supplier), owner="ALL")
    assert of_colleague["owner"]["id"] == supplier.id
    set_deleted(actor=actor_of(buyer), ncr_id=ncr.id, deleted=True)
    db.session.flush()
    assert rows_of(buyer) == []
    assert rows_of(supplier) == []


def test_assessment_is_due_for_the_buyer_and_its_surveys_for_their_respondents(
    buyer: User, supplier: User, relationship: Relationship, rows_of: Rows
) -> None:
    colleague = colleague_of(buyer, name="Cora Colleague")
    assessment = make_assessment(
        buyer,
        relationship,
        type="QUALIFICATION",
        title="Yearly",
        deadline=WEDNESDAY + timedelta(days=5),
        internal_recipients=[colleague.id],
        contacts=[supplier.id],
    )
    (row,) = rows_of(buyer, owner="ALL")
    assert (row["kind"], row["key"]) == ("ASSESSMENT", f"assessment-{assessment.id}")
    assert row["party"] == name_of(supplier)
    (survey,) = rows_of(colleague)
    assert survey["kind"] == "RFX"
    assert [row["kind"] for row in rows_of(supplier)] == ["RFX"]
    internal = db.session.query(Rfx).filter_by(recipient_user_id=colleague.id).one()
    internal.deadline = WEDNESDAY + timedelta(days=3)
    db.session.flush()
    survey, row = rows_of(buyer, owner="ALL")
    assert (survey["key"], survey["subtitle"]) == (f"survey-{internal.id}", "Yearly")
    assert survey["owner"]["id"] == colleague.id


def test_strangers_see_nothing_and_guests_have_no_list(
    buyer: User, supplier: User, relationship: Relationship, signed_in: SignedIn
) -> None:
    deadline = WEDNESDAY + timedelta(days=1)
    send_rfx(buyer, supplier, deadline=deadline)
    make_ncr(buyer, relationship.id, due=day(1))
    follow_up(buyer, supplier, due=day(1))
    make_assessment(buyer, relationship, type="QUALIFICATION", deadline=deadline, contacts=[supplier.id])
    stranger = UserFactory()
    other_supplier = UserFactory()
    relate(buyer.organisation_id, other_supplier.organisation_id)
    for user in (stranger, other_supplier):
        client = signed_in(user)
        assert client.get("/api/due?owner=ALL").json == []
        assert client.get("/api/due/count?owner=ALL").json == {"overdue": 0, "week": 0, "next90": 0}
    to_guest = send_rfx(buyer, guest=True, deadline=deadline)
    guest = signed_in(to_guest.respondent, rfx_id=to_guest.id)
    for path in ("/api/due", "/api/due/count", "/api/calendarFeed"):
        assert guest.get(path).status_code == 403


def test_read_only_user_sees_the_records_of_the_organisation(
    buyer: User, supplier: User, rows_of: Rows
) -> None:
    reader = colleague_of(supplier, role_name="Viewer")
    send_rfx(buyer, supplier, title="Qualification", deadline=WEDNESDAY + timedelta(days=1))
    assert titles(rows_of(reader, owner="ALL")) == ["Qualification"]


def test_a_further_feature_registers_its_own_records(app: Flask, buyer: User, rows_of: Rows) -> None:
    def organisations() -> Sequence[DueColumns]:
        return [
            DueColumns(
                stmt=select(Organisation.id).where(Organisation.id == VIEWER),
                id=Organisation.id,
                kind=literal("CERTIFICATE", Text),
                title=Organisation.name,
                detail=cast(null(), Text),
                party=Organisation.name,
                party_id=Organisation.id,
                owner_id=cast(null(), BigInteger),
                path=literal("/organisations", Text),
                due=cast(literal(day(2)), Date),
                is_day=True,
            )
        ]

    hooks = app.extensions[EXTENSION].hooks(DueHooks)
    source = DueSource(name="certificate", kinds={"CERTIFICATE": "Certificate"}, columns=organisations)
    hooks.add(source)
    try:
        (row,) = rows_of(buyer, kind="CERTIFICATE")
        assert (row["title"], row["dueOn"]) == (name_of(buyer), "2026-12-04")
        with pytest.raises(ValueError, match="registered already"):
            hooks.add(source)
    finally:
        hooks.sources.remove(source)
