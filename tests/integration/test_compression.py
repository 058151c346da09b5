"""Pages and API responses are compressed; stored files are not."""

import re
from collections.abc import Callable

import pytest
from backports import zstd
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from tests.factories.accounts import UserFactory
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

PADDING = re.compile(r'<meta name="padding" content="([^"]*)">')


CODINGS = pytest.mark.parametrize("coding", ["zstd", "br", "gzip"])


def assert_compressed(plain: TestResponse, packed: TestResponse, coding: str) -> None:
    assert packed.headers["Content-Encoding"] == coding
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert len(packed.data) < len(plain.data) / 2
    if coding == "zstd" and plain.is_json:
        assert zstd.decompress(packed.data) == plain.data


@CODINGS
def test_pages_are_compressed_as_the_browser_accepts(
    session: Session, signed_in: SignedIn, coding: str
) -> None:
    client = signed_in(UserFactory())
    assert_compressed(client.get("/home"), client.get("/home", headers={"Accept-Encoding": coding}), coding)


@CODINGS
def test_api_responses_are_compressed_as_the_client_accepts(
    app: Flask, session: Session, coding: str
) -> None:
    client = FlaskClient(app, app.response_class)
    path = "/api/reference/countries"
    assert_compressed(client.get(path), client.get(path, headers={"Accept-Encoding": coding}), coding)


def test_pages_with_a_token_vary_in_length(
    session: Session, signed_in: SignedIn, new_client: Callable[[], CheckedClient]
) -> None:
    client = signed_in(UserFactory())
    lengths = {len(match[1]) if (match := PADDING.search(client.get("/home").text)) else 0 for _ in range(8)}
    assert len(lengths) > 1
    assert not PADDING.search(new_client().get("/login").text)


def test_stored_files_are_not_compressed(client: CheckedClient) -> None:
    with client.get("/static/sample-logo.png", headers={"Accept-Encoding": "zstd, br, gzip"}) as picture:
        assert "Content-Encoding" not in picture.headers
