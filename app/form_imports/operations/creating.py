"""The form that an import creates, or the next revision of the form that it updates."""

import copy
from collections.abc import Mapping

from app.events.public import record
from app.extensions import db
from app.files.public import attach, attachment_name, detach_others
from app.form_imports.models import DocFormImport, FormSource
from app.form_imports.operations.uploading import demand_ready
from app.form_imports.policies.items import Place, Weight
from app.form_imports.policies.ordering import stored_order
from app.form_imports.policies.own_format import field_nodes
from app.form_imports.policies.profiles import OWN_FORMAT
from app.form_imports.queries import Planned, form_to_update, own_import, plan_of, source_of
from app.form_imports.types import SOURCE_FILE, FormImportState
from app.forms.public import (
    DocForm,
    DocFormType,
    StoredDocument,
    add_draft,
    normalise,
    save_form,
    visible_question_ids,
    with_new_fids,
)
from app.kernel.clock import now
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, InvalidError

NO_TITLE = "Give the form a title."
NO_TYPE = "Choose a type."
BLOCKED = "The form can't be created yet. {sentence}"
OTHER_FORM = "This file was compared with another form. Upload it again."
NOTHING_NEW = "The form has the questions of this file already."


def create_form(
    *,
    actor: Actor,
    import_id: int,
    title: str = "",
    type: DocFormType | None = None,
    form_id: int | None = None,
) -> DocForm:
    """Create a draft from an import, or with `form_id` save the next draft of the form that it was compared with.

    A repeated request returns the same form. Raises the errors of `save_form`, ConflictError for a file with a problem
    that prevents the form, and InvalidError without title or type.
    """
    actor.demand(Permission.MANAGE_FORMS)
    form_import = own_import(actor=actor, import_id=import_id, lock=True)
    if form_import.state is FormImportState.CREATED and form_import.doc_form_id is not None:
        form = db.session.get(DocForm, form_import.doc_form_id)
        if form is not None and form.organisation_id == actor.organisation_id:
            return form
    demand_ready(form_import)
    if form_id is not None:
        _choose_form(actor, form_import, form_id)
    planned = plan_of(actor=actor, form_import=form_import)
    demand_unblocked(planned)
    if planned is None:
        raise ConflictError(OTHER_FORM)
    form = _update(actor, planned) if planned.form else _create(actor, planned, title, type)
    form_import.state, form_import.doc_form_id = FormImportState.CREATED, form.id
    _store_source(actor, form_import, form, planned)
    issues = [issue for issue in planned.built.extracted.issues if issue.weight is Weight.FIX]
    record(
        "form.imported", actor=actor, formId=form.id, formTitle=form.title,
        questions=len(planned.built.questions), issues=len(issues),
    )  # fmt: skip
    db.session.flush()
    return form


def demand_unblocked(planned: Planned | None) -> None:
    """Raise ConflictError if a problem of the file prevents the form."""
    blocking = [
        issue for issue in (planned.built.extracted.issues if planned else ()) if issue.weight is Weight.BLOCK
    ]
    if blocking:
        raise ConflictError(BLOCKED.format(sentence=blocking[0].sentence))


def _create(actor: Actor, planned: Planned, title: str, type: DocFormType | None) -> DocForm:
    faults = {} if title else {"title": [NO_TITLE]}
    if type is None:
        raise InvalidError(fields=faults | {"type": [NO_TYPE]})
    if faults:
        raise InvalidError(fields=faults)
    document = _linked(actor, planned, planned.built.document, planned.built.places)
    if planned.mapping.profile == OWN_FORMAT:
        document = with_new_fids(document)
    return add_draft(actor=actor, title=title, type=type, doc=document)


def _choose_form(actor: Actor, form_import: DocFormImport, form_id: int) -> None:
    """Make the import an update of a form. Raises NotFoundError for a form of others, ConflictError for another form."""
    form = form_to_update(actor=actor, form_id=form_id)
    if form_import.is_update and form_import.doc_form_id is not None:
        compared = form_to_update(actor=actor, form_id=form_import.doc_form_id)
        if compared.series_id != form.series_id:
            raise ConflictError(OTHER_FORM)
    form_import.is_update, form_import.doc_form_id = True, form.id


def _update(actor: Actor, planned: Planned) -> DocForm:
    form, comparison = planned.form, planned.comparison
    if form is None or comparison is None:
        raise ConflictError(OTHER_FORM)
    document = _linked(actor, planned, comparison.document, comparison.places)
    if document == form.doc:
        raise ConflictError(NOTHING_NEW)
    return save_form(actor=actor, form_id=form.id, version=form.version, title=form.title, doc=document)


def _linked(
    actor: Actor, planned: Planned, document: StoredDocument, places: Mapping[str, Place]
) -> StoredDocument:
    """Return the document with the ids of the linked questions, without ids that the actor's library does not have."""
    links = {Place(each["sheet"], each["row"]): each["questionId"] for each in planned.form_import.links}
    matched = {(match.place, match.question.id) for match in planned.matches}
    linked = copy.deepcopy(document)
    fields = list(field_nodes(linked["doc"]))
    ids = {node["attrs"]["questionId"] for node in fields if node["attrs"].get("questionId")}
    library_ids = visible_question_ids(actor=actor, ids=ids)
    for node in fields:
        attrs = node["attrs"]
        place = places.get(attrs["fid"])
        if place is not None and (place, links.get(place)) in matched:
            attrs["questionId"] = links[place]
        elif attrs.get("questionId") not in library_ids:
            attrs.pop("questionId", None)
    return normalise(linked)


def _store_source(actor: Actor, form_import: DocFormImport, form: DocForm, planned: Planned) -> None:
    """Store the file and its mapping as the source of the form; a file that was deleted is stored by its name."""
    source = source_of(series_id=form.series_id)
    if source is None:
        source = FormSource(organisation_id=form.organisation_id, series_id=form.series_id)
        db.session.add(source)
    source.profile, source.filename = planned.mapping.profile, form_import.filename
    fids = planned.comparison.fids if planned.comparison else {}
    order = stored_order(planned.built, fids)
    source.mapping, source.imported = planned.mapping.to_json() | {"order": order}, now()
    source.attachment_id = None
    db.session.flush()
    detach_others(subject_type=SOURCE_FILE, subject_id=source.id, keep=[form_import.attachment_id])
    if attachment_name(form_import.attachment_id) is not None:
        attach(
            actor=actor, attachment_ids=[form_import.attachment_id], subject_type=SOURCE_FILE, subject_id=source.id
        )  # fmt: skip
        source.attachment_id = form_import.attachment_id
