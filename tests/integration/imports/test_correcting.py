"""Wrong cells are corrected in the plan, and the corrections are part of the file for every later plan."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import Organisation, User
from app.extensions import db
from app.network.models import Relationship
from tests.factories.accounts import OrganisationFactory, UserFactory
from tests.factories.network import RelationshipFactory
from tests.factories.supplier_imports import Imported, planned, read, xlsx_file
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

RunJobs = Callable[[], int]


@pytest.fixture
def buyer(session: Session) -> Any:
    return UserFactory(in_organisation=OrganisationFactory(name="Northwind Rail GmbH"))


@pytest.fixture
def client(buyer: Any, signed_in: SignedIn) -> CheckedClient:
    return signed_in(buyer)


def put(imported: Imported, label: str, target: str, text: str) -> Any:
    path = f"{imported.path}/row/{imported.row(label)['n']}/cell"
    return imported.client.put(path, json={"target": target, "text": text})


def correct(imported: Imported, label: str, target: str, text: str) -> None:
    response = put(imported, label, target, text)
    assert response.status_code == 202, response.text
    assert response.json["state"] == "PLANNING"
    imported.run_jobs()
    assert imported.get()["state"] == "READY"


def cells(imported: Imported, label: str) -> dict[str, str]:
    return {cell["target"]: cell["text"] for cell in imported.row(label)["cells"]}


def test_a_wrong_cell_is_corrected_and_imported(
    client: CheckedClient, run_jobs: RunJobs, session: Session
) -> None:
    imported = planned(
        client, run_jobs, ("1", "Alpha", "Nirgendwo", "", "", "", "a@alpha"), ("2", "Beta", "DE", "", "", "", "b@beta.example")
    )  # fmt: skip
    assert cells(imported, "Alpha") == {"COUNTRY": "Nirgendwo", "CONTACT_EMAIL": "a@alpha"}
    assert imported.row("Beta")["cells"] == []
    version = imported.get()["planVersion"]
    correct(imported, "Alpha", "COUNTRY", "Österreich")
    assert cells(imported, "Alpha") == {"CONTACT_EMAIL": "a@alpha"}
    correct(imported, "Alpha", "CONTACT_EMAIL", "a@alpha.example")
    row = imported.row("Alpha")
    assert (row["outcome"], row["country"], row["emails"], row["cells"]) == (
        "CREATE", "Austria", ["a@alpha.example"], [],
    )  # fmt: skip
    assert imported.get()["planVersion"] == version + 2
    imported.run()
    created = session.query(Organisation).filter_by(name="Alpha").one()
    assert created.address_country == "AUT"
    assert session.query(User).filter_by(email="a@alpha.example").one().organisation_id == created.id


@pytest.mark.parametrize(
    ("target", "text", "sentence"),
    [
        ("COUNTRY", "Nowhere", "“Nowhere” is not a country. Enter its name or its code, such as DE or DEU."),
        ("CONTACT_EMAIL", "x@", "“x@” is not a valid e-mail address."),
        ("NAME", " ", "A supplier needs a name."),
        ("NAME", "n" * 201, "This has more than 200 characters. Shorten it."),
        ("LEI", "x", "The file has no column for this field."),
    ],
)
def test_a_wrong_correction_is_refused_with_a_sentence(
    client: CheckedClient, run_jobs: RunJobs, target: str, text: str, sentence: str
) -> None:
    imported = planned(client, run_jobs, ("1", "Alpha", "Nirgendwo"))
    version = imported.get()["planVersion"]
    response = put(imported, "Alpha", target, text)
    assert response.status_code == 422
    assert sentence in response.json["message"]
    assert (imported.get()["state"], imported.get()["planVersion"]) == ("READY", version)


def test_an_emptied_cell_has_no_value(client: CheckedClient, run_jobs: RunJobs) -> None:
    imported = planned(client, run_jobs, ("1", "Alpha", "Nirgendwo"))
    correct(imported, "Alpha", "COUNTRY", "")
    assert (imported.row("Alpha")["outcome"], imported.row("Alpha")["country"]) == ("CREATE", None)


def test_a_missing_name_and_a_level_of_the_plan_can_be_entered(
    client: CheckedClient, run_jobs: RunJobs
) -> None:
    imported = planned(client, run_jobs, ("1", "", "DE"), ("7", "Beta", "DE", "", "", "", "", "keine"))
    assert cells(imported, "Row 2") == {"NAME": ""}
    assert imported.row("Beta")["cells"] == [
        {"target": "LEVEL", "customField": None, "label": "Level", "text": "None"}
    ]
    correct(imported, "Row 2", "NAME", "Alpha")
    correct(imported, "Beta", "LEVEL", "Approved")
    assert {row["label"]: row["outcome"] for row in imported.rows()} == {"Alpha": "CREATE", "Beta": "CREATE"}


def test_a_corrected_row_joins_the_supplier_above(client: CheckedClient, run_jobs: RunJobs) -> None:
    imported = planned(
        client, run_jobs, ("1", "Alpha", "DE", "", "", "Ada", "a@alpha.example"),
        ("1", "Alpha", "DE", "", "", "Bo", "bo"), ("2", "Beta", "DE", "", "", "Cy", "a@alpha.example"),
    )  # fmt: skip
    first, second, third = imported.rows()
    assert [row["outcome"] for row in (first, second, third)] == ["CREATE", "WRONG", "WRONG"]
    assert [cell["target"] for cell in third["cells"]] == ["CONTACT_EMAIL"]
    path = f"{imported.path}/row/{second['n']}/cell"
    client.put(path, json={"target": "CONTACT_EMAIL", "text": "b@alpha.example"})
    # A second correction before the first one is checked: one plan has both.
    correct(imported, "Beta", "CONTACT_EMAIL", "c@beta.example")
    assert [(row["label"], row["emails"]) for row in imported.rows()] == [
        ("Alpha", ["a@alpha.example", "b@alpha.example"]), ("Beta", ["c@beta.example"]),
    ]  # fmt: skip


def test_contacts_of_another_sheet_are_corrected(client: CheckedClient, run_jobs: RunJobs) -> None:
    content = xlsx_file(
        {
            "Suppliers": [["Supplier number", "Company"], ["1", "Alpha"]],
            "Contacts": [["Supplier number", "Contact", "E-mail"], ["9", "Ada", "ada@alpha.example"], ["1", "Bo", "bo"]],
        }
    )  # fmt: skip
    imported = read(client, run_jobs, content, "suppliers.xlsx")
    imported.plan()
    assert cells(imported, "Ada") == {"EXTERNAL_REF": "9"}
    assert cells(imported, "Bo") == {"CONTACT_EMAIL": "bo"}
    correct(imported, "Ada", "EXTERNAL_REF", "1")
    correct(imported, "Bo", "CONTACT_EMAIL", "bo@alpha.example")
    [row] = imported.rows()
    assert row["emails"] == ["ada@alpha.example", "bo@alpha.example"]


def test_corrections_and_decisions_stay_when_the_plan_is_made_again(
    buyer: Any, client: CheckedClient, run_jobs: RunJobs
) -> None:
    imported = planned(client, run_jobs, ("1", "Alpha", "Nirgendwo"), ("2", "Beta"), ("3", "Gamma"))
    imported.decide(imported.row("Beta")["n"], "LEFT_OUT")
    correct(imported, "Alpha", "COUNTRY", "FR")
    assert imported.row("Beta")["outcome"] == "LEFT_OUT"
    organisation = OrganisationFactory(name="Gamma")
    RelationshipFactory(
        organisation_id=buyer.organisation_id, with_organisation_id=organisation.id, external_ref="3"
    )
    db.session.flush()
    assert imported.start().status_code == 409
    run_jobs()
    assert imported.row("Alpha")["country"] == "France"
    imported.plan()
    assert imported.row("Alpha")["country"] == "France"
    assert imported.row("Gamma")["outcome"] == "SAME"


def test_nothing_can_be_corrected_after_the_run(client: CheckedClient, run_jobs: RunJobs) -> None:
    imported = planned(client, run_jobs, ("1", "Alpha"))
    n = imported.row("Alpha")["n"]
    imported.run()
    response = client.put(f"{imported.path}/row/{n}/cell", json={"target": "NAME", "text": "Beta"})
    assert response.status_code == 409


def test_rows_of_others_are_not_there(
    client: CheckedClient, run_jobs: RunJobs, signed_in: SignedIn, session: Session
) -> None:
    imported = planned(client, run_jobs, ("1", "Alpha", "Nirgendwo"))
    body = {"target": "COUNTRY", "text": "DE"}
    n = imported.row("Alpha")["n"]
    assert client.put(f"{imported.path}/row/999/cell", json=body).status_code == 404
    stranger = signed_in(UserFactory())
    assert stranger.put(f"{imported.path}/row/{n}/cell", json=body).status_code == 404
    assert session.query(Relationship).count() == 0
