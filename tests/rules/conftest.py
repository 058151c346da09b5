"""Fixtures of the tests that try every endpoint of the API."""

from typing import Any

import pytest
from flask import Flask
from sqlalchemy.orm import Session

from tests.rules.endpoints import Endpoint, endpoints_of
from tests.rules.world import make_world


@pytest.fixture
def endpoints(app: Flask) -> list[Endpoint]:
    return endpoints_of(app)


@pytest.fixture
def world(session: Session) -> dict[str, Any]:
    """Return ids of one hidden organisation's rows, by their names in paths, queries and bodies."""
    return make_world()
