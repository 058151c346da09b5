"""The API's description, which anybody may ask for."""

from tests.fixtures.client import CheckedClient


def test_a_client_that_has_the_document_does_not_load_it_again(client: CheckedClient) -> None:
    first = client.get("/api/openapi.json")
    assert first.json["openapi"] == "3.0.3"
    assert first.headers["Cache-Control"] == "no-cache"
    again = client.get("/api/openapi.json", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert client.get("/api/openapi.json", headers={"If-None-Match": '"other"'}).data == first.data
