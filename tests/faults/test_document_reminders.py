"""Reminders of documents whose process is killed: each is stored once, with one line in the daily mail."""

import subprocess
import sys

from app.config import ROOT
from app.devtools.demo_accounts import DEMO_EMAILS
from tests.faults.conftest import Product, wait_until
from tests.fixtures.databases import server_environment

BUYER, SUPPLIER = DEMO_EMAILS[:2]
DOCUMENTS, FIRST = 30, 14
"""All documents that end in 60 days, and the documents of the first contact, which are stored before the kill."""
JOB = """
from app.documents.jobs import remind
from app.factory import create_app

with create_app().app_context():
    remind()
"""
FILL = """
with contact as (select id, organisation_id from app_user where lower(email) = %s),
colleague as (
    select min(u.id) as id from app_user u join contact c on c.organisation_id = u.organisation_id
    where u.id <> c.id and u.type = 'USER' and u.status = 'ACTIVE')
insert into document_requirement (relationship_id, organisation_id, with_organisation_id, document_type_id, site, state,
    accepted_until, asked_of_user_id, created)
select r.id, r.organisation_id, r.with_organisation_id, t.id, 'Killed ' || n, 'ACCEPTED', current_date + 60,
    case when n <= %s then contact.id else colleague.id end, now()
from generate_series(1, %s) as n, document_type t, contact, colleague, relationship r
where t.code = 'ISO9001' and r.with_organisation_id = contact.organisation_id
    and r.organisation_id = (select organisation_id from app_user where lower(email) = %s)
order by n returning asked_of_user_id
"""
STORED = """
select count(distinct s.id), count(distinct n.id) from document_requirement d
left join reminder_step s on s.subject_type = 'documentRequirement' and s.subject_id = d.id
left join notification n on n.kind = 'DOCUMENT_ENDING' and n.subject_id = d.id and n.awaits_daily_mail
where d.site like %s
"""
WAITING = "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and query ilike %s"


def start_job(product: Product) -> "subprocess.Popen[bytes]":
    environment = server_environment(product.server.environment)
    return subprocess.Popen([sys.executable, "-c", JOB], cwd=ROOT, env=environment)


def test_killed_process_loses_and_repeats_no_reminder(product: Product) -> None:
    assert start_job(product).wait() == 0, "the reminders of the demo data are stored"
    colleague = product.rows(FILL, SUPPLIER, FIRST, DOCUMENTS, BUYER)[-1][0]
    with product.locked("select id from app_user where id = %s for update", colleague):
        job = start_job(product)
        wait_until(
            lambda: product.rows(WAITING, "insert into reminder_step%") == [(1,)],
            seconds=90, expected="the job waits for the locked contact",
        )  # fmt: skip
        job.kill()
        job.wait()
    wait_until(lambda: not product.is_waiting(), seconds=30, expected="the statement has ended")
    assert product.rows(STORED, "Killed %") == [(FIRST, FIRST)], (
        "each reminder has its line, and none is half stored"
    )
    for _ in range(2):
        assert start_job(product).wait() == 0
        assert product.rows(STORED, "Killed %") == [(DOCUMENTS, DOCUMENTS)]
