"""Writing custom fields (specification section 2, Organisation details)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy.dialects.postgresql import insert

from app.accounts.public import Organisation
from app.custom_fields.models import RelationshipCustomValues
from app.custom_fields.queries import fields_of, values_of
from app.events.public import record
from app.extensions import db
from app.files.public import attach
from app.forms.public import Field, FieldType, PlacedField, canonical, rule_errors, shape_error, visible
from app.kernel.auth import Actor
from app.kernel.clock import now
from app.kernel.errors import InvalidError
from app.network.public import Relationship, relationship_for

SUBJECT = "relationship_custom_values"
UNKNOWN = "Your organisation has no such custom field."


def save_values(*, actor: Actor, relationship_id: int, values: Mapping[str, object]) -> dict[str, object]:
    """Replace the values of the fields in `values` and return all values.

    Raises NotFoundError for a relationship of another organisation, InvalidError with sentences at `values.{name}` for
    unknown fields and values that break the rules.
    """
    relationship = relationship_for(actor=actor, relationship_id=relationship_id, lock=True)
    placed = fields_of(actor.organisation_id)
    before = values_of(relationship_id)
    merged = _checked(placed, before, values)
    _attach_files(actor, relationship_id, placed, values, before)
    if merged != before:
        _store(relationship, merged, actor=actor, before=before, placed=placed)
    return merged


def take_answers(
    *, actor: Actor, relationship_id: int, answers: Iterable[tuple[Field, object]]
) -> dict[str, object]:
    """Copy answers of a submitted RFx to the custom fields of its requester; return the copied values by name.

    An answer belongs to the custom field with the same question of the library, otherwise with the same name. Answers
    that do not fit the type or the rules of the custom field are not copied.
    """
    relationship = db.session.get_one(
        Relationship, relationship_id, with_for_update={"key_share": True}, populate_existing=True
    )
    placed = fields_of(relationship.organisation_id)
    copied: dict[str, object] = {}
    for field, value in answers:
        target = _target(placed, field)
        if target is not None and not rule_errors(target, value):
            copied[target.name] = canonical(target, value)
    before = values_of(relationship_id)
    if any(before.get(name) != value for name, value in copied.items()):
        _store(relationship, before | copied, actor=actor, before=before, placed=placed)
    return copied


def _target(placed: Sequence[PlacedField], field: Field) -> Field | None:
    same_type = [item.field for item in placed if item.field.type == field.type]
    by_question = [
        f for f in same_type if field.question_id is not None and f.question_id == field.question_id
    ]
    by_name = [f for f in same_type if f.name == field.name]
    return next(iter([*by_question, *by_name]), None)


def _checked(
    placed: Sequence[PlacedField], before: Mapping[str, object], values: Mapping[str, object]
) -> dict[str, object]:
    by_name = {item.key: item.field for item in placed}
    errors = {f"values.{name}": [UNKNOWN] for name in values if name not in by_name}
    merged = dict(before)
    for name, value in values.items():
        field = by_name.get(name)
        error = shape_error(field, value) if field else None
        if error:
            errors[f"values.{name}"] = [error]
        elif field:
            merged[name] = canonical(field, value)
    if not errors:
        visible_keys = visible(placed, merged)
        for item in placed:
            sentences = rule_errors(item.field, merged.get(item.key)) if item.key in visible_keys else []
            if sentences:
                errors[f"values.{item.key}"] = list(sentences)
    if errors:
        raise InvalidError(fields=errors)
    return {name: value for name, value in merged.items() if value is not None}


def _attach_files(
    actor: Actor,
    relationship_id: int,
    placed: Sequence[PlacedField],
    values: Mapping[str, Any],
    before: Mapping[str, Any],
) -> None:
    """Attach the new files; files that a supplier submitted stay attached to its RFx."""
    ids = [
        file["attachmentId"]
        for item in placed
        if item.field.type is FieldType.FILE
        for file in values.get(item.key) or []
        if file not in (before.get(item.key) or [])
    ]
    if ids:
        attach(
            actor=actor, attachment_ids=ids, subject_type=SUBJECT, subject_id=relationship_id,
            limit=len(ids), reuse=True,
        )  # fmt: skip


def _store(
    relationship: Relationship,
    values: dict[str, object],
    *,
    actor: Actor,
    before: Mapping[str, object],
    placed: Sequence[PlacedField],
) -> None:
    """Store the values; the journal names the fields whose value differs from `before`."""
    row = {"relationship_id": relationship.id, "values": values, "updated": now()}
    db.session.execute(
        insert(RelationshipCustomValues)
        .values(row)
        .on_conflict_do_update(index_elements=["relationship_id"], set_={"values": values, "updated": now()})
    )
    record("relationship.customFieldsChanged", actor=actor, organisation_id=relationship.organisation_id,
           relationship_id=relationship.id, organisationId=relationship.with_organisation_id,
           organisationName=_name(relationship),
           fields=[p.field.label or p.key for p in placed if values.get(p.key) != before.get(p.key)])  # fmt: skip


def _name(relationship: Relationship) -> str:
    return db.session.get_one(Organisation, relationship.with_organisation_id).name
