"""Requests for tests, sent through the API."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.kernel.clock import now
from app.network.types import RelationshipLevel
from app.rfx.models import Rfx
from tests.factories.accounts import UserFactory
from tests.factories.network import relate
from tests.factories.rfx import field, make_form
from tests.fixtures.client import CheckedClient

SEND = "/api/rfxRequest"


def later(**difference: int) -> str:
    """Return a time from now, as the API takes it."""
    moment: datetime = now() + timedelta(**difference)
    return moment.isoformat()


def supplier_of(
    buyer: User, level: RelationshipLevel = RelationshipLevel.APPROVED, **attributes: Any
) -> User:
    """Create the first user of a new supplier of a buyer."""
    user: User = UserFactory(**attributes)
    relate(buyer.organisation_id, user.organisation_id, level)
    return user


def request_json(buyer: User, *suppliers: User, **more: Any) -> dict[str, Any]:
    """Return the body of POST /api/rfxRequest; `recipients` in `more` replaces the suppliers."""
    form_ids = more.pop("docFormIds", None) or [make_form(buyer, field("name", required=True)).id]
    return {
        "type": "RFI",
        "subject": "Pump supplier check",
        "html": "<p>Please answer.</p>",
        "recipients": {"organisationIds": [user.organisation_id for user in suppliers]},
        "docFormIds": form_ids,
    } | more


def post(client: CheckedClient, body: Any, path: str = SEND, **headers: str) -> Any:
    """Send a request, which succeeds, and return the response."""
    response = client.post(path, json=body, headers=headers)
    assert response.status_code in (200, 201), response.text
    return response.json


def rfxs_of(session: Session, request_id: int) -> list[Rfx]:
    """Return the RFxs of a request in the order of sending."""
    return list(session.execute(select(Rfx).where(Rfx.request_id == request_id).order_by(Rfx.id)).scalars())
