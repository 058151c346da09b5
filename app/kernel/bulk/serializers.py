"""JSON of bulk jobs."""

from collections import Counter

from app.kernel.bulk.actions import Effect
from app.kernel.bulk.models import BulkOutcome
from app.kernel.bulk.operations import ResolvedRequest
from app.kernel.bulk.queries import JobStatus

LISTED = 20
"""Number of rows that a preview names."""
LISTED_REASONS = 5


def serialize_preview(resolved: ResolvedRequest) -> dict[str, object]:
    """Return the preview of a request."""
    unchanged, impossible = resolved.forecasts(Effect.UNCHANGED), resolved.forecasts(Effect.IMPOSSIBLE)
    ids = [target.subject_id for target in resolved.targets]
    return {
        "total": len(resolved.targets),
        "ids": None if None in ids else ids,
        "will_change": len(resolved.targets) - len(unchanged) - len(impossible),
        "unchanged": len(unchanged),
        "unchanged_reasons": _reasons([forecast.reason for _, forecast in unchanged]),
        "cannot_total": len(impossible),
        "cannot_reasons": _reasons([forecast.reason for _, forecast in impossible]),
        "cannot": [
            {"label": target.label, "reason": forecast.reason} for target, forecast in impossible[:LISTED]
        ],
        "mails": resolved.preview.mails,
        "sample_mail": resolved.preview.sample,
    }


def _reasons(reasons: list[str]) -> list[dict[str, object]]:
    return [
        {"reason": reason, "count": count} for reason, count in Counter(reasons).most_common(LISTED_REASONS)
    ]


def serialize_job(status: JobStatus) -> dict[str, object]:
    """Return a job with its progress."""
    job = status.job
    return {
        "id": job.id,
        "kind": job.kind,
        "title": status.title,
        "state": job.state,
        "total": job.total,
        "processed": job.done,
        "to_process": status.to_process,
        "counts": {
            "waiting": status.counts[None],
            **{outcome.lower(): status.counts[outcome] for outcome in BulkOutcome},
        },
        "created": job.created,
        "finished": job.finished,
        "undo_until": job.undo_until,
        "can_undo": status.can_undo,
    }
