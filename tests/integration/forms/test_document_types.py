"""The type of document that a file question asks for: own and shipped types, of other organisations, in copies."""

from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.documents.operations.types import remove_type
from app.forms.models import DocForm
from tests.factories.accounts import UserFactory, actor_of
from tests.factories.documents import make_parties, make_requirement, make_type
from tests.factories.forms import make_draft
from tests.factories.rfx import field, form_document, make_form
from tests.fixtures.client import CheckedClient


def put(client: CheckedClient, form: DocForm, document_type: str) -> Any:
    doc = form_document(field("a", "FILE", documentType=document_type))
    return client.put(f"/api/docForm/{form.id}", json={"version": form.version, "title": "A", "doc": doc})


def type_in(doc: Any) -> object:
    return doc["doc"]["content"][0]["attrs"].get("documentType")


def test_own_and_shipped_types_are_stored(client: CheckedClient, user: User) -> None:
    form = make_draft(user, field("a"))
    own = str(make_type(user).id)
    for key in ("ISO9001", own, ""):
        saved = put(client, form, key)
        assert saved.status_code == 200, saved.text
        assert type_in(saved.json["doc"]) == (key or None)


def test_archived_type_stays_in_its_form(client: CheckedClient, user: User, session: Session) -> None:
    document_type = make_type(user)
    document_type.archived = True
    session.flush()
    assert put(client, make_draft(user, field("a")), str(document_type.id)).status_code == 200


@pytest.mark.parametrize("is_asked_for", [False, True], ids=["a stranger's", "a customer's"])
def test_types_of_others_are_refused(client: CheckedClient, user: User, is_asked_for: bool) -> None:
    parties = make_parties(user)
    foreign = make_type(parties.buyer)
    if is_asked_for:
        make_requirement(parties, foreign)
    response = put(client, make_draft(user, field("kept")), str(foreign.id))
    assert response.status_code == 422
    assert response.json["errors"] == [
        "Field 'a' asks for a document type that you don't have. Choose another one."
    ]
    assert response.json["faults"][0]["fid"] == field("a")["attrs"]["fid"]


def test_copy_loses_a_deleted_type_and_keeps_a_shipped_one(client: CheckedClient, user: User) -> None:
    own = make_type(user)
    form = make_form(
        user, field("a", "FILE", documentType=str(own.id)), field("b", "FILE", documentType="REACH")
    )
    remove_type(actor=actor_of(user), type_id=own.id)
    copy = client.post("/api/docForm", json={"copyOf": form.id})
    assert copy.status_code == 201
    fields = [node["attrs"] for node in copy.json["doc"]["doc"]["content"]]
    assert [attrs.get("documentType") for attrs in fields] == [None, "REACH"]


def test_question_of_the_library_takes_own_and_shipped_types_only(client: CheckedClient, user: User) -> None:
    def add(name: str, key: str) -> Any:
        body = {"name": name, "section": "Quality", "html": "<p>Upload it</p>", "type": "FILE"}
        return client.post("/api/question", json=body | {"documentType": key})

    foreign = make_type(UserFactory())
    added = add("first", "ISO9001")
    assert (added.status_code, added.json["documentType"]) == (201, "ISO9001")
    assert add("second", str(make_type(user).id)).status_code == 201
    refused = add("third", str(foreign.id))
    assert refused.status_code == 422
    assert refused.json["fields"] == {
        "question": ["This question asks for a document type that you don't have. Choose another one."]
    }
