"""Figures of non-conformances: groups, defective parts per million, costs, and what each party sees."""

import re
from datetime import date
from typing import Any

import pytest

from app.ncr.operations.moves import set_deleted
from tests.factories.accounts import UserFactory, actor_of
from tests.factories.defects import make_code
from tests.factories.ncr import make_ncr
from tests.factories.network import relate
from tests.fixtures.client import CheckedClient, counted_statements
from tests.fixtures.people import SignedIn
from tests.integration.ncr.conftest import Parties

PERIOD = {"eventFrom": "2024-01-01", "eventTo": "2024-06-30"}


def figure(client: CheckedClient, group: str, **query: Any) -> dict[str, Any]:
    response = client.get("/api/ncr/figure", query_string={"group": group} | PERIOD | query)
    assert response.status_code == 200, response.text
    body: dict[str, Any] = response.json
    return body


def report(parties: Parties, month: int = 3, **changes: Any) -> int:
    return make_ncr(
        parties.buyer, parties.relationship.id, event_date=date(2024, month, 2), **changes
    ).ncr.id  # fmt: skip


def keys(body: dict[str, Any], *names: str) -> list[tuple[Any, ...]]:
    return [tuple(row[name] for name in names) for row in body["rows"]]


def test_defects_are_counted_the_most_frequent_first(parties: Parties, signed_in: SignedIn) -> None:
    burr, scratch = make_code(parties.buyer), make_code(parties.buyer, "SCR", "scratch")
    for code in (scratch, burr, burr):
        report(parties, defect_code_id=code.id)
    report(parties)
    body = figure(signed_in(parties.buyer), "defect")
    assert keys(body, "key", "label", "count") == [
        (str(burr.id), "BUR burr", 2), (str(scratch.id), "SCR scratch", 1),
    ]  # fmt: skip
    assert (body["ungrouped"]["count"], body["total"]["count"], body["hasMore"]) == (1, 4, False)


def test_ppm_by_month_has_no_invented_zeros(parties: Parties, signed_in: SignedIn) -> None:
    report(parties, 2, quantity_delivered=1_000, quantity_defective=3)
    report(parties, 2, quantity_delivered=3_000, quantity_defective=1)
    # Reports without both quantities count, but not in the rate.
    report(parties, 2, quantity_defective=500)
    report(parties, 4, quantity_delivered=500)
    report(parties, 5, quantity_delivered=100, quantity_defective=0)
    report(parties, 6, quantity_delivered=0, quantity_defective=0)
    body = figure(signed_in(parties.buyer), "month")
    assert keys(body, "key", "count", "ppm") == [
        ("2024-01-01", 0, None), ("2024-02-01", 3, 1000.0), ("2024-03-01", 0, None),
        ("2024-04-01", 1, None), ("2024-05-01", 1, 0.0), ("2024-06-01", 1, None),
    ]  # fmt: skip
    total = body["total"]
    assert (total["delivered"], total["defective"], total["ppm"]) == (4_100, 4, 975.6)


def test_costs_are_summed_by_currency(parties: Parties, signed_in: SignedIn) -> None:
    other = relate(parties.buyer.organisation_id, UserFactory(in_organisation__name="Orion").organisation_id)
    for cost, currency in (("10.10", "EUR"), ("20.20", "EUR"), ("5", "CHF")):
        report(parties, cost=cost, currency=currency)
    make_ncr(parties.buyer, other.id, event_date=date(2024, 5, 5))
    body = figure(signed_in(parties.buyer), "supplier")
    costs = [{"currency": "CHF", "amount": "5.00"}, {"currency": "EUR", "amount": "30.30"}]
    assert keys(body, "key", "label", "count", "costs") == [
        (str(parties.supplier.organisation_id), "Calder Coatings", 3, costs),
        (str(other.with_organisation_id), "Orion", 1, []),
    ]
    assert body["total"]["costs"] == costs


def test_parts_are_joined_in_any_case(parties: Parties, signed_in: SignedIn) -> None:
    for part in ("hx-1", "HX-1", "hx-2", None):
        report(parties, part_number=part)
    body = figure(signed_in(parties.buyer), "part")
    assert keys(body, "key", "count") == [("hx-1", 2), ("hx-2", 1)]
    assert body["rows"][0]["label"] in {"hx-1", "HX-1"}
    assert body["ungrouped"]["count"] == 1


def test_at_most_20_groups_are_returned_and_the_total_counts_all(
    parties: Parties, signed_in: SignedIn
) -> None:
    for number in range(22):
        report(parties, part_number=f"P-{number}", cost="2.50", currency="CHF" if number % 2 else "EUR")
    report(parties, part_number="P-7", cost="1", currency="EUR", quantity_delivered=10, quantity_defective=2)
    report(parties, quantity_delivered=30, quantity_defective=0)
    body = figure(signed_in(parties.buyer), "part")
    assert (len(body["rows"]), body["hasMore"]) == (20, True)
    costs = [{"currency": "CHF", "amount": "2.50"}, {"currency": "EUR", "amount": "1.00"}]
    assert body["rows"][0] == {
        "key": "p-7", "label": "P-7", "count": 2, "delivered": 10, "defective": 2, "ppm": 200_000.0, "costs": costs
    }  # fmt: skip
    assert body["ungrouped"]["count"] == 1
    total = body["total"]
    assert (total["count"], total["delivered"], total["ppm"]) == (24, 40, 50_000.0)
    assert total["costs"] == [{"currency": "CHF", "amount": "27.50"}, {"currency": "EUR", "amount": "28.50"}]


def test_only_the_period_and_undeleted_reports_count(parties: Parties, signed_in: SignedIn) -> None:
    deleted = report(parties)
    set_deleted(actor=actor_of(parties.buyer), ncr_id=deleted, deleted=True)
    report(parties, 2)
    report(parties, 7)
    client = signed_in(parties.buyer)
    assert figure(client, "month")["total"]["count"] == 1
    assert figure(client, "month", eventTo="2024-07-31")["total"]["count"] == 2
    without_period = client.get("/api/ncr/figure?group=month").json
    assert len(without_period["rows"]) == 12
    assert without_period["total"]["count"] == 0


def test_the_supplier_sees_received_figures_without_costs(parties: Parties, signed_in: SignedIn) -> None:
    code = make_code(parties.buyer)
    report(
        parties,
        defect_code_id=code.id,
        cost="10",
        currency="EUR",
        quantity_delivered=10,
        quantity_defective=1,
    )
    stranger = UserFactory()
    make_ncr(
        stranger,
        relate(stranger.organisation_id, parties.buyer.organisation_id).id,
        event_date=date(2024, 3, 3),
    )
    supplier = signed_in(parties.supplier)
    for group in ("defect", "month", "supplier", "part"):
        received = figure(supplier, group, party="received")
        assert received["total"] == {
            "key": None, "label": None, "count": 1, "delivered": 10, "defective": 1, "ppm": 100_000.0
        }  # fmt: skip
        assert "EUR" not in str(received)
        assert figure(supplier, group, party="raised")["total"]["count"] == 0
    by_customer = figure(supplier, "supplier", party="received")
    assert keys(by_customer, "label") == [("Brightwater",)]
    assert keys(figure(supplier, "defect", party="received"), "label") == [("BUR burr",)]


def test_strangers_count_nothing(parties: Parties, signed_in: SignedIn) -> None:
    report(parties)
    for party in ("raised", "received"):
        assert figure(signed_in(UserFactory()), "supplier", party=party)["rows"] == []


@pytest.mark.parametrize(
    ("query", "field", "sentence"),
    [
        ({"eventFrom": "2024-02-01", "eventTo": "2024-01-31"}, "eventTo", "The last day must not be before the first day."),
        ({"eventFrom": "1999-12-31"}, "eventFrom", "The date must not be before 01/01/2000."),
        ({"eventFrom": "2010-01-01", "eventTo": "2020-01-01"}, "eventFrom", "At most 10 years are possible."),
        ({"group": "colour"}, "group", None),
        ({"party": "both"}, "party", None),
    ],
)  # fmt: skip
def test_wrong_queries_get_a_sentence(
    parties: Parties, signed_in: SignedIn, query: dict[str, str], field: str, sentence: str | None
) -> None:
    response = signed_in(parties.buyer).get(
        "/api/ncr/figure", query_string={"group": "month"} | PERIOD | query
    )
    assert response.status_code == 422, response.text
    assert field in response.json["fields"]
    if sentence:
        assert response.json["fields"][field] == [sentence]


@pytest.mark.parametrize("group", ["defect", "month", "supplier", "part"])
def test_a_figure_takes_as_many_statements_for_few_and_for_many_reports(
    parties: Parties, signed_in: SignedIn, group: str
) -> None:
    client = signed_in(parties.buyer)
    figure(client, group)
    few = client.statements
    for number in range(10):
        report(
            parties, part_number=f"P-{number}", defect_code_id=make_code(parties.buyer, f"C{number}", "x").id
        )
    figure(client, group)
    assert client.statements == few


def test_the_page_counts_only_its_first_figures(parties: Parties, signed_in: SignedIn) -> None:
    """The other figures load after the page, because they take longer."""
    client = signed_in(parties.buyer)
    with counted_statements() as log:
        page = client.get("/ncr?tab=figures&party=raised")
    assert page.status_code == 200
    assert len([text for text in log.statements if "AS sums" in text]) == 2
    assert not any("corrective_action" in text for text in log.statements)
    assert re.findall(r'"group": ?"(\w+)"', page.text) == ["month", "defect"]


def test_the_page_opens_with_the_party_that_has_reports(parties: Parties, signed_in: SignedIn) -> None:
    report(parties)
    for user, party in ((parties.buyer, "raised"), (parties.supplier, "received")):
        page = signed_in(user).get("/ncr?tab=figures")
        assert page.status_code == 200
        assert f'"party":"{party}"' in page.text.replace(" ", "")
