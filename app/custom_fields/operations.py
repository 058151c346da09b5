"""Writing custom fields (specification section 2, Organisation details)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import delete, exists, literal, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import aliased

from app.accounts.public import Organisation
from app.custom_fields.models import RelationshipCustomValues
from app.custom_fields.queries import fields_of, values_of
from app.events.public import record
from app.extensions import db
from app.files.public import AttachmentUse, attach
from app.forms.public import Field, FieldType, PlacedField, canonical, rule_errors, shape_error, visible
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError, InvalidError, NotFoundError
from app.network.public import Merge, MergeHooks, Moves, Reference, Relationship, relationship_for

SUBJECT = "relationship_custom_values"
CHANGED_SINCE = "A custom field of this supplier was changed since."
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


def change_values(*, actor: Actor, changes: Mapping[int, Mapping[str, tuple[object, object]]]) -> None:
    """Change values of relationships, by id: (earlier value, new value) by the name of the field. Three statements.

    Neither checks the values nor records an event, which an import does itself. Raises NotFoundError for relationships of
    other organisations, ConflictError if a value is not the expected earlier one.
    """
    ids = sorted(relationship_id for relationship_id, values in changes.items() if values)
    if not ids:
        return
    stored = _locked_values(actor, ids)
    rows = []
    for relationship_id in ids:
        values = stored[relationship_id]
        for name, (before, after) in changes[relationship_id].items():
            if values.get(name) != before:
                raise ConflictError(CHANGED_SINCE)
            values[name] = after
        left = {name: value for name, value in values.items() if value is not None}
        rows.append({"relationship_id": relationship_id, "values": left, "updated": now()})
    stmt = insert(RelationshipCustomValues).values(rows)
    db.session.execute(
        stmt.on_conflict_do_update(
            index_elements=["relationship_id"],
            set_={"values": stmt.excluded["values"], "updated": stmt.excluded["updated"]},
        )
    )
    db.session.execute(
        delete(RelationshipCustomValues).where(
            RelationshipCustomValues.relationship_id.in_(ids),
            RelationshipCustomValues.values == literal({}, RelationshipCustomValues.values.type),
        )
    )


def _locked_values(actor: Actor, relationship_ids: Sequence[int]) -> dict[int, dict[str, object]]:
    stmt = (
        select(Relationship.id, RelationshipCustomValues.values)
        .outerjoin(RelationshipCustomValues, RelationshipCustomValues.relationship_id == Relationship.id)
        .where(Relationship.id.in_(relationship_ids), Relationship.organisation_id == actor.organisation_id)
        .order_by(Relationship.id)
        .with_for_update(of=Relationship)
    )
    stored = {row.id: dict(row.values or {}) for row in db.session.execute(stmt)}
    if set(stored) != set(relationship_ids):
        raise NotFoundError
    return stored


def register_merging(hooks: MergeHooks) -> None:
    """Register the column of the values, and the steps that join the values and files of two merged suppliers."""
    hooks.references.append(Reference(column=RelationshipCustomValues.relationship_id))
    hooks.steps += [_join_values, _move_files]


def _join_values(moves: Moves, merge: Merge) -> None:
    """Keep the survivor's values, and take the others for fields without one."""
    of_gone = RelationshipCustomValues.relationship_id == merge.gone_relationship_id
    of_survivor = RelationshipCustomValues.relationship_id == merge.survivor_relationship_id
    other = aliased(RelationshipCustomValues)
    joined = (
        select(other.values.op("||")(RelationshipCustomValues.values))
        .where(other.relationship_id == merge.gone_relationship_id)
        .scalar_subquery()
    )
    both = exists().where(other.relationship_id == merge.gone_relationship_id)
    moves.update(
        RelationshipCustomValues, of_survivor & both, {"values": joined, "updated": now()}, is_whole=False
    )
    survives = exists().where(other.relationship_id == merge.survivor_relationship_id)
    moves.delete(RelationshipCustomValues, of_gone & survives)


def _move_files(moves: Moves, merge: Merge) -> None:
    other = aliased(AttachmentUse)
    moves.update(
        AttachmentUse,
        (AttachmentUse.subject_type == SUBJECT)
        & (AttachmentUse.subject_id == merge.gone_relationship_id)
        & ~exists().where(
            other.attachment_id == AttachmentUse.attachment_id,
            other.subject_type == SUBJECT,
            other.subject_id == merge.survivor_relationship_id,
        ),
        {"subject_id": merge.survivor_relationship_id},
    )
