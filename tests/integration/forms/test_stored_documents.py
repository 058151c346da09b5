"""A valid document comes back unchanged after saving, and after saving it again."""

from typing import Any

from hypothesis import HealthCheck, given, settings
from sqlalchemy.orm import Session

from app.forms.document.normalise import normalise
from app.forms.document.walk import walk
from tests.factories.accounts import UserFactory
from tests.factories.forms import make_draft
from tests.fixtures.people import SignedIn
from tests.unit.forms.documents import documents


def test_stored_documents_stay_unchanged(session: Session, signed_in: SignedIn) -> None:
    user = UserFactory()
    client, form = signed_in(user), make_draft(user)
    path = f"/api/docForm/{form.id}"

    @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
    @given(documents())
    def check(payload: dict[str, Any]) -> None:
        plain = {**payload, "doc": _without_foreign(payload["doc"])}
        version = client.get(path).json["version"]
        saved = client.put(path, json={"version": version, "title": "Any", "doc": plain})
        assert saved.status_code == 200, saved.json
        stored = client.get(path).json["doc"]
        assert stored == normalise(plain)
        assert [p.field for p in walk(stored)] == [p.field for p in walk(normalise(plain))]
        again = client.put(path, json={"version": saved.json["version"], "title": "Any", "doc": stored})
        assert (again.json["version"], again.json["doc"]) == (saved.json["version"], stored)

    check()


def _without_foreign(node: dict[str, Any]) -> dict[str, Any]:
    """Remove references to database rows (questions and pictures) from a document."""
    result = dict(node)
    if "attrs" in node:
        result["attrs"] = {
            name: value for name, value in (node["attrs"] or {}).items() if name != "questionId"
        }
    if "content" in node:
        children = [_without_foreign(child) for child in node["content"] if child["type"] != "image"]
        result["content"] = children or [{"type": "paragraph"}]
    return result
