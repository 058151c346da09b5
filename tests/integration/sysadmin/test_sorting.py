"""Sort orders of the lists in the sysadmin area."""

import json
from datetime import timedelta

import pytest
from sqlalchemy import delete
from sqlalchemy.orm import Session

from app.accounts.types import AccountMail, OrganisationStatus, UserStatus
from app.kernel.clock import now
from app.kernel.jobs.queue import Job
from app.kernel.mail.outbox import MailStatus, OutboxMail, Recipient, queue_mail
from tests.factories.accounts import OrganisationFactory, UserFactory
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

EXPECTED = {
    "outbox": {
        "written": ["delta", "Alpha", "Beta"],
        "subject": ["Alpha", "Beta", "delta"],
        "to": ["Beta", "delta", "Alpha"],
        "status": ["Alpha", "delta", "Beta"],
    },
    "job": {
        "created": ["one", "three", "two"],
        "name": ["one", "three", "two"],
        "status": ["three", "two", "one"],
        "attempts": ["two", "one", "three"],
    },
    "organisation": {
        "name": ["bergmann", "Calder", "Platform"],
        "status": ["Platform", "bergmann", "Calder"],
        "since": ["Calder", "bergmann", "Platform"],
    },
    "user": {
        "name": ["Ada Admin", "ben", "Cleo"],
        "organisation": ["Cleo", "ben", "Ada Admin"],
        "status": ["Ada Admin", "Cleo", "ben"],
        "since": ["ben", "Cleo", "Ada Admin"],
    },
}
NAMED = {"outbox": "subject", "job": "name", "organisation": "name", "user": "name"}
CASES = [(path, sort) for path, sorts in EXPECTED.items() for sort in sorts]


@pytest.fixture
def admin(session: Session, signed_in: SignedIn) -> CheckedClient:
    """Create an admin and three mails, jobs, organisations and users; return the admin's client."""
    platform = OrganisationFactory(name="Platform")
    ada = UserFactory(name="Ada Admin", is_admin=True, in_organisation=platform)
    bergmann = OrganisationFactory(name="bergmann", created=now() - timedelta(days=1))
    calder = OrganisationFactory(name="Calder", created=now() - timedelta(days=2))
    bergmann.status = calder.status = OrganisationStatus.INVITED
    ben = UserFactory(name="ben", in_organisation=calder, created=now() - timedelta(days=4))
    ben.status = UserStatus.SUSPENDED
    UserFactory(name="Cleo", in_organisation=bergmann, created=now() - timedelta(days=3))
    for subject, to_name, status in (
        ("delta", "lea", MailStatus.QUEUED),
        ("Alpha", "Zoe", MailStatus.FAILED),
        ("Beta", "Ann", MailStatus.SENT),
    ):
        queue_mail(
            AccountMail.GENERAL,
            to=Recipient(to_name, f"{to_name}@supplier.example"),
            dedupe_key=f"test:{subject}",
            context={
                "heading": subject,
                "lines": ["x"],
                "button_label": "Open",
                "button_url": "http://localhost/",
            },
        )
        session.query(OutboxMail).filter_by(subject=subject).one().status = status
    client = signed_in(ada)
    session.execute(delete(Job))
    for name, status, attempts in (("one", "QUEUED", 2), ("three", "DONE", 3), ("two", "FAILED", 1)):
        session.add(Job(name=name, args={}, status=status, attempts=attempts, run_at=now()))
        session.flush()
    return client


def names(client: CheckedClient, path: str, **query: object) -> list[str]:
    rows = client.get(f"/api/sysadmin/{path}", query_string=query).json
    return [row[NAMED[path]] for row in rows]


@pytest.mark.parametrize(("path", "sort"), CASES)
def test_each_column_sorts_both_ways_and_pages_by_cursor(admin: CheckedClient, path: str, sort: str) -> None:
    expected = EXPECTED[path][sort]
    for order, sorted_names in ((sort, expected), (f"-{sort}", expected[::-1])):
        assert names(admin, path, sort=order) == sorted_names
        first = admin.get(f"/api/sysadmin/{path}", query_string={"sort": order, "pageSize": 2})
        cursor = json.loads(first.headers["X-Pagination"])["nextCursor"]
        assert names(admin, path, sort=order, cursor=cursor) == sorted_names[2:]


@pytest.mark.parametrize("path", EXPECTED)
def test_unknown_sort_is_rejected_by_the_api_and_ignored_by_the_page(admin: CheckedClient, path: str) -> None:
    assert admin.get(f"/api/sysadmin/{path}?sort=colour").status_code == 422
    page = "outbox" if path == "outbox" else f"{path}s"
    assert admin.get(f"/sysadmin/{page}?sort=colour").status_code == 200
    first, *_, last = EXPECTED[path][NAMED[path]]
    text = admin.get(f"/sysadmin/{page}?sort=-{NAMED[path]}").text
    assert text.rindex(f">{last}<") < text.rindex(f">{first}<")
