"""Deliveries of events: rows of the outbox, written in the transaction of the event.

An endpoint receives the events that its organisation's users may read with GET /api/eventLog: those in the log of the
organisation, except sign-ins and views, which only their user sees.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial

from sqlalchemy import Connection, exists, select
from sqlalchemy import event as sqlalchemy_event
from sqlalchemy.dialects.postgresql import Insert
from sqlalchemy.orm import Session

from app.events.public import EventLog, RecordedEvent
from app.extensions import db
from app.kernel.clock import moment_text, now
from app.kernel.db.inserts import insert_from_json
from app.kernel.db.session import after_commit, commit
from app.kernel.db.statements import shared_statement
from app.kernel.jobs.queue import wake
from app.webhooks.models import WebhookDelivery, WebhookEndpoint
from app.webhooks.policies.catalogue import CATALOGUE, body_of
from app.webhooks.queries.active import has_active_endpoint
from app.webhooks.types import LANE, DeliveryState

_KEY = "assay_webhook_events"
BATCH = 500


def watch_events() -> None:
    """Write deliveries after each flush from now on; repeatable."""
    if not sqlalchemy_event.contains(db.session, "after_flush", _write_deliveries):
        sqlalchemy_event.listen(db.session, "after_flush", _write_deliveries)


def note_event(_app: object, *, recorded: RecordedEvent) -> None:
    """Remember an event that an endpoint may receive, until the flush that gives it its id."""
    event = recorded.event
    if event is None or event.type not in CATALOGUE or not has_active_endpoint(event.organisation_id):
        return
    db.session.info.setdefault(_KEY, []).append(event)
    wake_lane()


def wake_lane() -> None:
    """Wake the worker's lane after the commit."""
    after_commit(partial(wake, LANE), key=LANE)


def _write_deliveries(session: Session, _context: object) -> None:
    noted: list[EventLog] = session.info.pop(_KEY, [])
    # A rollback removes an event from the session, which collects its new objects at each access.
    new = session.new
    events = [event for event in noted if event in new]
    if events:
        write_deliveries(session.connection(), events)


def write_deliveries(connection: Connection, events: Sequence[EventLog]) -> None:
    """Write the deliveries of flushed events to the active endpoints of their organisations. Two statements."""
    organisation_ids = {event.organisation_id for event in events}
    endpoints = connection.execute(
        select(WebhookEndpoint.id, WebhookEndpoint.organisation_id, WebhookEndpoint.event_types).where(
            WebhookEndpoint.organisation_id.in_(organisation_ids),
            WebhookEndpoint.is_active,
            WebhookEndpoint.removed.is_(None),
        )
    ).all()
    _insert(
        connection,
        [
            _values(event, endpoint.id)
            for event in events
            for endpoint in endpoints
            if endpoint.organisation_id == event.organisation_id
            and (not endpoint.event_types or event.type in endpoint.event_types)
        ],
    )


def catch_up(*, endpoint_id: int, since: datetime) -> None:
    """Write the deliveries of events after `since`, the last change of the endpoint, that other processes did not write.

    Commits after each batch; repeating it writes nothing twice.
    """
    endpoint = db.session.get(WebhookEndpoint, endpoint_id)
    if endpoint is None or not endpoint.is_active or endpoint.removed is not None:
        return
    organisation_id = endpoint.organisation_id
    types = endpoint.event_types or list(CATALOGUE)
    last = 0
    while True:
        events = (
            db.session.execute(
                select(EventLog)
                .where(
                    EventLog.organisation_id == organisation_id,
                    EventLog.created >= since,
                    EventLog.type.in_(types),
                    EventLog.id > last,
                    ~exists().where(
                        WebhookDelivery.endpoint_id == endpoint_id, WebhookDelivery.event_id == EventLog.id
                    ),
                )
                .order_by(EventLog.id)
                .limit(BATCH)
            )
            .scalars()
            .all()
        )
        if not events:
            return
        last = events[-1].id
        _insert(db.session.connection(), [_values(event, endpoint_id) for event in events])
        wake_lane()
        commit()


def _insert(connection: Connection, rows: Iterable[dict[str, object]]) -> None:
    values = list(rows)
    if values:
        moment = now()
        shared = {"state": DeliveryState.PENDING, "attempts": 0, "next_attempt": moment, "created": moment}
        connection.execute(_insert_rows(), {"rows": values, **shared})


@shared_statement
def _insert_rows() -> Insert:
    return insert_from_json(
        WebhookDelivery.__table__,
        columns=("endpoint_id", "event_id", "message_id", "type", "body"),
        shared=("state", "attempts", "next_attempt", "created"),
    ).on_conflict_do_nothing()


def _values(event: EventLog, endpoint_id: int) -> dict[str, object]:
    message_id = f"evt_{event.id}"
    return {
        "endpoint_id": endpoint_id,
        "event_id": event.id,
        "message_id": message_id,
        "type": event.type,
        "body": body_of(
            message_id=message_id,
            type=event.type,
            timestamp=moment_text(event.created),
            organisation_id=event.organisation_id,
            args=event.args,
        ),
    }
