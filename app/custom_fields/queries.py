"""Queries of custom fields: the form of the organisation that owns a relationship, and the values."""

from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import ARRAY, BigInteger, any_, bindparam, literal, select

from app.custom_fields.models import RelationshipCustomValues
from app.extensions import db
from app.forms.public import (
    DocForm,
    Field,
    FieldType,
    PlacedField,
    custom_fields_form,
    select_custom_fields_form,
    value_text,
    visible,
    walk_forms,
)
from app.kernel.db.statements import PLANNED_ONCE, AnySelect, shared_statement

NOT_IN_ONE_CELL = frozenset({FieldType.FILE, FieldType.TABLE})


def fields_of(organisation_id: int) -> list[PlacedField]:
    """Return the custom fields of an organisation, in the order of its form, without signatures."""
    form = custom_fields_form(organisation_id)
    return _placed(form) if form else []


def importable_fields(organisation_id: int) -> dict[str, Field]:
    """Return the custom fields of an organisation whose value fits in one cell, by name, in the order of the form."""
    return {
        item.key: item.field for item in fields_of(organisation_id) if item.field.type not in NOT_IN_ONE_CELL
    }


def values_of_many(relationship_ids: Collection[int]) -> dict[int, dict[str, object]]:
    """Return the values of relationships that have any, by id; the caller has checked access."""
    stmt = select(RelationshipCustomValues.relationship_id, RelationshipCustomValues.values).where(
        RelationshipCustomValues.relationship_id == any_(literal(sorted(relationship_ids), ARRAY(BigInteger)))
    )
    return {row.relationship_id: dict(row.values) for row in db.session.execute(stmt)}


def values_of(relationship_id: int) -> dict[str, object]:
    """Return the values of a relationship; the caller has checked access."""
    row = db.session.get(RelationshipCustomValues, relationship_id)
    return dict(row.values) if row else {}


def custom_part(*, organisation_id: int, relationship_id: int) -> dict[str, object] | None:
    """Return the form and the values of a relationship of `organisation_id`; None if it has no form.

    One statement.
    """
    parameters = {"of": organisation_id, "at": relationship_id}
    row = db.session.execute(_form_and_values(), parameters).one_or_none()
    if row is None:
        return None
    form: DocForm = row.DocForm
    values = dict(row.stored_values or {})
    return {
        "docFormId": form.id,
        "title": form.title,
        "doc": form.doc,
        "values": values,
        "summary": summary_of(_placed(form), values),
    }


@shared_statement
def _form_and_values() -> AnySelect:
    at = bindparam("at", type_=BigInteger)
    return (
        select_custom_fields_form(bindparam("of", type_=BigInteger))
        .add_columns(RelationshipCustomValues.values.label("stored_values"))
        .outerjoin(RelationshipCustomValues, RelationshipCustomValues.relationship_id == at)
        .execution_options(**PLANNED_ONCE)
    )


def summary_of(placed: Sequence[PlacedField], values: Mapping[str, object]) -> list[dict[str, str]]:
    """Return the visible fields as text: name, label and text, which is empty without a value."""
    visible_keys = visible(placed, values)
    return [
        {
            "name": item.key,
            "label": item.field.label or item.field.name,
            "text": value_text(item.field, values.get(item.key)),
        }
        for item in placed
        if item.key in visible_keys
    ]


def _placed(form: DocForm) -> list[PlacedField]:
    placed = walk_forms([(form.id, form.doc)])
    return [item for item in placed if item.field.type is not FieldType.FORMSIGNATURE]
