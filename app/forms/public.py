"""What other features use of forms."""

from typing import Any

from app.accounts.public import organisation_created
from app.forms.document.answers import answered, canonical
from app.forms.document.export_text import table_rows, value_text
from app.forms.document.fields import Field, FieldType, WritableBy
from app.forms.document.normalise import without_scoring
from app.forms.document.numbers import parse_decimal
from app.forms.document.rules import (
    Completion,
    Validity,
    completion,
    rule_errors,
    validity,
    visible,
    writable_keys,
)
from app.forms.document.shapes import shape_error
from app.forms.document.walk import PlacedField, walk_forms
from app.forms.models import DocForm
from app.forms.operations import add_published_form, give_starters
from app.forms.queries import fields_of_forms, forms_in_use
from app.forms.types import DocFormType

__all__ = [
    "Completion", "DocForm", "DocFormType", "Field", "FieldType", "PlacedField", "Validity", "WritableBy",
    "add_published_form", "answered", "canonical", "completion", "fields_of_forms", "forms_in_use", "give_starters", "parse_decimal", "rule_errors",
    "shape_error", "table_rows", "validity", "value_text", "visible", "walk_forms", "without_scoring", "writable_keys",
]  # fmt: skip


@organisation_created.connect
def _give_starters(_sender: object, *, organisation_id: int, user_id: int, **_more: Any) -> None:
    give_starters(organisation_id=organisation_id, user_id=user_id)
