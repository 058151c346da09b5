"""Mails during long downloads and during endless download requests."""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.faults.conftest import Product, wait_until

BUYER, SUPPLIER = DEMO_EMAILS[:2]
SOON = 5.0
"""Seconds within which an awaited mail must be sent."""


@contextmanager
def lock_answers(product: Product) -> Iterator[None]:
    """Block all reads of answers during the block, so that the download of an RFx takes as long."""
    with psycopg.connect(product.server.database_url) as connection:
        connection.execute("lock table form_value in access exclusive mode")
        yield
        connection.rollback()


def request_export(product: Product, *, rfx_id: int, email: str) -> tuple[int, int]:
    """Request an export of an RFx; return the status and the id of the export."""
    status, body = product.call_api("POST", f"/api/rfx/{rfx_id}/export", {"format": "pdf"}, email=email)
    return status, body.get("id", 0)


def export_status(product: Product, export_id: int) -> str:
    [(status,)] = product.rows("select status from export where id = %s", export_id)
    return str(status)


def expect_reset_mail(product: Product) -> None:
    """Request a reset link; fail the test if its mail does not arrive soon."""
    mailbox = product.server.mailbox
    mailbox.clear()
    assert product.call_api("POST", "/api/user/sendPasswordReset", {"email": SUPPLIER})[0] in {200, 202, 204}
    mailbox.wait_for(to=SUPPLIER, seconds=SOON)


def completed_rfx_ids(product: Product) -> list[int]:
    """Return the ids of the buyer's completed RFxs, whose answers it can read."""
    rows = product.rows(
        "select r.id from rfx r join app_user u on u.organisation_id = r.organisation_id "
        "where lower(u.email) = %s and r.status = 'COMPLETED' order by r.id",
        BUYER,
    )
    return [row[0] for row in rows]


def test_reset_mail_is_sent_during_a_long_download(product: Product) -> None:
    rfx_id = completed_rfx_ids(product)[0]
    product.token(BUYER)
    with lock_answers(product):
        status, export_id = request_export(product, rfx_id=rfx_id, email=BUYER)
        assert status == 202
        wait_until(
            lambda: export_status(product, export_id) == "RUNNING",
            seconds=20,
            expected="the download has started",
        )
        for _ in range(3):
            expect_reset_mail(product)
        assert export_status(product, export_id) == "RUNNING"
    wait_until(
        lambda: export_status(product, export_id) == "DONE", seconds=60, expected="the download is done"
    )


def test_endless_downloads_of_one_user_delay_neither_mails_nor_others(product: Product) -> None:
    rfx_ids = completed_rfx_ids(product)
    assert len(rfx_ids) > 2
    product.rows("delete from export")
    status_codes: list[int] = []
    stopping = threading.Event()
    product.token(BUYER)
    product.token(SUPPLIER)

    def request_repeatedly() -> None:
        while not stopping.is_set():
            status_codes.append(
                request_export(product, rfx_id=rfx_ids[len(status_codes) % len(rfx_ids)], email=BUYER)[0]
            )

    [(received_rfx_id,)] = product.rows(
        "select max(r.id) from rfx r join app_user u on u.organisation_id = r.with_organisation_id "
        "where lower(u.email) = %s and r.status = 'COMPLETED'",
        SUPPLIER,
    )
    clients = [threading.Thread(target=request_repeatedly) for _ in range(3)]
    for client in clients:
        client.start()
    try:
        wait_until(lambda: len(status_codes) > 40, seconds=60, expected="many downloads were asked for")
        expect_reset_mail(product)
        status, export_id = request_export(product, rfx_id=received_rfx_id, email=SUPPLIER)
        assert status == 202
        wait_until(
            lambda: export_status(product, export_id) == "DONE",
            seconds=30,
            expected="the other's download is done",
        )
        expect_reset_mail(product)
    finally:
        stopping.set()
        for client in clients:
            client.join()
    assert set(status_codes) == {202, 429}
    [(created,)] = product.rows(
        "select count(*) from export e join app_user u on u.id = e.user_id where u.email = %s", BUYER
    )
    assert created <= 20, Counter(status_codes)
    wait_until(
        lambda: product.rows("select count(*) from export where status in ('QUEUED', 'RUNNING')") == [(0,)],
        seconds=120,
        expected="all downloads that were accepted are done",
    )
