"""Forms and questions in the search over all types."""

from sqlalchemy import FromClause, Select, or_, select

from app.forms.models import DocForm, RfxQuestion
from app.forms.queries.questions import visible_questions, words_match
from app.forms.types import DocFormStatus
from app.kernel.db.search import contains_text
from app.kernel.db.statements import AnyRow, AnySelect
from app.kernel.http.auth import VIEWER, Actor
from app.search.public import Match, SearchRow, SearchTerm, SearchType

STATUS_INFO = {
    DocFormStatus.DRAFT: {"label": "Draft", "icon": "draft", "style": "none"},
    DocFormStatus.PUBLISHED: {"label": "Published", "icon": "published", "style": "ok"},
}


def _forms() -> Select[int]:
    """Select the newest revision of each form that the list shows."""
    return select(DocForm.id).where(
        DocForm.organisation_id == VIEWER, DocForm.is_latest, DocForm.is_archived.is_(False)
    )


def _form_rows(ids: FromClause) -> AnySelect:
    return select(DocForm.id, DocForm.title, DocForm.status, DocForm.revision).join(
        ids, ids.c.id == DocForm.id
    )


def _form_row(row: AnyRow, _actor: Actor) -> SearchRow:
    return SearchRow(
        id=row.id,
        title=row.title,
        detail=f"Revision {row.revision}",
        url=f"/forms/{row.id}",
        badge=STATUS_INFO[row.status],
    )


def _questions() -> Select[int]:
    return select(RfxQuestion.id).where(visible_questions(VIEWER), RfxQuestion.is_archived.is_(False))


def _matching_questions(term: SearchTerm) -> list[Match]:
    return [Match(_questions().where(or_(*words_match(term.words))))]


def _question_rows(ids: FromClause) -> AnySelect:
    return select(RfxQuestion.id, RfxQuestion.label, RfxQuestion.name, RfxQuestion.section).join(
        ids, ids.c.id == RfxQuestion.id
    )


def _question_row(row: AnyRow, _actor: Actor) -> SearchRow:
    return SearchRow(
        id=row.id,
        title=row.label,
        detail=row.section,
        # The library has no page for each question; the name is its unique filter.
        url=f"/question?nameFilter={row.name}",
    )


FORMS = SearchType(
    name="form",
    label="Forms",
    icon="forms",
    order=80,
    list_path="/forms",
    key=DocForm.id,
    visible=lambda: [_forms()],
    matches=lambda term: [Match(_forms().where(contains_text(DocForm.title, term.words)))],
    rows=_form_rows,
    row=_form_row,
    list_search="/forms?title=",
)
QUESTIONS = SearchType(
    name="question",
    label="Questions",
    icon="questions",
    order=90,
    list_path="/question",
    key=RfxQuestion.id,
    visible=lambda: [_questions()],
    matches=_matching_questions,
    rows=_question_rows,
    row=_question_row,
    list_search="/question?search=",
)
