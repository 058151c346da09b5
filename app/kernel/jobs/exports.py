"""Downloads that take time: requested by an endpoint, created by the worker, fetched when ready.

A feature registers a builder for a kind of export; the kernel stores the row, its progress and the file.
Only the user who requested an export can see it.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial
from typing import Any

import structlog
from sqlalchemy import BigInteger, DateTime, Index, Select, bindparam, delete, func, select
from sqlalchemy.orm import Mapped, mapped_column

from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.model import Base, enum_column
from app.kernel.db.replica import read_on_replica
from app.kernel.db.session import commit
from app.kernel.db.statements import shared_statement
from app.kernel.http.auth import Actor, Grant, Permission
from app.kernel.http.errors import NotFoundError, TooManyError
from app.kernel.http.json_types import Arguments
from app.kernel.jobs.queue import enqueue
from app.kernel.registry import current_registry

log = structlog.get_logger(__name__)

RETENTION = timedelta(days=2)
RETRY_SECONDS = 10
"""Seconds after which one of the downloads in progress has probably finished."""
MAX_OPEN = 2
MAX_PER_HOUR = 20
HOUR = timedelta(hours=1)


class ExportStatus(StrEnum):
    """QUEUED and RUNNING in the worker, then DONE or FAILED."""

    QUEUED = "QUEUED"
    RUNNING = "RUNNING"
    DONE = "DONE"
    FAILED = "FAILED"


UNFINISHED = (ExportStatus.QUEUED, ExportStatus.RUNNING)
_LOCK = 0x6578706F << 32
"""Separates the advisory locks of exports from others."""


class Export(Base):
    """One requested file."""

    __tablename__ = "export"
    __table_args__ = (Index("ix_export_created", "created"), Index("ix_export_user", "user_id", "created"))

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]
    format: Mapped[str]
    args: Mapped[dict[str, Any]]
    actor: Mapped[dict[str, Any]]
    user_id: Mapped[int]
    organisation_id: Mapped[int]
    status: Mapped[ExportStatus] = enum_column(ExportStatus)
    progress: Mapped[int]
    filename: Mapped[str | None]
    content_type: Mapped[str | None]
    storage_key: Mapped[str | None]
    created: Mapped[datetime]


@dataclass(frozen=True, slots=True)
class ExportFile:
    """The result of a builder: file name, content type and bytes."""

    filename: str
    content_type: str
    content: bytes


ExportBuilder = Callable[[Actor, str, Arguments], ExportFile]
"""Builds the file of an export. Parameters: the requester, the format, the export's arguments."""


def request_export(*, actor: Actor, kind: str, format: str, args: dict[str, object]) -> Export:
    """Request a file; the caller has checked that `actor` may read its contents.

    Returns the existing export if the same one is already queued. Raises TooManyError if the actor has requested too
    many. The first export of each user runs before the second export of any other.
    """
    requester = {
        "user_id": actor.user_id,
        "organisation_id": actor.organisation_id,
        "name": actor.name,
        "organisation_name": actor.organisation_name,
        "permissions": sorted(actor.permissions),
        "is_guest": actor.is_guest,
        "grant": asdict(actor.grant) if actor.grant else None,
    }
    # Two concurrent requests must not both pass the checks of the limits.
    db.session.execute(select(func.pg_advisory_xact_lock(_LOCK + actor.user_id)))
    recent = (
        db.session.execute(_recent_exports(), {"user": actor.user_id, "since": now() - HOUR}).scalars().all()
    )
    open_exports = [existing for existing in recent if existing.status in UNFINISHED]
    for existing in open_exports:
        is_same = (existing.kind, existing.format, existing.args, existing.actor) == (
            kind,
            format,
            args,
            requester,
        )
        if is_same and existing.status == ExportStatus.QUEUED:
            return existing
    if len(open_exports) >= MAX_OPEN:
        raise TooManyError(
            "Two downloads are being prepared for you. Please wait for one of them.",
            retry_after=RETRY_SECONDS,
        )
    if len(recent) >= MAX_PER_HOUR:
        wait = min(existing.created for existing in recent) + HOUR - now()
        raise TooManyError(
            f"You can download {MAX_PER_HOUR} files an hour. Please try again later.",
            retry_after=int(wait.total_seconds()) + 1,
        )
    export = Export(
        kind=kind,
        format=format,
        args=args,
        actor=requester,
        user_id=actor.user_id,
        organisation_id=actor.organisation_id,
        status=ExportStatus.QUEUED,
        progress=0,
        created=now(),
    )
    db.session.add(export)
    db.session.flush()
    enqueue("kernel.makeExport", behind=len(open_exports), export_id=export.id)
    return export


@shared_statement
def _recent_exports() -> Select[Export]:
    """Select a user's exports of the last hour; older ones that never finished do not count against the limit."""
    return select(Export).where(
        Export.user_id == bindparam("user", type_=BigInteger),
        Export.created > bindparam("since", type_=DateTime(timezone=True)),
    )


def own_export(*, actor: Actor, export_id: int) -> Export:
    """Return the export `export_id` if `actor` requested it; otherwise raise NotFoundError."""
    export: Export | None = db.session.execute(
        select(Export).where(Export.id == export_id, Export.user_id == actor.user_id)
    ).scalar()
    if export is None or (actor.is_guest and not _is_requested_with(export, actor.grant)):
        raise NotFoundError
    return export


RFX_OF_OLD_ROWS = "guest_rfx_id"
"""Key in `Export.actor`, instead of `grant`, of rows from the release before grants. Such rows live for two days."""


def _is_requested_with(export: Export, grant: Grant | None) -> bool:
    """Return True if a guest requested the export with this grant, so that another link of the guest cannot fetch it."""
    stored = _grant_of(export)
    if RFX_OF_OLD_ROWS in export.actor and stored and grant:
        return (stored.subject_type, stored.subject_id) == (grant.subject_type, grant.subject_id)
    return stored == grant


def _requester(export: Export) -> Actor:
    """Return the actor who requested an export, as stored with it."""
    stored = {key: value for key, value in export.actor.items() if key != RFX_OF_OLD_ROWS}
    permissions = frozenset(Permission(p) for p in stored["permissions"])
    return Actor(**stored | {"permissions": permissions, "grant": _grant_of(export)})


def _grant_of(export: Export) -> Grant | None:
    rfx_id = export.actor.get(RFX_OF_OLD_ROWS)
    if rfx_id is not None:
        return Grant(id=0, subject_type="RFX", subject_id=rfx_id)
    grant = export.actor.get("grant")
    return Grant(**grant) if grant else None


def export_content(export: Export) -> bytes:
    """Return the bytes of a finished export; raise NotFoundError if it is not finished or already deleted."""
    if export.status != ExportStatus.DONE or export.storage_key is None:
        raise NotFoundError
    return current_registry().storage.get(export.storage_key)


def make_export(export_id: int) -> None:
    """Build the file of one export. If its builder fails, the export becomes FAILED, which the page shows."""
    export = db.session.get(Export, export_id)
    if export is None or export.status in {ExportStatus.DONE, ExportStatus.FAILED}:
        return
    export.status, export.progress = ExportStatus.RUNNING, 10
    commit()
    requester = _requester(export)
    try:
        build = current_registry().exports[export.kind]
        file = read_on_replica(partial(build, requester, export.format, export.args))
    except Exception:
        log.exception("export_failed", export_id=export_id, kind=export.kind)
        db.session.rollback()
        export = db.session.get_one(Export, export_id)
        export.status = ExportStatus.FAILED
        return
    key = f"exports/{export.id}/{file.filename}"
    current_registry().storage.put(key, file.content)
    export.filename, export.content_type, export.storage_key = file.filename, file.content_type, key
    export.status, export.progress = ExportStatus.DONE, 100


def delete_old_exports() -> None:
    """Delete exports older than two days, with their files."""
    expired = (
        db.session.execute(select(Export).where(Export.created < now() - RETENTION).limit(500))
        .scalars()
        .all()
    )
    storage = current_registry().storage
    for export in expired:
        if export.storage_key:
            storage.delete(export.storage_key)
    db.session.execute(delete(Export).where(Export.id.in_([e.id for e in expired])))
