"""Meanings of columns that an organisation remembers by name."""

from sqlalchemy import func, select

from app.extensions import db
from app.form_imports.models import ImportMapping
from app.form_imports.operations.uploading import NOT_READY
from app.form_imports.policies.contents import pages_from
from app.form_imports.policies.mapping import mapping_from
from app.form_imports.policies.planning import mapping_to_remember
from app.form_imports.queries import mapping_named, own_import, own_mapping
from app.form_imports.types import MAX_MAPPINGS
from app.kernel.clock import now
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, InvalidError

TOO_MANY = f"Your organisation has {MAX_MAPPINGS} mappings. Delete one first."
NO_COLUMNS = "This file has no columns to remember."


def remember_mapping(*, actor: Actor, import_id: int, name: str) -> ImportMapping:
    """Remember the mapping of an import under a name; an earlier one with this name is replaced.

    Raises ConflictError while the file is read, or if the organisation has too many, InvalidError for a file without
    columns.
    """
    actor.demand(Permission.MANAGE_FORMS)
    form_import = own_import(actor=actor, import_id=import_id)
    if form_import.mapping is None or form_import.contents is None:
        raise ConflictError(NOT_READY)
    chosen = mapping_to_remember(pages_from(form_import.contents), mapping_from(form_import.mapping))
    if chosen is None:
        raise InvalidError(fields={"docFormImportId": [NO_COLUMNS]})
    mapping = mapping_named(organisation_id=actor.organisation_id, name=name)
    if mapping is None:
        count = select(func.count()).where(ImportMapping.organisation_id == actor.organisation_id)
        if db.session.execute(count).scalar_one() >= MAX_MAPPINGS:
            raise ConflictError(TOO_MANY)
        mapping = ImportMapping(organisation_id=actor.organisation_id)
        db.session.add(mapping)
    mapping.name, (mapping.headers_hash, mapping.mapping), mapping.created = name, chosen, now()
    db.session.flush()
    return mapping


def delete_mapping(*, actor: Actor, mapping_id: int) -> None:
    """Delete a remembered mapping."""
    actor.demand(Permission.MANAGE_FORMS)
    db.session.delete(own_mapping(actor=actor, mapping_id=mapping_id))
    db.session.flush()
