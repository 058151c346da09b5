"""Lists and suggestions of non-conformances: filters, sort orders, pages, and rows hidden from others."""

import json
from datetime import date, timedelta

import pytest
from sqlalchemy import or_, select, text
from sqlalchemy.orm import Session

from app.kernel.clock import now
from app.kernel.db.search import contains_text
from app.ncr.models import NonConformance
from app.ncr.operations.moves import set_deleted
from app.ncr.operations.progress import add_progress
from app.ncr.types import NcrSeverity, NcrStatus, NcrType
from tests.factories.accounts import UserFactory, actor_of, colleague_of
from tests.factories.ncr import make_ncr
from tests.factories.network import relate
from tests.fixtures.client import CheckedClient, counted_statements
from tests.fixtures.people import SignedIn
from tests.integration.ncr.conftest import Parties


def titles(client: CheckedClient, query: str = "") -> list[str]:
    response = client.get(f"/api/ncr?{query}")
    assert response.status_code == 200, response.text
    return [row["title"] for row in response.json]


@pytest.fixture
def listed(parties: Parties, session: Session) -> Parties:
    """Create one non-conformance per status, with different severities and dates."""
    actor = actor_of(parties.buyer)
    make_ncr(
        parties.buyer, parties.relationship.id, title="Waits", severity=NcrSeverity.CRITICAL, job_ref="J-9"
    )
    started = make_ncr(
        parties.buyer, parties.relationship.id, title="Runs", event_date=date(2024, 1, 1), type=NcrType.BREACH
    )
    add_progress(actor=actor, ncr_id=started.ncr.id, html="<p>x</p>", status=NcrStatus.INPROGRESS)
    done = make_ncr(parties.buyer, parties.relationship.id, title="Done", severity=NcrSeverity.MINOR)
    for status in (NcrStatus.INPROGRESS, NcrStatus.RESOLVED):
        add_progress(actor=actor, ncr_id=done.ncr.id, html="<p>x</p>", status=status)
    deleted_ncr = make_ncr(parties.buyer, parties.relationship.id, title="Gone", account_name="Spinal cages")
    set_deleted(actor=actor, ncr_id=deleted_ncr.ncr.id, deleted=True)
    return parties


def test_list_is_filtered_by_status_severity_and_text(listed: Parties, signed_in: SignedIn) -> None:
    client = signed_in(listed.buyer)
    assert titles(client) == ["Done", "Runs", "Waits"]
    assert titles(client, "pending=true") == ["Waits"]
    assert titles(client, "inProgress=true") == ["Runs"]
    assert titles(client, "resolved=true") == ["Done"]
    assert titles(client, "deleted=true") == ["Gone"]
    assert titles(client, "pending=true&inProgress=true") == ["Runs", "Waits"]
    assert titles(client, "pending=true&inProgress=true&critical=true") == ["Waits"]
    assert titles(client, "major=true") == ["Runs"]
    assert titles(client, "minor=true") == ["Done"]
    assert titles(client, "types=BREACH") == ["Runs"]
    for words in ("wait", "j-9", "CALDER", "hip"):
        assert "Waits" in titles(client, f"search={words}")
    assert titles(client, "search=nonsense") == []
    assert titles(client, "search=100%25") == []
    assert titles(client, "supplierName=calder") == ["Done", "Runs", "Waits"]
    number = client.get("/api/ncr?search=Waits").json[0]["id"]
    assert titles(client, f"search=%23{number}") == ["Waits"]


def test_list_is_filtered_by_due_day(parties: Parties, signed_in: SignedIn) -> None:
    today = now().date()
    for title, days in (("Late", -1), ("Today", 0), ("This week", 7), ("Later", 8)):
        make_ncr(parties.buyer, parties.relationship.id, title=title, due=today + timedelta(days=days))
    make_ncr(parties.buyer, parties.relationship.id, title="No due day")
    done = make_ncr(parties.buyer, parties.relationship.id, title="Done", due=today - timedelta(days=1))
    for status in (NcrStatus.INPROGRESS, NcrStatus.RESOLVED):
        add_progress(actor=actor_of(parties.buyer), ncr_id=done.ncr.id, html="<p>x</p>", status=status)
    for user in (parties.buyer, parties.supplier):
        client = signed_in(user)
        assert titles(client, "due=late") == ["Late"]
        assert titles(client, "due=week") == ["This week", "Today"]
    assert titles(signed_in(UserFactory()), "due=late") == []
    assert client.get("/api/ncr?due=yesterday").status_code == 422
    assert next(row["due"] for row in client.get("/api/ncr?due=late").json) == str(today - timedelta(days=1))


def test_supplier_sees_all_except_deleted(listed: Parties, signed_in: SignedIn) -> None:
    client = signed_in(listed.supplier)
    assert titles(client) == ["Done", "Runs", "Waits"]
    assert titles(client, "deleted=true") == []
    assert {row["isRaiser"] for row in client.get("/api/ncr").json} == {False}
    assert titles(signed_in(UserFactory())) == []


def test_match_in_title_and_supplier_is_listed_once(listed: Parties, signed_in: SignedIn) -> None:
    make_ncr(listed.buyer, listed.relationship.id, title="Calder sent the wrong pins", job_title="Pins")
    client = signed_in(listed.buyer)
    assert titles(client, "search=calder") == ["Calder sent the wrong pins", "Done", "Runs", "Waits"]
    assert titles(client, "search=calder&pageSize=1&page=2") == ["Done"]
    assert titles(client, "search=pins") == ["Calder sent the wrong pins"]
    assert titles(signed_in(listed.supplier), "search=calder&pageSize=2") == [
        "Calder sent the wrong pins", "Done",
    ]  # fmt: skip


def test_search_uses_the_trigram_index(session: Session, listed: Parties) -> None:
    """Servers without pg_trgm have no such index."""
    if not session.execute(text("select 1 from pg_extension where extname = 'pg_trgm'")).scalar():
        assert not session.execute(
            text("select 1 from pg_class where relname = 'ix_non_conformance_words_folded_trigram'")
        ).scalar()
        return
    session.execute(text("set local enable_seqscan = off"))
    words = (
        NonConformance.title,
        NonConformance.account_name,
        NonConformance.job_ref,
        NonConformance.job_title,
    )
    search = select(NonConformance.title).where(or_(*(contains_text(word, "ab1c2") for word in words)))
    compiled = search.compile(session.connection(), compile_kwargs={"literal_binds": True})
    cursor = session.connection().connection.cursor()
    plan = "\n".join(row[0] for row in cursor.execute(f"explain {compiled}").fetchall())
    assert plan.count("ix_non_conformance_words_folded_trigram") == len(words), plan


@pytest.mark.parametrize("search", ["", "&search=calder"], ids=["all", "searched"])
@pytest.mark.parametrize("sort", ["ref", "date", "supplier", "summary", "severity", "status"])
def test_every_sort_order_pages_by_cursor(
    listed: Parties, signed_in: SignedIn, sort: str, search: str
) -> None:
    client = signed_in(listed.buyer)
    for order in (sort, f"-{sort}"):
        expected = titles(client, f"sort={order}")
        cursor, collected = "", []
        while True:
            page = client.get(
                f"/api/ncr?sort={order}&pageSize=1{search}{f'&cursor={cursor}' if cursor else ''}"
            )
            collected += [row["title"] for row in page.json]
            pagination = json.loads(page.headers["X-Pagination"])
            assert pagination["total"] == 3
            cursor = pagination["nextCursor"]
            if not cursor:
                break
        assert collected == expected
    if sort == "severity":
        assert titles(client, "sort=severity") == ["Waits", "Runs", "Done"]


def test_page_has_ten_rows_and_constant_statements(parties: Parties, signed_in: SignedIn) -> None:
    make_ncr(parties.buyer, parties.relationship.id)
    client = signed_in(parties.buyer)
    client.get("/api/ncr")
    statements_for_one = client.statements
    for _ in range(11):
        make_ncr(parties.buyer, parties.relationship.id)
    assert len(client.get("/api/ncr").json) == 10
    assert client.statements == statements_for_one <= 8, client.statement_log
    ncr_id = client.get("/api/ncr").json[0]["id"]
    client.get(f"/api/ncr/{ncr_id}")
    assert client.statements <= 8, client.statement_log


def test_relationship_lists_its_own(listed: Parties, signed_in: SignedIn) -> None:
    client = signed_in(listed.buyer)
    other = relate(listed.buyer.organisation_id, UserFactory().organisation_id)
    make_ncr(listed.buyer, other.id, title="Elsewhere")
    assert titles(client, f"relationshipId={listed.relationship.id}") == ["Done", "Runs", "Waits"]
    assert titles(client, f"relationshipId={other.id}") == ["Elsewhere"]
    reverse = relate(listed.supplier.organisation_id, listed.buyer.organisation_id)
    assert len(titles(signed_in(listed.supplier), f"relationshipId={reverse.id}")) == 3
    assert client.get(f"/api/ncr?relationshipId={reverse.id}").status_code == 404


@pytest.mark.parametrize(
    "query", ["sort=colour", "pageSize=1000", "cursor=%00", "pending=maybe", "x=1", "types=Y"]
)
def test_invalid_queries_are_rejected(parties: Parties, signed_in: SignedIn, query: str) -> None:
    assert signed_in(parties.buyer).get(f"/api/ncr?{query}").status_code == 422


def test_account_names_are_from_the_own_organisation(listed: Parties, signed_in: SignedIn) -> None:
    client = signed_in(listed.buyer)
    assert client.get("/api/ncr/accountName").json == [{"name": "Hip stems"}, {"name": "Spinal cages"}]
    assert client.get("/api/ncr/accountName?search=SPIN").json == [{"name": "Spinal cages"}]
    assert signed_in(listed.supplier).get("/api/ncr/accountName").json == []


def test_people_are_from_the_two_parties(parties: Parties, signed_in: SignedIn) -> None:
    viewer = colleague_of(parties.supplier, role_name="Viewer", name="Vera Viewer")
    client = signed_in(parties.buyer)
    [own] = client.get("/api/ncr/people").json
    assert {user["id"] for user in own["users"]} == {parties.buyer.id, parties.colleague.id}
    [own, supplier] = client.get(f"/api/ncr/people?relationshipId={parties.relationship.id}").json
    assert own["name"] == "Brightwater"
    assert supplier["name"] == "Calder Coatings"
    assignable = {user["id"]: user["mayBeAssigned"] for user in supplier["users"]}
    assert assignable == {parties.supplier.id: True, parties.second.id: True, viewer.id: False}
    assert "email" not in supplier["users"][0]
    foreign = relate(UserFactory().organisation_id, parties.supplier.organisation_id)
    assert client.get(f"/api/ncr/people?relationshipId={foreign.id}").status_code == 404


def test_pages_render_the_list_and_the_opened_row(listed: Parties, signed_in: SignedIn) -> None:
    client = signed_in(listed.buyer)
    ncr_id = client.get("/api/ncr?search=Waits").json[0]["id"]
    assert client.get("/ncr?critical=true").status_code == 200
    page = client.get(f"/ncr/{ncr_id}")
    assert page.status_code == 200
    assert '"opened":' in page.text
    assert signed_in(UserFactory()).get(f"/ncr/{ncr_id}").status_code == 404


def test_ids_of_the_page_are_joined_before_the_other_tables(listed: Parties, signed_in: SignedIn) -> None:
    """PostgreSQL reorders eight joined tables at most; joined last, the ids would not limit the rows that are read."""
    with counted_statements() as log:
        assert titles(signed_in(listed.buyer))
    (page,) = [statement for statement in log.statements if "AS ids" in statement]
    assert page.index("AS ids") < page.index("JOIN user_task")
