"""Inviting several suppliers: the check before, the job, and organisations that exist already."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.accounts.models import Organisation, User
from app.accounts.types import OrganisationStatus
from app.kernel.mail.outbox import OutboxMail
from app.network.models import InviteTemplate, Relationship
from app.network.types import MAX_INVITEES
from tests.factories.accounts import OrganisationFactory, UserFactory, colleague_of
from tests.factories.merging import invite_supplier_of
from tests.fixtures.client import CheckedClient, counted_statements
from tests.fixtures.people import SignedIn

INVITE = "/api/relationship/inviteMany"
CHECK = f"{INVITE}/check"


@pytest.fixture
def buyer(session: Session) -> User:
    user: User = UserFactory(in_organisation=OrganisationFactory(name="Meridian Surgical"))
    return user


@pytest.fixture
def client(buyer: User, signed_in: SignedIn) -> CheckedClient:
    return signed_in(buyer)


def row(name: str, email: str = "", contact: str = "Ada Berg") -> dict[str, str]:
    return {
        "organisationName": name,
        "contactEmail": email or f"{name[:4].lower()}@x.example",
        "contactName": contact,
    }


def check(client: CheckedClient, *rows: dict[str, str]) -> list[Any]:
    response = client.post(CHECK, json={"rows": rows})
    assert response.status_code == 200, response.text
    return list(response.json["rows"])


def start(client: CheckedClient, *rows: dict[str, str], **body: Any) -> Any:
    return client.post(INVITE, json={"rows": rows, "relationshipLevel": "Evaluation"} | body)


def test_a_job_invites_each_supplier_with_one_mail(
    session: Session, client: CheckedClient, buyer: User, run_jobs: Callable[[], int]
) -> None:
    response = start(
        client, row("Bergmann", "ada@bergmann.example"), row("Calder", "jo@calder.example"),
        message="<p>Welcome</p>", saveMessage=True,
    )  # fmt: skip
    assert response.status_code == 202, response.text
    run_jobs()
    job = client.get(f"/api/bulk/{response.json['bulkJobId']}").json
    assert (job["state"], job["counts"]["done"], job["title"]) == ("DONE", 2, "Invite suppliers")
    rows = client.get(f"/api/bulk/{job['id']}/row").json
    assert [each["label"] for each in rows] == ["Bergmann", "Calder"]
    assert rows[0]["url"] == f"/organisations/{rows[0]['subjectId']}"
    suppliers = select(Organisation.name, Organisation.status).join(
        Relationship, Relationship.with_organisation_id == Organisation.id
    ).where(Relationship.organisation_id == buyer.organisation_id).order_by(Organisation.name)  # fmt: skip
    assert [tuple(each) for each in session.execute(suppliers)] == [
        ("Bergmann", OrganisationStatus.INVITED), ("Calder", OrganisationStatus.INVITED),
    ]  # fmt: skip
    mails = select(OutboxMail).where(OutboxMail.template == "SUPPLIERINVITE")
    assert len(session.execute(mails).all()) == 2
    template = session.get_one(InviteTemplate, buyer.organisation_id)
    assert template.message_html == "<p>Welcome</p>"
    assert job["undoUntil"] is None


def test_the_check_names_errors_and_changes_nothing(
    session: Session, client: CheckedClient, buyer: User
) -> None:
    before = session.execute(select(func.count()).select_from(Organisation)).scalar_one()
    rows = check(
        client, row("", "ada@bergmann.example", ""), row("Calder", "nonsense"), row("Delta", "ADA@bergmann.example"),
        row("Echo", buyer.email), row("calder.", "jo@calder.example"),
    )  # fmt: skip
    assert rows[0]["organisationName"] == "An organisation name is required."
    assert rows[0]["contactName"] == "A contact name is required."
    assert rows[1]["contactEmail"] == "Please enter a valid e-mail address."
    assert rows[2]["contactEmail"] == "This address is in row 1 too."
    assert rows[3]["contactEmail"] == "Email address already in use."
    assert (rows[4]["contactEmail"], rows[4]["sameAsRow"]) == (None, 1)
    assert session.execute(select(func.count()).select_from(Organisation)).scalar_one() == before


def test_likely_duplicates_are_shown_before_sending(client: CheckedClient, buyer: User) -> None:
    twin = invite_supplier_of(buyer, "Calder & Sons Coatings")
    similar, by_domain, other = check(
        client, row("Calder and Sons Coating Ltd", "x@new.example"),
        row("Another name", f"new@{twin.user.email.partition('@')[2]}"), row("Zeta Works", "z@zeta.example"),
    )  # fmt: skip
    assert similar["match"] == {
        "id": twin.organisation.id, "name": "Calder & Sons Coatings", "state": "INVITED", "hasEmail": False,
        "isSimilar": True,
    }  # fmt: skip
    assert (by_domain["match"]["id"], by_domain["match"]["isSimilar"]) == (twin.organisation.id, False)
    assert other["match"] is None
    single = client.get(
        "/api/relationship/match", query_string={"organisationName": "Calder and Sons Coating Ltd"}
    ).json["match"]
    assert (single["id"], single["isSimilar"]) == (twin.organisation.id, True)


def test_hidden_organisations_are_never_matches(client: CheckedClient) -> None:
    hidden = invite_supplier_of(UserFactory(), "Calder & Sons Coatings")
    OrganisationFactory(name="Delta Forge", is_test_organisation=True)
    rows = check(
        client, row("Calder & Sons Coatings", hidden.user.email), row("Calder and Sons Coating", "x@new.example"),
        row("Delta Forge", "y@new.example"),
    )  # fmt: skip
    assert [each["match"] for each in rows] == [None, None, None]
    assert [each["contactEmail"] for each in rows] == [None, None, None]


def test_the_check_needs_few_statements_for_many_rows(client: CheckedClient) -> None:
    def statements(count: int) -> int:
        rows = [row(f"Company number {n} {n * 7919}", f"p{n}@firm{n}.example") for n in range(count)]
        with counted_statements() as recording:
            check(client, *rows)
        return len(recording.statements)

    assert statements(1) == statements(200)


@pytest.mark.parametrize(
    ("rows", "body", "sentence"),
    [
        ([row("Calder", "nonsense")], {}, "Row 1: Please enter a valid e-mail address."),
        ([row("Calder")], {"relationshipLevel": "None"}, "Choose a level above None."),
        ([row(f"C{n}", f"p{n}@c{n}.example") for n in range(201)], {}, "Type 201, the number of people who get an e-mail."),
        ([row("C", "c@c.example")] * (MAX_INVITEES + 1), {}, "At most 500 suppliers can be invited at once."),
        ([], {}, "Add at least one supplier."),
    ],
)  # fmt: skip
def test_wrong_requests_start_no_job(
    client: CheckedClient, rows: list[dict[str, str]], body: dict[str, Any], sentence: str
) -> None:
    response = start(client, *rows, **body)
    assert (response.status_code, response.json["message"]) == (422, sentence)


def test_more_than_200_mails_start_with_their_number(
    client: CheckedClient, run_jobs: Callable[[], int], session: Session
) -> None:
    rows = [row(f"Company {n}", f"p{n}@c{n}.example") for n in range(201)]
    response = start(client, *rows, confirmedMails=201)
    assert response.status_code == 202, response.text


def test_a_row_that_fails_stops_no_other(
    client: CheckedClient, buyer: User, run_jobs: Callable[[], int]
) -> None:
    response = start(client, row("Calder", "jo@calder.example"), row("Delta", "al@delta.example"))
    UserFactory(email="jo@calder.example")
    run_jobs()
    rows = client.get(f"/api/bulk/{response.json['bulkJobId']}/row").json
    assert [(each["outcome"], each["message"]) for each in rows] == [
        ("FAILED", "Email address already in use."), ("DONE", ""),
    ]  # fmt: skip


def test_a_viewer_may_not_invite(buyer: User, signed_in: SignedIn) -> None:
    viewer = signed_in(colleague_of(buyer, role_name="Viewer"))
    assert start(viewer, row("Calder")).status_code == 403
    assert viewer.post(CHECK, json={"rows": [row("Calder")]}).status_code == 403
