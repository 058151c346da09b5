"""Concurrent editors of one form, each on its own connection: nothing is overwritten, one draft is created."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from flask import Flask

from app.extensions import db
from app.forms.models import DocForm
from app.kernel.db.session import commit
from tests.factories.accounts import UserFactory, colleague_of, token_of
from tests.factories.rfx import field, form_document, make_form

EDITORS = 12


def save_concurrently(app: Flask, tokens: list[str], path: str, version: int) -> list[Any]:
    """Save a different document per token, all based on the same version and at the same moment."""
    barrier = Barrier(len(tokens))

    def save(number: int) -> Any:
        client = app.test_client()
        client.token = tokens[number]
        body = {"version": version, "title": "Ours", "doc": form_document(field("a"), field(f"of_{number}"))}
        barrier.wait()
        return client.put(path, json=body)

    with ThreadPoolExecutor(len(tokens)) as pool:
        return list(pool.map(save, range(len(tokens))))


def test_concurrent_saves_keep_exactly_one(committed_app: Flask) -> None:
    with committed_app.app_context():
        user = UserFactory()
        form = make_form(user, field("a"))
        path, series_id = f"/api/docForm/{form.id}", form.series_id
        tokens = [token_of(user), *(token_of(colleague_of(user)) for _ in range(EDITORS - 1))]
        db.session.flush()
        commit()
    responses = save_concurrently(committed_app, tokens, path, 1)
    codes = sorted(response.status_code for response in responses)
    assert codes == [200] + [409] * (EDITORS - 1)
    draft = next(response.json for response in responses if response.status_code == 200)
    assert {response.json["docFormId"] for response in responses if response.status_code == 409} == {
        draft["id"]
    }
    again = save_concurrently(committed_app, tokens, f"/api/docForm/{draft['id']}", 1)
    assert sorted(response.status_code for response in again).count(200) in {1, 2}
    with committed_app.app_context():
        revisions = db.session.query(DocForm).filter_by(series_id=series_id).order_by(DocForm.revision).all()
        assert [(each.revision, each.status, each.is_latest) for each in revisions] == [
            (0, "PUBLISHED", False), (1, "DRAFT", True),
        ]  # fmt: skip
        assert revisions[1].version == 2
