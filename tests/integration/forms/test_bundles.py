"""/api/docFormBundle: named sets of forms that are sent together."""

from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.forms.public import DocForm, bundle_forms
from app.forms.types import DocFormType
from app.kernel.http.errors import NotFoundError
from tests.factories.accounts import UserFactory, actor_of, colleague_of
from tests.factories.forms import make_bundle, make_draft
from tests.factories.rfx import field, form_document, make_form
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


@pytest.fixture
def user(session: Session) -> User:
    created: User = UserFactory()
    return created


@pytest.fixture
def client(user: User, signed_in: SignedIn) -> CheckedClient:
    return signed_in(user)


def test_bundle_keeps_the_order_of_its_forms(client: CheckedClient, user: User) -> None:
    first, second = make_form(user, field("a"), title="First"), make_form(user, field("a"), title="Second")
    body = {"name": "Onboarding", "description": "For new ones", "docFormIds": [second.id, first.id]}
    created = client.post("/api/docFormBundle", json=body)
    assert created.status_code == 201
    assert (created.json["name"], created.json["description"]) == ("Onboarding", "For new ones")
    assert [form["title"] for form in created.json["docForms"]] == ["Second", "First"]
    assert created.json["isSendable"] is True
    path = f"/api/docFormBundle/{created.json['id']}"
    changed = client.put(path, json={"name": "Welcome", "docFormIds": [first.id, second.id]}).json
    assert (changed["name"], changed["description"]) == ("Welcome", "")
    assert [form["title"] for form in changed["docForms"]] == ["First", "Second"]
    assert client.get(path).json == changed
    assert client.get("/api/docFormBundle").json == [changed]
    assert client.delete(path).status_code == 204
    assert client.get(path).status_code == 404
    assert [row["title"] for row in client.get("/api/docForm").json] == ["First", "Second"]


def test_colleagues_save_of_a_bundle_is_not_overwritten(
    client: CheckedClient, user: User, signed_in: SignedIn
) -> None:
    first, second, third = (
        make_form(user, field("a"), title=title) for title in ("First", "Second", "Third")
    )
    path = f"/api/docFormBundle/{make_bundle(user, first).id}"
    loaded = client.get(path).json["updated"]

    def body(*forms: DocForm, based_on: str = loaded) -> dict[str, Any]:
        return {"name": "A bundle", "docFormIds": [form.id for form in forms], "basedOn": based_on}

    colleague_save = signed_in(colleague_of(user)).put(path, json=body(first, second))
    assert colleague_save.status_code == 200
    refused = client.put(path, json=body(first, third))
    assert (refused.status_code, refused.json["code"]) == (409, "stale")
    assert "Save again to put yours in its place." in refused.json["message"]
    assert client.get(path).json == colleague_save.json
    assert client.put(path, json=body(first, second)).json == colleague_save.json
    now = refused.json["now"]["updated"]
    saved = client.put(path, json=body(first, third, based_on=now)).json
    assert [form["title"] for form in saved["docForms"]] == ["First", "Third"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "name"),
        ({"name": "  "}, "name"),
        ({"name": "x" * 201}, "name"),
        ({"name": "ONBOARDING"}, "name"),
        ({"name": "x", "docFormIds": [987654321]}, "docFormIds"),
        ({"name": "x", "docFormIds": "all"}, "docFormIds"),
        ({"name": "x", "docFormIds": list(range(1, 22))}, "docFormIds"),
        ({"name": "x", "description": "x" * 1_001}, "description"),
    ],
)
def test_invalid_bundle_is_rejected(
    client: CheckedClient, user: User, body: dict[str, Any], field: str
) -> None:
    make_bundle(user, name="Onboarding")
    response = client.post("/api/docFormBundle", json=body)
    assert response.status_code == 422
    assert field in response.json["fields"]


def test_bundle_accepts_own_forms_once_each(client: CheckedClient, user: User) -> None:
    foreign = make_form(UserFactory(), field("a"))
    assert (
        client.post("/api/docFormBundle", json={"name": "x", "docFormIds": [foreign.id]}).status_code == 422
    )
    form = make_form(user, field("a"))
    body = {"version": 1, "title": "Next", "doc": form_document(field("b"))}
    draft = client.put(f"/api/docForm/{form.id}", json=body).json
    twice = client.post("/api/docFormBundle", json={"name": "x", "docFormIds": [form.id, draft["id"]]})
    assert (twice.status_code, twice.json["message"]) == (422, "A form can be in a bundle only once.")


def test_only_forms_in_use_of_a_bundle_are_sent(client: CheckedClient, user: User) -> None:
    form, archived = make_form(user, field("a")), make_form(user, field("a"), title="Archived")
    draft = make_draft(user, field("a"))
    bundle = make_bundle(user, form, draft, archived, name="All")
    client.put(f"/api/docForm/{archived.id}/archived", json={"archived": True})
    sendable = bundle_forms(actor=actor_of(user), bundle_id=bundle.id)
    assert (sendable.name, [each.id for each in sendable.forms]) == ("All", [form.id])
    shown = client.get(f"/api/docFormBundle/{bundle.id}").json
    assert shown["isSendable"] is False
    assert [each["inUseId"] for each in shown["docForms"]] == [form.id, None, archived.id]
    with pytest.raises(NotFoundError):
        bundle_forms(actor=actor_of(UserFactory()), bundle_id=bundle.id)


def test_bundles_are_filtered_by_their_forms(client: CheckedClient, user: User) -> None:
    survey = make_form(user, field("a"), type=DocFormType.INTERNAL_SURVEY)
    rfi = make_form(user, field("a"))
    make_bundle(user, survey, name="Surveys")
    make_bundle(user, survey, rfi, name="Mixed")
    make_bundle(user, make_draft(user), name="Drafts")
    make_bundle(user, name="Empty")
    make_bundle(UserFactory(), name="Theirs")

    def names(**query: Any) -> list[str]:
        return [row["name"] for row in client.get("/api/docFormBundle", query_string=query).json]

    assert names() == ["Drafts", "Empty", "Mixed", "Surveys"]
    assert client.statements <= 8
    assert names(sendable="true") == ["Mixed", "Surveys"]
    assert names(type="INTERNAL_SURVEY", sendable="true") == ["Surveys"]
    assert names(type=["INTERNAL_SURVEY", "RFI"], sendable="true") == ["Mixed", "Surveys"]
    assert names(search="mix") == ["Mixed"]


def test_forms_list_their_bundles(client: CheckedClient, user: User) -> None:
    form = make_form(user, field("a"))
    for n in range(5):
        make_bundle(user, form, name=f"Bundle {n}")
    row = client.get("/api/docForm").json[0]
    assert [bundle["name"] for bundle in row["bundles"]] == [f"Bundle {n}" for n in range(5)]
    assert row["bundles"][0].keys() == {"id", "name", "description"}
    statements_for_one = client.statements
    for _ in range(4):
        make_form(user, field("a"))
    client.get("/api/docForm")
    assert client.statements == statements_for_one <= 8
    assert "html" not in client.get("/api/docForm?i=bundles").json[0]
    assert "bundles" not in client.get("/api/docForm?i=html").json[0]


def test_only_form_managers_change_bundles(user: User, signed_in: SignedIn) -> None:
    viewer = signed_in(colleague_of(user, role_name="Contributor"))
    bundle = make_bundle(user)
    assert viewer.get("/api/docFormBundle").json[0]["name"] == "A bundle"
    assert viewer.post("/api/docFormBundle", json={"name": "x"}).status_code == 403
    assert viewer.delete(f"/api/docFormBundle/{bundle.id}").status_code == 403
