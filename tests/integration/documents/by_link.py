"""Requests for documents to a person without an account, and the details that the person sends."""

from collections.abc import Callable
from typing import Any

from tests.factories.documents import (
    Parties,
    in_days,
    shipped,
)
from tests.fixtures.client import CheckedClient

OpenLink = Callable[[str], CheckedClient]
Links = Callable[..., list[str]]
PERSON = {"name": "Ida Berg", "email": "ida@works.example"}
ASK = "/api/documentRequirement/request"


def ask(client: CheckedClient, parties: Parties, *codes: str, **changes: Any) -> Any:
    body = {
        "relationshipIds": [parties.relationship.id],
        "typeIds": [shipped(code).id for code in codes or ("ISO9001",)],
        **PERSON,
    }
    return client.post(ASK, json=body | changes)


def details(attachment_id: int, **changes: Any) -> dict[str, Any]:
    return {
        "attachmentId": attachment_id,
        "number": "Q-77",
        "issuer": "TUEV Nord",
        "issuedOn": in_days(-30).isoformat(),
        "validUntil": in_days(400).isoformat(),
    } | changes
