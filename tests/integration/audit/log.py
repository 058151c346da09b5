"""Entries of the audit log, from the database and over the API."""

import json
from typing import Any

from sqlalchemy.orm import Session

from app.audit.models import AuditEntry
from tests.fixtures.client import CheckedClient


def entries_of(session: Session, organisation_id: int, **values: object) -> list[AuditEntry]:
    session.flush()
    rows = session.query(AuditEntry).filter_by(organisation_id=organisation_id, **values)
    return rows.order_by(AuditEntry.id).all()


def ids_by_cursor(client: CheckedClient, **filters: object) -> list[int]:
    """Read the pages of the log one after the other and return the ids of all rows."""
    ids: list[int] = []
    cursor = None
    while cursor is not None or not ids:
        response = client.get("/api/auditEntry", query_string={**filters, "cursor": cursor})
        ids += [row["id"] for row in response.json]
        cursor = json.loads(response.headers["X-Pagination"])["nextCursor"]
    return ids


def listed(client: CheckedClient, **filters: object) -> list[dict[str, Any]]:
    response = client.get("/api/auditEntry", query_string=filters)
    assert response.status_code == 200, response.text
    rows: list[dict[str, Any]] = response.json
    # The fixtures sign users in.
    return [row for row in rows if row["type"] != "user.login"]
