"""Sealing the audit log: a chain of hashes for each organisation, which shows later changes of entries.

The order of a chain is the order of the ids. A transaction that is still open may have a smaller id than one that has
committed, so entries are sealed up to an id that no open transaction can be below: the job reads the last number of the
sequence, then waits for the transactions that have the lock of a writer on the table at that moment, as CREATE INDEX
CONCURRENTLY does. A writer takes this lock before it takes a number, so all later ones have greater numbers. No clock
takes part in it, requests never wait for it, and it is independent of transaction ids, which begin again in a restored dump.
"""

import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import structlog
from sqlalchemy import delete, exists, select, text
from sqlalchemy.dialects.postgresql import distinct_on, insert
from sqlalchemy.orm import aliased

from app.audit.models import AUDIT_LOG, AuditEntry, AuditSeal, AuditSealing
from app.audit.policies import digest, seal_hash
from app.extensions import db
from app.kernel.db.session import commit, rollback
from app.kernel.db.statements import AnyRow

log = structlog.get_logger(__name__)

SLICE = 10_000
"""Number of ids that one transaction seals."""
PATIENCE_SECONDS = 60
"""If a transaction is open for longer, the next run of the job seals its entries."""
POLL_SECONDS = 0.1
_WRITERS = text(
    "SELECT virtualtransaction FROM pg_locks WHERE relation = CAST('audit_entry' AS regclass)"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    " AND mode = 'RowExclusiveLock' AND granted AND pid <> pg_backend_pid()"
)


@dataclass(frozen=True, slots=True)
class Sealed:
    """The result of a run: the number of seals and of entries."""

    seals: int
    entries: int


def seal_entries() -> Sealed:
    """Seal all entries of transactions that have ended. Commits after each slice.

    A process that is killed loses one slice, which the next run repeats. Simultaneous runs wait for each other and seal
    nothing twice.
    """
    last = wait_for_writers()
    seals = entries = 0
    while last is not None:
        sealed = _seal_slice(last)
        if sealed is None:
            break
        seals, entries = seals + sealed.seals, entries + sealed.entries
    return Sealed(seals, entries)


def wait_for_writers() -> int | None:
    """Return an id that no open transaction can write an entry below or at; None if one is open for too long."""
    last = int(db.session.execute(text("SELECT last_value FROM audit_entry_id_seq")).scalar_one())
    writers = set(db.session.execute(_WRITERS).scalars())
    ends = time.monotonic() + PATIENCE_SECONDS
    while writers:
        if time.monotonic() > ends:
            log.warning("audit_sealing_waits", transactions=sorted(writers))
            return None
        time.sleep(POLL_SECONDS)
        writers &= set(db.session.execute(_WRITERS).scalars())
    # The next statement needs a transaction that sees what these have committed.
    commit()
    return last


def _seal_slice(last: int) -> Sealed | None:
    """Seal up to SLICE ids, and commit; return None if everything up to `last` is sealed."""
    db.session.execute(insert(AuditSealing).values(id=1, up_to_id=0).on_conflict_do_nothing())
    progress: AuditSealing = db.session.execute(
        select(AuditSealing).with_for_update().execution_options(populate_existing=True)
    ).scalar_one()
    if progress.up_to_id >= last:
        rollback()
        return None
    until = min(progress.up_to_id + SLICE, last)
    # Rows instead of models: a slice has many of them, and none changes.
    entries = db.session.execute(
        select(*AuditEntry.__table__.columns)
        .where(AuditEntry.id > progress.up_to_id, AuditEntry.id <= until)
        .order_by(AuditEntry.id)
    )
    by_organisation: dict[int, list[AnyRow]] = defaultdict(list)
    for entry in entries:
        by_organisation[entry.organisation_id].append(entry)
    latest = _latest_seals(by_organisation)
    seals = [_seal(of, entries, latest.get(of)) for of, entries in by_organisation.items()]
    db.session.add_all(seals)
    progress.up_to_id = until
    commit()
    for seal in seals:
        # A copy outside the database: a chain that was computed again does not have these hashes.
        log.info("audit_sealed", organisation_id=seal.organisation_id, number=seal.number, hash=seal.hash)
        db.session.expunge(seal)
    return Sealed(len(seals), sum(map(len, by_organisation.values())))


def _latest_seals(organisation_ids: Iterable[int]) -> dict[int, AuditSeal]:
    stmt = (
        select(AuditSeal)
        .where(AuditSeal.organisation_id.in_(list(organisation_ids)))
        .ext(distinct_on(AuditSeal.organisation_id))
        .order_by(AuditSeal.organisation_id, AuditSeal.number.desc())
    )
    return {seal.organisation_id: seal for seal in db.session.execute(stmt).scalars()}


def _seal(organisation_id: int, entries: Sequence[AnyRow], previous: AuditSeal | None) -> AuditSeal:
    number = previous.number + 1 if previous else 1
    entry_ids = [entry.id for entry in entries]
    digests = b"".join(map(digest, entries))
    previous_hash = previous.hash if previous else ""
    return AuditSeal(
        organisation_id=organisation_id,
        number=number,
        entry_id=entry_ids[-1],
        entry_ids=entry_ids,
        digests=digests,
        first_created=min(entry.created for entry in entries),
        last_created=max(entry.created for entry in entries),
        previous_hash=previous_hash,
        hash=seal_hash(
            organisation_id=organisation_id,
            number=number,
            entry_ids=entry_ids,
            digests=digests,
            previous=previous_hash,
        ),
    )


def delete_seals_of_dropped_months() -> None:
    """Delete the seals whose entries the retention has dropped. The newest of each organisation stays, for its hash."""
    begin = AUDIT_LOG.partitions()[0].begin
    if begin is None:
        return
    newer = aliased(AuditSeal)
    has_newer = exists().where(
        newer.organisation_id == AuditSeal.organisation_id, newer.number > AuditSeal.number
    )
    db.session.execute(
        delete(AuditSeal)
        .where(AuditSeal.last_created < begin, has_newer)
        .execution_options(synchronize_session=False)
    )
