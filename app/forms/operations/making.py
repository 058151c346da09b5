"""Create forms: blank, from a starter, as a copy, or published at once."""

import uuid

from sqlalchemy.exc import IntegrityError

from app.extensions import db
from app.forms.document.html import to_html
from app.forms.document.nodes import Document
from app.forms.document.normalise import normalise
from app.forms.document.schema import check_document
from app.forms.models import DocForm
from app.forms.operations.attachments import attach_pictures, enqueue_thumbnail
from app.forms.policies import blank_document, with_new_fids
from app.forms.queries.document_types import without_unknown_types
from app.forms.queries.forms import own_form
from app.forms.starters.catalogue import STARTERS
from app.forms.types import DocFormStatus, DocFormType
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, InvalidError
from app.kernel.http.schemas import NAME_LIMIT

ONE_SOURCE = "Start from a starter or from a copy, not from both."
NO_TITLE = "Give the form a title."
NO_TYPE = "Choose a type."
NO_STARTER = "There is no such starter. Choose one of the list."
ONE_CUSTOM_FIELDS = "Your organisation has a form for custom fields, and it can have only one. Edit that one, or archive it first."


def add_form(
    *,
    actor: Actor,
    title: str = "",
    type: DocFormType | None = None,
    starter: str | None = None,
    copy_of: int | None = None,
) -> DocForm:
    """Create a form of the actor's organisation, as a DRAFT at revision 0.

    A blank form needs `title` and `type`. With the key of a `starter`, or the revision `copy_of` to copy, they default to
    the values of the source. Raises ForbiddenError without MANAGE_FORMS, InvalidError with fields, NotFoundError for a
    form that the actor may not see, and ConflictError for a second form of the custom fields.
    """
    actor.demand(Permission.MANAGE_FORMS)
    if starter and copy_of:
        raise InvalidError(fields={"starter": [ONE_SOURCE]})
    if copy_of:
        source = own_form(actor=actor, form_id=copy_of)
        return create_draft(
            actor,
            title or f"Copy of {source.title}"[:NAME_LIMIT],
            type or DocFormType(source.type),
            with_new_fids(source.doc),
        )
    if starter:
        template = next((candidate for candidate in STARTERS if candidate.key == starter), None)
        if template is None:
            raise InvalidError(fields={"starter": [NO_STARTER]})
        return create_draft(
            actor, title or template.title, type or template.form_type, with_new_fids(template.document)
        )
    faults = {} if title else {"title": [NO_TITLE]}
    if type is None:
        raise InvalidError(fields=faults | {"type": [NO_TYPE]})
    if faults:
        raise InvalidError(fields=faults)
    return create_draft(actor, title, type, blank_document())


def add_published_form(
    *, organisation_id: int, user_id: int | None, title: str, type: DocFormType, doc: Document
) -> DocForm:
    """Create a form and publish it at once, at revision 0; its HTML is derived from the document.

    Raises InvalidError with a sentence for each fault of the document.
    """
    if faults := check_document(doc):
        raise InvalidError(fields={"doc": faults})
    stored = normalise(doc)
    form = DocForm(
        organisation_id=organisation_id,
        series_id=str(uuid.uuid4()),
        title=title,
        type=type,
        status=DocFormStatus.PUBLISHED,
        is_in_use=True,
        doc=stored,
        html=to_html(stored),
        created_by_user_id=user_id,
        updated_by_user_id=user_id,
    )
    db.session.add(form)
    db.session.flush()
    enqueue_thumbnail(form)
    return form


def give_starters(*, organisation_id: int, user_id: int | None) -> list[DocForm]:
    """Create the starter forms of a new organisation, published (product decisions, Starter content)."""
    return [
        add_published_form(
            organisation_id=organisation_id,
            user_id=user_id,
            title=starter.title,
            type=starter.form_type,
            doc=starter.document,
        )
        for starter in STARTERS
    ]


def create_draft(actor: Actor, title: str, type: DocFormType, doc: Document) -> DocForm:
    """Create a form with a document that was checked, without types of documents that the actor does not have."""
    stored = without_unknown_types(actor.organisation_id, normalise(doc))
    form = DocForm(
        organisation_id=actor.organisation_id,
        series_id=str(uuid.uuid4()),
        title=title,
        type=type,
        doc=stored,
        html=to_html(stored),
        created_by_user_id=actor.user_id,
        updated_by_user_id=actor.user_id,
    )
    insert_revision(form)
    attach_pictures(actor=actor, form_id=form.id, doc=stored)
    enqueue_thumbnail(form)
    return form


def insert_revision(form: DocForm) -> None:
    """Insert a new revision; ConflictError if it would be a second form of the custom fields."""
    try:
        with db.session.begin_nested():
            db.session.add(form)
            db.session.flush()
    except IntegrityError as error:
        if "uq_doc_form_custom_fields" in str(error.orig):
            raise ConflictError(ONE_CUSTOM_FIELDS) from error
        raise
