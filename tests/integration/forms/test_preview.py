"""/api/user/preview: the values that a user enters to try a form (specification section 7)."""

from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.files.public import AttachmentKind, store_bytes
from app.forms.models import DocForm
from tests.factories.accounts import UserFactory, colleague_of
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


@pytest.fixture
def form(user: User) -> DocForm:
    return make_form(user, field("a"), field("born", "DATE"), field("papers", "FILE"), field("yes", "YESNO"))


def save_preview(client: CheckedClient, form: DocForm, **values: Any) -> Any:
    return client.put("/api/user/preview", json={"docFormId": form.id, "values": values})


def load_preview(client: CheckedClient, form_id: int) -> Any:
    return client.get("/api/user/preview", query_string={"docFormId": form_id}).json


def test_values_are_stored_per_user(
    client: CheckedClient, user: User, form: DocForm, signed_in: SignedIn
) -> None:
    assert load_preview(client, form.id) == {"docFormId": form.id, "values": {}, "updated": None}
    saved = save_preview(client, form, a="  one ", born="28/02/2027", yes=False, __mode="form")
    assert saved.status_code == 200
    assert saved.json["values"] == {"a": "  one ", "born": "2027-02-28", "yes": False, "__mode": "form"}
    assert load_preview(client, form.id) == saved.json
    colleague = signed_in(colleague_of(user))
    assert load_preview(colleague, form.id)["values"] == {}
    save_preview(colleague, form, a="two")
    assert load_preview(client, form.id)["values"]["a"] == "  one "
    assert save_preview(client, form).json["values"] == {}
    assert load_preview(client, form.id)["values"] == {}


def test_file_values_get_their_stored_metadata(
    client: CheckedClient, user: User, form: DocForm, signed_in: SignedIn
) -> None:
    file = store_bytes(
        organisation_id=user.organisation_id, user_id=user.id, filename="iso.pdf", content=b"%PDF-1.7 x",
        kind=AttachmentKind.RFXANSWER,
    )  # fmt: skip
    forged = {"attachmentId": file.id, "filename": "other.exe", "size": 1, "contentType": "text/plain"}
    saved = save_preview(client, form, papers=[forged]).json
    assert saved["values"]["papers"][0]["filename"] == "iso.pdf"
    assert saved["values"]["papers"][0]["contentType"] == "application/pdf"
    assert client.get(f"/api/attachment/{file.id}").status_code == 200
    assert signed_in(colleague_of(user)).get(f"/api/attachment/{file.id}").status_code == 404
    missing = save_preview(client, form, papers=[forged | {"attachmentId": 987654321}])
    assert (missing.status_code, list(missing.json["fields"])) == (422, ["values.papers"])
    assert load_preview(client, form.id)["values"]["papers"][0]["filename"] == "iso.pdf"


@pytest.mark.parametrize(
    ("values", "error_field"),
    [
        ({"nothing": 1}, "values.nothing"),
        ({"a": 5}, "values.a"),
        ({"a": "x" * 2_001}, "values.a"),
        ({"yes": "yes"}, "values.yes"),
        ({"papers": [{"filename": "x"}]}, "values.papers"),
        ({"__big": "x" * 2_001}, "values.__big"),
        ({"__deep": {"a": 1}}, "values.__deep"),
        ({f"f{n}": "x" for n in range(2_001)}, "values"),
    ],
)
def test_invalid_values_are_rejected(
    client: CheckedClient, form: DocForm, values: dict[str, Any], error_field: str
) -> None:
    response = save_preview(client, form, **values)
    assert response.status_code == 422
    assert error_field in response.json["fields"]


def test_values_follow_the_edited_form(client: CheckedClient, form: DocForm) -> None:
    save_preview(client, form, a="kept", born="2027-02-28", __mode="form")
    document = form_document(field("a"), field("papers", "FILE"))
    draft = client.put(f"/api/docForm/{form.id}", json={"version": 1, "title": "Next", "doc": document}).json
    assert load_preview(client, draft["id"])["values"] == {"a": "kept", "__mode": "form"}


def test_preview_of_a_foreign_form_is_not_found(client: CheckedClient) -> None:
    foreign = make_form(UserFactory(), field("a"))
    assert save_preview(client, foreign, a="x").status_code == 404
    assert client.get("/api/user/preview", query_string={"docFormId": foreign.id}).status_code == 404
    assert client.get("/api/user/preview").status_code == 422
