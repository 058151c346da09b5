"""Non-conformances for tests."""

from datetime import date
from typing import Any

from app.accounts.models import User
from app.accounts.public import actor_of_user
from app.kernel.mail.outbox import discard_mails
from app.ncr.operations.saving import NcrFields, raise_ncr
from app.ncr.queries.ncrs import NcrContext
from app.ncr.types import NcrSeverity, NcrType


def ncr_fields(relationship_id: int, **changes: Any) -> NcrFields:
    """Return a completed form about the supplier of a relationship, assigned to the whole supplier."""
    fields: dict[str, Any] = {
        "relationship_id": relationship_id,
        "title": "Burrs on bore",
        "description_html": "<p>Found at receiving inspection.</p>",
        "event_date": date(2024, 3, 2),
        "account_name": "Hip stems",
        "type": NcrType.QUALITY,
        "severity": NcrSeverity.MAJOR,
        "job_title": None,
        "job_ref": None,
        "created_by_id": None,
        "reported_by_name": None,
        "assigned_organisation_id": None,
        "assigned_user_id": None,
        "due": None,
        "attachment_ids": (),
    }
    return NcrFields(**(fields | changes))


def make_ncr(raiser: User, relationship_id: int, **changes: Any) -> NcrContext:
    """Create a non-conformance raised by `raiser`."""
    with discard_mails():
        return raise_ncr(actor=actor_of_user(raiser.id), fields=ncr_fields(relationship_id, **changes))


def ncr_json(relationship_id: int, **changes: Any) -> dict[str, Any]:
    """Return a minimal request body with `changes`; saving a change needs the `version` too."""
    return {
        "supplierRelationshipId": relationship_id,
        "title": "Burrs on bore",
        "eventDate": "2024-03-02",
        "accountName": "Hip stems",
        **changes,
    }
