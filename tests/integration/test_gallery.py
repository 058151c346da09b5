"""The gallery of the design system: a page in development and tests, absent in production."""

from pathlib import Path

from flask import Flask

from app.factory import create_app
from tests.fixtures.application import settings_for_tests
from tests.fixtures.client import CheckedClient


def test_the_gallery_needs_no_sign_in(client: CheckedClient) -> None:
    response = client.get("/gallery")
    assert response.status_code == 200
    assert "Fields and inputs" in response.get_data(as_text=True)


def test_the_gallery_is_not_a_route_in_production(app: Flask, database_url: str, tmp_path: Path) -> None:
    production = create_app(
        settings_for_tests(
            DATABASE_URL=database_url,
            STORAGE_URL=str(tmp_path),
            ENVIRONMENT="production",
            BASE_URL="https://assay.example",
        )
    )
    assert production.test_client().get("/gallery", base_url="https://assay.example").status_code == 404
    assert "/gallery" in {str(rule) for rule in app.url_map.iter_rules()}
