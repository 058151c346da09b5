"""Checking the audit log against its seals."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import func, select

from app.audit.models import AUDIT_LOG, AuditEntry, AuditSeal, AuditSealing
from app.audit.policies import digest, seal_hash
from app.extensions import db

DIGEST = 32
"""Bytes of a digest."""


@dataclass(frozen=True, slots=True)
class CheckedChain:
    """The chain of one organisation. `fault` is a sentence that names the first broken entry; None if nothing is broken."""

    organisation_id: int
    seals: int
    entries: int
    last_hash: str
    fault: str | None


def check_chains(*, organisation_id: int | None = None) -> Iterator[CheckedChain]:
    """Check the entries of one organisation, or of all, against their seals. Entries without a seal yet are not checked.

    Seals whose entries the retention has dropped are checked against their neighbours only; the chain begins with the
    first seal that is left.
    """
    stmt = select(AuditSeal.organisation_id).distinct().order_by(AuditSeal.organisation_id)
    if organisation_id is not None:
        stmt = stmt.where(AuditSeal.organisation_id == organisation_id)
    kept_since = AUDIT_LOG.partitions()[0].begin or datetime.min.replace(tzinfo=UTC)
    for each in db.session.execute(stmt).scalars().all():
        yield _check_chain(each, kept_since)


def _check_chain(organisation_id: int, kept_since: datetime) -> CheckedChain:
    numbers: Sequence[int] = (
        db.session.execute(
            select(AuditSeal.number)
            .where(AuditSeal.organisation_id == organisation_id)
            .order_by(AuditSeal.number)
        )
        .scalars()
        .all()
    )
    previous: AuditSeal | None = None
    count, fault = 0, None
    for number in numbers:
        seal: AuditSeal = db.session.execute(
            select(AuditSeal).where(AuditSeal.organisation_id == organisation_id, AuditSeal.number == number)
        ).scalar_one()
        count += len(seal.entry_ids)
        fault = _fault_of(seal, previous, kept_since)
        db.session.expunge(seal)
        previous = seal
        if fault:
            break
    if fault is None and previous is not None:
        fault = _fault_of_added(organisation_id, numbers[0], kept_since)
    last_hash = previous.hash if previous else ""
    return CheckedChain(organisation_id, len(numbers), count, last_hash, fault)


def _fault_of(seal: AuditSeal, previous: AuditSeal | None, kept_since: datetime) -> str | None:
    begins = f"Seal {seal.number}, from entry {seal.entry_ids[0]},"
    if previous is not None and seal.number != previous.number + 1:
        return f"{begins} has no predecessor: seal {seal.number - 1} is missing."
    if previous is not None and seal.previous_hash != previous.hash:
        return f"{begins} does not continue seal {previous.number}."
    stored = (
        db.session.execute(
            select(AuditEntry)
            .where(AuditEntry.organisation_id == seal.organisation_id, AuditEntry.id.in_(seal.entry_ids))
            .execution_options(populate_existing=True)
        )
        .scalars()
        .all()
    )
    entries = {entry.id: entry for entry in stored}
    for entry in stored:
        db.session.expunge(entry)
    for index, entry_id in enumerate(seal.entry_ids):
        stored_entry = entries.get(entry_id)
        if stored_entry is None:
            if seal.first_created >= kept_since:
                return f"Entry {entry_id} is missing."
        elif digest(stored_entry) != seal.digests[index * DIGEST : (index + 1) * DIGEST]:
            return f"Entry {entry_id} was changed after it was sealed."
    expected = seal_hash(
        organisation_id=seal.organisation_id,
        number=seal.number,
        entry_ids=seal.entry_ids,
        digests=seal.digests,
        previous=seal.previous_hash,
    )
    return None if expected == seal.hash else f"{begins} was changed."


def _fault_of_added(organisation_id: int, first_number: int, kept_since: datetime) -> str | None:
    """Name the first entry that was added below the last sealed id; None if there is none."""
    up_to = select(AuditSealing.up_to_id).scalar_subquery()
    entry_id = func.unnest(AuditSeal.entry_ids).label("entry_id")
    sealed = select(entry_id).where(AuditSeal.organisation_id == organisation_id).subquery()
    stmt = (
        select(func.min(AuditEntry.id))
        .outerjoin(sealed, sealed.c.entry_id == AuditEntry.id)
        .where(
            AuditEntry.organisation_id == organisation_id,
            AuditEntry.created >= kept_since,
            AuditEntry.id <= up_to,
            sealed.c.entry_id.is_(None),
        )
    )
    if first_number > 1:
        # Entries of seals that are deleted with their months may have a later time than these, from a wrong clock.
        first = select(AuditSeal.entry_ids[1]).where(
            AuditSeal.organisation_id == organisation_id, AuditSeal.number == first_number
        )
        stmt = stmt.where(AuditEntry.id >= first.scalar_subquery())
    added = db.session.execute(stmt).scalar()
    return f"Entry {added} was added after the entries around it were sealed." if added else None
