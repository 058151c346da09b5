"""The lists of forms and of questions, for saved views."""

from app.forms.models import RfxQuestion
from app.forms.queries.forms import FormRow, list_forms
from app.forms.queries.questions import list_questions
from app.forms.schemas.forms import DocFormQuerySchema, form_filter
from app.forms.schemas.library import QuestionQuerySchema, question_filter
from app.kernel.db.list_kinds import ListKind
from app.kernel.db.pagination import ListQuery, Page
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.json_types import Arguments


def _forms(actor: Actor, query: Arguments, page: ListQuery) -> Page[FormRow]:
    return list_forms(actor=actor, filters=form_filter(query), query=page, sort=query["sort"])


def _questions(actor: Actor, query: Arguments, page: ListQuery) -> Page[RfxQuestion]:
    return list_questions(actor=actor, filters=question_filter(query), query=page, sort=query["sort"])


FORMS = ListKind(
    name="docForm",
    title="Forms",
    path="/forms",
    query=DocFormQuerySchema,
    fetch=_forms,
    shared_by=frozenset({Permission.MANAGE_FORMS}),
    hidden=frozenset({"i", "isLatest", "inUse"}),
)

QUESTIONS = ListKind(
    name="question",
    title="RFX Questions",
    path="/question",
    query=QuestionQuerySchema,
    fetch=_questions,
    shared_by=frozenset({Permission.MANAGE_FORMS}),
)
