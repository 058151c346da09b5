"""Uploads of files with questions, the choice of columns, corrections, and discarding."""

from collections.abc import Sequence
from math import ceil

from sqlalchemy import delete

from app.extensions import db
from app.files.public import attachment_name, uploads_of_actor
from app.form_imports.models import DocFormImport
from app.form_imports.policies.contents import Page, pages_from
from app.form_imports.policies.items import Fix, Place
from app.form_imports.policies.mapping import FileMapping, mapping_from, repeated
from app.form_imports.policies.planning import listed_pages
from app.form_imports.policies.profiles import OWN_FORMAT, profiles
from app.form_imports.queries import form_to_update, own_import, recent_imports
from app.form_imports.types import HOUR, LABELS, MAX_PER_HOUR, READ_JOB, FormImportState
from app.kernel.clock import now
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, InvalidError, TooManyError
from app.kernel.http.json_types import Arguments
from app.kernel.jobs.queue import enqueue

NO_FILE = "The file is no longer there. Upload it again."
TOO_MANY = f"You can read {MAX_PER_HOUR} files an hour. Please try again later."
NOT_READY = "The file is still being read. Try again in a moment."
IS_CREATED = "The form of this file was created. Upload the file again to create another one."
IS_FAILED = "The file could not be read. Upload another one."
NO_SUCH_COLUMN = "The file has no such sheet or column."
TWICE = "Choose “{label}” for one column of a sheet."
ARCHIVED = "This form is archived. Restore it first."


def upload_file(*, actor: Actor, attachment_id: int, form_id: int | None = None) -> DocFormImport:
    """Let the worker read an uploaded file, for a new form or for the next revision of `form_id`.

    Raises InvalidError for a file of others, NotFoundError for a form of others, ConflictError for an archived form,
    TooManyError beyond the limit.
    """
    actor.demand(Permission.MANAGE_FORMS)
    name = None
    if attachment_id in uploads_of_actor(actor=actor, attachment_ids=[attachment_id]):
        name = attachment_name(attachment_id)
    if name is None:
        raise InvalidError(fields={"attachmentId": [NO_FILE]})
    form = form_to_update(actor=actor, form_id=form_id) if form_id is not None else None
    if form is not None and form.is_archived:
        raise ConflictError(ARCHIVED, code="archived")
    recent = recent_imports(actor=actor)
    if len(recent) >= MAX_PER_HOUR:
        raise TooManyError(TOO_MANY, retry_after=ceil((recent[0] + HOUR - now()).total_seconds()))
    form_import = DocFormImport(
        organisation_id=actor.organisation_id,
        user_id=actor.user_id,
        attachment_id=attachment_id,
        filename=name,
        doc_form_id=form.id if form else None,
        is_update=form is not None,
    )
    db.session.add(form_import)
    db.session.flush()
    enqueue(READ_JOB, import_id=form_import.id)
    return form_import


def change_import(
    *,
    actor: Actor,
    import_id: int,
    mapping: FileMapping,
    fixes: Sequence[Fix],
    links: Sequence[Arguments],
) -> DocFormImport:
    """Replace the mapping, the corrections of rows, and the links to the library.

    Raises ConflictError unless the file was read and no form was created, InvalidError for columns that the file does
    not have.
    """
    form_import = own_import(actor=actor, import_id=import_id, lock=True)
    demand_ready(form_import)
    pages = pages_from(form_import.contents or [])
    if problem := _problem(pages, mapping):
        raise InvalidError(fields={"sheets": [problem]})
    listed = {page.name: len(page.sheet.rows) for page in listed_pages(pages)}
    stored = mapping_from(form_import.mapping or {"sheets": []})
    # The format of an exported form is recognised by its hidden sheet, and cannot be chosen.
    profile = mapping.profile if mapping.profile in profiles() else ""
    profile = OWN_FORMAT if stored.profile == OWN_FORMAT else profile
    form_import.mapping = FileMapping(mapping.sheets, mapping.language, profile).to_json()
    form_import.fixes = [fix.to_json() for fix in fixes if _has_place(fix.place, listed)]
    form_import.links = [link for link in links if _has_place(Place(link["sheet"], link["row"]), listed)]
    db.session.flush()
    return form_import


def demand_ready(form_import: DocFormImport) -> None:
    """Raise ConflictError unless the file was read and no form was created from it."""
    if form_import.state is FormImportState.READING:
        raise ConflictError(NOT_READY)
    if form_import.state is FormImportState.FAILED:
        raise ConflictError(IS_FAILED)
    if form_import.state is FormImportState.CREATED:
        raise ConflictError(IS_CREATED, data={"docFormId": form_import.doc_form_id})


def discard_import(*, actor: Actor, import_id: int) -> None:
    """Delete an import; a form that was created from it stays."""
    form_import = own_import(actor=actor, import_id=import_id, lock=True)
    db.session.delete(form_import)
    db.session.flush()


def _has_place(place: Place, listed: dict[str, int]) -> bool:
    return place.row < listed.get(place.sheet, 0)


def _problem(pages: Sequence[Page], mapping: FileMapping) -> str | None:
    by_name = {page.name: page for page in listed_pages(pages)}
    names = [sheet.sheet for sheet in mapping.sheets]
    if len(set(names)) < len(names) or not set(names) <= by_name.keys():
        return NO_SUCH_COLUMN
    for sheet in mapping.sheets:
        width = max((len(row) for row in by_name[sheet.sheet].sheet.rows), default=0)
        if any(column >= width for column in sheet.columns):
            return NO_SUCH_COLUMN
        meaning = repeated(sheet.columns)
        if meaning is not None:
            return TWICE.format(label=LABELS[meaning])
    return None


def delete_of_user(*, user_id: int) -> None:
    """Delete the imports of a user whose data is erased; the forms stay."""
    db.session.execute(delete(DocFormImport).where(DocFormImport.user_id == user_id))
