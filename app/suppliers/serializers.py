"""Serializers of the supplier summary."""

from app.assessments.public import TYPE_INFO
from app.suppliers.queries import SupplierSummary


def serialize_summary(summary: SupplierSummary) -> dict[str, object]:
    """Serialize a summary for `SupplierSummarySchema`."""
    scores = summary.scores
    return {
        "score": {
            "score_name": TYPE_INFO[scores[0].type]["score_name"],
            "points": [
                {"assessment_id": row.id, "score": row.completed_score, "completed": row.completed_date}
                for row in scores
            ],
        }
        if scores
        else None,
        "ncrs": [{"severity": severity, "count": count} for severity, count in summary.ncrs.open.items()],
        "recurring": summary.ncrs.recurring,
        "requests": summary.requests,
        "follow_ups": summary.follow_ups,
        "next_end": summary.next_end,
    }
