"""Jobs and organisations in numbers, for admins: nothing of what tenants have in them."""

from datetime import timedelta

import pytest
from sqlalchemy.orm import Session

from app.accounts.types import OrganisationStatus
from app.kernel.clock import now
from app.kernel.jobs import Job, enqueue
from tests.factories.accounts import OrganisationFactory, UserFactory, colleague_of
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


def test_a_failed_job_is_seen_and_can_be_tried_again(session: Session, admin: CheckedClient) -> None:
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


def test_organisations_are_shown_in_numbers_alone(session: Session, admin: CheckedClient) -> None:
    organisation = OrganisationFactory(name="Bergmann", brief_description="Secret gears")
    user = UserFactory(in_organisation=organisation, name="Jana Secret")
    colleague_of(user, status="INVITED")
    colleague_of(user, status="SUSPENDED")
    OrganisationFactory(name="Calder", status=OrganisationStatus.INVITED, is_test_organisation=True)
    answer = admin.get("/api/sysadmin/organisation")
    statements = admin.statements
    rows = {row["name"]: row for row in answer.json}
    assert set(rows) == {"Bergmann", "Calder", "Platform"}
    bergmann = rows["Bergmann"]
    assert [bergmann[f"{kind}Users"] for kind in ("active", "invited", "suspended")] == [1, 1, 1]
    assert rows["Calder"]["isTestOrganisation"] is True
    assert "Secret" not in answer.text
    for n in range(12):
        OrganisationFactory(name=f"More {n}")
    admin.get("/api/sysadmin/organisation")
    assert admin.statements == statements <= 8
    invited = admin.get("/api/sysadmin/organisation", query_string={"status": "INVITED"}).json
    assert [row["name"] for row in invited] == ["Calder"]
    found = admin.get("/api/sysadmin/organisation", query_string={"search": "berg"}).json
    assert [row["name"] for row in found] == ["Bergmann"]


def test_the_home_tells_which_parts_are_ready(admin: CheckedClient) -> None:
    health = {part["name"]: part["ready"] for part in admin.get("/api/sysadmin/dashboard").json["health"]}
    assert health["database"] is True
    assert health["redis"] is True
    assert "Health" in admin.get("/sysadmin/home").text
