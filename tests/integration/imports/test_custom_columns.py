"""Columns of a file are imported into custom fields: proposed, checked, compared, run and undone."""

from collections.abc import Callable

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.custom_fields.models import RelationshipCustomValues
from app.custom_fields.public import save_values
from app.extensions import db
from app.forms.public import give_starters
from app.network.models import Relationship
from tests.factories.accounts import OrganisationFactory, UserFactory, actor_of
from tests.factories.network import RelationshipFactory
from tests.factories.supplier_imports import Imported, csv_file, read
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

RunJobs = Callable[[], int]
HEADINGS = ("Supplier number", "Company", "Risk", "Annual spend", "payment_days", "contract_until")


@pytest.fixture
def buyer(session: Session) -> User:
    created: User = UserFactory(in_organisation=OrganisationFactory(name="Northwind"))
    give_starters(organisation_id=created.organisation_id, user_id=created.id)
    return created


@pytest.fixture
def client(buyer: User, signed_in: SignedIn) -> CheckedClient:
    return signed_in(buyer)


def supplier_of(buyer: User, number: str) -> Relationship:
    relationship: Relationship = RelationshipFactory(
        organisation_id=buyer.organisation_id,
        with_organisation_id=OrganisationFactory(name=f"Supplier {number}").id,
        external_ref=number,
    )
    return relationship


def planned(client: CheckedClient, run_jobs: RunJobs, *rows: tuple[object, ...]) -> Imported:
    imported = read(client, run_jobs, csv_file(HEADINGS, *rows))
    assert imported.plan()["state"] == "READY", imported.get()["error"]
    return imported


def stored(relationship: Relationship) -> dict[str, object] | None:
    row = db.session.get(RelationshipCustomValues, relationship.id, populate_existing=True)
    return row.values if row else None


def test_columns_with_the_name_of_a_custom_field_are_proposed(
    client: CheckedClient, run_jobs: RunJobs
) -> None:
    imported = read(client, run_jobs, csv_file(HEADINGS, ("1", "Alpha", "low", "", "", "")))
    columns = imported.get()["mapping"][0]["columns"]
    assert {column["index"]: column["customField"] or column["target"] for column in columns} == {
        0: "EXTERNAL_REF", 1: "NAME", 2: "risk", 3: "annual_spend", 4: "payment_days", 5: "contract_until",
    }  # fmt: skip
    assert {"name": "annual_spend", "label": "Annual spend"} in imported.get()["customFields"]


def test_values_are_checked_like_those_of_the_form_and_corrected(
    client: CheckedClient, run_jobs: RunJobs
) -> None:
    imported = planned(client, run_jobs, ("1", "Alpha", "extreme", "much", "400", "soon"))
    problems = imported.problems()
    assert problems[1:3] == [
        "Row 2, Annual spend: write an amount and a currency, such as 1250.50 EUR.",
        "Row 2, Payment days: enter 365 or less.",
    ] or all(problem.startswith("Row 2, ") for problem in problems)
    row = imported.row("Alpha")
    assert {cell["customField"] for cell in row["cells"]} == {
        "risk", "annual_spend", "payment_days", "contract_until",
    }  # fmt: skip
    path = f"{imported.path}/row/{row['n']}/cell"
    wrong = client.put(path, json={"customField": "risk", "text": "extreme"})
    assert wrong.status_code == 422
    assert "hoose one of" in wrong.json["message"]
    for name, text in {
        "risk": "low", "annual_spend": "1.200,50 EUR", "payment_days": "30", "contract_until": "31.12.2027",
    }.items():  # fmt: skip
        assert client.put(path, json={"customField": name, "text": text}).status_code == 202
    run_jobs()
    assert imported.row("Alpha")["outcome"] == "CREATE"
    assert client.put(path, json={"customField": "salary", "text": "5"}).status_code == 404
    assert client.put(path, json={"text": "5"}).status_code == 404


def test_differences_are_shown_run_and_undone(buyer: User, client: CheckedClient, run_jobs: RunJobs) -> None:
    changed, same = supplier_of(buyer, "1"), supplier_of(buyer, "2")
    for relationship in (changed, same):
        save_values(
            actor=actor_of(buyer),
            relationship_id=relationship.id,
            values={"risk": "low", "payment_days": "30"},
        )
    imported = planned(
        client, run_jobs, ("1", "Supplier 1", "High", "1200 EUR", "30", ""), ("2", "Supplier 2", "low", "", "30", ""),
        ("3", "New", "medium", "", "", ""),
    )  # fmt: skip
    assert imported.counts() == {"UPDATE": 1, "SAME": 1, "CREATE": 1}
    differences = {each["field"]: (each["beforeText"], each["afterText"]) for each in imported.row("Supplier 1")["differences"]}  # fmt: skip
    assert differences == {"Risk": ("Low", "High"), "Annual spend": ("", "EUR 1,200")}
    imported.run()
    assert stored(changed) == {
        "risk": "high", "payment_days": "30", "annual_spend": {"amount": "1200", "currency": "EUR"},
    }  # fmt: skip
    assert stored(same) == {"risk": "low", "payment_days": "30"}
    [created] = db.session.query(Relationship).filter_by(external_ref="3").all()
    created_id = created.id
    assert stored(created) == {"risk": "medium"}
    imported.undo()
    assert stored(changed) == {"risk": "low", "payment_days": "30"}
    assert db.session.get(RelationshipCustomValues, created_id, populate_existing=True) is None
    assert db.session.query(Relationship).filter_by(external_ref="3").all() == []


def test_a_value_that_was_edited_since_stays(buyer: User, client: CheckedClient, run_jobs: RunJobs) -> None:
    relationship = supplier_of(buyer, "1")
    imported = planned(
        client, run_jobs, ("1", "Supplier 1", "high", "", "", ""), ("2", "New", "low", "", "", "")
    )
    imported.run()
    [created] = db.session.query(Relationship).filter_by(external_ref="2").all()
    for each in (relationship, created):
        save_values(actor=actor_of(buyer), relationship_id=each.id, values={"risk": "medium"})
    job = imported.undo()
    assert job["counts"].get("undone", 0) == 0
    assert (stored(relationship), stored(created)) == ({"risk": "medium"}, {"risk": "medium"})


def test_a_change_of_a_custom_field_makes_the_plan_again(
    buyer: User, client: CheckedClient, run_jobs: RunJobs
) -> None:
    relationship = supplier_of(buyer, "1")
    imported = planned(client, run_jobs, ("1", "Supplier 1", "high", "", "", ""))
    save_values(actor=actor_of(buyer), relationship_id=relationship.id, values={"risk": "high"})
    assert imported.start().status_code == 409
    run_jobs()
    assert imported.counts() == {"SAME": 1}


def test_custom_fields_of_others_are_refused(
    client: CheckedClient, run_jobs: RunJobs, signed_in: SignedIn
) -> None:
    imported = read(client, run_jobs, csv_file(HEADINGS, ("1", "Alpha", "low", "", "", "")))
    mapping = imported.get()["mapping"]
    mapping[0]["columns"][2] = {"index": 2, "customField": "no_such_field"}
    response = client.put(f"{imported.path}/mapping", json={"sheets": mapping})
    assert response.status_code == 422
    assert "Your organisation has no such custom field." in response.json["message"]
    mapping[0]["columns"][2] = {"index": 2, "target": "NOTES", "customField": "risk"}
    assert client.put(f"{imported.path}/mapping", json={"sheets": mapping}).status_code == 422
