"""The plan: identity of suppliers, questions, hidden organisations, and a result that equals the plan."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy.orm import Session

from app.accounts.models import Organisation, User
from app.accounts.types import OrganisationStatus, UserStatus
from app.extensions import db
from app.kernel.mail.outbox import OutboxMail
from app.network.models import Relationship
from tests.factories.accounts import OrganisationFactory, UserFactory, colleague_of
from tests.factories.network import RelationshipFactory, relate
from tests.factories.supplier_imports import HEADINGS, csv_file, planned, read, xlsx_file
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

RunJobs = Callable[[], int]


@pytest.fixture
def buyer(session: Session) -> Any:
    organisation = OrganisationFactory(name="Northwind Rail GmbH", tax_id_number="DE136695976")
    return UserFactory(name="Ann Buyer", email="ann@northwind.example", in_organisation=organisation)


@pytest.fixture
def client(buyer: Any, signed_in: SignedIn) -> CheckedClient:
    return signed_in(buyer)


def directory_supplier(name: str, email: str, **profile: Any) -> User:
    user: User = UserFactory(in_organisation=OrganisationFactory(name=name, **profile), email=email)
    return user


def test_different_legal_forms_are_never_joined_unasked(
    buyer: Any, client: CheckedClient, run_jobs: RunJobs
) -> None:
    acme = directory_supplier("Acme Inc", "info@acme.example")
    relate(buyer.organisation_id, acme.organisation_id)
    imported = planned(
        client, run_jobs, ("", "Acme GmbH"), ("", "Acme AG", "", "", "", "", "sales@acme.example"),
        ("", "ACME Inc.", "", "", "", "", "office@acme.example"),
    )  # fmt: skip
    outcomes = {row["label"]: row["outcome"] for row in imported.rows()}
    assert outcomes == {"Acme GmbH": "ASK", "Acme AG": "ASK", "ACME Inc.": "SAME"}
    [candidate] = imported.row("Acme GmbH")["candidates"]
    assert (candidate["name"], candidate["reasons"]) == ("Acme Inc", ["NAME"])


def test_questions_are_answered_row_by_row(buyer: Any, client: CheckedClient, run_jobs: RunJobs) -> None:
    acme = directory_supplier("Acme Inc", "info@acme.example")
    relationship = relate(buyer.organisation_id, acme.organisation_id)
    imported = planned(client, run_jobs, ("1", "Acme GmbH"), ("2", "Acme Ltd"))
    first, second = imported.rows()
    version = imported.get()["planVersion"]
    same = imported.decide(first["n"], "SAME", acme.organisation_id)
    assert (same["outcome"], same["differences"][0]["afterText"]) == ("UPDATE", "1")
    assert imported.decide(second["n"], "DIFFERENT")["outcome"] == "CREATE"
    assert imported.get()["planVersion"] == version + 2
    refused = client.put(
        f"{imported.path}/row/{second['n']}",
        json={"decision": "SAME", "organisationId": buyer.organisation_id},
    )
    assert refused.status_code == 422
    assert imported.decide(second["n"], None)["outcome"] == "ASK"
    assert imported.decide(second["n"], "LEFT_OUT")["outcome"] == "LEFT_OUT"
    imported.run()
    assert imported.results() == {"UPDATE": 1}
    assert db.session.get_one(Relationship, relationship.id).external_ref == "1"


def test_numbers_domains_and_own_numbers_identify(
    buyer: Any, client: CheckedClient, run_jobs: RunJobs
) -> None:
    by_tax = directory_supplier(
        "Ventile AG", "a@tax.example", tax_id_number="ATU 1358 5627", address_country="AUT"
    )
    by_domain = directory_supplier("Domain Works", "a@domain.example")
    by_ref = directory_supplier("Renamed Company", "a@ref.example")
    RelationshipFactory(
        organisation_id=buyer.organisation_id,
        with_organisation_id=by_ref.organisation_id,
        external_ref="K-77",
    )
    imported = planned(
        client, run_jobs,
        ("1", "Anything", "Österreich", "", "ATU13585627"),
        ("2", "Domain Works", "", "", "", "", "new@domain.example"),
        ("k-77", "Old Company Name"),
    )  # fmt: skip
    outcomes = {row["label"]: (row["outcome"], row["organisationId"]) for row in imported.rows()}
    assert outcomes == {
        "Anything": ("ADD", by_tax.organisation_id),
        "Domain Works": ("ADD", by_domain.organisation_id),
        "Old Company Name": ("SAME", by_ref.organisation_id),
    }
    assert "keeps its own profile" in " ".join(imported.row("Domain Works")["notes"])


def test_organisations_of_other_buyers_are_never_named(
    client: CheckedClient, session: Session, run_jobs: RunJobs
) -> None:
    secret = "Zanzibar Secret Works"
    other = UserFactory()
    invited = directory_supplier(
        secret, "info@zanzibar.example", status=OrganisationStatus.INVITED, tax_id_number="FR40303265045",
        address_country="FRA",
    )  # fmt: skip
    invited.status = UserStatus.INVITED
    RelationshipFactory(
        organisation_id=other.organisation_id,
        with_organisation_id=invited.organisation_id,
        by_invitation=True,
    )
    test = directory_supplier(f"{secret} Test", "info@zanzibar-test.example", is_test_organisation=True)
    session.flush()
    imported = planned(
        client, run_jobs,
        ("1", secret, "FR", "", "FR40303265045"),
        ("2", f"{secret} Test", "FR", "", "", "", "other@zanzibar-test.example"),
        ("3", "Mine", "FR", "", "", "", "info@zanzibar.example"),
        ("4", "Also mine", "FR", "", "", "", test.email),
    )  # fmt: skip
    rows = imported.rows()
    assert [row["outcome"] for row in rows] == ["CREATE", "CREATE", "CREATE", "WRONG"]
    assert all(row["candidates"] == [] and row["organisationId"] is None for row in rows)
    assert secret not in str([row["problems"] for row in rows])
    imported.run()
    assert imported.results() == {"CREATE": 3}
    assert session.get_one(Organisation, invited.organisation_id).name == secret, "its profile is not changed"
    assert session.query(OutboxMail).count() == 0


def test_own_organisation_guests_and_repeated_keys_are_wrong(
    buyer: Any, client: CheckedClient, run_jobs: RunJobs
) -> None:
    imported = planned(
        client, run_jobs,
        ("1", "Northwind Rail GmbH"),
        ("2", "_Guest_"),
        ("3", "Bauer", "AT", "Graz", "", "Max", "max@bauer.example"),
        ("3", "Bauer", "AT", "Wien", "", "", ""),
        ("3", "Bauer", "AT", "Graz", "", "Eva", "eva@bauer.example"),
        ("4", "Other", "AT", "", "", "", "max@bauer.example"),
        ("5", "None", "AT", "", "", "", "", "Keine"),
    )  # fmt: skip
    assert imported.counts() == {"CREATE": 1, "WRONG": 5}
    assert imported.problems() == [
        "Row 2: this is your own organisation. Leave the row out.",
        "Row 3, Name: this name can't be used.",
        "Row 5, City: row 4 has the same own supplier number with another value.",
        "Row 7, Contact e-mail: row 4 has max@bauer.example too.",
        "Row 8, Level: choose a level above None for a new supplier.",
    ]
    assert imported.row("Bauer")["emails"] == ["max@bauer.example", "eva@bauer.example"]


def test_row_that_is_taken_out_frees_its_supplier(
    buyer: Any, client: CheckedClient, run_jobs: RunJobs
) -> None:
    acme = directory_supplier("Acme", "info@acme.example", tax_id_number="ATU13585627", address_country="AUT")
    relate(buyer.organisation_id, acme.organisation_id)
    imported = planned(
        client, run_jobs, ("1", "Acme", "AT", "", "ATU13585627"), ("2", "Acme Wien", "AT", "", "ATU13585627")
    )
    assert imported.counts() == {"UPDATE": 1, "WRONG": 1}
    assert imported.problems() == ["Row 3: Row 2 is the same supplier."]
    imported.decide(imported.row("Acme")["n"], "LEFT_OUT")
    assert imported.counts() == {"UPDATE": 1, "LEFT_OUT": 1}


def test_profile_shared_with_another_buyer_is_not_changed(
    buyer: Any, client: CheckedClient, session: Session, run_jobs: RunJobs
) -> None:
    planned(client, run_jobs, ("1", "Bauer", "AT", "Graz")).run()
    relationship = session.query(Relationship).filter_by(external_ref="1").one()
    assert planned(client, run_jobs, ("1", "Bauer", "AT", "Wien")).counts() == {"UPDATE": 1}
    RelationshipFactory(
        organisation_id=UserFactory().organisation_id, with_organisation_id=relationship.with_organisation_id
    )
    assert planned(client, run_jobs, ("1", "Bauer", "AT", "Wien")).counts() == {"SAME": 1}


def test_owner_is_found_by_address_or_name(buyer: Any, client: CheckedClient, run_jobs: RunJobs) -> None:
    colleague = colleague_of(buyer, name="Cora Colleague")
    content = csv_file(
        ("Firma", "Einkäufer"),
        ("A", "cora  colleague"),
        ("B", buyer.email),
        ("C", "Nobody"),
        encoding="cp1252",
    )
    imported = read(client, run_jobs, content)
    imported.plan()
    assert imported.problems() == ["Row 4, Owner: no active colleague has the name or address “Nobody”."]
    imported.run()
    owners = {
        each.owner_user_id
        for each in db.session.query(Relationship).filter_by(organisation_id=buyer.organisation_id)
    }
    assert owners == {colleague.id, buyer.id}


def test_contacts_of_another_sheet_are_joined_by_number_or_name(
    client: CheckedClient, session: Session, run_jobs: RunJobs
) -> None:
    content = xlsx_file(
        {
            "Lieferanten": [
                ["Lieferantenliste 2026"],
                ["Lief.-Nr.", "Firma", "Adresse", "", ""],
                ["", "", "Straße", "PLZ", "Ort"],
                [10023, "Bauer Ventile", "Ring 1", 8010, "Graz"],
                [10024, "Rossi", "Via 2", 10100, "Torino"],
            ],
            "Kontakte": [
                ["Lief.-Nr.", "Firma", "Name", "E-Mail"],
                [10023, "", "Max Bauer", "max@bauer.example"],
                ["", "rossi", "Lia Rossi", "lia@rossi.example"],
                [99, "", "Lost", "lost@else.example"],
            ],
        },
        merged=["C2:E2", "A2:A3", "B2:B3"],
    )
    imported = read(client, run_jobs, content, "Lieferanten.xlsx")
    assert [sheet["role"] for sheet in imported.get()["mapping"]] == ["SUPPLIERS", "CONTACTS"]
    assert imported.targets() == {0: "EXTERNAL_REF", 1: "NAME", 2: "LINE1", 3: "ZIPCODE", 4: "CITY"}
    assert imported.targets(1) == {0: "EXTERNAL_REF", 1: "NAME", 2: "CONTACT_NAME", 3: "CONTACT_EMAIL"}
    imported.plan()
    assert imported.row("Bauer Ventile")["emails"] == ["max@bauer.example"]
    assert imported.row("Rossi")["emails"] == ["lia@rossi.example"]
    assert imported.row("Bauer Ventile")["externalRef"] == "10023"
    assert imported.problems() == ["Kontakte, row 4: no supplier of this file has this number or name."]


NAMES = ("Acme", "Acme GmbH", "Acme Inc", "Bauer Ventile", "Ventile Bauer AG", "Rossi", "Zeta")
ROWS = st.lists(
    st.tuples(
        st.sampled_from(["", "", "1", "2", "3", "X-4"]),
        st.sampled_from(NAMES),
        st.sampled_from(["", "AT", "Deutschland", "Nowhere"]),
        st.sampled_from(["", "Graz", "Wien"]),
        st.sampled_from(["", "", "ATU13585627", "123"]),
        st.sampled_from(["", "Max"]),
        st.sampled_from(
            [
                "",
                "info@acme.example",
                "max@bauer.example",
                "person0@acme.example",
                "person1@gmail.com",
                "person2@rossi.example",
                "x@gmail.com",
                "broken",
            ]
        ),
        st.sampled_from(["", "Approved", "Keine", "Odd"]),
        st.sampled_from(["", "steel", "steel, fast"]),
    ),
    max_size=8,
    min_size=1,
)
KNOWN = st.lists(
    st.tuples(
        st.sampled_from(NAMES),
        st.sampled_from(["acme.example", "bauer.example", "gmail.com", "rossi.example"]),
        st.sampled_from(["directory", "network", "invited", "hidden", "test"]),
        st.sampled_from([None, "1", "2", "9"]),
        st.sampled_from([None, "ATU13585627"]),
    ),
    max_size=5,
    unique_by=lambda each: each[3] or object(),
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=ROWS, existing=KNOWN)
def test_result_is_the_plan(
    signed_in: SignedIn, session: Session, run_jobs: RunJobs, rows: Any, existing: Any
) -> None:
    buyer = UserFactory()
    client = signed_in(buyer)
    people = [_existing_supplier(buyer, position, *each) for position, each in enumerate(existing)]
    session.flush()
    imported = read(client, run_jobs, csv_file(HEADINGS, *rows))
    imported.plan()
    counts = imported.counts()
    expected = {name: number for name, number in counts.items() if name in {"CREATE", "UPDATE", "ADD"}}
    mails = session.query(OutboxMail).count()
    if expected:
        imported.run()
        assert dict(imported.results()) == expected, imported.job_rows()
        assert session.query(OutboxMail).count() == mails
        assert imported.undo()["counts"]["notUndone"] == 0
    else:
        assert imported.start().status_code == 409
    session.expire_all()
    for user in people:
        organisation = session.get_one(Organisation, user.organisation_id)
        user.email, organisation.name = f"gone{user.id}@gone{user.id}.example", "Gone"
        organisation.tax_id_number, organisation.is_test_organisation = None, True
    session.flush()


def _existing_supplier(
    buyer: User, position: int, name: str, domain: str, kind: str, reference: str | None, tax: str | None
) -> User:
    """Create an organisation of the network, of the directory, or one that the buyer must not see."""
    is_invited = kind in {"invited", "hidden"}
    user = directory_supplier(
        name,
        f"person{position}@{domain}",
        status=OrganisationStatus.INVITED if is_invited else OrganisationStatus.CONFIRMED,
        tax_id_number=tax,
        address_country="AUT",
        is_test_organisation=kind == "test",
    )
    if is_invited:
        user.status = UserStatus.INVITED
    if kind in {"network", "invited"}:
        RelationshipFactory(
            organisation_id=buyer.organisation_id,
            with_organisation_id=user.organisation_id,
            by_invitation=kind == "invited",
            external_ref=reference,
        )
    return user
