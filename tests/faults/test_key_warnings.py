"""The job that warns of API keys which end soon, killed in the middle: no key is without its mail, and none has it twice."""

import subprocess
import sys
from datetime import UTC

import psycopg

from app.config import ROOT
from app.devtools.demo_accounts import DEMO_EMAILS
from tests.faults.conftest import Product, wait_until
from tests.fixtures.databases import server_environment

BUYER = DEMO_EMAILS[0]
KEYS, BEFORE = 12, 6
"""Number of keys, and of those that end before the one at which the job is killed."""
FILL = f"""
from datetime import timedelta
from app.accounts.public import create_service_user, role_named, user_by_email
from app.api_keys.models import ApiKey
from app.api_keys.policies import hash_of, new_secret
from app.extensions import db
from app.factory import create_app
from app.kernel.clock import now

with create_app().app_context():
    owner = user_by_email("{BUYER}")
    role = role_named(organisation_id=owner.organisation_id, name="Viewer")
    for number in range({KEYS}):
        user = create_service_user(organisation_id=owner.organisation_id, role=role, name=f"Killed {{number}} (API)")
        db.session.add(
            ApiKey(
                organisation_id=owner.organisation_id, user_id=user.id, name=f"Killed {{number}}", hash=hash_of(new_secret()),
                prefix="asy_killed", scopes=["rfx:read"], addresses=[], created_by_user_id=owner.id,
                expires=now() + timedelta(days=2, hours=number),
            )
        )
    db.session.commit()
"""
JOB = """
from app.api_keys.jobs import warn_of_ends
from app.factory import create_app

with create_app().app_context():
    warn_of_ends()
"""
WARNED = "select count(*) from api_key where name like 'Killed %%' and warned is not null"
MAILED = """
select count(*), count(distinct (k.id, m.to_user_id)), count(distinct k.id) from outbox_mail m
join api_key k on m.dedupe_key like 'apiKeyEnds:' || k.id || ':%%' where k.name like 'Killed %%'
"""
MANAGERS = """
select count(*) from api_key k join app_user u on u.organisation_id = k.organisation_id join role r on r.id = u.role_id
where k.name like 'Killed %%' and u.type = 'USER' and u.status = 'ACTIVE' and 'MANAGE_INTEGRATIONS' = any(r.permissions)
"""
MIDDLE = """
select k.id, k.expires, u.id from api_key k join app_user u on u.organisation_id = k.organisation_id
where k.name = %s and u.email = %s
"""
SAME_MAIL = """
insert into outbox_mail (dedupe_key, template, to_name, to_email, subject, html, text, message_id, status, created)
values (%s, 'GENERAL', '', '', '', '', '', '', 'QUEUED', now())
"""
WAITING = "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and query like 'INSERT INTO outbox_mail%%'"


def start(product: Product, script: str) -> "subprocess.Popen[bytes]":
    environment = server_environment(product.server.environment)
    return subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, env=environment)


def test_killed_job_warns_of_each_key_once(product: Product) -> None:
    assert start(product, FILL).wait() == 0
    ((key_id, expires, user_id),) = product.rows(MIDDLE, f"Killed {BEFORE}", BUYER)
    with psycopg.connect(product.server.database_url) as connection:
        # The mail of the key in the middle waits for this transaction, which is then rolled back.
        same = f"apiKeyEnds:{key_id}:{expires.astimezone(UTC).isoformat()}:{user_id}"
        connection.execute(SAME_MAIL, [same])
        job = start(product, JOB)
        wait_until(
            lambda: product.rows(WAITING) == [(1,)], seconds=90, expected="the job waits in the middle of the keys"
        )  # fmt: skip
        job.kill()
        job.wait()
        ((mails, pairs, keys),) = product.rows(MAILED)
        assert product.rows(WARNED) == [(BEFORE,)]
        assert (mails, keys) == (pairs, BEFORE), (
            "each stamp has its mails, and the key in the middle has neither"
        )
        connection.rollback()
    wait_until(
        lambda: not product.is_waiting(), seconds=30, expected="the statement of the dead job has ended"
    )
    ((expected,),) = product.rows(MANAGERS)
    for _ in range(2):
        jobs = [start(product, JOB) for _ in range(2)]
        assert [each.wait() for each in jobs] == [0, 0]
        assert product.rows(WARNED) == [(KEYS,)]
        assert product.rows(MAILED) == [(expected, expected, KEYS)]
