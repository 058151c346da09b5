"""Surveys with the outdated sentence about who sees their answers: the notice and the corrected draft."""

from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.config import ROOT
from app.forms.models import DocForm
from app.forms.starters.survey_promise import NEW_PROMISE, OLD_PROMISE
from app.forms.types import DocFormType
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.forms import make_draft
from tests.factories.rfx import field, make_form
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

INTRO = "It takes five minutes. "


def paragraph(*parts: str | dict[str, Any]) -> dict[str, Any]:
    content = [{"type": "text", "text": part} if isinstance(part, str) else part for part in parts]
    return {"type": "paragraph", "content": content}


def bold(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text, "marks": [{"type": "bold"}]}


@pytest.fixture
def survey(user: User) -> DocForm:
    form: DocForm = make_form(user, paragraph(INTRO + OLD_PROMISE), field("a"))
    return form


@pytest.mark.parametrize("name", ["body.html", "body.txt"])
def test_mail_contains_the_promise_of_the_form(name: str) -> None:
    shared_part, separator, _ = NEW_PROMISE.partition(" Our internal report")
    assert separator
    assert shared_part in (ROOT / "templates" / "email" / "surveyrequest" / name).read_text(encoding="utf-8")


def correct(client: CheckedClient, form_id: int) -> Any:
    return client.post(f"/api/docForm/{form_id}/correctedDraft")


def test_corrected_draft_follows_the_published_survey(
    client: CheckedClient, session: Session, survey: DocForm
) -> None:
    published = client.get(f"/api/docForm/{survey.id}").json
    assert published["hasOldPromise"]
    draft = correct(client, survey.id).json
    assert (draft["status"], draft["revision"], draft["isLatest"]) == ("DRAFT", 1, True)
    assert draft["doc"]["doc"]["content"][0] == paragraph(INTRO + NEW_PROMISE)
    assert draft["doc"]["doc"]["content"][1:] == published["doc"]["doc"]["content"][1:]
    assert NEW_PROMISE in draft["html"]
    assert not draft["hasOldPromise"]
    session.expire_all()
    assert survey.doc == published["doc"]
    assert survey.is_in_use


def test_existing_draft_is_offered_instead(client: CheckedClient, survey: DocForm) -> None:
    draft = correct(client, survey.id).json
    again = correct(client, survey.id)
    assert (again.status_code, again.json["code"], again.json["docFormId"]) == (409, "newer", draft["id"])
    assert client.get(f"/api/docForm/{survey.id}").json["hasOldPromise"]
    nothing = correct(client, draft["id"])
    assert (nothing.status_code, nothing.json["code"]) == (409, "corrected")
    client.post(f"/api/docForm/{draft['id']}/publish", json={})
    assert not client.get(f"/api/docForm/{survey.id}").json["hasOldPromise"]


def test_draft_is_corrected_in_place(client: CheckedClient, user: User) -> None:
    form = make_draft(user, paragraph(OLD_PROMISE), type=DocFormType.INTERNAL_SURVEY)
    corrected = correct(client, form.id).json
    assert (corrected["id"], corrected["version"]) == (form.id, 3)
    assert corrected["doc"]["doc"]["content"] == [paragraph(NEW_PROMISE)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((INTRO + OLD_PROMISE + " Thanks.",), (INTRO + NEW_PROMISE + " Thanks.",)),
        (
            (INTRO + OLD_PROMISE[:4], bold(OLD_PROMISE[4:12]), OLD_PROMISE[12:] + " Thanks."),
            (INTRO + NEW_PROMISE, " Thanks."),
        ),
        ((bold(OLD_PROMISE),), (bold(NEW_PROMISE),)),
        (
            (OLD_PROMISE + " ", {"type": "hardBreak"}, OLD_PROMISE),
            (NEW_PROMISE + " ", {"type": "hardBreak"}, NEW_PROMISE),
        ),
    ],
    ids=["within a paragraph", "partly bold", "bold", "twice"],
)
def test_only_the_sentence_is_replaced(
    client: CheckedClient, user: User, before: tuple[Any, ...], after: tuple[Any, ...]
) -> None:
    form = make_form(user, paragraph(*before))
    assert correct(client, form.id).json["doc"]["doc"]["content"] == [paragraph(*after)]


def test_other_wordings_and_archived_forms_have_no_notice(
    client: CheckedClient, user: User, survey: DocForm
) -> None:
    other = make_form(user, paragraph("The supplier never sees who gave which mark."))
    assert not client.get(f"/api/docForm/{other.id}").json["hasOldPromise"]
    assert correct(client, other.id).status_code == 409
    client.put(f"/api/docForm/{survey.id}/archived", json={"archived": True})
    assert not client.get(f"/api/docForm/{survey.id}").json["hasOldPromise"]
    archived = correct(client, survey.id)
    assert (archived.status_code, archived.json["code"]) == (409, "archived")


def test_only_users_who_manage_forms_of_the_organisation_see_and_correct_it(
    user: User, survey: DocForm, signed_in: SignedIn
) -> None:
    reading = signed_in(colleague_of(user, role_name="Viewer"))
    assert not reading.get(f"/api/docForm/{survey.id}").json["hasOldPromise"]
    assert correct(reading, survey.id).status_code == 403
    assert correct(signed_in(UserFactory()), survey.id).status_code == 404


def test_list_marks_surveys_that_need_the_correction(
    client: CheckedClient, user: User, signed_in: SignedIn
) -> None:
    survey = make_form(user, paragraph(OLD_PROMISE), type=DocFormType.INTERNAL_SURVEY, title="Survey")
    make_form(user, paragraph(NEW_PROMISE), type=DocFormType.INTERNAL_SURVEY, title="Other")
    marks = {row["title"]: row["hasOldPromise"] for row in client.get("/api/docForm").json}
    assert marks == {"Survey": True, "Other": False}
    seen_by_viewer = signed_in(colleague_of(user, role_name="Viewer")).get("/api/docForm").json
    assert not any(row["hasOldPromise"] for row in seen_by_viewer)
    correct(client, survey.id)
    assert not any(row["hasOldPromise"] for row in client.get("/api/docForm").json)
