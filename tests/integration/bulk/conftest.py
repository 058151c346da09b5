"""Fixture `tag_actions` registers the actions of tests/factories/bulk.py for one test."""

import pytest
from flask import Flask

from app.kernel.registry import EXTENSION
from tests.factories.bulk import CREATE_ACTION, PREFIX_ACTION


@pytest.fixture(autouse=True)
def tag_actions(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    actions = app.extensions[EXTENSION].bulk_actions
    for action in (PREFIX_ACTION, CREATE_ACTION):
        monkeypatch.setitem(actions, action.kind, action)
