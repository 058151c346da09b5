"""`Idempotency-Key` on requests that send something: a repeated request has no second effect.

The same key with the same body returns the first response again for 24 hours; with another body the response is 409.
A unique row for each user and key makes simultaneous repetitions wait for the first request.
"""

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, TypeVar

from flask import Response, current_app, request
from sqlalchemy import Index, UniqueConstraint, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.model import Base
from app.kernel.db.purging import delete_in_batches
from app.kernel.http.auth import current_actor
from app.kernel.http.errors import ConflictError, InvalidError

RETENTION = timedelta(hours=24)
MAX_KEY_LENGTH = 200

View = TypeVar("View", bound=Callable[..., Any])


class IdempotencyRecord(Base):
    """The response to a request with a key."""

    __tablename__ = "idempotency_record"
    __table_args__ = (UniqueConstraint("user_id", "key"), Index("ix_idempotency_record_created", "created"))

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int]
    key: Mapped[str]
    request_hash: Mapped[str]
    status: Mapped[int | None]
    body: Mapped[str | None]
    created: Mapped[datetime]


def idempotent(view: View) -> View:
    """Return the stored response for a repeated request. Goes below `requires` and above the schemas."""

    @wraps(view)
    def run_once(*args: Any, **kwargs: Any) -> Any:
        key = request.headers.get("Idempotency-Key", "")
        if not key:
            return view(*args, **kwargs)
        if len(key) > MAX_KEY_LENGTH or not key.isprintable():
            raise InvalidError("The Idempotency-Key must have at most 200 printable characters.")
        user_id = current_actor().user_id
        digest = hashlib.sha256(
            f"{request.method} {request.path}\n".encode() + request.get_data()
        ).hexdigest()
        claim = (
            insert(IdempotencyRecord)
            .values(user_id=user_id, key=key, request_hash=digest, created=now())
            .on_conflict_do_nothing(index_elements=["user_id", "key"])
            .returning(IdempotencyRecord.id)
        )
        record_id = db.session.execute(claim).scalar()
        if record_id is None:
            return _stored_response(user_id, key, digest)
        response: Response = current_app.make_response(view(*args, **kwargs))
        record = db.session.get_one(IdempotencyRecord, record_id)
        record.status, record.body = response.status_code, response.get_data(as_text=True)
        return response

    return run_once  # type: ignore[return-value]


def _stored_response(user_id: int, key: str, digest: str) -> Response:
    record = db.session.execute(
        select(IdempotencyRecord).where(IdempotencyRecord.user_id == user_id, IdempotencyRecord.key == key)
    ).scalar_one()
    if record.request_hash != digest:
        raise ConflictError("This Idempotency-Key was used for another request.", code="idempotencyKeyReused")
    return Response(record.body or "", status=record.status or 200, mimetype="application/json")


def purge_keys() -> None:
    """Delete keys older than RETENTION; a later repetition is a new request."""
    delete_in_batches(IdempotencyRecord.id, IdempotencyRecord.created < now() - RETENTION)
