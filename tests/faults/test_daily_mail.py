"""The daily mails of many users, written by two processes at once that are killed again and again."""

import subprocess
import sys
import time

from app.config import ROOT
from tests.faults.conftest import Product, wait_until
from tests.faults.load import BUYER
from tests.fixtures.databases import server_environment

READERS = 150
KILLS = 8
JOB = """
from datetime import time
from app.factory import create_app
from app.kernel.clock import now, shifted
from app.kernel.db.session import commit
from app.notifications.jobs import mail_daily

with create_app().app_context():
    morning = now().replace(hour=8, minute=0)
    print("started", flush=True)
    with shifted(morning - now()):
        mail_daily()
        commit()
"""
"""The periodic job at eight in the morning of today, independent of the time of the test."""


def add_readers(product: Product) -> None:
    """Add users of the buyer's organisation, each with a notification for the daily mail."""
    product.rows(
        """
        with organisation as (
            select organisation_id, role_id from app_user where lower(email) = %s),
        event as (
            select max(e.id) as id from event_log e join organisation o on o.organisation_id = e.organisation_id
            where e.type = 'rfx.submitted'),
        readers as (
            insert into app_user (organisation_id, role_id, type, status, is_admin, name, email, created)
            select organisation_id, role_id, 'USER', 'ACTIVE', false, 'Reader ' || n, 'daily-' || n || '@faults.example',
                   now()
            from organisation, generate_series(1, %s) as n returning id)
        insert into notification (user_id, event_id, kind, subject_type, subject_id, is_task, awaits_daily_mail, created)
        select readers.id, event.id, 'RESPONSE_SUBMITTED', 'rfx', 1, false, true, now() from readers, event
        """,
        BUYER,
        READERS,
    )


def start_job(product: Product) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", JOB],
        cwd=ROOT,
        env=server_environment(product.server.environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def written(product: Product) -> int:
    """Return the number of daily mails in the outbox."""
    return int(product.rows("select count(*) from outbox_mail where dedupe_key like 'daily:%%'")[0][0])


def test_each_user_gets_one_daily_mail_although_both_writers_are_killed(product: Product) -> None:
    product.server.mailbox.clear()
    add_readers(product)
    for kill in range(KILLS):
        jobs = [start_job(product) for _ in range(2)]
        for job in jobs:
            assert job.stdout is not None
            assert job.stdout.readline() == "started\n"
        before = written(product)
        # Each pair is killed after a few more mails, in the middle of the transaction of the next one.
        deadline = time.monotonic() + 20
        while written(product) <= before + kill and time.monotonic() < deadline:
            if all(job.poll() is not None for job in jobs):
                break
        for job in jobs:
            job.kill()
            job.communicate()
    last = [start_job(product) for _ in range(2)]
    for job in last:
        job.communicate(timeout=120)
    assert [job.returncode for job in last] == [0, 0]
    wait_until(
        lambda: (
            product.rows(
                "select count(*) from outbox_mail where to_email like 'daily-%%@faults.example' and status <> 'SENT'"
            )
            == [(0,)]
        ),
        seconds=120,
        expected="all daily mails are sent",
    )
    received = [mail.recipients[0] for mail in product.server.mailbox.mails]
    to_readers = [address for address in received if address.startswith("daily-")]
    assert len(to_readers) == len(set(to_readers)) == READERS
    # Other users may have had the mail of the day before the test, and wait for the next.
    waiting = """
        select u.email from notification n join app_user u on u.id = n.user_id
        where n.awaits_daily_mail and u.email like 'daily-%%@faults.example'
    """
    assert product.rows(waiting) == []
