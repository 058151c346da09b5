"""The health endpoints for the host."""

from dataclasses import replace

import pytest
from flask import Flask

from tests.fixtures.client import CheckedClient


def test_healthz_needs_no_sign_in(client: CheckedClient) -> None:
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json["status"] == "ok"
    assert client.statements == 0


def test_readyz_checks_every_service(client: CheckedClient) -> None:
    response = client.get("/readyz")
    assert response.status_code == 200, response.text
    assert set(response.json["checks"].values()) == {"ok"}
    assert {"database", "migrations", "redis"} <= set(response.json["checks"])


@pytest.mark.parametrize(("url", "state"), [("", "not used"), ("redis://127.0.0.1:1/0", "away")])
def test_readyz_is_ready_without_redis(
    app: Flask, client: CheckedClient, monkeypatch: pytest.MonkeyPatch, url: str, state: str
) -> None:
    monkeypatch.setitem(app.config, "ASSAY", replace(app.config["ASSAY"], REDIS_URL=url))
    response = client.get("/readyz")
    assert response.status_code == 200, response.text
    assert response.json["status"] == "ok"
    assert response.json["checks"]["redis"] == state
