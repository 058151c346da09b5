"""Save, publish and archive forms.

Changes of a form run one at a time, because they lock its series. A save names the version that the user's work is
based on, so it never overwrites the work of another user.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import update
from sqlalchemy.exc import IntegrityError

from app.accounts.public import User
from app.events.public import record
from app.extensions import db
from app.forms.document.faults import Fault, Severity
from app.forms.document.html import to_html
from app.forms.document.nodes import Document
from app.forms.document.normalise import normalise
from app.forms.document.schema import find_faults
from app.forms.document.walk import walk
from app.forms.models import DocForm
from app.forms.operations.attachments import attach_pictures, enqueue_thumbnail
from app.forms.operations.making import ONE_CUSTOM_FIELDS, create_draft, insert_revision
from app.forms.policies import EMPTY_FAULT, frozen_faults, is_empty
from app.forms.queries.document_types import fields_with_unknown_type
from app.forms.queries.forms import latest_of, locked_form, published_fields
from app.forms.queries.questions import visible_question_ids
from app.forms.starters.survey_promise import has_old_promise, with_new_promise
from app.forms.types import DocFormStatus, DocFormType
from app.kernel.clock import moment_text, now
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, InvalidError

STALE = "{who} has saved this form since you opened it. Nothing was overwritten: load it again and repeat your change."
REPLACED = "{who} has started a newer revision of this form. Nothing was overwritten: continue with that one."
ARCHIVED = "This form is archived. Restore it first."
PUBLISHED_ALREADY = "This revision is published already."
NEWER_REVISION = "This form has a newer revision. Open it to correct the sentence there."
NOTHING_TO_CORRECT = "This form no longer contains the sentence, so there is nothing to correct."
FOREIGN_QUESTION = "Field '{name}' comes from a question that is not in your library."
UNKNOWN_TYPE = "Field '{name}' asks for a document type that you don't have. Choose another one."


def save_form(*, actor: Actor, form_id: int, version: int, title: str, doc: Any) -> DocForm:
    """Save the document and title of a form, and return the saved revision; without a change nothing is written.

    A draft is saved in place, and its version is increased. Saving a published form creates the next revision as a
    DRAFT; the published one stays in use. A draft may be unfinished, but must be safe to store. Repeating a save whose
    response was lost returns the saved revision instead of an error.

    Raises NotFoundError, ForbiddenError without MANAGE_FORMS, ConflictError (codes `stale`, `archived`) and
    InvalidError, whose `faults` name the fields.
    """
    actor.demand(Permission.MANAGE_FORMS)
    form = locked_form(actor=actor, form_id=form_id)
    faults = [fault for fault in find_faults(doc) if fault.severity is Severity.REFUSED]
    stored = {} if faults else normalise(doc)
    latest = form if form.is_latest else latest_of(form.series_id)
    if latest.updated_by_user_id == actor.user_id and (latest.title, latest.doc) == (title, stored):
        return latest
    _check_current(form, latest, version)
    _raise_faults(faults)
    _raise_faults(frozen_faults(stored, published_fields(form.series_id)))
    if stored == form.doc and title == form.title:
        return form
    _raise_faults(_foreign_question_faults(actor, stored))
    _raise_faults(
        [
            Fault(UNKNOWN_TYPE.format(name=field.name), fid=field.fid)
            for field in fields_with_unknown_type(actor.organisation_id, stored)
        ]
    )
    saved = _next_draft(form) if form.status == DocFormStatus.PUBLISHED else form
    if saved is form:
        form.version += 1
    saved.title, saved.doc, saved.html = title, stored, to_html(stored)
    saved.updated, saved.updated_by_user_id = now(), actor.user_id
    if saved is form:
        db.session.flush()
    else:
        saved.created_by_user_id = actor.user_id
        insert_revision(saved)
    attach_pictures(actor=actor, form_id=saved.id, doc=stored)
    enqueue_thumbnail(saved)
    return saved


def add_draft(*, actor: Actor, title: str, type: DocFormType, doc: Document) -> DocForm:
    """Create a form with a document, as a DRAFT at revision 0. The document may be unfinished.

    Raises ForbiddenError without MANAGE_FORMS, InvalidError for a document that must not be stored, and ConflictError
    for a second form of the custom fields.
    """
    actor.demand(Permission.MANAGE_FORMS)
    _raise_faults([fault for fault in find_faults(doc) if fault.severity is Severity.REFUSED])
    stored = normalise(doc)
    _raise_faults(_foreign_question_faults(actor, stored))
    return create_draft(actor, title, type, stored)


def publish_form(*, actor: Actor, form_id: int, version: int | None = None) -> DocForm:
    """Publish a draft, so that it is sent instead of the previous revision and never changes again.

    With `version`, publish only if it is the current one. Raises the errors of `save_form`, and InvalidError if the
    form is unfinished.
    """
    actor.demand(Permission.MANAGE_FORMS)
    form = locked_form(actor=actor, form_id=form_id)
    if form.status == DocFormStatus.PUBLISHED:
        raise ConflictError(PUBLISHED_ALREADY, code="published")
    _check_current(form, form, form.version if version is None else version)
    _raise_faults([EMPTY_FAULT] if is_empty(form.doc) else find_faults(form.doc))
    db.session.execute(
        update(DocForm).where(DocForm.series_id == form.series_id, DocForm.is_in_use).values(is_in_use=False)
    )
    form.status, form.is_in_use = DocFormStatus.PUBLISHED, True
    form.updated, form.updated_by_user_id = now(), actor.user_id
    record("form.published", actor=actor, formId=form.id, formTitle=form.title)
    db.session.flush()
    return form


def correct_promise(*, actor: Actor, form_id: int) -> DocForm:
    """Replace the outdated sentence about who sees the answers: in a draft, or in the next draft of a published form.

    Raises the errors of `save_form`, and ConflictError (code `newer`, with the `docFormId` of the newest revision) for
    an earlier revision, and (code `corrected`) for a form without the sentence.
    """
    actor.demand(Permission.MANAGE_FORMS)
    form = locked_form(actor=actor, form_id=form_id)
    if not form.is_archived and not form.is_latest:
        raise ConflictError(NEWER_REVISION, code="newer", data={"docFormId": latest_of(form.series_id).id})
    if not form.is_archived and not has_old_promise(form.doc):
        raise ConflictError(NOTHING_TO_CORRECT, code="corrected")
    return save_form(
        actor=actor,
        form_id=form.id,
        version=form.version,
        title=form.title,
        doc=with_new_promise(form.doc),
    )


def set_archived(*, actor: Actor, form_id: int, archived: bool) -> DocForm:
    """Archive a form with all its revisions, or restore it. Nothing is deleted, and sent forms stay unchanged.

    Raises NotFoundError, ForbiddenError without MANAGE_FORMS, and ConflictError if restoring would create a second
    form of the custom fields.
    """
    actor.demand(Permission.MANAGE_FORMS)
    form = locked_form(actor=actor, form_id=form_id)
    try:
        with db.session.begin_nested():
            db.session.execute(
                update(DocForm).where(DocForm.series_id == form.series_id).values(is_archived=archived)
            )
    except IntegrityError as error:
        raise ConflictError(ONE_CUSTOM_FIELDS) from error
    db.session.refresh(form)
    return form


def _check_current(form: DocForm, latest: DocForm, version: int) -> None:
    """Raise ConflictError unless `form` is the latest revision, not archived, and `version` is its current version."""
    if form.is_archived:
        raise ConflictError(ARCHIVED, code="archived")
    if latest is form and version == form.version:
        return
    saver = db.session.get(User, latest.updated_by_user_id) if latest.updated_by_user_id else None
    saver_name = saver.name if saver else "Someone"
    raise ConflictError(
        (STALE if latest is form else REPLACED).format(who=saver_name),
        code="stale",
        data={
            "docFormId": latest.id,
            "version": latest.version,
            "savedBy": {"id": saver.id, "name": saver.name} if saver else None,
            "updated": moment_text(latest.updated),
        },
    )


def _next_draft(form: DocForm) -> DocForm:
    """Create the draft that follows a published revision, without writing it to the database."""
    form.is_latest = False
    db.session.flush()
    return DocForm(
        organisation_id=form.organisation_id,
        series_id=form.series_id,
        revision=form.revision + 1,
        type=form.type,
        thumbnail_id=form.thumbnail_id,
    )


def _foreign_question_faults(actor: Actor, doc: Document) -> list[Fault]:
    fields = [placed.field for placed in walk(doc) if placed.field.question_id is not None]
    visible_ids = visible_question_ids(actor=actor, ids=[field.question_id or 0 for field in fields])
    return [
        Fault(FOREIGN_QUESTION.format(name=field.name), fid=field.fid)
        for field in fields
        if field.question_id not in visible_ids
    ]


def _raise_faults(faults: Sequence[Fault]) -> None:
    """Raise InvalidError with the sentences and the data of `faults`, if there are any."""
    if faults:
        raise InvalidError(
            fields={"doc": [fault.sentence for fault in faults]},
            data={"faults": [fault_body(fault) for fault in faults]},
        )


def fault_body(fault: Fault) -> dict[str, str | None]:
    """Serialize a fault; the editor shows it at the field `fid` if it concerns a field."""
    return {"fid": fault.fid, "sentence": fault.sentence, "severity": str(fault.severity)}
