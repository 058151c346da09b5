"""The OpenAPI document, which needs no sign-in."""

import pytest
from sqlalchemy.orm import Session

from app.kernel.http import openapi
from app.kernel.registry import current_registry
from tests.fixtures.client import CheckedClient


def test_unchanged_document_returns_304(client: CheckedClient) -> None:
    first = client.get("/api/openapi.json")
    assert first.json["openapi"] == "3.0.3"
    assert first.headers["Cache-Control"] == "no-cache"
    again = client.get("/api/openapi.json", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert client.get("/api/openapi.json", headers={"If-None-Match": '"other"'}).data == first.data


def test_document_is_built_once(
    client: CheckedClient, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = []
    build = openapi.document
    monkeypatch.setattr(openapi, "document", lambda: built.append(1) or build())
    current_registry().hooks(openapi._DocumentCache).serialized = None
    assert client.get("/api/openapi.json").data == client.get("/api/openapi.json").data
    assert len(built) == 1
