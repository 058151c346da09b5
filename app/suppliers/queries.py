"""The figures of one supplier, for the organisation that owns the relationship."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.assessments.public import PastScoreRow, score_history
from app.documents.public import DocumentEnd, next_end
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.ncr.public import SupplierNcrs, ncrs_of_relationship
from app.network.public import relationship_for
from app.rfx.public import FollowUpCounts, OpenRequests, follow_up_counts, open_requests

TREND_LENGTH = 8
"""Maximum number of scores in the trend."""


@dataclass(frozen=True, slots=True)
class SupplierSummary:
    """The figures of a supplier; `scores` are of one type of assessment, newest first."""

    scores: Sequence[PastScoreRow]
    ncrs: SupplierNcrs
    requests: OpenRequests
    follow_ups: FollowUpCounts
    next_end: DocumentEnd | None


def supplier_summary(*, actor: Actor, relationship_id: int) -> SupplierSummary:
    """Return the figures of a supplier, in six statements. Raises NotFoundError for other organisations' relationships.

    All scores are of one type, the type of the latest assessment with a score: scores of different types cannot be compared.
    """
    relationship = relationship_for(actor=actor, relationship_id=relationship_id)
    scored = [
        row for row in score_history(relationship_id=relationship.id) if row.completed_score is not None
    ]
    return SupplierSummary(
        scores=[row for row in scored if row.type == scored[0].type][:TREND_LENGTH],
        ncrs=ncrs_of_relationship(relationship_id=relationship.id),
        requests=open_requests(relationship_id=relationship.id, present=now()),
        follow_ups=follow_up_counts(
            relationship_id=relationship.id, today=now().astimezone(actor.zone).date()
        ),
        next_end=next_end(relationship_id=relationship.id),
    )
