"""/api/question: the library of standard and own questions (specification sections 3 and 7, RfxQuestion)."""

from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.forms.models import RfxQuestion
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.forms import make_question
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

QUESTION: dict[str, Any] = {
    "name": "iso_9001",
    "section": "Quality",
    "html": "<p>Are you certified to <strong>ISO 9001</strong>?</p>",
    "type": "SINGLE_CHOICE",
    "hint": "The current certificate counts",
    "required": True,
    "options": [{"value": "y", "label": "Yes"}, {"value": "n", "label": "No"}],
    "scoring": [{"operator": "equals", "operand": "y", "points": 10}],
    "weight": 2,
    "showInSummary": True,
}


@pytest.fixture
def user(session: Session) -> User:
    created: User = UserFactory()
    return created


@pytest.fixture
def client(user: User, signed_in: SignedIn) -> CheckedClient:
    return signed_in(user)


def names(client: CheckedClient, **query: Any) -> list[str]:
    rows = client.get("/api/question", query_string={"isGlobal": "false", **query}).json
    return [row["name"] for row in rows]


def test_question_is_created_and_read(client: CheckedClient) -> None:
    created = client.post("/api/question", json=QUESTION)
    assert created.status_code == 201
    body = created.json
    assert body["label"] == "Are you certified to ISO 9001?"
    assert (body["valueType"], body["isGlobal"], body["canEdit"]) == ("string", False, True)
    assert (body["showInSummary"], body["isRelationshipField"], body["prefix"]) == (True, False, "")
    assert body["scoring"][0]["points"] == 10
    assert body["field"] == {
        "name": "iso_9001", "type": "SINGLE_CHOICE", "label": "Are you certified to ISO 9001?",
        "hint": "The current certificate counts", "required": True, "options": QUESTION["options"], "weight": 2.0,
        "scoring": [{"operator": "equals", "operand": "y", "points": 10.0}], "showInSummary": True,
        "topic": "Quality", "questionId": body["id"],
    }  # fmt: skip
    path = f"/api/question/{body['id']}"
    assert client.get(path).json == body
    assert "field" not in client.get(f"{path}?i=scoring").json
    assert "scoring" not in client.get(f"{path}?i=field").json
    assert client.get(f"{path}?i=colour").status_code == 422


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"name": ""}, "required"),
        ({"name": "a b"}, "letters, digits and underscores"),
        ({"name": "__a"}, "reserved"),
        ({"name": "TAKEN"}, "already"),
        ({"html": " <p> </p>"}, "Write the question"),
        ({"html": "x" * 2_001}, "more than 2,000 characters"),
        ({"type": "PASSWORD"}, "must be one of"),
        ({"options": []}, "needs options"),
        ({"options": [{"value": "y"}]}, "required"),
        ({"scoring": [{"operator": "equals", "operand": "maybe", "points": 1}]}, "not among the options"),
        ({"scoring": [{"operator": "like", "points": 1}]}, "must be one of"),
        ({"weight": -1}, "weight"),
        ({"type": "TEXT", "pattern": "("}, "pattern"),
        ({"type": "NUMBER", "min": "5", "max": "1"}, "above its highest"),
        ({"visibleWhen": {"field": "a"}}, "this field does not exist"),
        ({"section": "x" * 201}, "at most 200"),
    ],
)
def test_invalid_question_is_rejected(
    client: CheckedClient, user: User, change: dict[str, Any], words: str
) -> None:
    make_question(user, "taken")
    response = client.post("/api/question", json=QUESTION | change)
    assert response.status_code == 422
    assert any(words in sentence for sentence in response.json["errors"]), response.json["errors"]


def test_question_is_changed_archived_and_restored(client: CheckedClient, user: User) -> None:
    question = make_question(user)
    path = f"/api/question/{question.id}"
    changed = client.put(path, json=QUESTION).json
    assert (changed["name"], changed["type"]) == ("iso_9001", "SINGLE_CHOICE")
    assert client.delete(path).status_code == 204
    assert names(client) == []
    assert names(client, archived="true") == ["iso_9001"]
    assert client.get(path).json["isArchived"] is True
    archived = client.put(path, json=QUESTION)
    assert (archived.status_code, archived.json["message"]) == (
        409,
        "This question is archived. Restore it first.",
    )
    make_question(user, "iso_9001")
    refused = client.put(f"{path}/archived", json={"archived": False})
    assert refused.status_code == 422
    assert client.post("/api/question", json=QUESTION).status_code == 422


def test_colleagues_save_of_a_question_is_not_overwritten(
    client: CheckedClient, user: User, signed_in: SignedIn
) -> None:
    question = make_question(user)
    path = f"/api/question/{question.id}"
    loaded = client.get(path).json["updated"]
    colleague_save = signed_in(colleague_of(user)).put(path, json=QUESTION | {"basedOn": loaded})
    assert colleague_save.status_code == 200
    own_version = QUESTION | {"hint": "Mine", "basedOn": loaded}
    refused = client.put(path, json=own_version)
    assert (refused.status_code, refused.json["code"]) == (409, "stale")
    assert "Save again to put yours in its place." in refused.json["message"]
    assert refused.json["now"] == {"updated": colleague_save.json["updated"]}
    assert client.get(path).json == colleague_save.json
    assert client.put(path, json=QUESTION | {"basedOn": loaded}).json == colleague_save.json
    saved = client.put(path, json=own_version | {"basedOn": refused.json["now"]["updated"]})
    assert (saved.status_code, saved.json["hint"]) == (200, "Mine")


def test_library_shows_ten_questions_by_topic(client: CheckedClient, user: User) -> None:
    for n in range(12):
        make_question(user, f"q_{n:02}", section="Later" if n < 6 else "Earlier")
    response = client.get("/api/question?isGlobal=false")
    assert [row["name"] for row in response.json] == [f"q_{n:02}" for n in (6, 7, 8, 9, 10, 11, 0, 1, 2, 3)]
    assert '"total": 12' in response.headers["X-Pagination"]
    assert client.statements <= 8


def test_library_is_sorted_by_each_column(client: CheckedClient, user: User) -> None:
    for name, section, label in (
        ("beta", "Zoo", "Which?"),
        ("gamma", "Arts", "How?"),
        ("alpha", "Zoo", "Any?"),
    ):
        make_question(user, name, section=section, html=f"<p>{label}</p>")
    for sort, expected in (
        ("topic", ["gamma", "alpha", "beta"]),
        ("name", ["alpha", "beta", "gamma"]),
        ("question", ["alpha", "gamma", "beta"]),
    ):
        assert names(client, sort=sort) == expected
        assert names(client, sort=f"-{sort}") == expected[::-1]
    assert client.get("/api/question?sort=colour").status_code == 422
    make_question(user, "delta", section="", html="<p>Who?</p>")
    for sort in ("topic", "-topic"):
        assert names(client, sort=sort)[-1] == "delta"
    page = client.get("/question?isGlobal=false&sort=-name").text
    assert page.index("gamma") < page.index("beta") < page.index("alpha")


def test_each_filter_narrows_the_library(client: CheckedClient, session: Session, user: User) -> None:
    admin = UserFactory(is_admin=True)
    make_question(admin, "standard_zebra", section="Zoo", html="<p>Any zebras?</p>", is_global=True)
    make_question(user, "own_zebra", section="Company", html="<p>Its name?</p>")
    make_question(user, "colour", section="Zoo", html="<p>Which colour?</p>")
    make_question(user, "plain", section="Company", html="<p>A zebra crossing?</p>")
    make_question(UserFactory(), "their_zebra")

    def search_names(**query: Any) -> list[str]:
        return [row["name"] for row in client.get("/api/question", query_string=query).json]

    assert search_names(search="zebra") == ["own_zebra", "plain", "standard_zebra"]
    assert search_names(nameFilter="ZEBRA") == ["own_zebra", "standard_zebra"]
    assert search_names(sectionFilter="zoo") == ["colour", "standard_zebra"]
    assert search_names(questionFilter="zebra") == ["plain", "standard_zebra"]
    assert search_names(search="zebra", isGlobal="true") == ["standard_zebra"]
    assert search_names(search="zebra", isGlobal="false") == ["own_zebra", "plain"]
    assert search_names(nameFilter="100%") == []


def test_standard_questions_are_changed_by_admins_only(
    client: CheckedClient, user: User, signed_in: SignedIn
) -> None:
    assert client.post("/api/question", json=QUESTION | {"isGlobal": True}).status_code == 403
    admin = signed_in(UserFactory(is_admin=True))
    question = admin.post("/api/question", json=QUESTION | {"name": "zz_new", "isGlobal": True}).json
    path = f"/api/question/{question['id']}"
    shown = client.get(path).json
    assert (shown["isGlobal"], shown["canEdit"]) == (True, False)
    refused = client.put(path, json=QUESTION)
    assert refused.status_code == 403
    assert "administrators" in refused.json["message"]
    assert client.delete(path).status_code == 403
    assert admin.put(path, json=QUESTION | {"name": "zz_newer"}).json["name"] == "zz_newer"
    assert admin.delete(path).status_code == 204


def test_questions_of_others_are_not_found(client: CheckedClient, session: Session) -> None:
    foreign = make_question(UserFactory(), "theirs")
    path = f"/api/question/{foreign.id}"
    assert client.get(path).status_code == 404
    assert client.put(path, json=QUESTION).status_code == 404
    assert client.delete(path).status_code == 404
    assert session.get_one(RfxQuestion, foreign.id).is_archived is False


def test_only_form_managers_change_the_library(user: User, signed_in: SignedIn) -> None:
    question = make_question(user)
    viewer = signed_in(colleague_of(user, role_name="Contributor"))
    assert viewer.get(f"/api/question/{question.id}").json["canEdit"] is False
    assert viewer.post("/api/question", json=QUESTION).status_code == 403
    assert viewer.put(f"/api/question/{question.id}", json=QUESTION).status_code == 403
    assert viewer.delete(f"/api/question/{question.id}").status_code == 403
