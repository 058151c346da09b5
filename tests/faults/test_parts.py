"""A lead and three delegates answer one RFx while web processes are killed: no acknowledged answer is lost."""

import itertools
import json
import threading
from typing import Any

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.faults.conftest import LOST, Product, wait_until

SUPPLIER = DEMO_EMAILS[1]
DELEGATES = 3
SAVES = 300
KILLS = 8
LINKS = """
select p.id, p.keys, m.text from rfx_part p join outbox_mail m on m.to_user_id = p.assignee_user_id
where p.rfx_id = %s and m.template = 'USERTASKASSIGNMENT' order by p.id
"""


class Answers:
    """The acknowledged saves of all people, as (key, iteration, value)."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.acknowledged: list[tuple[str, int, Any]] = []
        self.failed: set[int] = set()

    def add(self, key: str, iteration: int, value: object) -> None:
        with self._lock:
            self.acknowledged.append((key, iteration, value))


def text_keys(product: Product, rfx_id: int) -> list[str]:
    """Return the value keys of the text questions of an RFx."""
    status, rfx = product.call_api("GET", f"/api/rfx/{rfx_id}?i=fields&i=rwMap", email=SUPPLIER)
    assert status == 200
    return [
        field["key"]
        for field in rfx["fields"]
        if field["type"] in {"TEXT", "TEXTAREA"} and rfx["rwMap"][field["key"]]
    ]


def guest_token(product: Product, text: str) -> str:
    """Sign in with the link in the text of a mail, as often as it takes while processes are killed."""
    uuid = text.split("/guest/")[1].split("/", maxsplit=1)[0]
    tokens: list[str] = []

    def sign_in() -> bool:
        status, body = product.call_api("POST", "/api/session/guest", {"uuid": uuid})
        if status == 200:
            tokens.append(body["accessToken"])
        return status == 200

    wait_until(sign_in, seconds=60, expected="the delegate is signed in")
    return tokens[0]


def save_all(
    product: Product,
    rfx_id: int,
    key: str,
    *,
    writer: str,
    token: str,
    answers: Answers,
    left: "itertools.count[int]",
) -> None:
    """Save new texts to one question until all saves are made; repeat each until it is acknowledged or in conflict."""
    base = 0
    while next(left) < SAVES:
        value = f"{writer} {base}"
        while True:
            body = {"values": {key: {"value": value, "baseIteration": base}}}
            status, result = product.call_api("PUT", f"/api/rfx/{rfx_id}/value", body, token=token)
            if status == 200:
                break
            answers.failed.add(status)
        if key in result["saved"]:
            base = result["saved"][key]["iteration"]
            answers.add(key, base, value)
        else:
            base = result["conflicts"][key]["iteration"]


def test_answers_of_a_lead_and_three_delegates_survive_kills(product: Product) -> None:
    [(rfx_id,)] = product.rows(
        "select r.id from rfx r join app_user u on u.organisation_id = r.with_organisation_id "
        "where lower(u.email) = %s and r.status = 'INPROGRESS' order by r.id limit 1",
        SUPPLIER,
    )
    keys = text_keys(product, rfx_id)[:DELEGATES]
    assert len(keys) == DELEGATES
    for number, key in enumerate(keys):
        body = {"name": f"Delegate {number}", "email": f"delegate-{number}@faults.example", "keys": [key]}
        status, answer = product.call_api("POST", f"/api/rfx/{rfx_id}/part", body, email=SUPPLIER)
        assert status == 201, json.dumps(answer)
    links = [
        (part_keys[0], guest_token(product, text))
        for _, part_keys, text in product.rows(LINKS, rfx_id)
        if len(part_keys) == 1
    ]
    assert sorted(key for key, _ in links) == sorted(keys)
    answers, left = Answers(), itertools.count()
    lead = product.token(SUPPLIER)
    assert lead
    writers = [(f"Delegate at {key}", key, token) for key, token in links] + [("Lead", keys[0], lead)]
    clients = [
        threading.Thread(
            target=save_all, args=(product, rfx_id, key),
            kwargs={"writer": writer, "token": token, "answers": answers, "left": left},
        )
        for writer, key, token in writers
    ]  # fmt: skip
    for client in clients:
        client.start()
    for part in range(1, KILLS + 1):
        wait_until(
            lambda part=part: (
                len(answers.acknowledged) >= part * SAVES // (KILLS + 3)
                or not any(map(threading.Thread.is_alive, clients))
            ),
            seconds=300,
            expected=f"{part} of {KILLS} parts of the answers are saved",
        )
        for process in product.server.processes("gunicorn")[1:]:
            process.kill()
    for client in clients:
        client.join()
    stored = {(key, iteration): value for key, iteration, value in product.rows("select key, iteration, value from form_value where rfx_id = %s", rfx_id)}  # fmt: skip
    lost = [
        (key, iteration, value)
        for key, iteration, value in answers.acknowledged
        if stored.get((key, iteration)) != value
    ]
    assert lost == []
    assert answers.failed <= {LOST, 502, 503}
    assert len(answers.acknowledged) > SAVES // 2
    organisations = product.rows(
        "select distinct v.organisation_id = r.with_organisation_id from form_value v join rfx r on r.id = v.rfx_id where r.id = %s",
        rfx_id,
    )
    assert organisations == [(True,)]
