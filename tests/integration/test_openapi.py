"""The OpenAPI document, which needs no sign-in."""

from tests.fixtures.client import CheckedClient


def test_unchanged_document_returns_304(client: CheckedClient) -> None:
    first = client.get("/api/openapi.json")
    assert first.json["openapi"] == "3.0.3"
    assert first.headers["Cache-Control"] == "no-cache"
    again = client.get("/api/openapi.json", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert client.get("/api/openapi.json", headers={"If-None-Match": '"other"'}).data == first.data
