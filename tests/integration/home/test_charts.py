"""The charts of Home: figures of the own organisation, and each user's own selection."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.home.queries.home import CACHE_TIME, MANY
from app.kernel.clock import shifted
from app.ncr.types import NcrSeverity
from app.network.types import RelationshipLevel
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.ncr import make_ncr
from tests.factories.network import relate
from tests.factories.rfx import send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

ALL = ["RFX_STATUS", "SUPPLIER_LEVEL", "NCR_SEVERITY"]


@pytest.fixture
def buyer(session: Session) -> User:
    created: User = UserFactory()
    return created


def charts(client: CheckedClient) -> dict[str, dict[str, Any]]:
    return {chart["key"]: chart for chart in client.get("/api/home/chart").json}


def figures(chart: dict[str, Any]) -> dict[str, list[int]]:
    names = [category["name"] for category in chart["categories"]]
    return {name: [series["values"][index] for series in chart["series"]] for index, name in enumerate(names)}


def test_figures_count_the_own_organisation_only(buyer: User, signed_in: SignedIn) -> None:
    supplier = UserFactory()
    relationship = relate(buyer.organisation_id, supplier.organisation_id, RelationshipLevel.PREFERRED)
    send_rfx(buyer, supplier)
    for days, severity in ((1, NcrSeverity.CRITICAL), (20, NcrSeverity.CRITICAL), (200, NcrSeverity.MINOR)):
        with shifted(-timedelta(days=days)):
            make_ncr(buyer, relationship.id, severity=severity)
    charts_by_key = charts(signed_in(buyer))
    assert list(charts_by_key) == ALL
    assert figures(charts_by_key["RFX_STATUS"])["New"] == [1]
    assert figures(charts_by_key["SUPPLIER_LEVEL"]) == {
        "Evaluation": [0], "Approved": [0], "Contracted": [0], "Preferred": [1],
    }  # fmt: skip
    assert figures(charts_by_key["NCR_SEVERITY"]) == {
        "Critical": [1, 1, 0, 0], "Major": [0, 0, 0, 0], "Minor": [0, 0, 0, 1],
    }  # fmt: skip
    assert figures(charts(signed_in(supplier))["NCR_SEVERITY"])["Critical"] == [1, 1, 0, 0]
    stranger = charts(signed_in(UserFactory()))
    assert all(sum(sum(values) for values in figures(chart).values()) == 0 for chart in stranger.values())


def add_suppliers(session: Session, buyer: User, count: int) -> None:
    """Create `count` suppliers of the buyer, all Approved."""
    session.execute(
        text("""
        with suppliers as (
          insert into organisation (name, status, is_test_organisation, is_placeholder, created)
          select 'Supplier ' || n, 'CONFIRMED', false, false, now() from generate_series(1, cast(:count as int)) n
          returning id)
        insert into relationship (organisation_id, with_organisation_id, level, by_invitation, created)
        select :keeper, id, 'Approved', false, now() from suppliers
        """),
        {"keeper": buyer.organisation_id, "count": count},
    )


def test_figures_of_a_large_organisation_are_cached_for_a_minute(
    buyer: User, session: Session, signed_in: SignedIn
) -> None:
    def approved(user: User) -> int:
        return figures(charts(signed_in(user))["SUPPLIER_LEVEL"])["Approved"][0]

    small, other = UserFactory(), UserFactory()
    add_suppliers(session, buyer, MANY)
    assert [approved(user) for user in (buyer, small, other)] == [MANY, 0, 0]
    for user in (buyer, small):
        relate(user.organisation_id, UserFactory().organisation_id)
    assert [approved(user) for user in (buyer, colleague_of(buyer), small)] == [MANY, MANY, 1]
    with shifted(CACHE_TIME + timedelta(seconds=1)):
        assert [approved(user) for user in (buyer, small, other)] == [MANY + 1, 1, 0]


def test_chart_selection_is_per_user(buyer: User, signed_in: SignedIn) -> None:
    client = signed_in(buyer)
    selected = client.put("/api/home/chart", json={"charts": ["NCR_SEVERITY", "RFX_STATUS", "NCR_SEVERITY"]})
    assert [chart["key"] for chart in selected.json] == ["NCR_SEVERITY", "RFX_STATUS"]
    assert list(charts(client)) == ["NCR_SEVERITY", "RFX_STATUS"]
    assert list(charts(signed_in(colleague_of(buyer)))) == ALL
    assert client.put("/api/home/chart", json={"charts": []}).json == []
    assert charts(client) == {}
    assert client.get("/home").status_code == 200


@pytest.mark.parametrize(
    "body", [{}, {"charts": ["WEATHER"]}, {"charts": None}, {"charts": ["RFX_STATUS"] * 7}]
)
def test_invalid_selections_are_rejected(buyer: User, signed_in: SignedIn, body: dict[str, Any]) -> None:
    assert signed_in(buyer).put("/api/home/chart", json=body).status_code == 422
