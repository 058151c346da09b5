"""POST, GET and PUT /api/docForm: creating and editing forms, concurrent editors, and rejected documents."""

from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.forms.models import DocForm
from app.forms.types import DocFormType
from tests.factories.accounts import OrganisationFactory, UserFactory, colleague_of
from tests.factories.forms import make_draft, make_question
from tests.factories.rfx import field, form_document, heading, make_form
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


def put(
    client: CheckedClient, form: Any, doc: Any, *, version: int | None = None, title: str = "A draft"
) -> Any:
    form_id, own_version = (
        (form["id"], form["version"]) if isinstance(form, dict) else (form.id, form.version)
    )
    body = {"version": own_version if version is None else version, "title": title, "doc": doc}
    return client.put(f"/api/docForm/{form_id}", json=body)


def test_blank_form_is_a_draft_at_revision_0(client: CheckedClient) -> None:
    response = client.post("/api/docForm", json={"title": " New   form ", "type": "RFI"})
    assert response.status_code == 201
    body = response.json
    assert (body["title"], body["type"], body["status"]) == ("New   form", "RFI", "DRAFT")
    assert (body["revision"], body["version"], body["isLatest"], body["isInUse"]) == (0, 1, True, False)
    assert body["doc"] == {"schemaVersion": 1, "doc": {"type": "doc", "content": [{"type": "paragraph"}]}}
    assert body["canEdit"] is True
    assert (body["faults"], body["frozenFields"], body["bundles"], body["thumbnail"]) == ([], [], [], None)
    assert (body["noteId"], isinstance(body["html"], str)) == (None, True)
    assert body["savedBy"]["name"] == "Ann Editor"
    assert client.get(f"/api/docForm/{body['id']}").json == body
    assert client.statements <= 8


@pytest.mark.parametrize(
    ("body", "error_field"),
    [
        ({}, "title"),
        ({"title": "x"}, "type"),
        ({"type": "RFI"}, "title"),
        ({"title": "x", "type": "LETTER"}, "type"),
        ({"title": "x" * 201, "type": "RFI"}, "title"),
        ({"starter": "no-such-starter"}, "starter"),
        ({"starter": "mutual-nda", "copyOf": 1}, "starter"),
        ({"copyOf": "me"}, "copyOf"),
        ({"title": "x", "type": "RFI", "colour": "red"}, "colour"),
    ],
)
def test_invalid_new_form_is_rejected(client: CheckedClient, body: dict[str, Any], error_field: str) -> None:
    response = client.post("/api/docForm", json=body)
    assert response.status_code == 422
    assert error_field in response.json["fields"]


def test_form_can_start_from_a_starter(client: CheckedClient) -> None:
    body = client.post("/api/docForm", json={"starter": "mutual-nda"}).json
    assert (body["type"], body["status"]) == ("NDA", "DRAFT")
    assert "confidential" in body["html"].lower()
    other = client.post(
        "/api/docForm", json={"starter": "mutual-nda", "title": "Ours", "type": "GENERIC"}
    ).json
    assert (other["title"], other["type"]) == ("Ours", "GENERIC")


def test_copy_gets_new_identifiers(client: CheckedClient, user: User) -> None:
    form = make_form(
        user, heading("Company"), field("a"), field("b", visibleWhen={"field": "a", "operator": "answered"})
    )
    body = client.post("/api/docForm", json={"copyOf": form.id}).json
    assert body["title"] == f"Copy of {form.title}"
    assert (body["status"], body["revision"]) == ("DRAFT", 0)
    assert body["seriesId"] != form.series_id
    old, new = form.doc["doc"]["content"], body["doc"]["doc"]["content"]
    assert [each.get("attrs", {}).get("name") for each in old] == [
        each.get("attrs", {}).get("name") for each in new
    ]
    assert old[1]["attrs"]["fid"] != new[1]["attrs"]["fid"]
    foreign = make_form(UserFactory(), field("a"))
    assert client.post("/api/docForm", json={"copyOf": foreign.id}).status_code == 404


def test_only_one_custom_fields_form_can_be_active(client: CheckedClient, user: User) -> None:
    first = client.post("/api/docForm", json={"title": "Ours", "type": "CUSTOM_FIELDS"})
    assert first.status_code == 201
    second = client.post("/api/docForm", json={"title": "Ours too", "type": "CUSTOM_FIELDS"})
    assert second.status_code == 409
    assert "only one" in second.json["message"]
    assert client.put(f"/api/docForm/{first.json['id']}/archived", json={"archived": True}).status_code == 200
    assert client.post("/api/docForm", json={"title": "Ours too", "type": "CUSTOM_FIELDS"}).status_code == 201
    again = client.put(f"/api/docForm/{first.json['id']}/archived", json={"archived": False})
    assert again.status_code == 409


def test_draft_is_saved_in_place(client: CheckedClient, user: User) -> None:
    form = make_draft(user)
    body = put(
        client, form, form_document(heading("Company"), field("a", required=False)), title="Better"
    ).json
    assert (body["id"], body["version"], body["title"]) == (form.id, 2, "Better")
    assert body["doc"]["doc"]["content"][1]["attrs"].keys() == {"fid", "name", "label", "type"}
    assert '<dv-field block="true"' in body["html"]
    unchanged = put(client, body, body["doc"], title="Better").json
    assert (unchanged["version"], unchanged["updated"]) == (2, body["updated"])


def test_repeated_save_returns_the_same_response(client: CheckedClient, user: User) -> None:
    form = make_draft(user)
    document = form_document(field("a"))
    first = put(client, form, document, version=1)
    assert put(client, form, document, version=1).json == first.json


def test_unfinished_draft_is_saved_with_its_problems(client: CheckedClient, user: User) -> None:
    form = make_draft(user)
    without_options = field("a", "SINGLE_CHOICE")
    cycle = [
        field("b", visibleWhen={"field": "c", "operator": "answered"}),
        field("c", visibleWhen={"field": "b", "operator": "answered"}),
    ]
    response = put(client, form, form_document(without_options, *cycle))
    assert response.status_code == 200
    faults = response.json["faults"]
    assert {fault["severity"] for fault in faults} == {"UNFINISHED"}
    assert any(
        fault["fid"] == without_options["attrs"]["fid"] and "options" in fault["sentence"] for fault in faults
    )
    assert any("depends on itself: b > c > b" in fault["sentence"] for fault in faults)


def document_with_fields(count: int) -> dict[str, Any]:
    return form_document(*(field(f"f{n}", fid=f"fid-{n:08}") for n in range(count)))


def nested_document(levels: int) -> dict[str, Any]:
    node: dict[str, Any] = {"type": "paragraph"}
    for _ in range(levels):
        node = {"type": "blockquote", "content": [node]}
    return form_document(node)


@pytest.mark.parametrize(
    ("doc", "words"),
    [
        ("<p>html</p>", "object with schemaVersion and doc"),
        (None, "doc"),
        ([], "object with schemaVersion and doc"),
        ({"schemaVersion": 2, "doc": {"type": "doc"}}, "schemaVersion"),
        ({"schemaVersion": 1, "doc": {"type": "paragraph"}}, "node of type 'doc'"),
        (form_document({"type": "script"}), "script"),
        (form_document({"type": "paragraph", "onclick": "x"}), "onclick"),
        (form_document({"type": "paragraph", "attrs": {"style": "x"}}), "style"),
        (form_document({**field("a"), "attrs": {**field("a")["attrs"], "html": "x"}}), "unknown attribute 'html'"),
        (form_document({"type": "paragraph", "content": [{"type": "text", "text": "x", "marks": [
            {"type": "link", "attrs": {"href": "javascript:alert(1)"}}]}]}), "link may lead only"),
        (form_document(field("__own")), "reserved"),
        (form_document(field("a b")), "letters, digits and underscores"),
        (form_document(field("")), "needs a name"),
        (form_document(field("a"), field("a", fid="fid-other-one")), "Two fields have the name 'a'"),
        (form_document(field("a"), field("b", fid=field("a")["attrs"]["fid"])), "Two fields have the fid"),
        (form_document(field("a", "PASSWORD")), "unknown type"),
        (form_document(field("a", label="x" * 2_001)), "more than 2,000 characters"),
        (form_document({"type": "image", "attrs": {"attachmentId": "1"}}), "names no attachment"),
        (form_document({"type": "image", "attrs": {"attachmentId": 987654321}}), "no longer there"),
        (form_document(field("a", questionId=987654321)), "not in your library"),
        (form_document(field("a", "FILE", documentType="ISO9002")), "document type that you don't have"),
        (form_document(field("a", "FILE", documentType="987654321")), "document type that you don't have"),
        (form_document(field("a", "FILE", documentType="9" * 40)), "document type that you don't have"),
        (form_document(field("a", "FILE", documentType="a b")), "neither a code nor an id"),
        (form_document(field("a", "FILE", documentType=7)), "documentType as something other than a text"),
        (nested_document(40), "nests"),
        (document_with_fields(5_000), "at most 2,000 fields"),
    ],
)  # fmt: skip
def test_forged_document_is_rejected_with_a_sentence(
    client: CheckedClient, session: Session, user: User, doc: Any, words: str
) -> None:
    form = make_draft(user, field("kept"))
    response = put(client, form, doc)
    assert response.status_code == 422
    assert any(words in sentence for sentence in response.json["errors"]), response.json["errors"][:3]
    stored = session.get_one(DocForm, form.id)
    assert (stored.version, stored.doc["doc"]["content"][0]["attrs"]["name"]) == (2, "kept")


def test_endlessly_nested_json_is_rejected(client: CheckedClient, user: User) -> None:
    form = make_draft(user)
    body = '{"version": 1, "title": "x", "doc": ' + "[" * 50_000 + "]" * 50_000 + "}"
    response = client.put(f"/api/docForm/{form.id}", data=body, content_type="application/json")
    assert response.status_code == 422


def test_rejection_names_the_field(client: CheckedClient, user: User) -> None:
    form = make_draft(user)
    faults = put(client, form, form_document(field("__a"), field("b"))).json["faults"]
    assert faults == [
        {
            "fid": field("__a")["attrs"]["fid"],
            "sentence": "The name '__a' is reserved: names may not start with two underscores.",
            "severity": "REFUSED",
        }
    ]


def test_outdated_save_overwrites_nothing(
    client: CheckedClient, session: Session, user: User, signed_in: SignedIn
) -> None:
    form = make_draft(user)
    colleague = signed_in(colleague_of(user, name="Ben Colleague"))
    assert put(colleague, form, form_document(field("theirs")), version=1).status_code == 200
    response = put(client, form, form_document(field("mine")), version=1)
    assert response.status_code == 409
    body = response.json
    assert (body["code"], body["docFormId"], body["version"]) == ("stale", form.id, 2)
    assert body["savedBy"]["name"] == "Ben Colleague"
    assert "Ben Colleague has saved this form" in body["message"]
    assert session.get_one(DocForm, form.id).doc["doc"]["content"][0]["attrs"]["name"] == "theirs"
    assert put(client, form, form_document(field("mine")), version=7).status_code == 409


def test_editing_a_published_form_creates_the_next_draft(
    client: CheckedClient, session: Session, user: User, signed_in: SignedIn
) -> None:
    form = make_form(user, field("a"))
    same = put(client, form, form.doc, title=form.title).json
    assert (same["id"], same["status"]) == (form.id, "PUBLISHED")
    assert [frozen["fid"] for frozen in same["frozenFields"]] == [field("a")["attrs"]["fid"]]
    draft = put(client, form, form_document(field("a"), field("b"))).json
    assert draft["id"] != form.id
    assert (draft["status"], draft["revision"], draft["version"], draft["isInUse"]) == ("DRAFT", 1, 1, False)
    assert draft["seriesId"] == form.series_id
    assert [(r["revision"], r["status"], r["isInUse"]) for r in draft["revisions"]] == [
        (1, "DRAFT", False), (0, "PUBLISHED", True),
    ]  # fmt: skip
    published = client.get(f"/api/docForm/{form.id}").json
    assert (published["isInUse"], published["isLatest"], published["canEdit"]) == (True, False, False)
    colleague = signed_in(colleague_of(user))
    late = put(colleague, form, form_document(field("c")))
    assert (late.status_code, late.json["docFormId"], late.json["version"]) == (409, draft["id"], 1)
    drafts = session.query(DocForm).filter_by(series_id=form.series_id, status="DRAFT").count()
    assert drafts == 1


def test_forms_of_other_organisations_are_not_found(client: CheckedClient) -> None:
    form = make_form(UserFactory(in_organisation=OrganisationFactory()), field("a"))
    missing = client.get("/api/docForm/987654321")
    assert client.get(f"/api/docForm/{form.id}").json == missing.json
    assert put(client, form, form_document(field("a"))).json == missing.json
    assert client.post(f"/api/docForm/{form.id}/publish", json={}).json == missing.json
    assert client.put(f"/api/docForm/{form.id}/archived", json={"archived": True}).json == missing.json


def test_only_form_managers_change_forms(user: User, signed_in: SignedIn) -> None:
    form = make_draft(user)
    viewer = signed_in(colleague_of(user, role_name="Contributor"))
    body = viewer.get(f"/api/docForm/{form.id}").json
    assert body["canEdit"] is False
    assert put(viewer, form, form_document(field("a"))).status_code == 403
    assert viewer.post("/api/docForm", json={"title": "x", "type": "RFI"}).status_code == 403
    assert viewer.post(f"/api/docForm/{form.id}/publish", json={}).status_code == 403


def test_only_own_library_questions_can_be_referenced(client: CheckedClient, user: User) -> None:
    own = make_question(user)
    foreign = make_question(UserFactory())
    form = make_draft(user, type=DocFormType.RFI)
    assert put(client, form, form_document(field("a", questionId=own.id))).status_code == 200
    response = put(client, form, form_document(field("a", questionId=foreign.id)), version=2)
    assert response.status_code == 422
