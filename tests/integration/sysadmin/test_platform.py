"""Jobs, organisations and users for admins: figures and accounts, no tenant data."""

import json
from datetime import timedelta

import pytest
from sqlalchemy.orm import Session

from app.accounts.types import OrganisationStatus
from app.kernel.clock import now
from app.kernel.jobs.queue import Job, enqueue
from tests.factories.accounts import OrganisationFactory, UserFactory, colleague_of, make_guest
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


@pytest.fixture
def admin(session: Session, signed_in: SignedIn) -> CheckedClient:
    return signed_in(UserFactory(in_organisation=OrganisationFactory(name="Platform"), is_admin=True))


def failed_job(session: Session) -> Job:
    enqueue("mail.send", mail_id=1)
    job = session.query(Job).order_by(Job.id.desc()).first()
    assert job is not None
    job.status, job.attempts, job.last_error = "FAILED", 6, "OSError()"
    job.finished = now() - timedelta(hours=1)
    session.flush()
    return job


def test_failed_job_is_listed_and_can_be_retried(session: Session, admin: CheckedClient) -> None:
    job = failed_job(session)
    (row,) = admin.get("/api/sysadmin/job", query_string={"status": "FAILED"}).json
    assert (row["id"], row["name"], row["lastError"]) == (job.id, "mail.send", "OSError()")
    assert "args" not in row
    assert "mail.send" in admin.get("/sysadmin/jobs").text
    again = admin.post(f"/api/sysadmin/job/{job.id}/retry").json
    assert (again["status"], again["attempts"], again["lastError"]) == ("QUEUED", 0, None)
    refused = admin.post(f"/api/sysadmin/job/{job.id}/retry")
    assert (refused.status_code, refused.json["message"]) == (
        409,
        "Only a job that failed can be tried again.",
    )
    assert admin.post("/api/sysadmin/job/999999999/retry").status_code == 404
    assert admin.get("/api/sysadmin/job", query_string={"status": "LOST"}).status_code == 422
    assert admin.get("/api/sysadmin/job", query_string={"search": "no.such"}).json == []


def test_organisations_are_listed_with_figures_only(session: Session, admin: CheckedClient) -> None:
    organisation = OrganisationFactory(name="Bergmann", brief_description="Secret gears")
    user = UserFactory(in_organisation=organisation, name="Jana Secret")
    colleague_of(user, status="INVITED")
    colleague_of(user, status="SUSPENDED")
    OrganisationFactory(name="Calder", status=OrganisationStatus.INVITED, is_test_organisation=True)
    response = admin.get("/api/sysadmin/organisation")
    statements = admin.statements
    rows = {row["name"]: row for row in response.json}
    assert set(rows) == {"Bergmann", "Calder", "Platform"}
    bergmann = rows["Bergmann"]
    assert [bergmann[f"{kind}Users"] for kind in ("active", "invited", "suspended")] == [1, 1, 1]
    assert rows["Calder"]["isTestOrganisation"] is True
    assert "Secret" not in response.text
    for n in range(12):
        OrganisationFactory(name=f"More {n}")
    admin.get("/api/sysadmin/organisation")
    assert admin.statements == statements <= 8
    invited = admin.get("/api/sysadmin/organisation", query_string={"status": "INVITED"}).json
    assert [row["name"] for row in invited] == ["Calder"]
    matches = admin.get("/api/sysadmin/organisation", query_string={"search": "berg"}).json
    assert [row["name"] for row in matches] == ["Bergmann"]


def test_users_are_listed_with_account_data_only(
    session: Session, admin: CheckedClient, signed_in: SignedIn
) -> None:
    jana = UserFactory(
        in_organisation__name="Bergmann", name="Jana Gear", email="jana@gears.example", phone="+49 170 1"
    )
    colleague_of(jana, name="Otto Away", status="SUSPENDED")
    make_guest()
    signed_in(jana)
    response = admin.get("/api/sysadmin/user")
    statements = admin.statements
    rows = {row["name"]: row for row in response.json}
    assert [row["organisation"]["name"] for row in rows.values()] == ["Bergmann", "Bergmann", "Platform"]
    assert "Guest" not in rows
    assert rows["Jana Gear"]["lastSeen"] is not None
    assert rows["Otto Away"]["lastSeen"] is None
    assert "+49 170 1" not in response.text
    for n in range(24):
        colleague_of(jana, name=f"Person {n:02}")
    first = admin.get("/api/sysadmin/user")
    assert len(first.json) == 20
    assert admin.statements == statements <= 8
    cursor = json.loads(first.headers["X-Pagination"])["nextCursor"]
    rest = admin.get("/api/sysadmin/user", query_string={"cursor": cursor}).json
    assert len({row["id"] for row in first.json + rest}) == 27

    def names(**query: str | int) -> list[str]:
        return [row["name"] for row in admin.get("/api/sysadmin/user", query_string=query).json]

    assert names(status="SUSPENDED") == ["Otto Away"]
    assert names(search="GEARS.example") == ["Jana Gear"]
    [platform] = [row["organisation"]["id"] for row in rows.values() if row["isAdmin"]]
    assert len(names(search="platf")) == 1
    assert names(search="platf") == names(organisationId=platform)
    assert admin.get("/sysadmin/users?search=jana").text.count("jana@gears.example") > 0
    assert admin.get("/api/sysadmin/user", query_string={"status": "LOST"}).status_code == 422


def test_dashboard_shows_the_health_of_services(admin: CheckedClient) -> None:
    health = {part["name"]: part["state"] for part in admin.get("/api/sysadmin/dashboard").json["health"]}
    assert health["database"] == "ok"
    assert health["redis"] == "ok"
    assert "Health" in admin.get("/sysadmin/home").text
