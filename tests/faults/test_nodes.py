"""Two nodes on one PostgreSQL, one Redis and one bucket: the product behaves as if it was one machine.

A visitor's requests alternate between the nodes.
"""

import time
from collections import Counter
from io import BytesIO

from PIL import Image

from app.devtools.demo_accounts import DEMO_PASSWORD
from tests.faults.conftest import wait_until
from tests.faults.load import THREAD_ID
from tests.faults.node_load import BUYER, RFX, SUPPLIER, text_keys
from tests.faults.test_no_lost_data import queue_mails
from tests.faults.test_schedules import FILL, FIRST, ROUNDS, SENT
from tests.fixtures.nodes import Cluster, Node, Visitor

MAILS = 300
ATTEMPTS = 10
"""Failed sign-ins of an account in five minutes."""


def upload(visitor: Visitor, filename: str, content: bytes, kind: str = "MESSAGE") -> int:
    """Announce a file at one node and send it to the other; return its id."""
    started = visitor.send(
        "POST", "/api/attachment/start", {"filename": filename, "size": len(content), "kind": kind}
    )
    assert started.status == 201, started.body
    stored = visitor.send("PUT", started.json["uploadUrl"], content=content)
    assert stored.status == 200, stored.body
    assert stored.node is not started.node
    return int(started.json["id"])


def reply(visitor: Visitor, text: str, attachment_ids: list[int], *, key: str = "") -> int:
    """Send a message in the thread; return the status."""
    body = {"html": f"<p>{text}</p>", "attachmentIds": attachment_ids}
    headers = {"Idempotency-Key": key} if key else {}
    return visitor.send("POST", f"/api/messageThread/{THREAD_ID}/message", body, headers=headers).status


def request_export(visitor: Visitor, format: str) -> int:
    """Request a download of the RFx; return its id."""
    requested = visitor.send("POST", f"/api/rfx/{RFX}/export", {"format": format})
    assert requested.status == 202, requested.body
    return int(requested.json["id"])


def wait_for_export(visitor: Visitor, export_id: int) -> None:
    """Ask the nodes in turn until the download is ready."""
    wait_until(
        lambda: visitor.send("GET", f"/api/export/{export_id}").json["status"] == "DONE",
        seconds=90, expected="the download is ready",
    )  # fmt: skip


def status_at(visitor: Visitor, node: Node) -> int:
    return visitor.send("GET", "/api/session", to=node).status


def test_sign_in_at_one_node_is_valid_at_the_other_until_it_ends_there(cluster: Cluster) -> None:
    first, second = cluster.nodes
    visitor = cluster.visitor(BUYER)
    other_browser = cluster.visitor(BUYER)
    for _ in range(4):
        refreshed = visitor.send("POST", "/api/session/refresh")
        assert refreshed.status == 200
        visitor.token = refreshed.json["accessToken"]
        assert visitor.send("GET", "/api/session").status == 200
        page = visitor.send("GET", "/home")
        assert (page.status, b"island-page" in page.body) == (200, True)
    assert (status_at(visitor, first), status_at(visitor, second)) == (200, 200)
    assert visitor.send("DELETE", "/api/session", to=first).status == 204
    visitor.cookies.clear()
    assert (status_at(visitor, second), status_at(visitor, first)) == (401, 401)
    assert (status_at(other_browser, second), status_at(other_browser, first)) == (200, 200)


def test_ended_session_cannot_be_renewed_at_the_other_node(cluster: Cluster) -> None:
    first, second = cluster.nodes
    visitor = cluster.visitor(SUPPLIER)
    cookies = dict(visitor.cookies)
    assert visitor.send("DELETE", "/api/session", to=first).status == 204
    visitor.cookies = cookies
    assert visitor.send("POST", "/api/session/refresh", to=second).status == 401
    assert visitor.send("GET", "/home", to=second).status == 302


def test_failed_sign_ins_are_counted_over_both_nodes(cluster: Cluster) -> None:
    visitor = cluster.visitor(address="192.0.2.77")
    wrong = {"email": "guessed@demo.example", "password": "wrong"}
    replies = [visitor.send("POST", "/api/session", wrong) for _ in range(ATTEMPTS + 4)]
    assert [each.status for each in replies] == [401] * ATTEMPTS + [429] * 4
    assert Counter(each.node for each in replies) == dict.fromkeys(cluster.nodes, ATTEMPTS // 2 + 2)


def test_file_uploaded_at_one_node_is_read_at_the_other(cluster: Cluster) -> None:
    visitor = cluster.visitor(BUYER)
    content = bytes(range(256)) * 30_000
    file_id = upload(visitor, "Drawing.bin", content)
    for node in cluster.nodes:
        assert visitor.send("GET", f"/files/{file_id}", to=node).body == content
    assert reply(visitor, "Here is the drawing.", [file_id]) == 201
    reader = cluster.visitor(SUPPLIER)
    for node in cluster.nodes:
        assert reader.send("GET", f"/api/attachment/{file_id}", to=node).body == content


def test_picture_is_shown_by_the_node_that_did_not_decode_it(cluster: Cluster) -> None:
    visitor = cluster.visitor(BUYER)
    picture = BytesIO()
    Image.new("RGB", (900, 700), (10, 100, 90)).save(picture, "PNG")
    picture_id = upload(visitor, "me.png", picture.getvalue(), "USERPICLARGE")
    shown = [visitor.send("GET", f"/files/{picture_id}", to=node) for node in cluster.nodes]
    assert [each.status for each in shown] == [200, 200]
    assert shown[0].body == shown[1].body
    assert Image.open(BytesIO(shown[0].body)).size == (320, 320)


def test_download_is_made_by_either_worker_and_fetched_from_either_node(cluster: Cluster) -> None:
    visitor = cluster.visitor(SUPPLIER)
    for idle, kind, beginning in ((0, "pdf", b"%PDF"), (1, "xlsx", b"PK")):
        cluster.nodes[idle].stop_worker()
        export_id = request_export(visitor, kind)
        wait_for_export(visitor, export_id)
        cluster.nodes[idle].start_worker()
        files = [visitor.send("GET", f"/files/export/{export_id}", to=node) for node in cluster.nodes]
        assert [each.status for each in files] == [200, 200]
        assert files[0].body == files[1].body
        assert files[0].body.startswith(beginning)


def test_change_at_one_node_reaches_watchers_at_the_other(cluster: Cluster) -> None:
    first, second = cluster.nodes
    buyer, supplier = cluster.visitor(BUYER), cluster.visitor(SUPPLIER)
    stamp = supplier.send("GET", "/api/updates", to=second).json["stamp"]
    unchanged = [supplier.send("GET", f"/api/updates?stamp={stamp}", to=node) for node in cluster.nodes]
    assert [each.status for each in unchanged] == [204, 204], "both nodes compute the same stamp"
    body = {"html": "<p>News</p>", "attachmentIds": []}
    assert buyer.send("POST", f"/api/messageThread/{THREAD_ID}/message", body, to=first).status == 201
    changed = supplier.send("GET", f"/api/updates?stamp={stamp}", to=second)
    assert changed.status == 200
    assert changed.json["newMessages"] > 0


def test_answer_and_presence_at_one_node_reach_a_watcher_at_the_other(cluster: Cluster) -> None:
    first, second = cluster.nodes
    supplier, buyer = cluster.visitor(SUPPLIER), cluster.visitor(BUYER)
    address = f"/api/updates?rfxId={RFX}&page=watched"
    before = buyer.send("GET", address, to=second).json
    supplier.send("GET", f"/api/updates?rfxId={RFX}&page=answering&section=1", to=first)
    present = buyer.send("GET", f"{address}&stamp={before['stamp']}", to=second)
    assert present.status == 200
    assert before["rfx"]["people"] == []
    assert len(present.json["rfx"]["people"]) == 1
    key = text_keys(supplier)[0]
    assert save(supplier, key, "An answer from the other node", iteration=None, to=first)
    answered = buyer.send("GET", f"{address}&stamp={present.json['stamp']}", to=second)
    assert answered.json["rfx"]["saveCount"] > present.json["rfx"]["saveCount"]
    values = buyer.send("GET", f"/api/rfx/{RFX}/value", to=second).json["latestValuesFvc"]["values"]
    assert values[key]["value"] == "An answer from the other node"


def stored_iteration(visitor: Visitor, key: str) -> int:
    values = visitor.send("GET", f"/api/rfx/{RFX}/value").json["latestValuesFvc"]["values"]
    return int(values[key]["iteration"]) if key in values else 0


def save(visitor: Visitor, key: str, value: str, *, iteration: int | None, to: Node | None = None) -> bool:
    """Save an answer based on `iteration`, by default the stored one; return True if it was acknowledged."""
    base = stored_iteration(visitor, key) if iteration is None else iteration
    values = {key: {"value": value, "baseIteration": base}}
    result = visitor.send("PUT", f"/api/rfx/{RFX}/value", {"values": values}, to=to)
    return result.status == 200 and key in result.json["saved"]


def test_periodic_jobs_of_two_workers_run_once(cluster: Cluster) -> None:
    """Both workers start in a period that no job was requested for, with rounds that are due."""
    for node in cluster.nodes:
        node.stop_worker()
    cluster.rows(FILL, BUYER, "Nodes ", "Nodes ", ROUNDS, BUYER, FIRST)
    cluster.rows("delete from job where dedupe_key like 'periodic:%%'")
    for node in cluster.nodes:
        node.start_worker()
    periodic = "select name, attempts, status from job where dedupe_key like 'periodic:%%'"
    wait_until(
        lambda: {status for _, _, status in cluster.rows(periodic)} == {"DONE"} and len(cluster.rows(periodic)) > 15,
        seconds=120, expected="all periodic jobs have run",
    )  # fmt: skip
    assert {attempts for _, attempts, _ in cluster.rows(periodic)} == {1}, "no job was claimed twice"
    assert cluster.rows(SENT, "Nodes %") == [(ROUNDS, ROUNDS, ROUNDS)]


def test_mails_of_two_workers_are_sent_once(cluster: Cluster) -> None:
    mailbox = cluster.mailbox
    mailbox.clear()
    queue_mails(cluster, MAILS)
    unsent = "select count(*) from outbox_mail where status = 'QUEUED'"
    wait_until(lambda: cluster.rows(unsent) == [(0,)], seconds=120, expected="all mails are sent")
    received = [mail.recipients[0] for mail in mailbox.mails]
    to_readers = [address for address in received if address.endswith("@faults.example")]
    assert len(to_readers) == len(set(to_readers)) == MAILS
    assert cluster.rows("select max(attempts) from outbox_mail where dedupe_key like 'fault-%%'") == [(1,)]


def test_nodes_leave_nothing_on_their_disks(cluster: Cluster) -> None:
    """State on the disk of one machine would be missing on the other."""
    before = {node: node.files() for node in cluster.nodes}
    visitor = cluster.visitor(SUPPLIER)
    upload(visitor, "Notes.txt", b"notes" * 100_000)
    export_id = request_export(visitor, "csv")
    wait_for_export(visitor, export_id)
    started = time.monotonic()
    for path in ("/home", "/messages", f"/rfx/{RFX}", "/organisations"):
        for node in cluster.nodes:
            assert visitor.send("GET", path, to=node).status == 200
    assert time.monotonic() - started < 60
    assert {node: node.files() - before[node] for node in cluster.nodes} == {
        node: set() for node in cluster.nodes
    }
    assert all(not (node.tree / "var").exists() for node in cluster.nodes)
    assert DEMO_PASSWORD not in "".join(node.log.read_text(encoding="utf-8") for node in cluster.nodes)
