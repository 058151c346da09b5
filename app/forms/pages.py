"""Pages of forms and of the question library (specification section 2, Forms and RFX Questions)."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from app.forms.api import PAGE_SIZE
from app.forms.queries.forms import list_forms
from app.forms.queries.questions import list_questions, sections
from app.forms.schemas import forms as schemas
from app.forms.schemas import library
from app.forms.schemas.forms import form_filter
from app.forms.serializers import serialize_form_by_id, serialize_form_rows, serialize_question_row
from app.forms.starters.catalogue import STARTERS
from app.kernel.db.pagination import ListQuery
from app.kernel.http.auth import SIGNED_IN, current_actor, page_requires
from app.kernel.http.lists import address_query, first_page
from app.kernel.http.schemas import dumped, dumped_many
from app.kernel.pages.shell import render_page
from app.views.public import open_list

blueprint = Blueprint("forms_pages", __name__)


@blueprint.get("/forms")
@page_requires(SIGNED_IN)
def forms() -> ResponseReturnValue:
    opened = open_list("docForm")
    if opened.elsewhere:
        return opened.elsewhere
    query = address_query(schemas.DocFormQuerySchema(), i="bundles")
    page = list_forms(
        actor=current_actor(),
        filters=form_filter(query),
        query=ListQuery(page_size=PAGE_SIZE),
        sort=query["sort"],
    )
    rows = dumped_many(schemas.DocFormRowSchema, serialize_form_rows(page.rows))
    starters = [
        {"key": starter.key, "title": starter.title, "type": starter.form_type} for starter in STARTERS
    ]
    return render_page(
        "Forms", "forms/list", opened.props | {"list": first_page(page, rows), "starters": starters}
    )


@blueprint.get("/question")
@page_requires(SIGNED_IN)
def questions() -> ResponseReturnValue:
    actor = current_actor()
    opened = open_list("question")
    if opened.elsewhere:
        return opened.elsewhere
    query = address_query(library.QuestionQuerySchema())
    page = list_questions(
        actor=actor,
        filters=library.question_filter(query),
        query=ListQuery(page_size=PAGE_SIZE),
        sort=query["sort"],
    )
    rows = dumped_many(
        library.QuestionRowSchema,
        [serialize_question_row(question, actor=actor) for question in page.rows],
    )
    return render_page(
        "RFX Questions",
        "forms/questions",
        opened.props | {"list": first_page(page, rows), "topics": sections(actor=actor)},
    )


@blueprint.get("/forms/<int:form_id>")
@page_requires(SIGNED_IN)
def form_editor(form_id: int) -> ResponseReturnValue:
    """Render a form: Edit for users who manage forms, Preview for everyone who may read it."""
    body = dumped(schemas.DocFormSchema, serialize_form_by_id(actor=current_actor(), form_id=form_id))
    return render_page(body["title"], "forms/editor", {"form": body})
