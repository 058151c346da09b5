"""Files as people have them, and files that are refused with a sentence."""

import zipfile
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from openpyxl import load_workbook
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.forms.models import DocForm
from app.imports.jobs import purge
from app.imports.models import SupplierImport, SupplierImportRow
from app.imports.policies.values import CellError, Checks, check
from app.imports.types import MAX_PER_HOUR, RETENTION, Target
from app.kernel.bulk.models import BulkJob
from app.kernel.clock import now
from app.kernel.files.csv_files import decode, read_csv
from app.network.models import Relationship
from tests.factories.accounts import PASSWORD, OrganisationFactory, UserFactory, colleague_of
from tests.factories.supplier_imports import csv_file, planned, read, suppliers, upload, xlsx_file
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

RunJobs = Callable[[], int]
WIDE = [[f"Column {n}" for n in range(101)], ["x"] * 101]


@pytest.fixture
def buyer(session: Session) -> Any:
    return UserFactory(in_organisation=OrganisationFactory(name="Northwind"))


@pytest.fixture
def client(buyer: Any, signed_in: SignedIn) -> CheckedClient:
    return signed_in(buyer)


def lying_zip() -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b"")
        with archive.open("xl/worksheets/sheet1.xml", "w") as entry:
            for _ in range(80):
                entry.write(bytes(1_000_000))
    return out.getvalue()


def encrypted() -> bytes:
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le")


@pytest.mark.parametrize(
    ("content", "filename", "sentence"),
    [
        (encrypted(), "a.xlsx", "The file has a password. Remove it first."),
        (lying_zip(), "a.xlsx", "The file takes too much memory or time to read."),
        (b"", "a.csv", "The file has no rows."),
        (b"Firma;Ort\r\n", "a.csv", "The file has no rows."),
        (b"%PDF-1.7", "a.pdf", "This is no workbook."),
        (csv_file(*WIDE), "a.csv", "A sheet has more than 100 columns."),
        (
            csv_file(["Firma"], *([f"Firm {n}"] for n in range(20_020))),
            "a.csv",
            "A sheet has more than 20,015 rows.",
        ),
    ],
    ids=["encrypted", "lying zip", "empty", "no rows", "pdf", "101 columns", "too many rows"],
)
def test_file_that_cannot_be_read_fails_with_a_sentence(
    client: CheckedClient, run_jobs: RunJobs, content: bytes, filename: str, sentence: str
) -> None:
    imported = read(client, run_jobs, content or b" ", filename).get()
    assert imported["state"] == "FAILED"
    assert imported["error"].startswith(sentence)


def test_20001_suppliers_lead_back_to_the_columns(client: CheckedClient, run_jobs: RunJobs) -> None:
    content = csv_file(["Firma"], *([f"Firm {n}"] for n in range(20_001)))
    imported = read(client, run_jobs, content)
    after = imported.plan()
    assert (after["state"], after["error"]) == (
        "MAPPING", "A sheet has more than 20,000 rows. Remove the rows that are not needed.",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("encoding", "separator"),
    [("cp1252", ";"), ("utf-8-sig", ","), ("utf-16", "\t"), ("utf-16-le", ";"), ("utf-8", "|")],
)
def test_encodings_and_separators(
    client: CheckedClient, run_jobs: RunJobs, encoding: str, separator: str
) -> None:
    content = csv_file(
        ("Firma", "Straße", "Ort"), ("Müller & Söhne", "Königsallee 5", "Düsseldorf"), ("Mercière", "Rue 1", "Orléans"),
        separator=separator, encoding=encoding,
    )  # fmt: skip
    imported = read(client, run_jobs, content)
    assert imported.targets() == {0: "NAME", 1: "LINE1", 2: "CITY"}
    imported.plan()
    assert [(row["label"], row["city"]) for row in imported.rows()] == [
        ("Müller & Söhne", "Düsseldorf"), ("Mercière", "Orléans"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp1250", "Łódzkie Zakłady Śrub;Żelazny Młyn"),
        ("cp1250", "Škoda;Plzeň;Příbram"),
        ("cp1251", "Завод металлов;Россия"),
    ],
)
def test_code_pages_of_other_alphabets(encoding: str, text: str) -> None:
    assert decode(text.encode(encoding)) == text


def test_line_with_the_separator_is_no_row() -> None:
    assert read_csv(b"sep=;\r\nName;City\r\nA,B;C\r\n", rows=9) == [["Name", "City"], ["A,B", "C"]]


@pytest.mark.parametrize(
    ("headings", "expected"),
    [
        (("Supplier No", "Supplier Name", "E-mail Address", "VAT Reg No"), ("EXTERNAL_REF", "NAME", "CONTACT_EMAIL", "TAX_NUMBER")),
        (("Kreditor", "Name 1", "PLZ", "Ort", "Land"), ("EXTERNAL_REF", "NAME", "ZIPCODE", "CITY", "COUNTRY")),
        (("Code fournisseur", "Raison sociale", "Ville", "Pays", "Courriel"), ("EXTERNAL_REF", "NAME", "CITY", "COUNTRY", "CONTACT_EMAIL")),
        (("Código de proveedor", "Razón social", "Población", "País", "Teléfono"), ("EXTERNAL_REF", "NAME", "CITY", "COUNTRY", "CONTACT_PHONE")),
        (("Codice fornitore", "Ragione sociale", "Città", "Partita IVA", "Referente"), ("EXTERNAL_REF", "NAME", "CITY", "TAX_NUMBER", "CONTACT_NAME")),
        (("Company", "Name", "First name", "Fax"), ("NAME", "CONTACT_NAME", "CONTACT_FIRST_NAME", None)),
    ],
    ids=["English", "German", "French", "Spanish", "Italian", "person next to company"],
)  # fmt: skip
def test_headings_in_five_languages(
    client: CheckedClient, run_jobs: RunJobs, headings: tuple[str, ...], expected: tuple[str | None, ...]
) -> None:
    imported = read(client, run_jobs, csv_file(headings, ["x"] * len(headings)))
    assert imported.targets() == {index: target for index, target in enumerate(expected) if target}


def test_forty_columns_named_name(client: CheckedClient, run_jobs: RunJobs) -> None:
    imported = read(client, run_jobs, csv_file(["Name"] * 40, [f"Firm {n}" for n in range(40)]))
    assert imported.targets() == {0: "NAME", 1: "CONTACT_NAME"}
    imported.plan()
    assert imported.counts() == {"CREATE": 1}


def test_formula_without_result_is_a_problem_of_its_cell(client: CheckedClient, run_jobs: RunJobs) -> None:
    content = xlsx_file({"S": [["Name", "City"], ["Acme", "=A1&B1"], ["Rossi", "Torino"]]})
    assert load_workbook(BytesIO(content)).active is not None
    imported = read(client, run_jobs, content, "a.xlsx")
    imported.plan()
    assert imported.counts() == {"CREATE": 1, "WRONG": 1}
    assert imported.problems() == [
        "Row 2 (B2), City: this cell has a formula without a result. Paste its value."
    ]


@pytest.mark.parametrize(
    ("target", "text", "value"),
    [
        (Target.COUNTRY, "Österreich", "AUT"), (Target.COUNTRY, "Allemagne", "DEU"), (Target.COUNTRY, "gb", "GBR"),
        (Target.COUNTRY, "Stati Uniti", "USA"), (Target.COUNTRY, "España", "ESP"), (Target.CURRENCY, "€", "EUR"),
        (Target.LEVEL, "freigegeben", "Approved"), (Target.WEBSITE, "acme.example", "https://acme.example"),
        (Target.DUNS, "12-345-6789", "123456789"), (Target.TAGS, "a, B;a", ["a", "B"]),
        (Target.NOTES, "<b>one</b>\ntwo", "<p>&lt;b&gt;one&lt;/b&gt;</p><p>two</p>"),
    ],
)  # fmt: skip
def test_cells_are_read_as_people_write_them(target: Target, text: str, value: object) -> None:
    assert check(target, text, Checks()) == value


@pytest.mark.parametrize(
    ("target", "text"),
    [
        (Target.COUNTRY, "Atlantis"), (Target.CURRENCY, "Taler"), (Target.LEVEL, "Gold"), (Target.WEBSITE, "no site"),
        (Target.DUNS, "12"), (Target.LEI, "529900T8BM49AURSDO00"), (Target.CONTACT_EMAIL, "a@b"), (Target.NAME, "x" * 201),
    ],
)  # fmt: skip
def test_invalid_cells_describe_the_expected_value(target: Target, text: str) -> None:
    with pytest.raises(CellError, match=r"\.$"):
        check(target, text, Checks())


def test_columns_that_make_no_supplier_are_refused(client: CheckedClient, run_jobs: RunJobs) -> None:
    imported = read(client, run_jobs, suppliers(("1", "Acme")))
    [mapping] = imported.get()["mapping"]

    def refused(**change: Any) -> str:
        response = client.put(f"{imported.path}/mapping", json={"sheets": [mapping | change]})
        assert response.status_code == 422, response.text
        sentence: str = response.json["message"]
        return sentence

    assert refused(role="NONE") == "Choose the sheet with the suppliers."
    assert (
        refused(columns=[{"index": 0, "target": "CITY"}])
        == "Choose the column with the names of the suppliers."
    )
    twice = [{"index": 0, "target": "NAME"}, {"index": 1, "target": "NAME"}]
    assert refused(columns=twice) == "Choose each field for one column of a sheet."
    assert refused(sheet="Other") == "The file has no such sheet or column."


def test_permission_and_limits(
    buyer: Any, client: CheckedClient, session: Session, signed_in: SignedIn, run_jobs: RunJobs
) -> None:
    viewer = signed_in(colleague_of(buyer, role_name="Viewer"))
    assert viewer.post("/api/supplierImport", json={"attachmentId": 1}).status_code == 403
    imported = planned(client, run_jobs, ("1", "Acme"))
    assert signed_in(colleague_of(buyer)).get(imported.path).status_code == 404, "imports are the user's own"
    foreign = client.post(
        "/api/supplierImport", json={"attachmentId": upload(signed_in(UserFactory()), b"Name\nA\n")}
    )
    assert foreign.status_code == 422
    for _ in range(MAX_PER_HOUR):
        session.add(
            SupplierImport(
                organisation_id=buyer.organisation_id, user_id=buyer.id, attachment_id=1, filename="a.csv"
            )
        )
    session.flush()
    assert (
        client.post("/api/supplierImport", json={"attachmentId": upload(client, b"Name\nA\n")}).status_code
        == 429
    )


def test_permission_is_checked_when_a_row_runs(
    buyer: Any, client: CheckedClient, session: Session, run_jobs: RunJobs
) -> None:
    imported = planned(client, run_jobs, ("1", "Acme"))
    assert imported.start().status_code == 202
    buyer.role_id = colleague_of(buyer, role_name="Viewer").role_id
    session.flush()
    run_jobs()
    assert session.query(Relationship).filter_by(organisation_id=buyer.organisation_id).count() == 0
    assert session.query(BulkJob).one().state == "DONE"


def test_imports_are_deleted_after_30_days(
    client: CheckedClient, session: Session, run_jobs: RunJobs
) -> None:
    imported = planned(client, run_jobs, ("1", "Acme"))
    planned(client, run_jobs, ("2", "Rossi"))
    session.get_one(SupplierImport, imported.id).created = now() - RETENTION - timedelta(hours=1)
    session.flush()
    purge()
    left = session.execute(select(SupplierImportRow.label)).scalars().all()
    assert left == ["Rossi"]


def test_discarded_import_is_deleted_and_a_finished_one_stays(
    client: CheckedClient, run_jobs: RunJobs
) -> None:
    imported = planned(client, run_jobs, ("1", "Acme"))
    assert client.delete(imported.path).status_code == 204
    assert client.get(imported.path).status_code == 404
    ran = planned(client, run_jobs, ("1", "Acme"))
    ran.run()
    assert client.delete(ran.path).status_code == 409
    assert ran.client.put(f"{ran.path}/row/2", json={"decision": "LEFT_OUT"}).status_code == 409


def test_imported_supplier_gets_its_starter_forms_when_it_accepts(
    client: CheckedClient,
    session: Session,
    run_jobs: RunJobs,
    new_client: Callable[[], CheckedClient],
    mailbox: Any,
) -> None:
    imported = planned(client, run_jobs, ("1", "Acme", "", "", "", "Max", "max@acme.example"))
    imported.run()
    organisation_id = imported.job_rows()[0]["subjectId"]
    forms = select(DocForm.id).where(DocForm.organisation_id == organisation_id)
    assert session.execute(forms).all() == []
    [user] = client.get(f"/api/organisation/{organisation_id}").json["users"]
    client.post(f"/api/user/{user['id']}/resendInvite", json={})
    run_jobs()
    token = mailbox.to("max@acme.example")[-1].links[0].split("/acceptInvite/")[1]
    body = {"name": "Max", "email": "max@acme.example", "password": PASSWORD, "organisationName": "Acme"}
    assert new_client().put(f"/api/user/invite/{token}", json=body).status_code == 200
    assert session.execute(forms).all() != []
