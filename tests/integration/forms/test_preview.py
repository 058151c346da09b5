"""/api/user/preview: what a user fills in to try a form (specification section 7)."""

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
    made: User = UserFactory()
    return made


@pytest.fixture
def client(user: User, signed_in: SignedIn) -> CheckedClient:
    return signed_in(user)


@pytest.fixture
def form(user: User) -> DocForm:
    return make_form(user, field("a"), field("born", "DATE"), field("papers", "FILE"), field("yes", "YESNO"))


def put(client: CheckedClient, form: DocForm, **values: Any) -> Any:
    return client.put("/api/user/preview", json={"docFormId": form.id, "values": values})


def get(client: CheckedClient, form_id: int) -> Any:
    return client.get("/api/user/preview", query_string={"docFormId": form_id}).json


def test_values_are_kept_for_each_user(
    client: CheckedClient, user: User, form: DocForm, signed_in: SignedIn
) -> None:
    assert get(client, form.id) == {"docFormId": form.id, "values": {}, "updated": None}
    saved = put(client, form, a="  one ", born="28/02/2027", yes=False, __mode="form")
    assert saved.status_code == 200
    assert saved.json["values"] == {"a": "  one ", "born": "2027-02-28", "yes": False, "__mode": "form"}
    assert get(client, form.id) == saved.json
    colleague = signed_in(colleague_of(user))
    assert get(colleague, form.id)["values"] == {}
    put(colleague, form, a="two")
    assert get(client, form.id)["values"]["a"] == "  one "
    assert put(client, form).json["values"] == {}
    assert get(client, form.id)["values"] == {}


def test_the_files_are_lists_with_their_names(
    client: CheckedClient, user: User, form: DocForm, signed_in: SignedIn
) -> None:
    file = store_bytes(
        organisation_id=user.organisation_id, user_id=user.id, filename="iso.pdf", content=b"%PDF-1.7 x",
        kind=AttachmentKind.RFXANSWER,
    )  # fmt: skip
    given = {"attachmentId": file.id, "filename": "other.exe", "size": 1, "contentType": "text/plain"}
    saved = put(client, form, papers=[given]).json
    assert saved["values"]["papers"][0]["filename"] == "iso.pdf"
    assert saved["values"]["papers"][0]["contentType"] == "application/pdf"
    assert client.get(f"/api/attachment/{file.id}").status_code == 200
    assert signed_in(colleague_of(user)).get(f"/api/attachment/{file.id}").status_code == 404
    gone = put(client, form, papers=[given | {"attachmentId": 987654321}])
    assert (gone.status_code, list(gone.json["fields"])) == (422, ["values.papers"])
    assert get(client, form.id)["values"]["papers"][0]["filename"] == "iso.pdf"


@pytest.mark.parametrize(
    ("values", "at"),
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
def test_what_no_answer_could_be_is_refused(
    client: CheckedClient, form: DocForm, values: dict[str, Any], at: str
) -> None:
    answer = put(client, form, **values)
    assert answer.status_code == 422
    assert at in answer.json["fields"]


def test_values_follow_the_form_as_it_is_edited(client: CheckedClient, form: DocForm) -> None:
    put(client, form, a="kept", born="2027-02-28", __mode="form")
    document = form_document(field("a"), field("papers", "FILE"))
    draft = client.put(f"/api/docForm/{form.id}", json={"version": 1, "title": "Next", "doc": document}).json
    assert get(client, draft["id"])["values"] == {"a": "kept", "__mode": "form"}


def test_a_form_of_others_has_no_preview(client: CheckedClient) -> None:
    foreign = make_form(UserFactory(), field("a"))
    assert put(client, foreign, a="x").status_code == 404
    assert client.get("/api/user/preview", query_string={"docFormId": foreign.id}).status_code == 404
    assert client.get("/api/user/preview").status_code == 422
