"""Counts of views, and files of lists: both equal the list, for any filters and for each viewer."""

import csv
import json
import random
from collections.abc import Callable
from io import BytesIO, StringIO
from typing import Any

import pytest
from flask import Flask
from openpyxl import load_workbook

from app.accounts.models import Organisation, User
from app.extensions import db
from app.kernel.registry import EXTENSION
from tests.factories.accounts import OrganisationFactory, UserFactory, colleague_of
from tests.factories.ncr import make_ncr
from tests.factories.network import relate
from tests.factories.views import make_view
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

CHOICES: dict[str, dict[str, list[Any]]] = {
    "organisation": {
        "name": ["steel", "Plastic", "work", "x", "s2", "S-"], "search": ["s-3", "work"], "city": ["brem", "LYON"], "country": ["DEU", "FRA"],
        "approvedSuppliers": ["true"], "preferredSuppliers": ["true"], "evaluationSuppliers": ["true"],
        "sort": ["-name", "relationship", "city"],
    },
    "user": {
        "search": ["contact", "steel", "ann"], "userName": ["con", "ben"], "organisationName": ["works 1"],
        "myOrgOnly": ["true", "false"], "sort": ["organisation", "-name"],
    },
    "rfx": {
        "supplierName": ["steel", "works"], "new": ["true"], "pending": ["true"], "direction": ["sent", "received"],
        "search": ["questions 1", "steel"], "due": ["week", "late"], "sort": ["supplier", "-status", "title"],
    },
    "rfxRequest": {"search": ["2", "questions"], "state": ["OPEN"], "due": ["week"], "sort": ["title", "-deadline"]},
    "assessment": {
        "search": ["survey 3", "plastic"], "type": ["PERFORMANCE", "QUALIFICATION"], "status": ["NEW", "COMPLETED"],
        "due": ["week"], "sort": ["title", "-deadline"],
    },
    "ncr": {
        "search": ["burrs", "steel", "hip", "4"], "critical": ["true"], "major": ["true"], "pending": ["true"],
        "sort": ["supplier", "-status", "severity"],
    },
    "messageThread": {
        "subject": ["thread", "2"], "search": ["thread 3", "contact"], "tags": ["inbox", "new", "trash"],
        "filterTypeRfi": ["true"], "sort": ["from", "subject"],
    },
    "docForm": {"title": ["form 1", "form"], "type": ["RFI", "NDA"], "archived": ["true"], "sort": ["-title"]},
    "question": {"nameFilter": ["question_1"], "questionFilter": ["what"], "isGlobal": ["true", "false"]},
    "documentMatrix": {"state": ["MISSING", "EXPIRED"], "search": ["steel"]},
    "due": {"owner": ["ME", "ALL"], "period": ["WEEK", "NEXT90"], "supplier": ["steel"]},
}  # fmt: skip
EXPORTED = ("organisation", "user", "rfx", "rfxRequest", "assessment", "ncr")
ADDED = {"user": {"includeSuspended": "true", "myOrgOnly": "true"}}
"""Parameters that the page adds to its address."""
Run = Callable[[], int]


def random_params(chooser: random.Random, list_name: str) -> dict[str, Any]:
    choices = CHOICES[list_name]
    names = chooser.sample(sorted(choices), chooser.randint(0, min(3, len(choices))))
    return {name: chooser.choice(choices[name]) for name in names}


def listed_ids(client: CheckedClient, list_name: str, params: dict[str, Any]) -> list[int]:
    query = ADDED.get(list_name, {}) | params | {"pageSize": "100"}
    response = client.get(f"/api/{list_name}", query_string=query)
    assert response.status_code == 200, response.text
    return [row.get("id") for row in response.json]


def rows_of(client: CheckedClient, run_jobs: Run, list_name: str, **body: Any) -> list[dict[str, str]]:
    """Export a list as CSV and return its rows."""
    response = client.post(f"/api/{list_name}/export", json={"format": "CSV"} | body)
    assert response.status_code == 202, response.text
    run_jobs()
    export = client.get(f"/api/export/{response.json['id']}").json
    assert export["status"] == "DONE"
    content = client.get(export["url"]).data
    assert content.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(StringIO(content.decode("utf-8-sig"))))


def test_every_registered_list_is_tried_here(app: Flask) -> None:
    kinds = app.extensions[EXTENSION].list_kinds
    assert set(kinds) == set(CHOICES)
    assert {name for name, kind in kinds.items() if kind.columns} == set(EXPORTED)


@pytest.mark.parametrize("list_name", CHOICES)
def test_counts_equal_the_list_for_random_filters(filled: User, signed_in: SignedIn, list_name: str) -> None:
    chooser = random.Random(list_name)
    client, expected = signed_in(filled), {}
    for number in range(10):
        params = random_params(chooser, list_name)
        view = make_view(filled, list_name, name=f"View {number}", params=params, is_pinned=True)
        expected[view.id] = len(listed_ids(client, list_name, params))
    response = client.get("/api/savedView?pinned=true")
    assert {view["id"]: view["count"] for view in response.json} == expected
    assert any(expected.values())


def test_counts_take_the_same_statements_for_one_view_and_for_all_lists(
    filled: User, signed_in: SignedIn
) -> None:
    client = signed_in(filled)
    make_view(filled, "organisation", params={"name": "steel"}, is_pinned=True)
    client.get("/api/savedView?pinned=true")
    one = client.statements
    # One more for the parties that the filter of due records names.
    due_parties = 1
    for list_name, choices in CHOICES.items():
        params = {name: values[0] for name, values in choices.items()}
        make_view(filled, list_name, name=f"All of {list_name}", params=params, is_pinned=True)
    assert len(client.get("/api/savedView?pinned=true").json) == 12
    assert client.statements == one + due_parties


def test_shared_views_count_the_rows_of_each_viewer(filled: User, signed_in: SignedIn) -> None:
    """The threads of a colleague are others, and a supplier sees the non-conformances about itself alone."""
    colleague = colleague_of(filled)
    make_view(filled, "messageThread", params={"sort": "from"}, is_shared=True, is_pinned=True)
    assert signed_in(filled).get("/api/savedView?pinned=true").json[0]["count"] == 12
    assert signed_in(colleague).get("/api/savedView?pinned=true").json[0]["count"] == 0


def test_counts_stop_after_99(buyer: User, signed_in: SignedIn) -> None:
    supplier = UserFactory()
    relationship = relate(buyer.organisation_id, supplier.organisation_id)
    for _ in range(101):
        make_ncr(buyer, relationship.id, title="Burrs")
    make_view(buyer, params={"search": "burrs"}, is_pinned=True)
    make_view(buyer, name="All", params={"pending": "true"}, is_pinned=True)
    counts = [view["count"] for view in signed_in(buyer).get("/api/savedView?pinned=true").json]
    assert counts == [100, 100]


@pytest.mark.parametrize("list_name", EXPORTED)
def test_files_have_the_rows_of_the_list_for_random_filters(
    filled: User, signed_in: SignedIn, run_jobs: Run, list_name: str
) -> None:
    chooser = random.Random(f"{list_name} file")
    client = signed_in(filled)
    for _ in range(8):
        params = random_params(chooser, list_name)
        rows = rows_of(client, run_jobs, list_name, filter=params)
        assert [int(row["ID"]) for row in rows] == listed_ids(client, list_name, params), params


def test_file_of_many_pages_has_each_row_once(
    filled: User, signed_in: SignedIn, run_jobs: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.views.exports.BATCH", 2)
    client = signed_in(filled)
    rows = rows_of(client, run_jobs, "ncr", filter={"sort": "supplier"})
    assert [int(row["ID"]) for row in rows] == listed_ids(client, "ncr", {"sort": "supplier"})


def test_file_of_selected_rows_has_those_of_the_list_alone(
    filled: User, signed_in: SignedIn, run_jobs: Run
) -> None:
    client = signed_in(filled)
    ids = listed_ids(client, "ncr", {})
    stranger = UserFactory()
    foreign = make_ncr(stranger, relate(stranger.organisation_id, UserFactory().organisation_id).id)
    rows = rows_of(client, run_jobs, "ncr", ids=[ids[3], ids[1], foreign.ncr.id])
    assert [int(row["ID"]) for row in rows] == [ids[1], ids[3]]
    assert rows_of(signed_in(UserFactory()), run_jobs, "ncr", ids=ids) == []


def test_contact_details_are_exported_for_those_who_see_them(
    filled: User, signed_in: SignedIn, run_jobs: Run
) -> None:
    own, *_ = rows_of(signed_in(filled), run_jobs, "user", filter={"userName": filled.name})
    assert own["E-mail"] == filled.email
    supplier = rows_of(
        signed_in(filled), run_jobs, "user", filter={"myOrgOnly": "false", "userName": "contact 3"}
    )
    assert [row["E-mail"] for row in supplier] == [""]


def test_own_numbers_are_exported_for_their_owner_alone(
    filled: User, signed_in: SignedIn, run_jobs: Run
) -> None:
    viewer = UserFactory()
    supplier = OrganisationFactory(name="Numbered")
    for user, number in ((filled, "K-1"), (viewer, "V-2")):
        relate(user.organisation_id, supplier.id).external_ref = number
    for user, number in ((filled, "K-1"), (viewer, "V-2"), (UserFactory(), "")):
        [row] = rows_of(signed_in(user), run_jobs, "organisation", filter={"name": "Numbered"})
        assert row["Own number"] == number


def test_text_that_looks_like_a_formula_is_harmless(buyer: User, signed_in: SignedIn, run_jobs: Run) -> None:
    supplier: User = UserFactory()
    db.session.get_one(Organisation, supplier.organisation_id).name = "=cmd()"
    make_ncr(buyer, relate(buyer.organisation_id, supplier.organisation_id).id, title="+1+2")
    client = signed_in(buyer)
    rows = rows_of(client, run_jobs, "ncr")
    assert (rows[0]["Supplier"], rows[0]["Summary"]) == ("'=cmd()", "'+1+2")
    response = client.post("/api/ncr/export", json={"format": "XLSX"})
    run_jobs()
    url = client.get(f"/api/export/{response.json['id']}").json["url"]
    sheet = load_workbook(BytesIO(client.get(url).data)).active
    cells = {cell.value: cell.data_type for cell in sheet[2]}
    assert (cells["=cmd()"], cells["+1+2"]) == ("s", "s")


def test_lists_that_are_too_long_are_refused_with_a_sentence(
    filled: User, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.views.api.MAX_EXPORTED", 5)
    client = signed_in(filled)
    response = client.post("/api/ncr/export", json={"format": "CSV"})
    assert response.status_code == 422
    assert response.json["message"].startswith("This list has more than")
    assert (
        client.post("/api/ncr/export", json={"format": "CSV", "filter": {"critical": "true"}}).status_code
        == 202
    )


@pytest.mark.parametrize(
    ("list_name", "body", "status"),
    [
        ("ncr", {"format": "PDF"}, 422),
        ("ncr", {"format": "CSV", "filter": {"critical": "perhaps"}}, 422),
        ("ncr", {"format": "CSV", "filter": {"colour": "red"}}, 422),
        ("ncr", {"format": "CSV", "filter": {"pageSize": "5"}}, 422),
        ("messageThread", {"format": "CSV"}, 404),
        ("unicorn", {"format": "CSV"}, 404),
    ],
)
def test_wrong_requests_for_a_file_are_refused(
    buyer: User, signed_in: SignedIn, list_name: str, body: dict[str, Any], status: int
) -> None:
    response = signed_in(buyer).post(f"/api/{list_name}/export", json=body)
    assert response.status_code == status
    assert json.loads(response.data)["message"]
