"""The directory with thousands of organisations: counting and query plans (specification section 2, Network Organisations)."""

import json
from typing import Any

import pytest
from sqlalchemy import select, text
from sqlalchemy.orm import Session

from app.accounts.models import Organisation, User
from app.accounts.types import OrganisationStatus
from app.kernel.db.search import contains_text
from app.network.queries.directory import directory
from app.network.types import RelationshipLevel
from tests.factories.accounts import OrganisationFactory
from tests.factories.network import RelationshipFactory
from tests.fixtures.client import CheckedClient


def add_many(session: Session, count: int) -> None:
    """Add visible organisations with one user each."""
    session.execute(
        text("""
        insert into organisation (name, address_city, status, is_test_organisation, is_placeholder, created)
          select md5(n::text), md5((n + 50000)::text), 'CONFIRMED', false, false, now()
          from generate_series(1, cast(:count as int)) n
        """),
        {"count": count},
    )
    session.execute(
        text("""
        insert into app_user (name, email, organisation_id, type, status, is_admin, created)
          select name, name || '@firm.example', id, 'USER', 'ACTIVE', false, now() from organisation
        """)
    )
    session.execute(text("analyze organisation, app_user"))


@pytest.mark.parametrize(("hidden", "total"), [(5, 9_999), (4, 10_000), (3, 10_001)])
def test_directory_is_counted_up_to_10000(
    buyer: User, client: CheckedClient, session: Session, hidden: int, total: int
) -> None:
    """Some organisations are visible to everyone, one to the viewer only, others to no one."""
    add_many(session, 10_003)
    session.execute(
        text(
            "update organisation set is_test_organisation = true where name in (select md5(n::text) from generate_series(1, :hidden) n)"
        ),
        {"hidden": hidden},
    )
    RelationshipFactory(
        organisation_id=buyer.organisation_id,
        with_organisation_id=OrganisationFactory(status=OrganisationStatus.INVITED).id,
        level=RelationshipLevel.NONE.value,
        by_invitation=True,
    )
    header = json.loads(client.get("/api/organisation").headers["X-Pagination"])
    assert (header["total"], header["capped"]) == (min(total, 10_000), total > 10_000)


def explain(stmt: Any, session: Session, **parameters: Any) -> str:
    """Return the query plan of a select."""
    compiled = stmt.params(**parameters).compile(session.connection())
    cursor = session.connection().connection.cursor()
    return "\n".join(row[0] for row in cursor.execute(f"explain {compiled}", compiled.params).fetchall())


@pytest.mark.parametrize("sort", ["city", "-city"])
def test_sorting_by_city_uses_the_index(buyer: User, session: Session, sort: str) -> None:
    add_many(session, 5000)
    listing = directory(sort, (), are_few=False)
    by = [each.column.desc() if each.descending else each.column for each in listing.sort]
    page = listing.stmt.order_by(*by).limit(10)
    plan = explain(page, session, viewer_id=buyer.organisation_id)
    above, scan, _ = plan.partition("using ix_organisation_city")
    assert scan, plan
    assert "Sort Key" not in above, plan


def test_rare_country_is_found_by_its_index(buyer: User, session: Session) -> None:
    add_many(session, 5000)
    session.execute(text("update organisation set address_country = 'NOR'"))
    session.execute(text("analyze organisation"))
    page = directory("name", (), are_few=False).stmt.where(Organisation.address_country == "NZL").limit(10)
    plan = explain(page, session, viewer_id=buyer.organisation_id)
    assert "ix_organisation_country" in plan, plan


def test_list_stays_fast_with_thousands_of_invitations(buyer: User, session: Session) -> None:
    add_many(session, 5000)
    session.execute(
        text("""
        insert into relationship (organisation_id, with_organisation_id, level, by_invitation, created)
          select :buyer, id, 'None', true, now() from organisation where id <> :buyer
        """),
        {"buyer": buyer.organisation_id},
    )
    session.execute(text("analyze relationship"))
    plan = explain(
        directory("name", (), are_few=False).stmt.limit(10), session, viewer_id=buyer.organisation_id
    )
    assert "hashed" not in plan, plan


def test_search_uses_the_trigram_index(session: Session) -> None:
    """Servers without pg_trgm have no such index."""
    add_many(session, 5000)
    session.execute(text("set local enable_seqscan = off"))
    indexes = text("select gin_clean_pending_list(oid) from pg_class where relname like '%\\_trigram'")
    available = session.execute(text("select 1 from pg_available_extensions where name = 'pg_trgm'")).scalar()
    columns = (Organisation.name, Organisation.address_city, User.name) if available else ()
    assert bool(session.execute(indexes).all()) == bool(available)
    cursor = session.connection().connection.cursor()
    for column in columns:
        search = select(column).where(contains_text(column, "ab1c2"))
        compiled = search.compile(session.connection(), compile_kwargs={"literal_binds": True})
        plan = "\n".join(row[0] for row in cursor.execute(f"explain {compiled}").fetchall())
        assert "_trigram" in plan, plan
