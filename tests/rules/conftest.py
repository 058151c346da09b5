"""What the walks over all calls of the API start from."""

from typing import Any

import pytest
from flask import Flask
from sqlalchemy.orm import Session

from tests.rules.calls import Call, calls_of
from tests.rules.world import make_world


@pytest.fixture
def calls(app: Flask) -> list[Call]:
    return calls_of(app)


@pytest.fixture
def world(session: Session) -> dict[str, Any]:
    """Ids of things that belong to one hidden organisation, by the names that paths, queries and bodies give them."""
    return make_world()
