"""The list of due records: its sources, their order and periods, visibility, filters and pages."""

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import BigInteger, Date, Text, cast, literal, null, select
from sqlalchemy.orm import Session

from app.accounts.models import Organisation, User
from app.due.policies import DueColumns, DueHooks, DueSource
from app.extensions import db
from app.kernel.auth import VIEWER
from app.kernel.clock import now, shifted
from app.kernel.registry import EXTENSION
from app.ncr.operations.moves import set_deleted
from app.network.models import Relationship
from app.rfx.jobs import expire_overdue
from app.rfx.models import Rfx
from app.rfx.operations.withdrawing import withdraw_rfx
from app.tasks import public as tasks
from tests.factories.accounts import OrganisationFactory, UserFactory, actor_of, colleague_of
from tests.factories.assessments import make_assessment
from tests.factories.ncr import make_ncr
from tests.factories.network import relate
from tests.factories.parts import make_part
from tests.factories.rfx import send_rfx
from tests.fixtures.people import SignedIn

WEDNESDAY = datetime(2026, 12, 2, 12, tzinfo=UTC)
TODAY = WEDNESDAY.date()


@pytest.fixture(autouse=True)
def _on_wednesday() -> Iterator[None]:
    with shifted(WEDNESDAY - now()):
        yield


@pytest.fixture
def buyer(session: Session) -> User:
    created: User = UserFactory(name="Ann Buyer")
    return created


@pytest.fixture
def supplier(session: Session) -> User:
    created: User = UserFactory(name="Sam Supplier")
    return created


@pytest.fixture
def relationship(buyer: User, supplier: User) -> Relationship:
    return relate(buyer.organisation_id, supplier.organisation_id)


def day(offset: int) -> date:
    return TODAY + timedelta(days=offset)


def follow_up(
    buyer: User, assignee: User, *, title: str = "Insurance", anyone: bool = False, **fields: Any
) -> int:
    """Open a follow-up on an RFx that need not exist."""
    task = tasks.open_task(
        actor=actor_of(buyer),
        type=tasks.TaskType.FOLLOW_UP,
        title=title,
        subject_type=tasks.RFX_SUBJECT,
        subject_id=41,
        subject_title="Qualification",
        assigned_organisation_id=assignee.organisation_id,
        assigned_user_id=None if anyone else assignee.id,
        **fields,
    )
    return task.id


Rows = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def rows_of(signed_in: SignedIn) -> Rows:
    """Return a function that reads the list of a user, with filters."""

    def read(user: User, **filters: object) -> list[dict[str, Any]]:
        response = signed_in(user).get("/api/due", query_string=filters)
        assert response.status_code == 200, response.json
        rows: list[dict[str, Any]] = response.json
        return rows

    return read


def name_of(user: User) -> str:
    return db.session.get_one(Organisation, user.organisation_id).name


def titles(rows: list[dict[str, Any]]) -> list[str]:
    return [row["title"] for row in rows]


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


def test_order_is_by_due_date_then_by_kind_and_id_across_days_and_moments(
    buyer: User, supplier: User, rows_of: Rows
) -> None:
    evening = datetime(2026, 12, 4, 20, tzinfo=UTC)
    send_rfx(buyer, supplier, title="Friday evening", deadline=evening)
    follow_up(buyer, supplier, title="Friday", due=day(2))
    follow_up(buyer, supplier, title="Saturday", due=day(3))
    send_rfx(buyer, supplier, title="Saturday noon", deadline=evening + timedelta(hours=16))
    follow_up(buyer, supplier, title="Tuesday", due=day(-1))
    follow_up(buyer, supplier, title="Friday, too", due=day(2))
    expected = ["Tuesday", "Friday evening", "Friday", "Friday, too", "Saturday noon", "Saturday"]
    assert titles(rows_of(supplier)) == expected
    assert titles(rows_of(buyer)) == expected


def test_pages_by_cursor_have_each_row_once_and_the_total(
    buyer: User, supplier: User, signed_in: SignedIn
) -> None:
    for number in range(9):
        follow_up(buyer, supplier, title=f"Follow-up {number}", due=day(number // 3 - 1))
        send_rfx(buyer, supplier, title=f"RFx {number}", deadline=WEDNESDAY + timedelta(days=number // 2))
    client = signed_in(supplier)
    all_keys = [row["key"] for row in client.get("/api/due?pageSize=100").json]
    assert len(set(all_keys)) == 18
    keys: list[str] = []
    query = "pageSize=4"
    while query:
        response = client.get(f"/api/due?{query}")
        pagination = json.loads(response.headers["X-Pagination"])
        assert pagination["total"] == 18
        keys += [row["key"] for row in response.json]
        cursor = pagination["nextCursor"]
        query = f"pageSize=4&cursor={cursor}" if cursor else ""
    assert keys == all_keys
    assert [row["key"] for row in client.get("/api/due?pageSize=4&page=3").json] == all_keys[8:12]


def test_statements_do_not_grow_with_rows(buyer: User, supplier: User, signed_in: SignedIn) -> None:
    for number in range(12):
        follow_up(buyer, supplier, title=f"Follow-up {number}", due=day(number))
        send_rfx(buyer, supplier, title=f"RFx {number}", deadline=WEDNESDAY + timedelta(days=number + 1))
    client = signed_in(supplier)
    counts = set()
    for path in (
        "/api/due?pageSize=1",
        "/api/due?pageSize=100",
        "/api/due?pageSize=100&owner=ALL",
        "/api/due/count",
    ):
        assert client.get(path).status_code == 200
        counts.add(client.statements)
    # The sign-in and the list.
    assert counts == {2}


@pytest.mark.parametrize(
    ("zone", "expected"),
    [
        ("UTC", {"Sunday": "WEEK", "Monday": "NEXT90", "Wednesday": "WEEK", "Tuesday": "OVERDUE"}),
        # In Auckland, Thursday has begun.
        (
            "Pacific/Auckland",
            {"Sunday": "WEEK", "Monday": "NEXT90", "Wednesday": "OVERDUE", "Tuesday": "OVERDUE"},
        ),
    ],
)
def test_days_end_in_the_time_zone_of_the_viewer(
    buyer: User, supplier: User, rows_of: Rows, zone: str, expected: dict[str, str]
) -> None:
    supplier.time_zone = zone
    for name, offset in (("Tuesday", -1), ("Wednesday", 0), ("Sunday", 4), ("Monday", 5)):
        follow_up(buyer, supplier, title=name, due=day(offset))
    assert {row["title"]: row["period"] for row in rows_of(supplier)} == expected
    for period in ("OVERDUE", "WEEK", "NEXT90"):
        assert set(titles(rows_of(supplier, period=period))) == {
            name for name, of_day in expected.items() if of_day == period
        }


def test_week_ends_at_midnight_of_the_viewer(buyer: User, supplier: User, rows_of: Rows) -> None:
    supplier.time_zone = "America/New_York"
    # The end of Sunday in New York, in winter.
    midnight = datetime(2026, 12, 7, 5, tzinfo=UTC)
    send_rfx(buyer, supplier, title="Sunday", deadline=midnight - timedelta(minutes=1))
    send_rfx(buyer, supplier, title="Monday", deadline=midnight + timedelta(minutes=1))
    assert titles(rows_of(supplier, period="WEEK")) == ["Sunday"]
    assert titles(rows_of(supplier, period="NEXT90")) == ["Monday"]


def test_list_ends_after_90_days(buyer: User, supplier: User, rows_of: Rows) -> None:
    follow_up(buyer, supplier, title="In 90 days", due=day(90))
    follow_up(buyer, supplier, title="In 91 days", due=day(91))
    assert titles(rows_of(supplier)) == ["In 90 days"]


def test_counts_have_the_filters_except_the_period(buyer: User, supplier: User, signed_in: SignedIn) -> None:
    colleague = colleague_of(supplier)
    for assignee, offset in ((supplier, -1), (supplier, 1), (supplier, 20), (supplier, 30), (colleague, -3)):
        follow_up(buyer, assignee, due=day(offset))
    send_rfx(buyer, supplier, deadline=WEDNESDAY + timedelta(days=3))
    client = signed_in(supplier)
    assert client.get("/api/due/count").json == {"overdue": 1, "week": 2, "next90": 2}
    assert client.get("/api/due/count?owner=ALL").json == {"overdue": 2, "week": 2, "next90": 2}
    assert client.get("/api/due/count?kind=RFX").json == {"overdue": 0, "week": 1, "next90": 0}
    assert client.get("/api/due/count?supplier=nobody").json == {"overdue": 0, "week": 0, "next90": 0}


def test_filters_by_kind_and_by_the_name_of_the_other_party(
    buyer: User, supplier: User, relationship: Relationship, rows_of: Rows
) -> None:
    other = UserFactory(in_organisation=OrganisationFactory(name="Müller Präzision"))
    send_rfx(buyer, supplier, title="To the supplier", deadline=WEDNESDAY + timedelta(days=1))
    send_rfx(buyer, other, title="To Müller", deadline=WEDNESDAY + timedelta(days=2))
    make_ncr(buyer, relationship.id, title="Burrs", due=day(3))
    assert titles(rows_of(buyer, kind="NCR")) == ["Burrs"]
    assert titles(rows_of(buyer, kind="RFX_SENT")) == ["To the supplier", "To Müller"]
    assert titles(rows_of(buyer, supplier="muller")) == ["To Müller"]
    assert titles(rows_of(buyer, supplier="muller", period="NEXT90")) == []


@pytest.mark.parametrize(
    ("query", "field", "sentence"),
    [
        ("kind=NONSENSE", "kind", "This is not a kind of due record."),
        ("owner=SOMEONE", "owner", "This is not an owner."),
        ("cursor=WzAsMSwyLDMsNF0", "cursor", "This cursor is not valid."),
        ("cursor=bm9uc2Vuc2U", "cursor", "This cursor is not valid."),
    ],
)
def test_bad_filters_are_refused_with_a_sentence(
    buyer: User, signed_in: SignedIn, query: str, field: str, sentence: str
) -> None:
    response = signed_in(buyer).get(f"/api/due?{query}")
    assert response.status_code == 400
    assert response.json["fields"] == {field: [sentence]}


def test_owner_of_another_organisation_is_not_found(buyer: User, supplier: User, signed_in: SignedIn) -> None:
    for path in ("/api/due", "/api/due/count"):
        assert signed_in(buyer).get(f"{path}?owner={supplier.id}").status_code == 404
        assert signed_in(buyer).get(f"{path}?owner=999999").status_code == 404


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
    reader = colleague_of(supplier, role="Read-only")
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
