"""Webhooks for tests, and a receiver: an HTTP server that stores the requests and answers as the test says."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from standardwebhooks import Webhook

from app.accounts.models import User
from app.extensions import db
from app.kernel.data_keys import encrypt
from app.webhooks.models import WebhookDelivery, WebhookEndpoint
from app.webhooks.operations.endpoints import secret_of
from app.webhooks.policies.signing import new_secret
from app.webhooks.queries.active import reset_active

URL = "https://hooks.example.com/assay"


def webhook_json(**values: object) -> dict[str, Any]:
    """Return the body of POST /api/webhook."""
    return {"url": URL, "description": "", "eventTypes": [], **values}


def make_endpoint(
    user: User, *, url: str = URL, types: tuple[str, ...] = (), **values: Any
) -> WebhookEndpoint:
    """Create an endpoint of the user's organisation, by default active and for all events."""
    endpoint = WebhookEndpoint(
        organisation_id=user.organisation_id,
        url=url,
        event_types=list(types),
        secret_encrypted=encrypt(new_secret()),
        created_by_user_id=user.id,
        **{"description": "", "is_active": True} | values,
    )
    db.session.add(endpoint)
    db.session.flush()
    reset_active()
    return endpoint


def make_webhook_world(owner: User, secret: str) -> dict[str, int]:
    """Create a webhook that is off, with a delivery; return their ids by the names in paths (tests/rules/world.py)."""
    endpoint = make_endpoint(owner, description=f"{secret} Webhook", is_active=False)
    delivery = WebhookDelivery(
        endpoint_id=endpoint.id, message_id=f"{secret}-message", type="rfx.sent", body={"data": {"rfxTitle": secret}},
    )  # fmt: skip
    db.session.add(delivery)
    db.session.flush()
    return {"webhook_id": endpoint.id, "delivery_id": delivery.id}


def deliveries_of(endpoint_id: int) -> list[WebhookDelivery]:
    """Return the deliveries of an endpoint, oldest first."""
    db.session.flush()
    return (
        db.session.query(WebhookDelivery)
        .filter_by(endpoint_id=endpoint_id)
        .order_by(WebhookDelivery.id)
        .populate_existing()
        .all()
    )


@dataclass
class Request:
    """A request that the receiver got."""

    path: str
    headers: Mapping[str, str]
    body: bytes

    def verify(self, endpoint: WebhookEndpoint) -> Any:
        """Return the verified body; raises WebhookVerificationError."""
        return Webhook(secret_of(endpoint)).verify(self.body, dict(self.headers))


@dataclass
class Receiver:
    """A running receiver. It answers with `statuses` in turn, then with the last one, and with `headers` and `content`."""

    url: str
    host: str
    statuses: list[int] = field(default_factory=lambda: [204])
    headers: dict[str, str] = field(default_factory=dict)
    content: bytes = b""
    slow_paths: set[str] = field(default_factory=set)
    """Requests to these paths get no answer until the receiver is released."""
    requests: list[Request] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)
    parallel: int = 0
    most_parallel: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        body = handler.rfile.read(int(handler.headers.get("Content-Length", 0)))
        with self.lock:
            self.requests.append(Request(handler.path, dict(handler.headers), body))
            status = self.statuses.pop(0) if len(self.statuses) > 1 else self.statuses[0]
            self.parallel += 1
            self.most_parallel = max(self.parallel, self.most_parallel)
        if handler.path in self.slow_paths:
            self.released.wait(30)
        with self.lock:
            self.parallel -= 1
        handler.send_response(status)
        for name, value in self.headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(self.content)))
        handler.end_headers()
        handler.wfile.write(self.content)


@contextmanager
def run_receiver() -> Iterator[Receiver]:
    """Run a receiver on this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            receiver.answer(self)

        def do_GET(self) -> None:
            receiver.answer(self)

        def log_message(self, format: str, *args: object) -> None:
            """Write nothing to the output of the tests."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        host = f"127.0.0.1:{server.server_port}"
        receiver = Receiver(f"http://{host}/hook", host)
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield receiver
        finally:
            receiver.released.set()
            server.shutdown()
            thread.join()
