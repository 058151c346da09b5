"""Clients of several nodes that keep writing, repeat a request without a response, and record the acknowledged writes."""

import threading
from types import TracebackType
from typing import Self

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.faults.load import THREAD_ID
from tests.fixtures.nodes import LOST, Cluster, Reply, Visitor

BUYER, SUPPLIER = DEMO_EMAILS[:2]
RFX = 15
"""An RFx of the demo data that the supplier is answering."""
WRITERS = 4
"""Clients that save answers, each in a field of its own, and as many that send messages."""


def text_keys(visitor: Visitor) -> list[str]:
    """Return the value keys of the RFx's text fields."""
    fields = visitor.send("GET", f"/api/rfx/{RFX}?i=fields").json["fields"]
    return [field["key"] for field in fields if field["type"] in {"TEXT", "TEXTAREA"}]


class NodeWriters:
    """Clients that run while the block runs. A request without a response is sent again, to the next node."""

    def __init__(self, cluster: Cluster, *, name: str) -> None:
        self._cluster = cluster
        self._name = name
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self.answers: list[tuple[str, str]] = []
        """The acknowledged answers: value key and value."""
        self.messages: list[str] = []
        """The acknowledged messages."""
        self.repeated = 0
        """Requests without a response."""
        self.failed: list[tuple[int, bytes]] = []
        """Error responses."""
        buyer, supplier = cluster.visitor(BUYER), cluster.visitor(SUPPLIER)
        keys = text_keys(supplier)[:WRITERS]
        assert len(keys) == WRITERS
        self._threads = [
            threading.Thread(target=self._answer, args=(self._client(supplier, number), key))
            for number, key in enumerate(keys)
        ] + [
            threading.Thread(target=self._send_messages, args=(self._client(buyer, number), number))
            for number in range(WRITERS)
        ]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopping.set()
        for thread in self._threads:
            thread.join()

    @property
    def count(self) -> int:
        """The smaller number of acknowledged answers and messages."""
        return min(len(self.answers), len(self.messages))

    def assert_each_is_stored_once(self) -> None:
        """Fail if an acknowledged write is missing or stored twice."""
        history = self._cluster.rows("select key, value #>> '{}' from form_value where rfx_id = %s", RFX)
        assert [answer for answer in self.answers if history.count(answer) != 1] == []
        current = "select key, count(*) from form_value where rfx_id = %s and is_current group by 1 having count(*) > 1"
        assert self._cluster.rows(current, RFX) == []
        stored = [html for (html,) in self._cluster.rows("select html from message")]
        counts = {text: sum(text in html for html in stored) for text in self.messages}
        assert {text: count for text, count in counts.items() if count != 1} == {}

    def _client(self, visitor: Visitor, number: int) -> Visitor:
        client = self._cluster.visitor(first=number)
        client.token = visitor.token
        return client

    def _sent(self, client: Visitor, method: str, path: str, body: object, key: str = "") -> Reply:
        """Send a request until it has a response."""
        headers = {"Idempotency-Key": key} if key else {}
        while (reply := client.send(method, path, body, headers=headers)).status == LOST:
            with self._lock:
                self.repeated += 1
        return reply

    def _answer(self, client: Visitor, key: str) -> None:
        values = client.send("GET", f"/api/rfx/{RFX}/value").json["latestValuesFvc"]["values"]
        iteration = int(values[key]["iteration"]) if key in values else 0
        number = 0
        while not self._stopping.is_set():
            number += 1
            value = f"{self._name} {key} {number}."
            body = {"values": {key: {"value": value, "baseIteration": iteration}}}
            reply = self._sent(client, "PUT", f"/api/rfx/{RFX}/value", body)
            result = reply.json if reply.status == 200 else {}
            with self._lock:
                if key in result.get("saved", {}):
                    iteration = result["saved"][key]["iteration"]
                    self.answers.append((key, value))
                elif result.get("conflicts", {}).get(key, {}).get("value") == value:
                    # It was stored, but the response was lost.
                    iteration = result["conflicts"][key]["iteration"]
                    self.answers.append((key, value))
                else:
                    self.failed.append((reply.status, reply.body[:200]))

    def _send_messages(self, client: Visitor, writer: int) -> None:
        number = 0
        while not self._stopping.is_set():
            number += 1
            text = f"{self._name} {writer}-{number}."
            body = {"html": f"<p>{text}</p>", "attachmentIds": []}
            path = f"/api/messageThread/{THREAD_ID}/message"
            reply = self._sent(client, "POST", path, body, key=f"{self._name}-{writer}-{number}")
            with self._lock:
                if reply.status == 201:
                    self.messages.append(text)
                else:
                    self.failed.append((reply.status, reply.body[:200]))
