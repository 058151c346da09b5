"""Services are stopped, killed and disconnected; acknowledged work must survive."""

import os
import threading
import time

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.faults.conftest import LOST, Product, wait_until
from tests.faults.load import BUYER, Writers
from tests.fixtures.nodes import Cluster

MAILS = int(os.environ.get("FAULT_MAILS", "2000"))
KILLS = 12
SUPPLIER = DEMO_EMAILS[1]


def queue_mails(product: Product | Cluster, count: int) -> None:
    """Insert mails into the outbox with their jobs, like a commit of the product."""
    product.rows(
        """
        with mails as (
            insert into outbox_mail (dedupe_key, template, to_name, to_email, subject, html, text, message_id,
                                     status, attempts, created)
            select 'fault-' || n, 'GENERAL', 'Reader', 'reader-' || n || '@faults.example', 'Mail ' || n,
                   '<p>Hello</p>', 'Hello', '<fault-' || n || '@assay.example>', 'QUEUED', 0, now()
            from generate_series(1, %s) as n returning id)
        insert into job (name, args, rank, status, attempts, run_at, created)
        select 'mail.send', jsonb_build_object('mail_id', id), 0, 'QUEUED', 0, now(), now() from mails
        """,
        count,
    )


def test_all_mails_are_sent_although_workers_are_killed(product: Product) -> None:
    mailbox = product.server.mailbox
    mailbox.clear()
    queue_mails(product, MAILS)
    kills = 0
    for part in range(1, KILLS + 1):
        wait_until(
            lambda part=part: len(mailbox.mails) >= min(MAILS, part * MAILS // (KILLS + 2)),
            seconds=300,
            expected=f"{part} of {KILLS + 2} parts of the mail are out",
        )
        product.server.kill_worker()
        kills += 1
    wait_until(
        lambda: product.rows("select count(*) from outbox_mail where status <> 'SENT' and dedupe_key like 'fault-%%'")
        == [(0,)],
        seconds=900,
        expected="all mails are noted as sent",
    )  # fmt: skip
    received: dict[str, list[str]] = {}
    for mail in mailbox.mails:
        received.setdefault(mail.recipients[0], []).append(str(mail.message["Message-ID"]))
    received_by_test_addresses = {to: ids for to, ids in received.items() if to.endswith("@faults.example")}
    assert len(received_by_test_addresses) == MAILS
    duplicates = [ids for ids in received_by_test_addresses.values() if len(ids) > 1]
    assert len(duplicates) <= 2 * kills, "more duplicates than mails in flight at a kill"
    assert all(len(set(ids)) == 1 for ids in duplicates)


def test_writes_continue_without_redis(product: Product) -> None:
    product.server.mailbox.clear()
    with Writers(product, name="Without Redis") as writers:
        wait_until(lambda: len(writers.acknowledged) > 20, seconds=60, expected="writing")
        product.redis.stop()
        before = len(writers.acknowledged)
        wait_until(
            lambda: len(writers.acknowledged) > before + 100, seconds=120, expected="writing without Redis"
        )
        status_codes = [
            product.call_api(
                "POST", "/api/session", {"email": "throttled@demo.example", "password": "wrong"}
            )[0]
            for _ in range(30)
        ]
        product.redis.start()
        before = len(writers.acknowledged)
        wait_until(lambda: len(writers.acknowledged) > before + 20, seconds=60, expected="writing with Redis")
    assert writers.failed == []
    assert set(status_codes) == {401, 429}, "sign-ins are also limited without Redis"
    assert writers.lost() == set()
    wait_until(
        lambda: product.rows("select count(*) from outbox_mail where status = 'QUEUED'") == [(0,)],
        seconds=180,
        expected="all mail that was written without Redis is sent",
    )


def test_acknowledged_writes_survive_database_and_web_restarts(product: Product) -> None:
    with Writers(product, name="Through restarts") as writers:
        wait_until(lambda: len(writers.acknowledged) > 30, seconds=60, expected="writing")
        product.postgres.stop()
        product.postgres.start()
        restarted = time.monotonic()
        for process in product.server.processes("gunicorn")[1:]:
            process.kill()
        before = len(writers.acknowledged)
        wait_until(
            lambda: len(writers.acknowledged) > before + 50, seconds=60, expected="writing after the restarts"
        )
        recovered = time.monotonic() - restarted
    assert writers.lost() == set()
    assert recovered < 30
    assert [product.call_api("GET", "/api/session", email=BUYER)[0] for _ in range(20)] == [200] * 20


def test_deployment_finishes_started_requests(product: Product) -> None:
    with Writers(product, name="Through a deployment") as writers:
        wait_until(lambda: len(writers.acknowledged) > 30, seconds=60, expected="writing")
        assert product.server.stop() == 0
        after = list(writers.failed)
        product.server.start()
        before = len(writers.acknowledged)
        wait_until(lambda: len(writers.acknowledged) > before + 20, seconds=60, expected="writing again")
    assert set(after) <= {LOST}, "no started request got an error response"
    assert writers.lost() == set()


def test_fifty_concurrent_submissions_submit_once(product: Product) -> None:
    [(rfx_id,)] = product.rows(
        "select r.id from rfx r join app_user u on u.organisation_id = r.with_organisation_id "
        "where lower(u.email) = %s and r.status = 'INPROGRESS' order by r.id limit 1",
        SUPPLIER,
    )
    product.server.mailbox.clear()
    statuses: list[int] = []
    barrier = threading.Barrier(50)
    token = product.token(SUPPLIER)
    assert token

    def submit() -> None:
        barrier.wait()
        statuses.append(product.call_api("POST", f"/api/rfx/{rfx_id}/submission", {}, email=SUPPLIER)[0])

    before = product.rows("select count(*) from event_log where type = 'rfx.submitted'")[0][0]
    clients = [threading.Thread(target=submit) for _ in range(50)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    after = product.rows("select count(*) from event_log where type = 'rfx.submitted'")[0][0]
    assert after - before <= 1
    assert set(statuses) <= {200, 404, 409, 422}, statuses
    assert statuses.count(200) <= 1 or after - before == 1
