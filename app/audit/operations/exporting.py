"""Recording exports of the audit log."""

from app.events.public import record_unlisted
from app.kernel.http.auth import Actor


def record_export(*, actor: Actor) -> None:
    """Record that the actor requested a file of the audit log."""
    record_unlisted("audit.exported", actor=actor, organisation_id=actor.organisation_id)
