"""Mails while downloads take long, or are asked for without end."""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.faults.conftest import Product, wait_until

BUYER, SUPPLIER = DEMO_EMAILS[:2]
SOON = 5.0
"""Seconds within which a mail leaves that a person waits for."""


@contextmanager
def answers_locked(product: Product) -> Iterator[None]:
    """Have all that reads answers wait until the block ends: a download of an RFx takes as long."""
    with psycopg.connect(product.server.database_url) as connection:
        connection.execute("lock table form_value in access exclusive mode")
        yield
        connection.rollback()


def ask_for_file(product: Product, *, rfx_id: int, email: str) -> tuple[int, int]:
    """The status of asking for a file of an RFx, and the export's id."""
    status, body = product.call("POST", f"/api/rfx/{rfx_id}/export", {"format": "pdf"}, email=email)
    return status, body.get("id", 0)


def status_of(product: Product, export_id: int) -> str:
    [(status,)] = product.rows("select status from export where id = %s", export_id)
    return str(status)


def reset_arrives(product: Product) -> None:
    """Ask for a reset link; fails the test unless its mail arrives soon."""
    mailbox = product.server.mailbox
    mailbox.clear()
    assert product.call("POST", "/api/user/sendPasswordReset", {"email": SUPPLIER})[0] in {200, 202, 204}
    mailbox.wait_for(to=SUPPLIER, seconds=SOON)


def sent_rfxs(product: Product) -> list[int]:
    """RFxs of the buyer that it can read the answers of."""
    rows = product.rows(
        "select r.id from rfx r join app_user u on u.organisation_id = r.organisation_id "
        "where lower(u.email) = %s and r.status = 'COMPLETED' order by r.id",
        BUYER,
    )
    return [row[0] for row in rows]


def test_a_reset_mail_leaves_while_a_long_download_is_made(product: Product) -> None:
    rfx_id = sent_rfxs(product)[0]
    product.token(BUYER)
    with answers_locked(product):
        status, export_id = ask_for_file(product, rfx_id=rfx_id, email=BUYER)
        assert status == 202
        wait_until(
            lambda: status_of(product, export_id) == "RUNNING", seconds=20, what="the download has begun"
        )
        for _ in range(3):
            reset_arrives(product)
        assert status_of(product, export_id) == "RUNNING"
    wait_until(lambda: status_of(product, export_id) == "DONE", seconds=60, what="the download is done")


def test_downloads_without_end_from_one_person_hold_up_neither_mails_nor_others(product: Product) -> None:
    rfx_ids = sent_rfxs(product)
    assert len(rfx_ids) > 2
    product.rows("delete from export")
    asked: list[int] = []
    stopping = threading.Event()
    product.token(BUYER)
    product.token(SUPPLIER)

    def ask_on() -> None:
        while not stopping.is_set():
            asked.append(ask_for_file(product, rfx_id=rfx_ids[len(asked) % len(rfx_ids)], email=BUYER)[0])

    [(received,)] = product.rows(
        "select max(r.id) from rfx r join app_user u on u.organisation_id = r.with_organisation_id "
        "where lower(u.email) = %s and r.status = 'COMPLETED'",
        SUPPLIER,
    )
    clients = [threading.Thread(target=ask_on) for _ in range(3)]
    for client in clients:
        client.start()
    try:
        wait_until(lambda: len(asked) > 40, seconds=60, what="many downloads were asked for")
        reset_arrives(product)
        status, export_id = ask_for_file(product, rfx_id=received, email=SUPPLIER)
        assert status == 202
        wait_until(
            lambda: status_of(product, export_id) == "DONE", seconds=30, what="the other's download is done"
        )
        reset_arrives(product)
    finally:
        stopping.set()
        for client in clients:
            client.join()
    assert set(asked) == {202, 429}
    [(made,)] = product.rows(
        "select count(*) from export e join app_user u on u.id = e.user_id where u.email = %s", BUYER
    )
    assert made <= 20, Counter(asked)
    wait_until(
        lambda: product.rows("select count(*) from export where status in ('QUEUED', 'RUNNING')") == [(0,)],
        seconds=120,
        what="all downloads that were accepted are done",
    )
