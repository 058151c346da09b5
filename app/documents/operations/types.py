"""Adding, changing, archiving and restoring an organisation's own types of documents."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select

from app.accounts.public import Organisation
from app.documents.models import DocumentType
from app.documents.queries.types import has_room_for_type, is_used, name_is_taken, type_for
from app.documents.types import MAX_OWN_TYPES, DocumentField, Validity
from app.extensions import db
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, InvalidError

SHIPPED = "This type comes with Assay and can't be changed. Add a type of your own instead."
NAME_TAKEN = "There is already a type with this name."
TOO_MANY = f"An organisation can add at most {MAX_OWN_TYPES} document types."
NO_MONTHS = "Enter the number of months."
IN_USE = "This type is in use, so its validity can't be changed. Archive it and add another one."
ARCHIVED = "This type is archived. Restore it first."
NAME_TAKEN_SINCE = "There is another type named {name} now. Rename that one first."


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeValues:
    """The editable values of a type; `months` counts only for `Validity.MONTHS`."""

    name: str
    standard: str
    validity: Validity
    months: int | None
    fields: Sequence[DocumentField]
    remind_days: Sequence[int]
    grace_days: int


def add_type(*, actor: Actor, values: TypeValues) -> DocumentType:
    """Add a type. Raises InvalidError for a name that is taken, ConflictError if there are too many types."""
    actor.demand(Permission.MANAGE_RELATIONSHIPS)
    # The lock makes concurrent additions count each other.
    db.session.execute(
        select(Organisation.id).where(Organisation.id == actor.organisation_id).with_for_update()
    )
    if not has_room_for_type(actor.organisation_id):
        raise ConflictError(TOO_MANY)
    _check(actor, values)
    document_type = DocumentType(organisation_id=actor.organisation_id)
    _write(document_type, values)
    db.session.add(document_type)
    db.session.flush()
    return document_type


def change_type(*, actor: Actor, type_id: int, values: TypeValues) -> DocumentType:
    """Change a type of the own organisation.

    Raises NotFoundError for types of others, ConflictError for shipped and archived types and for a new validity of a
    type in use, whose documents were checked against the earlier one.
    """
    document_type = _own_type(actor, type_id)
    if document_type.archived:
        raise ConflictError(ARCHIVED)
    _check(actor, values, except_id=document_type.id)
    months = values.months if values.validity is Validity.MONTHS else None
    if (document_type.validity, document_type.months) != (values.validity, months) and is_used(document_type):
        raise ConflictError(IN_USE)
    _write(document_type, values)
    db.session.flush()
    return document_type


def remove_type(*, actor: Actor, type_id: int) -> None:
    """Delete a type, or archive it if requirements or documents have it; its requirements stay."""
    document_type = _own_type(actor, type_id)
    if is_used(document_type):
        document_type.archived = True
    else:
        db.session.delete(document_type)
    db.session.flush()


def restore_type(*, actor: Actor, type_id: int) -> DocumentType:
    """Make an archived type available again; any other type stays unchanged.

    Raises NotFoundError for types of others, ConflictError for shipped types and for a name that another type has now.
    """
    document_type = _own_type(actor, type_id)
    name = document_type.name
    if document_type.archived and name_is_taken(organisation_id=actor.organisation_id, name=name):
        raise ConflictError(NAME_TAKEN_SINCE.format(name=name))
    document_type.archived = False
    db.session.flush()
    return document_type


def _own_type(actor: Actor, type_id: int) -> DocumentType:
    actor.demand(Permission.MANAGE_RELATIONSHIPS)
    document_type = type_for(actor=actor, type_id=type_id, lock=True)
    if document_type.organisation_id is None:
        raise ConflictError(SHIPPED, code="shippedType")
    return document_type


def _check(actor: Actor, values: TypeValues, except_id: int | None = None) -> None:
    if values.validity is Validity.MONTHS and values.months is None:
        raise InvalidError(fields={"months": [NO_MONTHS]})
    if name_is_taken(organisation_id=actor.organisation_id, name=values.name, except_id=except_id):
        raise InvalidError(fields={"name": [NAME_TAKEN]})


def _write(document_type: DocumentType, values: TypeValues) -> None:
    document_type.name, document_type.standard, document_type.validity = (
        values.name,
        values.standard,
        values.validity,
    )
    document_type.months = values.months if values.validity is Validity.MONTHS else None
    document_type.fields = [field.value for field in DocumentField if field in values.fields]
    document_type.remind_days = sorted(set(values.remind_days), reverse=True)
    document_type.grace_days = values.grace_days
