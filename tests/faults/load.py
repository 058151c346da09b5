"""Clients that keep writing while services break, and record the acknowledged writes."""

import threading
from types import TracebackType
from typing import Self

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.faults.conftest import Product

BUYER = DEMO_EMAILS[0]
THREAD_ID = 25
"""A thread of the demo data with the buyer and the supplier as participants."""


class Writers:
    """Several clients that reply in one thread repeatedly while the block runs."""

    def __init__(self, product: Product, *, name: str, clients: int = 6) -> None:
        self._product = product
        self._name = name
        self._stopping = threading.Event()
        self._clients = [threading.Thread(target=self._write, args=(number,)) for number in range(clients)]
        self._lock = threading.Lock()
        self.acknowledged: list[str] = []
        self.failed: list[int] = []

    def __enter__(self) -> Self:
        self._product.token(BUYER)
        for client in self._clients:
            client.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopping.set()
        for client in self._clients:
            client.join()

    def lost(self) -> set[str]:
        """Return the acknowledged texts that are not stored."""
        stored = {html for (html,) in self._product.rows("select html from message")}
        return {text for text in self.acknowledged if not any(text in html for html in stored)}

    def _write(self, client: int) -> None:
        number = 0
        while not self._stopping.is_set():
            number += 1
            text = f"{self._name} {client}-{number}."
            body = {"html": f"<p>{text}</p>", "attachmentIds": []}
            status, _ = self._product.call_api(
                "POST", f"/api/messageThread/{THREAD_ID}/message", body, email=BUYER
            )
            with self._lock:
                if status in {200, 201}:
                    self.acknowledged.append(text)
                else:
                    self.failed.append(status)
