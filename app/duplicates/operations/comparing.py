"""Comparing the suppliers of a network with each other, and verdicts on the pairs that look alike."""

from collections.abc import Sequence
from datetime import timedelta
from heapq import nsmallest
from typing import TypeVar

from sqlalchemy import delete, func, select, tuple_
from sqlalchemy.dialects.postgresql import insert

from app.duplicates.models import DuplicatePair, DuplicateScan, DuplicateVerdict
from app.duplicates.policies.blocking import likely_pairs
from app.duplicates.queries.identities import identities_of
from app.duplicates.queries.pairs import pair_for
from app.duplicates.types import MAX_PAIRS, SCAN_DELAY, SCAN_JOB, Verdict
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.jobs.queue import enqueue
from app.network.public import Relationship

T = TypeVar("T")
BATCH = 2_000
"""Number of pairs in one statement."""
_LOCK = 0x64757065 << 32
"""Separates the advisory locks of comparisons from others."""


def request_comparison(organisation_id: int, *, delay: timedelta = timedelta(0)) -> None:
    """Compare the suppliers of a network in the background; requests within the same period share one job."""
    moment = now()
    seconds = max(delay.total_seconds(), 1)
    period = int(moment.timestamp() // seconds) + 1
    run_at = moment + (delay and timedelta(seconds=period * seconds - moment.timestamp()))
    db.session.execute(
        insert(DuplicateScan)
        .values(organisation_id=organisation_id, requested=moment, suppliers=0)
        .on_conflict_do_update(index_elements=["organisation_id"], set_={"requested": moment})
    )
    enqueue(
        SCAN_JOB,
        run_at=run_at,
        dedupe_key=f"{SCAN_JOB}:{organisation_id}:{seconds:.0f}:{period}",
        organisation_id=organisation_id,
    )


def request_all_comparisons() -> None:
    """Compare the suppliers of every network with at least two of them, one job for each."""
    owners = (
        select(Relationship.organisation_id)
        .group_by(Relationship.organisation_id)
        .having(func.count() > 1)
        .order_by(Relationship.organisation_id)
    )
    today = now().date().isoformat()
    for organisation_id in db.session.execute(owners).scalars().all():
        enqueue(SCAN_JOB, dedupe_key=f"{SCAN_JOB}:{organisation_id}:{today}", organisation_id=organisation_id)


def compare_suppliers(organisation_id: int) -> int:
    """Compare the suppliers of a network and store the pairs that look alike; return their number.

    Pairs that were stored before keep their ids. Concurrent comparisons of one network wait for each other.
    """
    db.session.execute(select(func.pg_advisory_xact_lock(_LOCK + organisation_id)))
    started = now()
    identities = identities_of(organisation_id)
    # Not sorted as a whole: suppliers named "Plant 1" to "Plant 30000" make a million pairs.
    alike = nsmallest(
        MAX_PAIRS, likely_pairs(identities), key=lambda pair: (-pair[2].score, pair[0], pair[1])
    )
    stored = select(DuplicatePair.first_id, DuplicatePair.second_id).where(
        DuplicatePair.organisation_id == organisation_id
    )
    former = {(row.first_id, row.second_id) for row in db.session.execute(stored)}
    outdated = former - {(first, second) for first, second, _ in alike}
    for keys in _chunks(sorted(outdated)):
        db.session.execute(
            delete(DuplicatePair).where(
                DuplicatePair.organisation_id == organisation_id,
                tuple_(DuplicatePair.first_id, DuplicatePair.second_id).in_(keys),
            )
        )
    for pairs in _chunks(alike):
        rows = [
            {
                "organisation_id": organisation_id,
                "first_id": first,
                "second_id": second,
                "reasons": [reason.value for reason in likeness.reasons],
                "similarity": round(likeness.similarity),
                "is_certain": likeness.is_certain,
                "score": likeness.score,
            }
            for first, second, likeness in pairs
        ]
        new = insert(DuplicatePair).values(rows)
        changed = {name: new.excluded[name] for name in ("reasons", "similarity", "is_certain", "score")}
        db.session.execute(
            new.on_conflict_do_update(
                index_elements=["organisation_id", "first_id", "second_id"], set_=changed
            )
        )
    values = {"finished": started, "suppliers": len(identities)}
    db.session.execute(
        insert(DuplicateScan)
        .values(organisation_id=organisation_id, requested=started, **values)
        .on_conflict_do_update(index_elements=["organisation_id"], set_=values)
    )
    return len(alike)


def _chunks(rows: Sequence[T]) -> list[Sequence[T]]:
    return [rows[start : start + BATCH] for start in range(0, len(rows), BATCH)]


def compare_later(organisation_id: int) -> None:
    """Compare the suppliers of a network a few minutes after one was added."""
    request_comparison(organisation_id, delay=SCAN_DELAY)


def set_verdict(*, actor: Actor, pair_id: int, verdict: Verdict | None) -> None:
    """Store a verdict on a pair for all users of the organisation, or withdraw it (None).

    Raises NotFoundError for a pair that is not in the actor's network.
    """
    pair = pair_for(actor=actor, pair_id=pair_id)
    key = {
        "organisation_id": actor.organisation_id,
        "first_id": pair.first_id,
        "second_id": pair.second_id,
    }
    if verdict is None:
        db.session.execute(delete(DuplicateVerdict).filter_by(**key))
        return
    values = {"verdict": verdict, "created": now(), "created_by_user_id": actor.user_id}
    db.session.execute(
        insert(DuplicateVerdict)
        .values(**key, **values)
        .on_conflict_do_update(index_elements=list(key), set_=values)
    )
