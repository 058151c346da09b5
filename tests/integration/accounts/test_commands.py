"""Commands for operators: the first organisation, and administrators (README, The first sign-in)."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from click.testing import Result
from flask import Flask
from sqlalchemy.orm import Session

from app.accounts.models import Organisation, RecoveryCode, SignIn, Totp, User
from app.accounts.types import OrganisationStatus, UserStatus
from app.kernel.mail.outbox import OutboxMail
from tests.factories.accounts import PASSWORD, UserFactory
from tests.factories.factors import add_app, add_recovery_codes
from tests.fixtures.client import CheckedClient
from tests.fixtures.mailbox import Mailbox

ACCEPTED = {"name": "Ana Weber", "email": "ana@northwind.example", "organisationName": "Northwind plc"}

Run = Callable[..., Result]


@pytest.fixture
def run(app: Flask, session: Session) -> Run:
    """Return a function that runs `flask accounts` with arguments, like a shell."""

    def invoke(*arguments: str) -> Result:
        session.commit()
        result = app.test_cli_runner().invoke(args=["accounts", *arguments])
        session.expire_all()
        return result

    return invoke


def test_add_organisation_invites_the_first_user(
    session: Session, client: CheckedClient, run: Run, run_jobs: Callable[[], int], mailbox: Mailbox
) -> None:
    added = run(
        "add-organisation", "Northwind plc", "--person", "Ana Weber", "--email", "ana@northwind.example"
    )
    assert added.exit_code == 0
    assert "Ana Weber begins here, within 30 days" in added.output
    printed = added.output.split()[-1]
    run_jobs()
    mail = mailbox.to("ana@northwind.example")[-1]
    assert printed in mail.links
    assert "Northwind plc" in mail.text
    token = printed.split("/acceptInvite/")[1]
    assert client.get(f"/acceptInvite/{token}").status_code == 200
    assert client.get(f"/api/user/invite/{token}").json["senderName"] == "Assay"
    response = client.put(f"/api/user/invite/{token}", json={**ACCEPTED, "password": "Nine-lives 27 cats"})
    assert response.status_code == 200
    user = session.query(User).filter_by(email="ana@northwind.example").one()
    assert user.status == UserStatus.ACTIVE
    assert session.get_one(Organisation, user.organisation_id).status == OrganisationStatus.CONFIRMED
    client.sign_in("ana@northwind.example", "Nine-lives 27 cats")
    # The first user is a Super User and can create more roles.
    assert client.post("/api/role", json={"name": "Auditor", "permissions": []}).status_code == 201
    event_types = {row["type"] for row in client.get("/api/eventLog").json}
    assert "user.accepted" in event_types
    assert "user.invited" not in event_types
    # Users get no mail about their own acceptance.
    assert session.query(OutboxMail).filter_by(to_email="ana@northwind.example").count() == 1


@pytest.mark.parametrize(
    ("name", "person", "email", "sentence"),
    [
        (" ", "Ana", "ana@northwind.example", "name: This is required."),
        ("Northwind", "", "ana@northwind.example", "person: This is required."),
        ("Northwind", "Ana", "ana at home", "email: Please enter a valid e-mail address."),
        ("Northwind", "Ana", "TAKEN@northwind.example", "Email address already in use."),
    ],
)
def test_invalid_organisation_is_rejected_with_a_sentence(
    session: Session, run: Run, name: str, person: str, email: str, sentence: str
) -> None:
    UserFactory(email="taken@northwind.example")
    before = session.query(Organisation).count()
    refused = run("add-organisation", name, "--person", person, "--email", email)
    assert refused.exit_code == 1
    assert sentence in refused.output
    assert session.query(Organisation).count() == before


def test_set_admin_adds_and_removes_an_administrator(
    session: Session, client: CheckedClient, run: Run
) -> None:
    user = UserFactory(email="ana@northwind.example", name="Ana Weber")
    client.sign_in(user.email, PASSWORD)
    assert client.get("/api/sysadmin/dashboard").status_code == 403
    added = run("set-admin", "Ana@Northwind.example")
    assert added.output == "Ana Weber is now an administrator of the platform.\n"
    assert client.get("/api/sysadmin/dashboard").status_code == 200
    removed = run("set-admin", "ana@northwind.example", "--remove")
    assert removed.output == "Ana Weber is no longer an administrator of the platform.\n"
    assert client.get("/api/sysadmin/dashboard").status_code == 403


def test_set_admin_rejects_an_unknown_address(run: Run) -> None:
    refused = run("set-admin", "nobody@northwind.example")
    assert refused.exit_code == 1
    assert refused.output == "Error: No user has this e-mail address.\n"


def test_demo_data_is_rejected_in_production(
    app: Flask, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.config, "ASSAY", replace(app.config["ASSAY"], ENVIRONMENT="production"))
    before = session.query(Organisation).count()
    refused = app.test_cli_runner().invoke(args=["demo", "load"])
    assert refused.exit_code == 1
    assert "Demo data is not loaded where ENVIRONMENT is production" in refused.output
    assert session.query(Organisation).count() == before


def test_reset_factor_removes_every_factor_and_ends_all_sessions(
    session: Session, client: CheckedClient, run: Run, run_jobs: Callable[[], int], mailbox: Mailbox
) -> None:
    user = UserFactory()
    add_app(user)
    add_recovery_codes(user)
    reset = run("reset-factor", user.email)
    assert reset.exit_code == 0, reset.output
    assert reset.output.endswith("has no second factor any more, and is signed out everywhere.\n")
    assert session.query(Totp).count() + session.query(RecoveryCode).count() == 0
    assert session.query(SignIn).filter_by(user_id=user.id, ended=None).count() == 0
    run_jobs()
    assert "second factors were removed" in mailbox.to(user.email)[-1].text
    response = client.post("/api/session", json={"email": user.email, "password": PASSWORD})
    assert (response.status_code, response.json.get("next")) == (200, None)
    again = run("reset-factor", user.email)
    assert (again.exit_code, "This user has no second factor." in again.output) == (1, True)
    unknown = run("reset-factor", "nobody@nowhere.example")
    assert (unknown.exit_code, "No user has this e-mail address." in unknown.output) == (1, True)
