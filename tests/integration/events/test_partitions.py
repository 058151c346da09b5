"""The event log with many monthly partitions: what each request reads, and the job that makes and drops them."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.orm import Session
from structlog.testing import capture_logs

from app.accounts.models import User
from app.config import SettingsError, load_settings
from app.duplicates.operations.moves import RecordedMoves, first_change
from app.events.jobs import maintain_partitions
from app.events.models import EVENT_LOG, EventLog
from app.events.public import VIEW_TYPES, record, record_view
from app.kernel.clock import now, shifted
from app.kernel.db.partitions import MONTHS_AHEAD, month_start
from app.notifications.models import Notification
from app.notifications.types import NotificationKind
from tests.factories.accounts import UserFactory, actor_of, colleague_of
from tests.factories.network import relate
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn
from tests.integration.events.plans import Node, event_statements, nodes, scans

MONTHS = 24
EACH = 40
"""Events of each kind in a month."""


@pytest.fixture
def buyer(session: Session) -> User:
    created: User = UserFactory(name="Ann Buyer", in_organisation__name="Brightwater")
    return created


def in_months(months: int) -> timedelta:
    """Return how far the clock must move to the tenth day of the month that is so many months from now."""
    return month_start(now(), months) + timedelta(days=9) - now()


def partition_of(session: Session, event_id: int) -> str:
    query = text("select tableoid::regclass::text from event_log where id = :id")
    return str(session.execute(query, {"id": event_id}).scalar_one())


class TestReads:
    """Each read of a log of two years touches the newest partitions only, in the order of an index."""

    @pytest.fixture
    def supplier(self, buyer: User) -> User:
        created: User = UserFactory(in_organisation__name="Meridian")
        return created

    @pytest.fixture
    def years(self, session: Session, buyer: User, supplier: User) -> timedelta:
        """Fill two years with events of the buyer and a colleague; return how far the clock must move to their end."""
        colleague, relationship = colleague_of(buyer), relate(buyer.organisation_id, supplier.organisation_id)
        with shifted(in_months(MONTHS)):
            EVENT_LOG.make_partitions()
        session.execute(
            text(
                """
                insert into event_log (type, created, organisation_id, created_by_user_id, relationship_id,
                    subject_user_id, args)
                select (array['rfx.sent', 'user.viewed.organisation', 'ncr.added'])[1 + n % 3],
                    month + n * interval '10 minutes', :organisation, case n % 2 when 0 then :user else :colleague end,
                    case n % 5 when 0 then :relationship end, case n % 7 when 0 then :user end,
                    jsonb_build_object('organisationId', n)
                from generate_series(date_trunc('month', now()), cast(:end as timestamptz), interval '1 month') month,
                    generate_series(1, :each) n
                """
            ),
            {
                "organisation": buyer.organisation_id, "user": buyer.id, "colleague": colleague.id,
                "relationship": relationship.id, "end": now() + in_months(MONTHS), "each": 6 * EACH,
            },
        )  # fmt: skip
        session.execute(text("analyze event_log"))
        return in_months(MONTHS)

    @pytest.mark.parametrize(
        "path",
        [
            "/api/eventLog",
            "/api/eventLog?" + "&".join(f"types={each}" for each in sorted(VIEW_TYPES)),
            "/api/eventLog?relationshipId={relationship}",
            "/api/eventLog?subjectUserId={user}",
        ],
    )
    def test_first_page_reads_the_newest_partitions(
        self, session: Session, buyer: User, years: timedelta, signed_in: SignedIn, path: str
    ) -> None:
        relationship = session.execute(
            text("select id from relationship where organisation_id = :id"), {"id": buyer.organisation_id}
        ).scalar_one()
        with shifted(years):
            client = signed_in(buyer)
            with event_statements() as recorded:
                response = client.get(path.format(relationship=relationship, user=buyer.id))
            assert response.status_code == 200
            assert len(response.json) == 10
            plans = recorded.plans()
        assert plans
        for plan in plans:
            for page in page_nodes(plan):
                assert_ordered_read(page, rows=11)

    def test_deep_page_stops_after_its_rows(
        self, session: Session, buyer: User, years: timedelta, signed_in: SignedIn
    ) -> None:
        with shifted(years):
            client = signed_in(buyer)
            cursor = None
            for _ in range(5):
                response = client.get("/api/eventLog", query_string={"pageSize": 100, "cursor": cursor})
                cursor = json.loads(response.headers["X-Pagination"])["nextCursor"]
            with event_statements() as recorded:
                client.get("/api/eventLog", query_string={"cursor": cursor})
            (plan,) = recorded.plans()
        (page,) = page_nodes(plan)
        assert sum(scan["Actual Rows"] * scan["Actual Loops"] for scan in scans(page)) <= 11

    def test_home_reads_few_rows(self, buyer: User, years: timedelta, signed_in: SignedIn) -> None:
        with shifted(years):
            client = signed_in(buyer)
            with event_statements() as recorded:
                assert client.get("/home").status_code == 200
            plans = recorded.plans()
        pages = [page for plan in plans for page in page_nodes(plan)]
        assert pages
        for page in pages:
            assert_ordered_read(page, rows=11)

    def test_view_updates_the_newest_partition_only(
        self, session: Session, buyer: User, years: timedelta
    ) -> None:
        with shifted(years):
            for _ in range(2):
                with event_statements() as recorded:
                    record_view(
                        "user.viewed.organisation",
                        actor=actor_of(buyer),
                        key="organisationId",
                        organisationId=7,
                    )
                (plan,) = recorded.plans()
                assert len({scan["Relation Name"] for scan in scans(plan)}) <= MONTHS_AHEAD + 3

    def test_notifications_read_the_partitions_of_their_life(
        self, session: Session, buyer: User, years: timedelta, signed_in: SignedIn
    ) -> None:
        with shifted(years):
            event = record("rfx.declined", actor=actor_of(colleague_of(buyer)), rfxId=1, rfxTitle="One")
            session.flush()
            session.add(
                Notification(
                    user_id=buyer.id, event_id=event.id, kind=NotificationKind.RFX_DECLINED, subject_type="rfx",
                    subject_id=1,
                )
            )  # fmt: skip
            session.flush()
            client = signed_in(buyer)
            with event_statements() as recorded:
                assert len(client.get("/api/notification").json) == 1
            (plan,) = recorded.plans()
        assert len({scan["Relation Name"] for scan in scans(plan)}) <= MONTHS_AHEAD + 6


def page_nodes(plan: Node) -> list[Node]:
    """Return the parts of a plan that read a page: an Append below a LIMIT. Counts are plans of their own (InitPlan)."""
    pages = []
    for node in nodes(plan, skipped="InitPlan"):
        if node["Node Type"] == "Limit":
            pages += [child for child in node["Plans"] if child["Node Type"] in {"Append", "Merge Append"}]
    return pages


def assert_ordered_read(page: Node, *, rows: int) -> None:
    kinds = {node["Node Type"] for node in nodes(page)}
    assert kinds <= {"Append", "Index Scan", "Index Only Scan"}, kinds
    read = scans(page)
    assert sum(scan["Actual Rows"] + scan.get("Rows Removed by Filter", 0) for scan in read) <= 3 * rows
    # The empty partitions of the future, the current one, and one more at the beginning of a month.
    assert len(read) <= MONTHS_AHEAD + 3, [scan["Relation Name"] for scan in read]


class TestJob:
    """The periodic job, on partitions that the migration has made."""

    def test_months_are_made_ahead(self, session: Session) -> None:
        for months in (1, 5):
            with shifted(in_months(months)):
                maintain_partitions()
                names = [partition.name for partition in EVENT_LOG.partitions()]
                ahead = [f"event_log_{month_start(now(), n):%Y_%m}" for n in range(1, MONTHS_AHEAD + 1)]
                assert names[-MONTHS_AHEAD - 1 :] == [*ahead, EVENT_LOG.later]
                assert EVENT_LOG.make_partitions() == []
        assert_no_gaps()

    def test_every_time_has_a_partition(self, session: Session, buyer: User) -> None:
        for years in (-40, 40):
            with shifted(timedelta(days=365 * years)):
                record("user.login", actor=actor_of(buyer))
                session.flush()

    def test_late_events_are_reported_and_get_a_partition(
        self, session: Session, buyer: User, client: CheckedClient, signed_in: SignedIn
    ) -> None:
        assert client.get("/readyz").json["checks"]["events"] == "ok"
        with shifted(in_months(8)):
            event = record(
                "organisation.updated", actor=actor_of(buyer), organisationId=1, organisationName="x"
            )
            session.flush()
            event_id = event.id
            response = client.get("/readyz")
            assert (response.status_code, response.json["status"]) == (200, "ok")
            assert response.json["checks"]["events"] == "attention"
            with capture_logs() as logs:
                maintain_partitions()
            assert ("warning", "rows_without_month") in [(each["log_level"], each["event"]) for each in logs]
            assert client.get("/readyz").json["checks"]["events"] == "ok"
            assert partition_of(session, event_id) == f"event_log_until_{now():%Y_%m}"
            assert event_id in [row["id"] for row in signed_in(buyer).get("/api/eventLog").json]
            assert_no_gaps()

    def test_old_partitions_are_dropped_whole(
        self, app: Flask, session: Session, buyer: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        record("organisation.updated", actor=actor_of(buyer), organisationId=1, organisationName="old")
        with shifted(in_months(3)):
            record("organisation.updated", actor=actor_of(buyer), organisationId=1, organisationName="new")
            session.flush()
        with shifted(in_months(9)):
            maintain_partitions()
            assert names_of(session, buyer) == ["old", "new"], "without a setting nothing is deleted"
            monkeypatch.setitem(app.config, "ASSAY", replace(app.config["ASSAY"], EVENT_MONTHS=6))
            maintain_partitions()
            assert names_of(session, buyer) == ["new"]
            first = EVENT_LOG.partitions()[0]
            assert first.begin == month_start(now(), -6)
            assert EVENT_LOG.drop_partitions(months=6) == []

    def test_retention_is_longer_than_the_life_of_notifications(self) -> None:
        environ = {"DATABASE_URL": "postgresql:///unused"}
        assert load_settings(environ).EVENT_MONTHS == 0
        assert load_settings({**environ, "EVENT_MONTHS": "6"}).EVENT_MONTHS == 6
        with pytest.raises(SettingsError, match="EVENT_MONTHS must be 0"):
            load_settings({**environ, "EVENT_MONTHS": "5"})


def names_of(session: Session, user: User) -> list[str]:
    events = session.query(EventLog).filter_by(organisation_id=user.organisation_id).order_by(EventLog.id)
    return [str(event.args["organisationName"]) for event in events]


def assert_no_gaps() -> None:
    partitions = EVENT_LOG.partitions()
    assert partitions[0].begin is None
    assert partitions[-1].end is None
    for earlier, later in pairwise(partitions):
        assert earlier.end == later.begin


def test_view_before_and_after_midnight_is_one_event(session: Session, buyer: User) -> None:
    EVENT_LOG.make_partitions()
    midnight = month_start(now(), 2)
    for minutes in (-3, 3):
        with shifted(midnight + timedelta(minutes=minutes) - now()):
            record_view(
                "user.viewed.organisation", actor=actor_of(buyer), key="organisationId", organisationId=7
            )
    (event,) = session.query(EventLog).filter_by(created_by_user_id=buyer.id, type="user.viewed.organisation")
    assert event.created >= midnight
    assert partition_of(session, event.id) == f"event_log_{midnight:%Y_%m}"


def test_pages_are_full_in_years_with_few_events(session: Session, buyer: User, signed_in: SignedIn) -> None:
    client = signed_in(buyer)
    for days in range(0, 2_000, 50):
        with shifted(timedelta(days=-days)):
            record("organisation.updated", actor=actor_of(buyer), organisationId=1, organisationName="x")
    session.flush()
    ids: list[int] = []
    cursor = None
    while cursor is not None or not ids:
        query = {"types": "organisation.updated", "pageSize": 3, "cursor": cursor}
        response = client.get("/api/eventLog", query_string=query)
        ids += [row["id"] for row in response.json]
        pagination = json.loads(response.headers["X-Pagination"])
        cursor = pagination["nextCursor"]
    events = session.query(EventLog).filter_by(created_by_user_id=buyer.id, type="organisation.updated")
    assert ids == [event.id for event in events.order_by(EventLog.created.desc())]
    assert len(ids) == 40
    whole = client.get("/api/eventLog", query_string={"types": "organisation.updated", "pageSize": 100})
    total = json.loads(whole.headers["X-Pagination"])
    assert (total["total"], total["capped"]) == (40, False)


def test_events_that_a_retention_has_deleted_prevent_no_undo_of_a_merge(
    session: Session, buyer: User
) -> None:
    for name in ("dropped", "changed"):
        record("organisation.updated", actor=actor_of(buyer), organisationId=1, organisationName=name)
    session.flush()
    moves = RecordedMoves()
    moves.update(EventLog, EventLog.organisation_id == buyer.organisation_id, {"subject_user_id": buyer.id})
    stored = moves.record()
    session.query(EventLog).filter(EventLog.args["organisationName"].astext == "dropped").delete()
    assert first_change(stored) is None
    (left,) = session.query(EventLog).filter_by(organisation_id=buyer.organisation_id)
    session.query(EventLog).filter_by(id=left.id).update({"subject_user_id": None})
    assert first_change(stored) == ("event_log", (left.id,))


@pytest.mark.parametrize(
    ("moment", "months", "expected"),
    [
        (datetime(2026, 11, 26, 23, 59, tzinfo=UTC), 0, datetime(2026, 11, 1, tzinfo=UTC)),
        (datetime(2026, 11, 26, tzinfo=UTC), 2, datetime(2027, 1, 1, tzinfo=UTC)),
        (datetime(2026, 1, 31, tzinfo=UTC), -1, datetime(2025, 12, 1, tzinfo=UTC)),
    ],
)
def test_months(moment: datetime, months: int, expected: datetime) -> None:
    assert month_start(moment, months) == expected
