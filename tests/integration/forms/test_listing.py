"""GET /api/docForm, and the initial forms of an organisation (specification section 7)."""

import json
from datetime import timedelta

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.accounts.operations.organisations import create_organisation
from app.forms.models import DocForm
from app.forms.public import fields_of_forms, forms_in_use
from app.forms.types import DocFormStatus, DocFormType
from app.kernel.clock import now
from tests.factories.accounts import UserFactory, actor_of
from tests.factories.rfx import field, make_form
from tests.fixtures.people import SignedIn


@pytest.fixture
def user(session: Session) -> User:
    created: User = UserFactory()
    return created


def titles(client: object, **query: object) -> list[str]:
    return [row["title"] for row in client.get("/api/docForm", query_string=query).json]  # type: ignore[attr-defined]


def test_new_organisation_has_published_forms(session: Session) -> None:
    created = create_organisation(name="New", user_name="Ann", user_email="ann@new.example")
    forms = session.query(DocForm).filter_by(organisation_id=created.organisation.id).all()
    assert {"RFI", "NDA", "INTERNAL_SURVEY", "PERFORMANCE_EMAIL", "QUALIFICATION_EMAIL"} <= {
        form.type for form in forms
    }
    assert all(form.status == "PUBLISHED" and form.is_in_use and form.is_latest for form in forms)
    assert all(form.html.startswith("<h1>") or form.type.endswith("_EMAIL") for form in forms)
    qualification = next(form for form in forms if form.title == "Supplier qualification")
    fields = fields_of_forms([(qualification.id, qualification.series_id)])
    assert len(fields) >= 60
    assert max(placed.section_index for placed in fields) == 7


def test_list_shows_ten_own_forms_by_title(session: Session, user: User, signed_in: SignedIn) -> None:
    for n in range(12):
        make_form(user, field("a"), title=f"Form {n:02}")
    make_form(UserFactory(), field("a"), title="Form of others")
    client = signed_in(user)
    response = client.get("/api/docForm")
    assert [row["title"] for row in response.json] == [f"Form {n:02}" for n in range(10)]
    assert '"total": 12' in response.headers["X-Pagination"]
    assert client.statements <= 8
    assert response.json[0].keys() >= {"id", "title", "type", "status", "revision", "created", "updated"}


def test_list_is_sorted_by_each_column(session: Session, user: User, signed_in: SignedIn) -> None:
    forms = [make_form(user, field("a"), title=title) for title in ("Birch", "Cedar", "Alder")]
    for day, form in enumerate(forms):
        form.created = now() - timedelta(days=day)
        form.updated = now() - timedelta(days=(day + 1) % 3)
    forms[2].status = DocFormStatus.DRAFT
    session.flush()
    client = signed_in(user)
    for sort, expected in (
        ("title", ["Alder", "Birch", "Cedar"]),
        ("status", ["Alder", "Birch", "Cedar"]),
        ("created", ["Alder", "Cedar", "Birch"]),
        ("updated", ["Cedar", "Birch", "Alder"]),
    ):
        assert titles(client, sort=sort) == expected
        assert titles(client, sort=f"-{sort}") == expected[::-1]
    first = client.get("/api/docForm", query_string={"sort": "-updated", "pageSize": 1})
    cursor = json.loads(first.headers["X-Pagination"])["nextCursor"]
    assert titles(client, sort="-updated", cursor=cursor) == ["Birch", "Cedar"]
    assert client.get("/api/docForm?sort=colour").status_code == 422
    page = client.get("/forms?sort=-title").text
    assert page.index(">Cedar<") < page.index(">Birch<") < page.index(">Alder<")


def test_each_filter_narrows_the_list(session: Session, user: User, signed_in: SignedIn) -> None:
    rfi = make_form(user, field("a"), title="An RFI")
    make_form(user, field("a"), title="An NDA", type=DocFormType.NDA)
    make_form(user, field("needle"), title="Generic", type=DocFormType.GENERIC)
    archived = make_form(user, field("a"), title="Old")
    archived.is_archived = True
    rfi.is_latest = False
    session.add(
        DocForm(
            organisation_id=user.organisation_id, series_id=rfi.series_id, revision=1, title="An RFI, draft",
            type="RFI", status=DocFormStatus.DRAFT, doc=rfi.doc, html=rfi.html,
        )
    )  # fmt: skip
    client = signed_in(user)
    assert titles(client) == ["An NDA", "An RFI, draft", "Generic"]
    assert titles(client, inUse="true") == ["An NDA", "An RFI", "Generic"]
    assert titles(client, isLatest="false") == ["An NDA", "An RFI", "An RFI, draft", "Generic"]
    assert titles(client, type="NDA,GENERIC") == ["An NDA", "Generic"]
    assert titles(client, type=["RFI", "NDA"], inUse="true") == ["An NDA", "An RFI"]
    assert titles(client, filterTypeNda="true") == ["An NDA"]
    assert titles(client, filterTypeNda="true", filterTypeGeneric="true") == ["An NDA", "Generic"]
    assert titles(client, filterTypeRfi="false") == ["An NDA", "An RFI, draft", "Generic"]
    assert titles(client, title="nda") == ["An NDA"]
    assert titles(client, search="NEEDLE") == ["Generic"]
    assert titles(client, status="DRAFT") == ["An RFI, draft"]
    assert titles(client, archived="true") == ["Old"]
    assert client.get("/api/docForm", query_string={"type": "LETTER"}).status_code == 422


def test_forms_are_filtered_by_audience(session: Session, user: User, signed_in: SignedIn) -> None:
    for kind in DocFormType:
        make_form(user, field("a"), title=kind, type=kind)
    client = signed_in(user)
    suppliers = ["GENERIC", "NDA", "QUALIFICATION_EMAIL", "RFI", "SELF_SURVEY"]
    own = ["CUSTOM_FIELDS", "GENERIC", "INTERNAL_SURVEY", "PERFORMANCE_EMAIL"]
    assert titles(client, filterAudienceSupplier="true") == suppliers
    assert titles(client, filterAudienceInternal="true") == own
    assert titles(client, filterAudienceInternal="true", filterAudienceSupplier="true") == sorted(
        {*suppliers, *own}
    )
    assert titles(client, filterAudienceInternal="true", type="NDA,INTERNAL_SURVEY") == ["INTERNAL_SURVEY"]
    assert client.get("/api/docForm", query_string={"filterAudienceInternal": "maybe"}).status_code == 422


def test_only_published_forms_in_use_can_be_sent(session: Session, user: User) -> None:
    first, second = make_form(user, field("a")), make_form(user, field("b"))
    draft, replaced, archived = (make_form(user, field("c")) for _ in range(3))
    foreign = make_form(UserFactory(), field("a"))
    draft.status, draft.is_in_use = DocFormStatus.DRAFT, False
    replaced.is_in_use = False
    archived.is_archived = True
    session.flush()
    ids = [second.id, draft.id, first.id, replaced.id, archived.id, foreign.id, first.id, 987654]
    assert [form.id for form in forms_in_use(actor=actor_of(user), ids=ids)] == [second.id, first.id]


def test_questions_of_forms_are_counted_before_they_are_sent(user: User, signed_in: SignedIn) -> None:
    shown_later = {"field": "a", "operator": "answered"}
    first = make_form(
        user, field("a"), field("b", visibleWhen=shown_later), field("c", writableBy="REQUESTER")
    )
    second = make_form(user, field("a"), field("d"), title="Second")
    foreign = make_form(UserFactory(), field("a"))
    client = signed_in(user)

    def count(*ids: int) -> object:
        return client.get("/api/docForm/questionCount", query_string={"docFormIds": ids}).json

    assert count(first.id) == {"questions": 1}
    assert count(first.id, second.id) == {"questions": 3}
    assert count(foreign.id) == {"questions": 0}
    assert client.get("/api/docForm/questionCount").status_code == 422
