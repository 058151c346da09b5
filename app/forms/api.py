"""Endpoints of forms, bundles, the question library and preview values."""

from flask.views import MethodView

from app.files.public import ExportSchema
from app.forms.operations import bundles, editing, making, previews, questions
from app.forms.queries import bundles as bundle_queries
from app.forms.queries import forms as form_queries
from app.forms.queries import previews as preview_queries
from app.forms.queries import questions as question_queries
from app.forms.schemas import forms as schemas
from app.forms.schemas import library
from app.forms.serializers import (
    serialize_bundle_rows,
    serialize_form,
    serialize_form_by_id,
    serialize_form_rows,
    serialize_preview,
    serialize_question,
    serialize_question_row,
)
from app.kernel.http.auth import SIGNED_IN, Permission, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.idempotency import idempotent
from app.kernel.http.json_types import Arguments, Json, ListResponse
from app.kernel.http.lists import list_query, listed
from app.kernel.http.schemas import ErrorSchema
from app.kernel.jobs.exports import Export, request_export

blueprint = Blueprint("docForm", __name__, url_prefix="/api", description="Forms, bundles and questions")

PAGE_SIZE = 10


@blueprint.route("/docForm")
class DocFormListView(MethodView):
    """Forms of the actor's organisation."""

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.DocFormQuerySchema, location="query")
    @blueprint.response(200, schemas.DocFormRowSchema(many=True))
    def get(self, query: Arguments) -> ListResponse:
        """List the forms of the actor's organisation, by default sorted by title (specification section 7)."""
        page = form_queries.list_forms(
            actor=current_actor(),
            filters=schemas.form_filter(query),
            query=list_query(query, PAGE_SIZE),
            sort=query["sort"],
            with_html=not query["i"] or "html" in query["i"],
        )
        return listed(
            page,
            serialize_form_rows(page.rows, bundles=not query["i"] or "bundles" in query["i"]),
        )

    @requires(Permission.MANAGE_FORMS)
    @blueprint.arguments(schemas.NewDocFormSchema)
    @blueprint.response(201, schemas.DocFormSchema)
    def post(self, body: Arguments) -> Json:
        """Create a form: blank (`title`, `type`), from a `starter`, or as a copy of the form `copyOf`."""
        actor = current_actor()
        return serialize_form(making.add_form(actor=actor, **body), actor=actor)


@blueprint.route("/docForm/questionCount")
class QuestionCountView(MethodView):
    """Size of forms that are to be sent."""

    @requires(Permission.SEND_RFX)
    @blueprint.arguments(schemas.QuestionCountQuerySchema, location="query")
    @blueprint.response(200, schemas.QuestionCountSchema)
    def get(self, query: Arguments) -> Json:
        """Count the questions of published forms; forms that cannot be sent count as empty."""
        ids = query["doc_form_ids"]
        return {"questions": form_queries.count_questions(actor=current_actor(), ids=ids)}


@blueprint.route("/docForm/<int:form_id>")
class DocFormView(MethodView):
    """Revision of a form."""

    @requires(SIGNED_IN)
    @blueprint.response(200, schemas.DocFormSchema)
    def get(self, form_id: int) -> Json:
        """Return a form with its document, its revisions and its faults."""
        return serialize_form_by_id(actor=current_actor(), form_id=form_id)

    @requires(Permission.MANAGE_FORMS)
    @blueprint.arguments(schemas.SavedDocFormSchema)
    @blueprint.response(200, schemas.DocFormSchema)
    @blueprint.alt_response(
        409,
        schema=ErrorSchema,
        description="Another user has saved it; `docFormId` is the revision to load.",
    )
    def put(self, body: Arguments, form_id: int) -> Json:
        """Save document and title.

        Saving a published form creates the next DRAFT; the response has the `id` of the draft, for the next request. If
        `version` is not the current one, nothing is overwritten and the response is 409 with code `stale`, `docFormId`,
        `version`, `savedBy` and `updated`. If the document cannot be stored, the response is 422 with its `faults` (fid,
        sentence, severity).
        """
        actor = current_actor()
        return serialize_form(editing.save_form(actor=actor, form_id=form_id, **body), actor=actor)


@blueprint.route("/docForm/<int:form_id>/publish")
class PublishView(MethodView):
    """Publication of a form."""

    @requires(Permission.MANAGE_FORMS)
    @blueprint.arguments(schemas.PublishSchema)
    @blueprint.response(200, schemas.DocFormSchema)
    def post(self, body: Arguments, form_id: int) -> Json:
        """Publish a draft; returns 422 with `faults` if it is unfinished, 409 if it is already published."""
        actor = current_actor()
        return serialize_form(editing.publish_form(actor=actor, form_id=form_id, **body), actor=actor)


@blueprint.route("/docForm/<int:form_id>/correctedDraft")
class CorrectedDraftView(MethodView):
    """Draft of a survey with the current sentence about who sees its answers."""

    @requires(Permission.MANAGE_FORMS)
    @blueprint.response(200, schemas.DocFormSchema)
    @blueprint.alt_response(
        409,
        schema=ErrorSchema,
        description="The form has a newer revision (`docFormId`), or does not contain the sentence.",
    )
    def post(self, form_id: int) -> Json:
        """Replace the outdated sentence of a form with `hasOldPromise`.

        A draft is corrected in place. For a published form the next DRAFT is created, and the response has its `id`.
        """
        actor = current_actor()
        return serialize_form(editing.correct_promise(actor=actor, form_id=form_id), actor=actor)


@blueprint.route("/docForm/<int:form_id>/archived")
class ArchivedView(MethodView):
    """Archived state of a form."""

    @requires(Permission.MANAGE_FORMS)
    @blueprint.arguments(schemas.ArchivedSchema)
    @blueprint.response(200, schemas.DocFormSchema)
    def put(self, body: Arguments, form_id: int) -> Json:
        """Archive a form with all its revisions, or restore it."""
        actor = current_actor()
        return serialize_form(editing.set_archived(actor=actor, form_id=form_id, **body), actor=actor)


@blueprint.route("/docForm/<int:form_id>/previewPdf")
class PreviewPdfView(MethodView):
    """PDF of a form."""

    @requires(SIGNED_IN)
    @idempotent
    @blueprint.arguments(schemas.PreviewPdfSchema)
    @blueprint.response(202, ExportSchema)
    def post(self, _body: Arguments, form_id: int) -> Export:
        """Request the PDF of the saved document with the viewer's preview values; GET /api/export/{id} returns its status."""
        actor = current_actor()
        form = form_queries.own_form(actor=actor, form_id=form_id)
        return request_export(actor=actor, kind="docForm", format="pdf", args={"form_id": form.id})


@blueprint.route("/user/preview")
class PreviewView(MethodView):
    """Preview values that the viewer has entered in a form."""

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.PreviewQuerySchema, location="query")
    @blueprint.response(200, schemas.PreviewSchema)
    def get(self, query: Arguments) -> Json:
        """Return the values by field name, without values that the form no longer accepts."""
        actor = current_actor()
        form = form_queries.own_form(actor=actor, form_id=query["doc_form_id"])
        preview = preview_queries.preview_of(actor=actor, form=form)
        values = preview_queries.drop_stale_values(form.doc, preview.values) if preview else {}
        return serialize_preview(form.id, preview, values)

    @requires(SIGNED_IN)
    @blueprint.arguments(schemas.PreviewSchema)
    @blueprint.response(200, schemas.PreviewSchema)
    def put(self, body: Arguments) -> Json:
        """Replace the values; an empty object resets them."""
        form_id = body["doc_form_id"]
        saved = previews.save_preview(actor=current_actor(), form_id=form_id, values=body["values"])
        return serialize_preview(form_id, saved, saved.values)


@blueprint.route("/docFormBundle")
class BundleListView(MethodView):
    """Bundles of the actor's organisation."""

    @requires(SIGNED_IN)
    @blueprint.arguments(library.BundleQuerySchema, location="query")
    @blueprint.response(200, library.DocFormBundleSchema(many=True))
    def get(self, query: Arguments) -> ListResponse:
        """List the bundles by name, each with its forms."""
        page = bundle_queries.list_bundles(
            actor=current_actor(),
            search=query["search"],
            types=query["type"],
            sendable=query["sendable"],
            query=list_query(query, PAGE_SIZE),
        )
        return listed(page, serialize_bundle_rows(page.rows))

    @requires(Permission.MANAGE_FORMS)
    @blueprint.arguments(library.SavedBundleSchema)
    @blueprint.response(201, library.DocFormBundleSchema)
    def post(self, body: Arguments) -> Json:
        """Create a bundle of forms in this order; the id of any revision identifies a form."""
        return serialize_bundle_rows([bundles.add_bundle(actor=current_actor(), **body)])[0]


@blueprint.route("/docFormBundle/<int:bundle_id>")
class BundleView(MethodView):
    """Bundle of forms."""

    @requires(SIGNED_IN)
    @blueprint.response(200, library.DocFormBundleSchema)
    def get(self, bundle_id: int) -> Json:
        """Return a bundle with its forms."""
        return serialize_bundle_rows([bundle_queries.own_bundle(actor=current_actor(), bundle_id=bundle_id)])[
            0
        ]

    @requires(Permission.MANAGE_FORMS)
    @blueprint.arguments(library.ReplacedBundleSchema)
    @blueprint.response(200, library.DocFormBundleSchema)
    def put(self, body: Arguments, bundle_id: int) -> Json:
        """Replace name, description and forms."""
        bundle = bundles.change_bundle(actor=current_actor(), bundle_id=bundle_id, **body)
        return serialize_bundle_rows([bundle])[0]

    @requires(Permission.MANAGE_FORMS)
    @blueprint.response(204)
    def delete(self, bundle_id: int) -> str:
        """Delete a bundle; its forms stay."""
        bundles.remove_bundle(actor=current_actor(), bundle_id=bundle_id)
        return ""


@blueprint.route("/question")
class QuestionListView(MethodView):
    """Question library."""

    @requires(SIGNED_IN)
    @blueprint.arguments(library.QuestionQuerySchema, location="query")
    @blueprint.response(200, library.QuestionRowSchema(many=True))
    def get(self, query: Arguments) -> ListResponse:
        """List standard and own questions, by default sorted by topic and name (specification section 7)."""
        actor = current_actor()
        page = question_queries.list_questions(
            actor=actor,
            filters=library.question_filter(query),
            query=list_query(query, PAGE_SIZE),
            sort=query["sort"],
        )
        return listed(page, [serialize_question_row(question, actor=actor) for question in page.rows])

    @requires(Permission.MANAGE_FORMS)
    @blueprint.arguments(library.SavedQuestionSchema)
    @blueprint.response(201, library.QuestionSchema)
    def post(self, body: Arguments) -> Json:
        """Add a question to the organisation's library; platform administrators can add it for everyone (`isGlobal`)."""
        actor = current_actor()
        question = questions.add_question(
            actor=actor,
            name=body["name"],
            section=body["section"],
            html=body["html"],
            is_global=body["is_global"],
            attrs=library.question_attributes(body),
        )
        return serialize_question(question, actor=actor)


@blueprint.route("/question/<int:question_id>")
class QuestionView(MethodView):
    """Question of the library."""

    @requires(SIGNED_IN)
    @blueprint.arguments(library.QuestionIncludesSchema, location="query")
    @blueprint.response(200, library.QuestionSchema)
    def get(self, query: Arguments, question_id: int) -> Json:
        """Return a question; `i` names the parts to include (`scoring`, `field`)."""
        actor = current_actor()
        question = question_queries.visible_question(actor=actor, question_id=question_id)
        return serialize_question(question, actor=actor, includes=query["i"])

    @requires(Permission.MANAGE_FORMS)
    @blueprint.arguments(library.ReplacedQuestionSchema)
    @blueprint.response(200, library.QuestionSchema)
    def put(self, body: Arguments, question_id: int) -> Json:
        """Replace a question; forms that have a copy of it stay unchanged."""
        actor = current_actor()
        question = questions.change_question(
            actor=actor,
            question_id=question_id,
            name=body["name"],
            section=body["section"],
            html=body["html"],
            attrs=library.question_attributes(body),
            based_on=body["based_on"],
        )
        return serialize_question(question, actor=actor)

    @requires(Permission.MANAGE_FORMS)
    @blueprint.response(204)
    def delete(self, question_id: int) -> str:
        """Archive a question."""
        questions.set_question_archived(actor=current_actor(), question_id=question_id, archived=True)
        return ""


@blueprint.route("/question/<int:question_id>/archived")
class QuestionArchivedView(MethodView):
    """Archived state of a question."""

    @requires(Permission.MANAGE_FORMS)
    @blueprint.arguments(schemas.ArchivedSchema)
    @blueprint.response(200, library.QuestionSchema)
    def put(self, body: Arguments, question_id: int) -> Json:
        """Archive or restore a question."""
        actor = current_actor()
        question = questions.set_question_archived(actor=actor, question_id=question_id, **body)
        return serialize_question(question, actor=actor)
