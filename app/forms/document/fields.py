"""Attributes of a field of a form document, as typed values.

A field is an atom node (`dvField` inline, `dvFieldBlock` as a block) whose attributes are stored in camelCase without
defaults. Only `field_from_attrs` converts them to a `Field`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from app.forms.document.nodes import Attributes

FIELD_NODES = frozenset({"dvField", "dvFieldBlock"})


class FieldType(StrEnum):
    """Type of answer that a field accepts."""

    TEXT = "TEXT"
    TEXTAREA = "TEXTAREA"
    NUMBER = "NUMBER"
    DATE = "DATE"
    YESNO = "YESNO"
    SINGLE_CHOICE = "SINGLE_CHOICE"
    MULTI_CHOICE = "MULTI_CHOICE"
    COUNTRY = "COUNTRY"
    CURRENCY_AMOUNT = "CURRENCY_AMOUNT"
    EMAIL = "EMAIL"
    URL = "URL"
    FILE = "FILE"
    TABLE = "TABLE"
    FORMSIGNATURE = "FORMSIGNATURE"


class ColumnType(StrEnum):
    """Type of answer that a column of a TABLE field accepts."""

    TEXT = "TEXT"
    NUMBER = "NUMBER"
    DATE = "DATE"
    YESNO = "YESNO"
    SINGLE_CHOICE = "SINGLE_CHOICE"


class WritableBy(StrEnum):
    """Party of an RFx that may answer a field."""

    RESPONDENT = "RESPONDENT"
    REQUESTER = "REQUESTER"
    BOTH = "BOTH"


class Operator(StrEnum):
    """Comparison of an answer with the operand of a condition or scoring rule."""

    EQUALS = "equals"
    NOT_EQUALS = "notEquals"
    IN = "in"
    CONTAINS = "contains"
    GREATER_THAN = "greaterThan"
    LESS_THAN = "lessThan"
    BETWEEN = "between"
    ANSWERED = "answered"
    UNANSWERED = "unanswered"


CONDITION_OPERATORS = frozenset(Operator) - {Operator.BETWEEN}
SCORING_OPERATORS = frozenset(
    {Operator.EQUALS, Operator.IN, Operator.BETWEEN, Operator.ANSWERED, Operator.UNANSWERED}
)

CHOICE_TYPES = frozenset({FieldType.SINGLE_CHOICE, FieldType.MULTI_CHOICE})
COUNTED_TYPES = frozenset({FieldType.MULTI_CHOICE, FieldType.FILE, FieldType.TABLE})
RANGED_TYPES = COUNTED_TYPES | {FieldType.NUMBER, FieldType.DATE, FieldType.CURRENCY_AMOUNT}
TEXT_TYPES = frozenset({FieldType.TEXT, FieldType.TEXTAREA})
AFFIXED_TYPES = frozenset({FieldType.TEXT, FieldType.NUMBER})


@dataclass(frozen=True, slots=True)
class Option:
    """Option of a choice: `value` is stored, `label` is shown."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Column:
    """Typed column of a TABLE field."""

    name: str
    label: str
    type: ColumnType = ColumnType.TEXT
    required: bool = False
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Condition:
    """Comparison of the answer to `field` (a name in the same form) with `value`."""

    field: str
    operator: Operator
    value: object = None


@dataclass(frozen=True, slots=True)
class VisibleWhen:
    """Conditions that show a field: only while all of them are met or, with `is_any`, at least one.

    It is stored as one condition, or as `{"all": [...]}` or `{"any": [...]}` of 2 to 10 conditions.
    """

    conditions: tuple[Condition, ...]
    is_any: bool = False


@dataclass(frozen=True, slots=True)
class ScoringRule:
    """Rule that scores `points` if the answer meets it; `follow_up` is the text of the task that it then creates.

    The first rule of a field that the answer meets is used.
    """

    operator: Operator
    operand: object = None
    points: float = 0
    follow_up: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """Field of a form. `min` and `max` are decimal text for NUMBER and CURRENCY_AMOUNT, `YYYY-MM-DD` for DATE, and
    a count for MULTI_CHOICE, FILE and TABLE (which has `max_rows` as the upper bound).
    """

    fid: str
    name: str
    type: FieldType = FieldType.TEXT
    label: str = ""
    hint: str = ""
    required: bool = False
    prefix: str = ""
    suffix: str = ""
    min: str | None = None
    max: str | None = None
    max_length: int | None = None
    pattern: str = ""
    options: tuple[Option, ...] = ()
    columns: tuple[Column, ...] = ()
    max_rows: int | None = None
    writable_by: WritableBy = WritableBy.RESPONDENT
    visible_when: VisibleWhen | None = None
    weight: float = 1
    scoring: tuple[ScoringRule, ...] = ()
    question_id: int | None = None
    is_relationship_field: bool = False
    show_in_summary: bool = False
    topic: str = ""
    document_type: str = ""
    """The type of document that a FILE field asks for: the code of a shipped type, or the id of an own one."""
    source_key: str = ""
    """Number of the question in the spreadsheet or standard that the field comes from, such as `A&A-01.1`."""

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Return the conditions of `visible_when`; empty for a field that is always visible."""
        return self.visible_when.conditions if self.visible_when else ()


# Stored names and their defaults; an attribute that equals its default is not stored.
ATTRIBUTE_DEFAULTS: Mapping[str, object] = {
    "fid": "",
    "name": "",
    "type": "TEXT",
    "label": "",
    "hint": "",
    "required": False,
    "prefix": "",
    "suffix": "",
    "min": None,
    "max": None,
    "maxLength": None,
    "pattern": "",
    "options": [],
    "columns": [],
    "maxRows": None,
    "writableBy": "RESPONDENT",
    "visibleWhen": None,
    "weight": 1,
    "scoring": [],
    "questionId": None,
    "isRelationshipField": False,
    "showInSummary": False,
    "topic": "",
    "documentType": "",
    "sourceKey": "",
}


def number_text(number: float) -> str:
    """Format a JSON number as decimal text without an exponent, so that 5, 5.0 and "5" are the same bound."""
    return format(Decimal(repr(number)).normalize(), "f")


def bound_text(bound: object) -> str | None:
    """Return `min` or `max` as text, for stored numbers and stored text; None without a bound."""
    if isinstance(bound, str):
        return bound or None
    if isinstance(bound, int | float) and not isinstance(bound, bool):
        return number_text(bound)
    return None


def field_from_attrs(attrs: Attributes) -> Field:
    """Convert a node's stored attributes, which `check_document` accepted, to a typed field."""
    return Field(
        fid=attrs.get("fid") or "",
        name=attrs.get("name") or "",
        type=FieldType(attrs.get("type") or FieldType.TEXT),
        label=attrs.get("label") or "",
        hint=attrs.get("hint") or "",
        required=bool(attrs.get("required")),
        prefix=attrs.get("prefix") or "",
        suffix=attrs.get("suffix") or "",
        min=bound_text(attrs.get("min")),
        max=bound_text(attrs.get("max")),
        max_length=attrs.get("maxLength"),
        pattern=attrs.get("pattern") or "",
        options=_options(attrs),
        columns=tuple(
            Column(
                name=column.get("name") or "",
                label=column.get("label") or "",
                type=ColumnType(column.get("type") or ColumnType.TEXT),
                required=bool(column.get("required")),
                options=_options(column),
            )
            for column in attrs.get("columns") or ()
        ),
        max_rows=attrs.get("maxRows"),
        writable_by=WritableBy(attrs.get("writableBy") or WritableBy.RESPONDENT),
        visible_when=_visible_when(attrs.get("visibleWhen")),
        weight=1 if attrs.get("weight") is None else attrs["weight"],
        scoring=tuple(
            ScoringRule(
                operator=Operator(rule.get("operator") or Operator.ANSWERED),
                operand=rule.get("operand"),
                points=rule.get("points") or 0,
                follow_up=rule.get("followUp") or "",
            )
            for rule in attrs.get("scoring") or ()
        ),
        question_id=attrs.get("questionId"),
        is_relationship_field=bool(attrs.get("isRelationshipField")),
        show_in_summary=bool(attrs.get("showInSummary")),
        topic=attrs.get("topic") or "",
        document_type=attrs.get("documentType") or "",
        source_key=attrs.get("sourceKey") or "",
    )


def _visible_when(stored: Attributes | None) -> VisibleWhen | None:
    if not stored:
        return None
    conditions = stored.get("any") or stored.get("all") or [stored]
    return VisibleWhen(
        conditions=tuple(
            Condition(
                field=condition.get("field") or "",
                operator=Operator(condition.get("operator") or Operator.ANSWERED),
                value=condition.get("value"),
            )
            for condition in conditions
        ),
        is_any="any" in stored,
    )


def _options(attrs: Attributes) -> tuple[Option, ...]:
    return tuple(
        Option(value=option.get("value") or "", label=option.get("label") or "")
        for option in attrs.get("options") or ()
    )
