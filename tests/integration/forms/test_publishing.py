"""Publishing and archiving forms (product decisions, Questions and forms)."""

from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from app.accounts.models import User
from app.events.models import EventLog
from app.forms.public import forms_in_use
from tests.factories.accounts import actor_of
from tests.factories.forms import make_draft
from tests.factories.rfx import field, form_document, make_form, send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


def test_published_form_can_be_sent(client: CheckedClient, session: Session, user: User) -> None:
    form = make_draft(user, field("a"), title="Questions")
    response = client.post(f"/api/docForm/{form.id}/publish", json={"version": 2})
    assert response.status_code == 200
    assert (response.json["status"], response.json["isInUse"]) == ("PUBLISHED", True)
    assert response.json["frozenFields"] == [
        {"fid": field("a")["attrs"]["fid"], "options": [], "columns": []}
    ]
    event = session.query(EventLog).filter_by(type="form.published").one()
    assert (event.args["formTitle"], event.args["byUserName"]) == ("Questions", "Ann Editor")
    assert [each.id for each in forms_in_use(actor=actor_of(user), ids=[form.id])] == [form.id]
    again = client.post(f"/api/docForm/{form.id}/publish", json={})
    assert (again.status_code, again.json["code"]) == (409, "published")


def test_previous_revision_stays_in_use_until_publishing(
    client: CheckedClient, session: Session, user: User
) -> None:
    form = make_form(user, field("a"))
    body = {"version": 1, "title": "Next", "doc": form_document(field("a"), field("b"))}
    draft = client.put(f"/api/docForm/{form.id}", json=body).json
    assert [each.id for each in forms_in_use(actor=actor_of(user), ids=[form.id, draft["id"]])] == [form.id]
    assert client.post(f"/api/docForm/{draft['id']}/publish", json={}).status_code == 200
    session.expire_all()
    in_use = forms_in_use(actor=actor_of(user), ids=[form.id, draft["id"]])
    assert [each.id for each in in_use] == [draft["id"]]


def test_rfx_keeps_the_revision_it_was_sent_with(
    client: CheckedClient, user: User, signed_in: SignedIn
) -> None:
    form = make_form(user, field("a"))
    sent = send_rfx(user, forms=[form])
    body = {"version": 1, "title": "Next", "doc": form_document(field("a"), field("b"))}
    draft = client.put(f"/api/docForm/{form.id}", json=body).json
    client.post(f"/api/docForm/{draft['id']}/publish", json={})
    shown = client.get(sent.path).json
    assert [each["id"] for each in shown["docForms"]] == [form.id]
    assert client.put(f"/api/docForm/{form.id}/archived", json={"archived": True}).status_code == 200
    assert client.get(sent.path).json["docForms"] == shown["docForms"]


def test_conditions_are_stored_as_all_or_any_and_circles_through_them_block_publishing(
    client: CheckedClient, user: User
) -> None:
    form = make_draft(user, field("free"))
    path = f"/api/docForm/{form.id}"

    def save(version: int, a: dict[str, object], b: dict[str, object]) -> TestResponse:
        doc = form_document(field("free"), field("a", visibleWhen=a), field("b", visibleWhen=b))
        return client.put(path, json={"version": version, "title": "Conditions", "doc": doc})

    free, answered_b = ({"field": name, "operator": "answered"} for name in ("free", "b"))
    refused = save(2, {"all": [free, {"any": [free, free]}]}, free)
    assert refused.status_code == 422
    assert refused.json["faults"][0]["sentence"] == (
        "Field 'a' has 'all' or 'any' within another one; conditions cannot be nested."
    )
    circular = save(2, {"any": [free, answered_b]}, {"field": "a", "operator": "answered"})
    assert circular.status_code == 200
    blocked = client.post(f"{path}/publish", json={})
    assert blocked.status_code == 422
    assert [fault["sentence"] for fault in blocked.json["faults"]] == [
        "Field 'a' depends on itself: a > b > a."
    ]
    saved = save(circular.json["version"], {"any": [free, answered_b]}, free)
    assert saved.json["doc"]["doc"]["content"][1]["attrs"]["visibleWhen"] == {"any": [free, answered_b]}
    assert client.post(f"{path}/publish", json={}).status_code == 200


def test_unfinished_form_cannot_be_published(client: CheckedClient, user: User) -> None:
    form = make_draft(user, field("a", "SINGLE_CHOICE", label=""))
    response = client.post(f"/api/docForm/{form.id}/publish", json={})
    assert response.status_code == 422
    assert {fault["fid"] for fault in response.json["faults"]} == {field("a")["attrs"]["fid"]}
    assert any("needs a label" in sentence for sentence in response.json["errors"])
    empty = make_draft(user, title="Empty")
    response = client.post(f"/api/docForm/{empty.id}/publish", json={})
    assert (response.status_code, response.json["message"]) == (
        422, "The form is empty. Write something or add a field first.",
    )  # fmt: skip


def test_only_the_loaded_version_is_published(client: CheckedClient, user: User) -> None:
    form = make_draft(user, field("a"))
    response = client.post(f"/api/docForm/{form.id}/publish", json={"version": 1})
    assert (response.status_code, response.json["code"]) == (409, "stale")


def test_archived_form_is_not_listed_sent_or_changed(client: CheckedClient, user: User) -> None:
    form = make_form(user, field("a"), title="Old")
    response = client.put(f"/api/docForm/{form.id}/archived", json={"archived": True})
    assert (response.json["isArchived"], response.json["canEdit"]) == (True, False)
    assert client.get("/api/docForm").json == []
    assert [row["title"] for row in client.get("/api/docForm?archived=true").json] == ["Old"]
    assert forms_in_use(actor=actor_of(user), ids=[form.id]) == []
    body = {"version": 1, "title": "New", "doc": form_document(field("b"))}
    refused = client.put(f"/api/docForm/{form.id}", json=body)
    assert (refused.status_code, refused.json["code"]) == (409, "archived")
    assert (
        client.put(f"/api/docForm/{form.id}/archived", json={"archived": False}).json["isArchived"] is False
    )
    assert client.delete(f"/api/docForm/{form.id}").status_code == 405
