"""Sending deliveries: the worker's lane claims due rows, sends several at a time, and stores the result of each.

Rows are claimed with SKIP LOCKED, so several workers can run. A claim is a lease: a worker that dies loses no delivery, and
the same message may then arrive twice, with the same `webhook-id`. Each endpoint has at most PARALLEL requests at a time
in a worker, and slow endpoints together use at most SLOW_THREADS of the THREADS, so that they hold up no others. The
order of deliveries is not guaranteed.
"""

import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import structlog
from sqlalchemy import or_, select, true, update

from app.config import VERSION
from app.extensions import db
from app.kernel.clock import now
from app.kernel.data_keys import DataKeysError
from app.kernel.db.session import commit, unit_of_work
from app.kernel.http.json import json_bytes
from app.kernel.registry import current_registry
from app.kernel.texts import storable
from app.webhooks.models import WebhookDelivery, WebhookEndpoint
from app.webhooks.operations.endpoints import signing_secrets
from app.webhooks.operations.results import store_outcome
from app.webhooks.policies.catalogue import in_order
from app.webhooks.policies.retrying import Outcome, read_retry_after
from app.webhooks.policies.signing import signed_headers
from app.webhooks.types import LEASE, MAX_STORED_ANSWER, TEST_TYPE, DeliveryState

if TYPE_CHECKING:
    import httpx

log = structlog.get_logger(__name__)

THREADS = 16
PARALLEL = 2
SLOW_THREADS = 10
SLOW_MS = 2_000
"""An endpoint whose last answer took longer is slow."""
LOOK_SECONDS = 1.0
"""While requests are running, the lane looks for other due deliveries after this time."""
BROKEN_ADDRESS = "This address can't be requested."
UNREADABLE = "The secret of this webhook can't be read. Ask the operator of the platform to check DATA_KEYS."


@dataclass(frozen=True, slots=True)
class ClaimedDelivery:
    """A delivery that this process has claimed, with everything that its request needs."""

    id: int
    endpoint_id: int
    attempts: int
    url: str
    payload: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    error: str | None = None
    """The reason why nothing can be sent."""


def deliver_due(stop: Callable[[], bool] = lambda: False) -> int:
    """Send all due deliveries, and those that become due meanwhile, until none is left or `stop` returns True.

    Returns the number of tries. Commits after each claim and each result.
    """
    lane = _Lane()
    count = 0
    try:
        while True:
            count += len(lane.start(stop))
            if not lane.running:
                return count
            for claim, outcome in lane.finished():
                with unit_of_work():
                    store_outcome(delivery_id=claim.id, attempts=claim.attempts, outcome=outcome)
    finally:
        lane.close()


class _Lane:
    """The running requests of this process."""

    def __init__(self) -> None:
        self.running: dict[Future[Outcome], ClaimedDelivery] = {}
        self._slow: set[int] = set()
        self._pool: ThreadPoolExecutor | None = None
        self._client: httpx.Client | None = None

    def start(self, stop: Callable[[], bool]) -> list[ClaimedDelivery]:
        """Claim due deliveries while threads are free, and start their requests."""
        started: list[ClaimedDelivery] = []
        while len(self.running) < THREADS and not stop():
            claims = claim_due(except_endpoints=self._busy(), limit=THREADS - len(self.running))
            if not claims:
                break
            for claim in claims:
                self.running[self._send(claim)] = claim
            started += claims
        return started

    def finished(self) -> list[tuple[ClaimedDelivery, Outcome]]:
        """Wait until a request ends, at most LOOK_SECONDS, and return the results of those that have ended."""
        done, _ = wait(self.running, timeout=LOOK_SECONDS, return_when=FIRST_COMPLETED)
        results = [(self.running.pop(future), future.result()) for future in done]
        for claim, outcome in results:
            if outcome.duration_ms > SLOW_MS:
                self._slow.add(claim.endpoint_id)
            else:
                self._slow.discard(claim.endpoint_id)
        return results

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()
        if self._client is not None:
            self._client.close()

    def _send(self, claim: ClaimedDelivery) -> Future[Outcome]:
        if self._pool is None or self._client is None:
            # Only the process of the lane needs httpx, and only if something is due.
            from app.kernel.http.outbound import open_client

            self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="webhooks")
            self._client = open_client()
        return self._pool.submit(_post, self._client, claim)

    def _busy(self) -> set[int]:
        """Return the endpoints that may start no other request now."""
        running = Counter(claim.endpoint_id for claim in self.running.values())
        busy = {endpoint_id for endpoint_id, count in running.items() if count >= PARALLEL}
        if sum(running[endpoint_id] for endpoint_id in self._slow) >= SLOW_THREADS:
            busy |= self._slow
        return busy


def claim_due(*, except_endpoints: Collection[int] = (), limit: int = THREADS) -> Sequence[ClaimedDelivery]:
    """Claim the delivery that is due first of each endpoint, for at most `limit` endpoints. Commits.

    Test events are also sent to an endpoint that is off.
    """
    moment = now()
    delivery = (
        select(WebhookDelivery.id, WebhookDelivery.next_attempt)
        .where(
            WebhookDelivery.endpoint_id == WebhookEndpoint.id,
            WebhookDelivery.state == DeliveryState.PENDING,
            WebhookDelivery.next_attempt <= moment,
            or_(WebhookEndpoint.is_active, WebhookDelivery.type == TEST_TYPE),
        )
        .order_by(WebhookDelivery.next_attempt)
        .limit(1)
        .with_for_update(of=WebhookDelivery, skip_locked=True)
        .lateral()
    )
    due = (
        select(delivery.c.id)
        .select_from(WebhookEndpoint)
        .join(delivery, true())
        .where(WebhookEndpoint.removed.is_(None), WebhookEndpoint.id.not_in(except_endpoints))
        .order_by(delivery.c.next_attempt)
        .limit(limit)
        .cte("due")
    )
    claimed = (
        update(WebhookDelivery)
        .where(WebhookDelivery.id.in_(select(due.c.id)))
        .values(next_attempt=moment + LEASE, attempts=WebhookDelivery.attempts + 1, last_attempt=moment)
        .returning(WebhookDelivery)
        .execution_options(synchronize_session=False, populate_existing=True)
    )
    deliveries = db.session.execute(claimed).scalars().all()
    endpoints = {
        endpoint.id: endpoint
        for endpoint in db.session.execute(
            select(WebhookEndpoint)
            .where(WebhookEndpoint.id.in_({delivery.endpoint_id for delivery in deliveries}))
            .execution_options(populate_existing=True)
        ).scalars()
    } if deliveries else {}  # fmt: skip
    claims = [_claim(each, endpoints[each.endpoint_id]) for each in deliveries]
    commit()
    return claims


def _claim(delivery: WebhookDelivery, endpoint: WebhookEndpoint) -> ClaimedDelivery:
    payload = json_bytes(in_order(delivery.body))
    try:
        headers = signed_headers(
            message_id=delivery.message_id,
            moment=now(),
            payload=payload.decode(),
            signing_secrets=signing_secrets(endpoint),
        )
    except DataKeysError:
        log.exception("webhook_secret_unreadable", endpoint_id=endpoint.id)
        return ClaimedDelivery(delivery.id, endpoint.id, delivery.attempts, endpoint.url, error=UNREADABLE)
    headers |= {
        "Content-Type": "application/json",
        "User-Agent": f"{current_registry().settings.PRODUCT_NAME}-Webhooks/{VERSION}",
        "Accept-Encoding": "identity",
    }
    return ClaimedDelivery(
        delivery.id, endpoint.id, delivery.attempts, endpoint.url, payload=payload, headers=headers
    )


def _post(client: "httpx.Client", claim: ClaimedDelivery) -> Outcome:
    """Send one request. Runs in a thread, without a database session and an application context."""
    import httpx

    from app.kernel.http.outbound import OutboundError

    if claim.error:
        return Outcome(0, error=claim.error)
    started = time.monotonic()
    try:
        response = client.post(claim.url, content=claim.payload, headers=dict(claim.headers))
    except OutboundError as error:
        return Outcome(_milliseconds(started), error=str(error))
    except (httpx.HTTPError, httpx.InvalidURL, UnicodeError):
        return Outcome(_milliseconds(started), error=BROKEN_ADDRESS)
    return Outcome(
        _milliseconds(started),
        status=response.status_code,
        answer=str(storable(response.content.decode(errors="replace")))[:MAX_STORED_ANSWER],
        retry_after=read_retry_after(response.headers.get("Retry-After"), now()),
    )


def _milliseconds(since: float) -> int:
    return round((time.monotonic() - since) * 1000)
