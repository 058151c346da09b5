"""A node of two is replaced by the next version, or killed, while users answer, send messages and download."""

import re

from tests.faults.conftest import wait_until
from tests.faults.node_load import BUYER, RFX, SUPPLIER, NodeWriters
from tests.faults.test_no_lost_data import queue_mails
from tests.fixtures.nodes import Cluster, Node, Visitor, copy_product

NEW_VERSION = "2.1.0"
MAILS = 2_000
LANES = 2
"""Processes of a worker that send mails, one after the other; a mail may be in flight in each when it is killed."""
IN_PAGE = re.compile(r"/static/build/([\w.-]+\.(?:js|css|svg|woff2))")
IN_SCRIPT = re.compile(r"""["'(](?:\./|/static/build/)([\w.-]+-\w{8}\.(?:js|css|svg|woff2))""")


def files_of_page(visitor: Visitor, path: str, node: Node) -> dict[str, bytes]:
    """Return the files that a page loads, now or later, by their names, as `node` serves them."""
    page = visitor.send("GET", path, to=node)
    assert page.status == 200
    waiting = set(IN_PAGE.findall(page.body.decode()))
    files: dict[str, bytes] = {}
    while waiting:
        name = waiting.pop()
        file = visitor.send("GET", f"/static/build/{name}", to=node)
        assert file.status == 200, name
        files[name] = file.body
        if name.endswith((".js", ".css")):
            waiting |= set(IN_SCRIPT.findall(file.body.decode())) - set(files)
    return files


def test_rolling_deploy_loses_nothing_and_pages_of_both_versions_find_their_files(cluster: Cluster) -> None:
    old, replaced = cluster.nodes
    visitor = cluster.visitor(SUPPLIER)
    release = copy_product(cluster.folder / "release1", version=NEW_VERSION)
    cluster.run_release_phase(release)
    with NodeWriters(cluster, name="Through a deploy") as writers:
        wait_until(lambda: writers.count > 10, seconds=60, expected="writing to two old nodes")
        cluster.replace(1, tree=release)
        new = cluster.nodes[1]
        assert new is not replaced
        before = writers.count
        wait_until(
            lambda: writers.count > before + 20, seconds=60, expected="writing to an old and a new node"
        )
        versions = [
            visitor.send("GET", "/api/session", to=node).headers["Server-Version"] for node in (old, new)
        ]
        assert versions[1] == NEW_VERSION != versions[0], "by this header a page of the old version reloads"
        for node, other in ((old, new), (new, old)):
            files = files_of_page(visitor, f"/rfx/{RFX}", node)
            assert len(files) > 20
            for name, content in files.items():
                served = visitor.send("GET", f"/static/build/{name}", to=other)
                assert (served.status, served.body) == (200, content), name
                assert "immutable" in served.headers["Cache-Control"]
        assert visitor.send("GET", "/maintenance?returnUrl=%2Fhome", to=new).status == 200
        cluster.replace(0, tree=copy_product(cluster.folder / "release2", version=NEW_VERSION))
        before = writers.count
        wait_until(lambda: writers.count > before + 20, seconds=60, expected="writing to two new nodes")
    assert writers.failed == []
    writers.assert_each_is_stored_once()


def test_killed_node_loses_nothing_and_nothing_is_done_twice(cluster: Cluster) -> None:
    first, second = cluster.nodes
    visitor = cluster.visitor(BUYER)
    cluster.mailbox.clear()
    with NodeWriters(cluster, name="Through a kill") as writers:
        wait_until(lambda: writers.count > 10, seconds=60, expected="writing")
        second.stop_worker()
        # While the answers are locked, saves are in the middle of their transactions, and the download does not end.
        with cluster.locked("lock table form_value in access exclusive mode"):
            requested = visitor.send("POST", f"/api/rfx/{RFX}/export", {"format": "pdf"}, to=second)
            assert requested.status == 202
            export_id = requested.json["id"]
            wait_until(
                lambda: visitor.send("GET", f"/api/export/{export_id}", to=second).json["status"] == "RUNNING",
                seconds=60, expected="the first node makes the download",
            )  # fmt: skip
            second.start_worker()
            queue_mails(cluster, MAILS)
            wait_until(
                lambda: to_readers(cluster) > MAILS // 10, seconds=60, expected="mails are on their way"
            )
            first.kill()
            assert to_readers(cluster) < MAILS, "the node was killed after the last mail"
        before = writers.count
        wait_until(lambda: writers.count > before + 20, seconds=60, expected="writing to the other node")
        wait_until(
            lambda: visitor.send("GET", f"/api/export/{export_id}").json["status"] == "DONE",
            seconds=180, expected="the other node has made the download",
        )  # fmt: skip
        first.start()
        before = writers.count
        wait_until(lambda: writers.count > before + 20, seconds=60, expected="writing to both nodes again")
    assert writers.repeated > 0, "requests were in progress at the kill"
    assert writers.failed == []
    writers.assert_each_is_stored_once()
    assert visitor.send("GET", f"/files/export/{export_id}").body.startswith(b"%PDF")
    wait_until(
        lambda: cluster.rows("select count(*) from outbox_mail where status not in ('SENT', 'KEPT', 'SUPPRESSED')")
        == [(0,)],
        seconds=180, expected="all mails are sent",
    )  # fmt: skip
    received: dict[str, int] = {}
    for mail in cluster.mailbox.mails:
        message_id = str(mail.message["Message-ID"])
        received[message_id] = received.get(message_id, 0) + 1
    sent = cluster.rows(
        "select message_id, to_email from outbox_mail where status = 'SENT' and sent is not null"
    )
    assert {message_id for message_id, _ in sent} >= set(received)
    readers = [message_id for message_id, to in sent if to.endswith("@faults.example")]
    assert len(readers) == MAILS
    assert set(readers) <= set(received), "each mail has arrived"
    twice = [count for count in received.values() if count > 1]
    assert len(twice) <= LANES, "only mails in flight at the kill may arrive twice"
    assert set(twice) <= {2}


def to_readers(cluster: Cluster) -> int:
    """Return the number of received mails of `queue_mails`."""
    mails = list(cluster.mailbox.mails)
    return sum(mail.recipients[0].endswith("@faults.example") for mail in mails)
