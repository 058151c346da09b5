"""A user, a subject that files are attached to, and uploads for the tests of files."""

from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from PIL import Image
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.files.public import FileHooks
from app.kernel.registry import EXTENSION, Registry
from tests.factories.accounts import UserFactory
from tests.fixtures.client import CheckedClient

SUBJECT = "testSubject"


@pytest.fixture
def viewers(app: Flask, monkeypatch: pytest.MonkeyPatch) -> dict[int, set[int]]:
    """Register access to a test subject; return the ids of the users who may see each subject."""
    viewers: dict[int, set[int]] = {}
    registry: Registry = app.extensions[EXTENSION]
    hooks = FileHooks(dict(registry.hooks(FileHooks).checks))
    monkeypatch.setitem(registry.hooks_by_class, FileHooks, hooks)
    hooks.add_access(
        SUBJECT, lambda actor, ids: any(actor.user_id in viewers.get(subject, set()) for subject in ids)
    )
    return viewers


def upload(
    client: CheckedClient, filename: str, content: bytes, kind: str = "MESSAGE", size: int | None = None
) -> Any:
    """Run both steps of an upload; return the last response."""
    started = client.post(
        "/api/attachment/start",
        json={"filename": filename, "size": len(content) if size is None else size, "kind": kind},
    )
    if started.status_code != 201:
        return started
    return client.put(started.json["uploadUrl"], data=content)


def png(size: tuple[int, int] = (300, 200)) -> bytes:
    out = BytesIO()
    Image.new("RGB", size, (10, 100, 90)).save(out, "PNG")
    return out.getvalue()


@pytest.fixture
def ann(session: Session) -> User:
    created: User = UserFactory(name="Ann Lee")
    return created
