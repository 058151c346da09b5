"""The addresses that a host asks."""

from tests.fixtures.client import CheckedClient


def test_healthz_needs_no_sign_in(client: CheckedClient) -> None:
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json["status"] == "ok"
    assert client.statements == 0


def test_readyz_looks_at_every_part(client: CheckedClient) -> None:
    response = client.get("/readyz")
    assert response.status_code == 200, response.text
    assert set(response.json["checks"].values()) == {"ok"}
    assert {"database", "migrations", "redis"} <= set(response.json["checks"])
