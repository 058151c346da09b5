"""Corrective actions whose process is killed: reminders are stored once, and no saved field is lost."""

import subprocess
import sys

from app.config import ROOT
from tests.faults.conftest import Product, wait_until
from tests.fixtures.databases import server_environment

ACTIONS = 20
JOB = """
from app.corrective_actions.jobs import remind
from app.factory import create_app

with create_app().app_context():
    remind()
"""
FILL = """
with source as (
    select a.* from corrective_action a join non_conformance n on n.id = a.ncr_id
    where a.state = 'CONTAINED' limit 1),
report as (
    insert into non_conformance (title, organisation_id, with_organisation_id, relationship_id, event_date, account_name,
        type, severity, status, created_by_user_id, created, updated)
    select 'Killed ' || n, r.organisation_id, r.with_organisation_id, r.relationship_id, r.event_date, r.account_name,
        r.type, r.severity, 'INPROGRESS', r.created_by_user_id, now(), now()
    from generate_series(1, %s) as n, non_conformance r join source s on s.ncr_id = r.id returning id, title),
task as (
    insert into user_task (type, status, is_open, title, subject_type, subject_id, subject_title, organisation_id,
        assigned_organisation_id, created)
    select 'NONCONFORMANCE', 'OPEN', true, report.title, 'ncr', report.id, report.title, source.organisation_id,
        source.with_organisation_id, now() from report, source returning id),
action as (
    insert into corrective_action (ncr_id, organisation_id, with_organisation_id, method, state, assigned_user_id,
        asked_by_user_id, next_due, created, updated)
    select report.id, source.organisation_id, source.with_organisation_id, 'EIGHT_D', 'ASKED', source.assigned_user_id,
        source.asked_by_user_id, current_date - 1, now(), now() from report, source returning id, ncr_id)
insert into corrective_step (action_id, loop, step, state, due)
select id, 1, 'D1', 'OPEN', current_date - 1 from action order by id returning action_id
"""
STORED = """
select count(distinct s.id), count(distinct n.id) from non_conformance r
join corrective_action a on a.ncr_id = r.id join corrective_step d on d.action_id = a.id
left join reminder_step s on s.subject_type = 'correctiveStep' and s.subject_id = d.id
left join notification n on n.kind = 'CORRECTIVE_STEP_LATE' and n.subject_id = r.id and n.awaits_daily_mail
where r.title like 'Killed %%'
"""
WAITING = "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"


def start_job(product: Product) -> "subprocess.Popen[bytes]":
    environment = server_environment(product.server.environment)
    return subprocess.Popen([sys.executable, "-c", JOB], cwd=ROOT, env=environment)


def test_killed_process_loses_and_repeats_no_reminder(product: Product) -> None:
    assert start_job(product).wait() == 0, "the reminders of the demo data are stored"
    action_ids = [row[0] for row in product.rows(FILL, ACTIONS)]
    middle = sorted(action_ids)[ACTIONS // 2]
    lock = "select n.id from non_conformance n join corrective_action a on a.ncr_id = n.id where a.id = %s for update of n"
    with product.locked(lock, middle):
        job = start_job(product)
        wait_until(
            lambda: product.rows(WAITING)[0][0] >= 1,
            seconds=90,
            expected="the job waits for the locked report",
        )
        job.kill()
        job.wait()
    wait_until(lambda: not product.is_waiting(), seconds=30, expected="the statement has ended")
    stamps, lines = product.rows(STORED)[0]
    assert stamps == lines < ACTIONS, "each reminder has its line, and none is half stored"
    for _ in range(2):
        assert start_job(product).wait() == 0
        assert product.rows(STORED) == [(ACTIONS, ACTIONS)]
