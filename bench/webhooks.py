"""Webhooks: writing the deliveries of events in their transaction, and sending them to a receiver on this machine."""

import dataclasses
import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
from sqlalchemy import delete, update

from app.accounts.public import actor_of_user
from app.events.public import record
from app.extensions import db
from app.kernel.data_keys import encrypt
from app.kernel.http.auth import Actor
from app.webhooks.operations.sending import deliver_due
from app.webhooks.policies.signing import new_secret
from app.webhooks.public import WebhookDelivery, WebhookEndpoint
from app.webhooks.queries.active import reset_active
from bench.table import Row
from bench.world import World, user_of

EVENTS = 1_000
ROUNDS = 6
"""Measurements with and without an endpoint, in turns; the first of each is discarded, because it compiles statements."""
WRITE_GOAL = 2.0
"""The greatest ratio of events with an endpoint to events without one."""
SEND_GOAL = 40
"""Milliseconds for a delivery to one endpoint, which gets two at a time: 25 a second."""


class Receiver(BaseHTTPRequestHandler):
    """Accepts each request."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Write nothing to the terminal."""


def run(world: World) -> Iterator[Row]:
    """Measure 1,000 events without and with an endpoint, then their deliveries next to bare requests."""
    with world.working():
        actor = actor_of_user(user_of(world.person().email).id)
    with _receiver() as port:
        with world.working():
            endpoint = WebhookEndpoint(
                organisation_id=actor.organisation_id,
                url=f"http://127.0.0.1:{port}/",
                description="",
                event_types=["organisation.updated"],
                secret_encrypted=encrypt(new_secret()),
                is_active=True,
                created_by_user_id=actor.user_id,
            )
            db.session.add(endpoint)
            db.session.flush()
            endpoint_id = endpoint.id
        without, written = _in_turns(world, actor, endpoint_id)
        yield Row(
            figure=f"{EVENTS:,} events written with their deliveries", measured=written, baseline=without,
            against="the same without an endpoint", goal=WRITE_GOAL, of="ratio",
        )  # fmt: skip
        bare = _bare(port)
        settings = world.app.config["ASSAY"]
        world.app.config["ASSAY"] = dataclasses.replace(settings, PRIVATE_HOSTS=f"127.0.0.1:{port}")
        try:
            with world.app.app_context():
                started = time.perf_counter()
                sent = deliver_due()
                taken = (time.perf_counter() - started) * 1_000 / max(sent, 1)
        finally:
            world.app.config["ASSAY"] = settings
    yield Row(
        figure=f"milliseconds for a delivery, of {sent:,} ({1_000 / taken:.0f} a second)", measured=taken,
        baseline=bare, against="a bare request", goal=SEND_GOAL,
    )  # fmt: skip


def _in_turns(world: World, actor: Actor, endpoint_id: int) -> tuple[float, float]:
    """Return the median milliseconds without and with the endpoint; the deliveries of the last round remain."""
    times: dict[bool, list[float]] = {False: [], True: []}
    for _ in range(ROUNDS):
        for is_active in (False, True):
            with world.working():
                db.session.execute(delete(WebhookDelivery))
                active = update(WebhookEndpoint).where(WebhookEndpoint.id == endpoint_id)
                db.session.execute(active.values(is_active=is_active))
                reset_active()
            times[is_active].append(_events(world, actor))
    return statistics.median(times[False][1:]), statistics.median(times[True][1:])


def _events(world: World, actor: Actor) -> float:
    """Return the milliseconds for EVENTS events in one transaction."""
    started = time.perf_counter()
    with world.working():
        for _ in range(EVENTS):
            record("organisation.updated", actor=actor, organisationId=1, organisationName="Measured")
    return (time.perf_counter() - started) * 1_000


@contextmanager
def _receiver() -> Iterator[int]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Receiver) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server.server_port
        finally:
            server.shutdown()


def _bare(port: int) -> float:
    """Return the milliseconds for one request, each over a new connection, as the product sends them."""
    count = 200
    started = time.perf_counter()
    for _ in range(count):
        httpx.post(f"http://127.0.0.1:{port}/", content=b"{}", trust_env=False)
    return (time.perf_counter() - started) * 1_000 / count
