"""A web process that is killed while it moves RFxs to a new revision: each RFx is whole, and the move can be repeated."""

import threading
from typing import Any

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.factories.rfx import field, form_document
from tests.faults.conftest import LOST, Product, wait_until

BUYER = DEMO_EMAILS[0]
RFXS, BATCH = 40, 20
"""RFxs in all, and in one request of the page."""
MIDDLE = 30
"""The RFx at which the second request waits for a lock, and its process is killed."""
TITLE = "Moved while a process is killed"
STATES = """
select d.revision, r.has_moved, count(distinct f.rfx_id), count(c.id), count(v.id)
from rfx r join rfx_doc_form f on f.rfx_id = r.id join doc_form d on d.id = f.doc_form_id
left join rfx_revision_change c on c.rfx_id = r.id
left join form_value v on v.rfx_id = r.id and v.is_current and v.doc_form_id = d.id
where r.title = %s group by 1, 2 order by 1
"""
"""The revisions of the RFxs, the notices of their moves, and their answers with the key of that revision."""


def call(product: Product, method: str, path: str, body: Any = None) -> dict[str, Any]:
    status, answer = product.call_api(method, path, body, email=BUYER)
    assert status in (200, 201), f"{path}: {status}"
    return answer


def publish(product: Product, form_id: int, *blocks: dict[str, Any]) -> int:
    """Save the blocks as the next revision of a form and publish it; return its id."""
    version = call(product, "GET", f"/api/docForm/{form_id}")["version"]
    body = {"title": TITLE, "doc": form_document(*blocks), "version": version}
    saved = call(product, "PUT", f"/api/docForm/{form_id}", body)
    call(product, "POST", f"/api/docForm/{saved['id']}/publish", {"version": saved["version"]})
    return int(saved["id"])


def test_move_of_a_killed_process_leaves_whole_rfxs_and_can_be_repeated(product: Product) -> None:
    form_id = call(product, "POST", "/api/docForm", {"title": TITLE, "type": "RFI"})["id"]
    first = publish(product, form_id, field("name", fid="question-name"))
    request = {
        "type": "RFI", "subject": TITLE, "html": "<p>Please answer.</p>", "docFormIds": [first],
        "recipients": {"pasted": "\n".join(f"m{number}@faults.example" for number in range(RFXS))},
    }  # fmt: skip
    call(product, "POST", "/api/rfxRequest", request)
    wait_until(
        lambda: product.rows("select count(*) from rfx where title = %s", TITLE) == [(RFXS,)],
        seconds=120, expected="the request is sent",
    )  # fmt: skip
    # Each has an answer to a question that is reworded, so that a move appends a row.
    product.rows(
        "insert into form_value (rfx_id, doc_form_id, key, fid, type, iteration, is_current, value, organisation_id, "
        "created_by_user_id, updated) select id, %s, 'name', 'question-name', 'TEXT', 1, true, '\"Ann\"', "
        "with_organisation_id, guest_user_id, now() from rfx where title = %s",
        first, TITLE,
    )  # fmt: skip
    second = publish(product, first, field("name", fid="question-name", label="Reworded"), field("more"))
    ids = [row[0] for row in product.rows("select id from rfx where title = %s order by id", TITLE)]
    batches = [ids[:BATCH], ids[BATCH:]]
    statuses: list[int] = []

    def move() -> None:
        for batch in batches:
            path = f"/api/docForm/{second}/move"
            statuses.append(product.call_api("POST", path, {"rfxIds": batch}, email=BUYER)[0])

    mover = threading.Thread(target=move)
    with product.locked("select id from rfx where id = %s for update", ids[MIDDLE]):
        mover.start()
        wait_until(product.is_waiting, seconds=60, expected="the move waits for the locked RFx")
        for process in product.server.processes("gunicorn")[1:]:
            process.kill()
        mover.join()
    wait_until(lambda: not product.is_waiting(), seconds=30, expected="the statement has ended")
    assert statuses == [200, LOST]
    assert product.rows(STATES, TITLE) == [
        (0, False, BATCH, 0, BATCH),
        (1, True, BATCH, BATCH, BATCH),
    ], "each RFx is whole on one of the revisions"

    repeated: list[int] = []

    def repeat() -> bool:
        status, answer = product.call_api("POST", f"/api/docForm/{second}/move", {"rfxIds": ids}, email=BUYER)
        repeated.extend([result["rfxId"] for result in answer.get("results", []) if not result["reason"]])
        return status == 200

    wait_until(repeat, seconds=60, expected="the move is repeated")
    assert repeated == ids[BATCH:], "the first half was moved before"
    assert product.rows(STATES, TITLE) == [(1, True, RFXS, RFXS, RFXS)]
    mails = "select count(*), count(distinct subject_id) from outbox_mail where dedupe_key like %s"
    assert product.rows(mails, f"%:moved:{second}:%") == [(RFXS, RFXS)]
