"""The list of due records: order, periods, pages, filters and limits."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from app.accounts.models import User
from app.accounts.types import ANONYMOUS
from app.due.queries import parties
from app.extensions import db
from app.network.models import Relationship
from tests.factories.accounts import OrganisationFactory, UserFactory, colleague_of
from tests.factories.due import WEDNESDAY, Rows, day, follow_up, name_of, titles
from tests.factories.ncr import make_ncr
from tests.factories.rfx import send_rfx
from tests.fixtures.people import SignedIn


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
        # In Auckland it is Thursday.
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
    assert client.get("/api/due/count?supplier=unknown").json == {"overdue": 0, "week": 0, "next90": 0}


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


@pytest.mark.parametrize("cap", [parties.SEARCH_CAP, 0])
def test_party_is_found_among_few_and_many_organisations_and_guests(
    buyer: User, supplier: User, rows_of: Rows, monkeypatch: pytest.MonkeyPatch, cap: int
) -> None:
    monkeypatch.setattr(parties, "SEARCH_CAP", cap)
    send_rfx(buyer, supplier, title="To the supplier", deadline=WEDNESDAY + timedelta(days=1))
    named = send_rfx(buyer, guest=True, title="To Gail", deadline=WEDNESDAY + timedelta(days=2))
    named.respondent.name = "Gail Okafor"
    nameless = send_rfx(buyer, guest=True, title="To an address", deadline=WEDNESDAY + timedelta(days=3))
    nameless.respondent.name, nameless.respondent.email = ANONYMOUS, "quality@works.example"
    db.session.flush()
    assert titles(rows_of(buyer, supplier="okafor")) == ["To Gail"]
    assert titles(rows_of(buyer, supplier="works.example")) == ["To an address"]
    assert titles(rows_of(buyer, supplier="guest")) == ["To Gail", "To an address"]
    assert titles(rows_of(buyer, supplier="(gail")) == ["To Gail"]
    assert titles(rows_of(buyer, supplier=name_of(supplier))) == ["To the supplier"]
    assert titles(rows_of(supplier, supplier=name_of(buyer))) == ["To the supplier"]


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
    assert response.status_code == 422
    assert response.json["fields"] == {field: [sentence]}


def test_owner_of_another_organisation_is_not_found(buyer: User, supplier: User, signed_in: SignedIn) -> None:
    for path in ("/api/due", "/api/due/count"):
        assert signed_in(buyer).get(f"{path}?owner={supplier.id}").status_code == 404
        assert signed_in(buyer).get(f"{path}?owner=999999").status_code == 404
