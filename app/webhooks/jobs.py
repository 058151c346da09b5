"""The background jobs of webhooks."""

from datetime import datetime

from app.webhooks.operations import deleting, recording


def catch_up(endpoint_id: int, since: str) -> None:
    """Write the deliveries of events since a change of an endpoint that other processes did not write."""
    recording.catch_up(endpoint_id=endpoint_id, since=datetime.fromisoformat(since))


def delete_old() -> None:
    """Delete old deliveries and removed endpoints."""
    deleting.delete_old_deliveries()


def redact_names(user_id: int) -> None:
    """Replace the name of an erased user in the bodies of deliveries."""
    deleting.redact_names(user_id=user_id)
