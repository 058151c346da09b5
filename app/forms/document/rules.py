"""Visibility of fields, errors in answers, and completion of a form.

The twin is static_src/domain/questionnaire/rules/rules.ts; tests/vectors/form-rules.json checks that both behave the
same, and the server decides. Every function is total: a value may be any JSON.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from app.forms.document.answers import answered, column_field, is_empty_row, measure
from app.forms.document.conditions import is_condition_met
from app.forms.document.dates import date_fault, medium_date, parse_date
from app.forms.document.fields import COUNTED_TYPES, Condition, Field, FieldType, Operator, WritableBy
from app.forms.document.numbers import parse_decimal
from app.forms.document.pattern import compile_pattern, pattern_fault
from app.forms.document.shapes import shape_error
from app.forms.document.text import is_email, is_web_address, trimmed
from app.forms.document.walk import PlacedField

_REQUIRED: Mapping[FieldType, str] = {
    FieldType.TEXT: "Write an answer.",
    FieldType.TEXTAREA: "Write an answer.",
    FieldType.NUMBER: "Enter a number.",
    FieldType.DATE: "Enter a date.",
    FieldType.YESNO: "Choose Yes or No.",
    FieldType.SINGLE_CHOICE: "Choose one of the options.",
    FieldType.MULTI_CHOICE: "Choose at least one option.",
    FieldType.COUNTRY: "Choose a country.",
    FieldType.CURRENCY_AMOUNT: "Enter an amount.",
    FieldType.EMAIL: "Enter an e-mail address.",
    FieldType.URL: "Enter a web address.",
    FieldType.FILE: "Upload a file.",
    FieldType.TABLE: "Add a row.",
    FieldType.FORMSIGNATURE: "Sign here.",
}
_COUNT_WORDS: Mapping[FieldType, tuple[str, str, str]] = {
    FieldType.MULTI_CHOICE: ("Choose", "option", "options"),
    FieldType.FILE: ("Upload", "file", "files"),
    FieldType.TABLE: ("Add", "row", "rows"),
}
_MAX_ROW_ERRORS = 20
MAX_CACHED_LENGTH = 500
"""Maximum length in characters of a text whose pattern match is cached."""


@dataclass(frozen=True, slots=True)
class Completion:
    """Completion of a form; `percent` is rounded down, so 100 means all. If there is nothing to answer, it is 100."""

    answered: int
    total: int

    @property
    def percent(self) -> int:
        """Return the share, rounded down, so that 100 means all; a form with nothing to answer is complete."""
        return self.answered * 100 // self.total if self.total else 100


@dataclass(frozen=True, slots=True)
class Validity:
    """Result of a check; `errors` has the sentences by field key, in document order."""

    valid: bool
    errors: Mapping[str, Sequence[str]]


def visible(fields: Sequence[PlacedField], values: Mapping[str, object]) -> frozenset[str]:
    """Return the keys of the visible fields. A condition treats a hidden or missing field as unanswered."""
    by_name: dict[tuple[int, str], PlacedField] = {}
    for placed in fields:
        by_name.setdefault((placed.form_index, placed.field.name), placed)
    visibility: dict[str, bool] = {}
    for placed in fields:
        if placed.field.visible_when is None:
            visibility.setdefault(placed.key, True)
            continue
        pending, entered = [placed], set[str]()
        # Decide the fields that a condition refers to before the field itself. The stack replaces a recursion, which a
        # chain of 1,000 conditions would exhaust.
        while pending:
            current = pending[-1]
            if current.key in visibility:
                pending.pop()
                continue
            parents = [
                by_name.get((current.form_index, condition.field)) for condition in current.field.conditions
            ]
            if current.key not in entered:
                entered.add(current.key)
                undecided = [
                    parent
                    for parent in parents
                    if parent and parent.key not in visibility and parent.key not in entered
                ]
                if undecided:
                    pending += reversed(undecided)
                    continue
            # Only drafts can have a cycle; the field that closes it counts as hidden.
            visibility[current.key] = _is_visible(
                current.field,
                [parent if parent and visibility.get(parent.key) else None for parent in parents],
                values,
            )
            pending.pop()
    return frozenset(key for key, is_visible in visibility.items() if is_visible)


def _is_visible(field: Field, parents: Sequence[PlacedField | None], values: Mapping[str, object]) -> bool:
    """Decide the visibility; `parents` has the visible field of each condition, or None if it is hidden or missing."""
    if field.visible_when is None:
        return True
    decide = any if field.visible_when.is_any else all
    return decide(
        _is_met(condition, parent, values)
        for condition, parent in zip(field.conditions, parents, strict=True)
    )


def _is_met(condition: Condition, parent: PlacedField | None, values: Mapping[str, object]) -> bool:
    if parent is None:
        return condition.operator in (Operator.UNANSWERED, Operator.NOT_EQUALS)
    return is_condition_met(parent.field, condition.operator, condition.value, values.get(parent.key))


def writable_keys(fields: Iterable[PlacedField], side: WritableBy) -> frozenset[str]:
    """Return the keys of the fields that a party of an RFx (RESPONDENT or REQUESTER) may write."""
    return frozenset(placed.key for placed in fields if placed.field.writable_by in (side, WritableBy.BOTH))


def completion(
    fields: Sequence[PlacedField],
    values: Mapping[str, object],
    writable: Collection[str],
    *,
    visible_keys: Collection[str] | None = None,
) -> Completion:
    """Count the visible fields among `writable` (keys), and the answered ones.

    `visible_keys` is the result of `visible`, for callers that have it; `fields` may then be some of the fields only.
    """
    counted = _counted(fields, values, writable, visible_keys)
    done = sum(answered(placed.field, values.get(placed.key)) for placed in counted)
    return Completion(answered=done, total=len(counted))


def validity(
    fields: Sequence[PlacedField],
    values: Mapping[str, object],
    writable: Collection[str],
    *,
    visible_keys: Collection[str] | None = None,
) -> Validity:
    """Check the visible fields among `writable` (keys): answered if required, and within their rules.

    `visible_keys` as in `completion`.
    """
    errors: dict[str, Sequence[str]] = {}
    for placed in _counted(fields, values, writable, visible_keys):
        if sentences := rule_errors(placed.field, values.get(placed.key)):
            errors[placed.key] = sentences
    return Validity(valid=not errors, errors=errors)


def _counted(
    fields: Sequence[PlacedField],
    values: Mapping[str, object],
    writable: Collection[str],
    visible_keys: Collection[str] | None,
) -> list[PlacedField]:
    if visible_keys is None:
        visible_keys = visible(fields, values)
    return [placed for placed in fields if placed.key in visible_keys and placed.key in writable]


def rule_errors(field: Field, value: object) -> list[str]:
    """Return the errors of `value` as an answer to `field`, as sentences to show next to it.

    An unanswered optional field has no error. For a value that cannot be stored, the only error is `shape_error`.
    """
    if shape := shape_error(field, value):
        return [shape]
    if not answered(field, value):
        return [_REQUIRED[field.type]] if field.required else []
    if field.type in COUNTED_TYPES:
        counted = _count_errors(field, value)
        return counted + _row_errors(field, value) if field.type == FieldType.TABLE else counted
    if isinstance(value, dict):
        return _amount_errors(field, value) if field.type == FieldType.CURRENCY_AMOUNT else []
    return _text_errors(field, value) if isinstance(value, str) else []


def _text_errors(field: Field, text: str) -> list[str]:
    match field.type:
        case FieldType.TEXT | FieldType.TEXTAREA:
            return _length_errors(field, text)
        case FieldType.NUMBER:
            return _range_errors(field, parse_decimal(trimmed(text)), "number")
        case FieldType.DATE:
            return _date_errors(field, text)
        case FieldType.EMAIL:
            return [] if is_email(trimmed(text)) else ["Enter an e-mail address like name@example.com."]
        case FieldType.URL:
            return [] if is_web_address(trimmed(text)) else ["Enter a web address like https://example.com."]
        case _:
            return []


def _length_errors(field: Field, text: str) -> list[str]:
    errors = []
    if field.max_length is not None and len(text) > field.max_length:
        errors.append(f"Use at most {field.max_length} characters. This has {len(text)}.")
    if field.pattern and not _matches_pattern(field.pattern, text):
        errors.append("This does not have the format that is asked for.")
    return errors


def _matches_pattern(pattern: str, text: str) -> bool:
    """Match a trimmed text. An invalid pattern, which only a draft can have, is ignored."""
    match = _match_cached if len(text) <= MAX_CACHED_LENGTH else _match_cached.__wrapped__
    return match(pattern, trimmed(text))


@lru_cache(maxsize=4096)
def _match_cached(pattern: str, text: str) -> bool:
    """Match a text; cached, because every view of an RFx checks all its answers again."""
    return pattern_fault(pattern) is not None or compile_pattern(pattern).matches(text)


def _range_errors(field: Field, number: Decimal | None, noun: str) -> list[str]:
    low, high = (parse_decimal(bound) if bound else None for bound in (field.min, field.max))
    if number is not None and (low is None or number >= low) and (high is None or number <= high):
        return []
    article = "an" if noun == "amount" else "a"
    if low is not None and high is not None:
        return [f"Enter {article} {noun} between {field.min} and {field.max}."]
    if low is not None:
        return [f"Enter {article} {noun} of {field.min} or more."]
    if high is not None:
        return [f"Enter {article} {noun} of {field.max} or less."]
    return [f"Enter {article} {noun}, such as {'1250.50' if noun == 'amount' else '98.4'}."]


def _date_errors(field: Field, text: str) -> list[str]:
    if fault := date_fault(text):
        return [fault]
    low, high = (parse_date(bound) if bound else None for bound in (field.min, field.max))
    day = parse_date(text)
    if day is None or ((low is None or day >= low) and (high is None or day <= high)):
        return []
    if low is not None and high is not None:
        return [f"Enter a date between {medium_date(low)} and {medium_date(high)}."]
    if low is not None:
        return [f"Enter a date on or after {medium_date(low)}."]
    return [f"Enter a date on or before {medium_date(high)}."] if high is not None else []


def _amount_errors(field: Field, value: Mapping[str, object]) -> list[str]:
    errors = _range_errors(field, measure(field, value), "amount")
    return errors if value.get("currency") else [*errors, "Choose a currency."]


def _count_errors(field: Field, value: object) -> list[str]:
    if not isinstance(value, list):
        return []
    is_table = field.type == FieldType.TABLE
    count = sum(not is_empty_row(field, row) for row in value) if is_table else len(value)
    verb, singular, plural = _COUNT_WORDS[field.type]
    least = _count_bound(field.min)
    most = field.max_rows if is_table else _count_bound(field.max)
    if least is not None and count < least:
        return [f"{verb} at least {least} {singular if least == 1 else plural}."]
    if most is not None and count > most:
        return [f"{verb} at most {most} {singular if most == 1 else plural}."]
    return []


def _count_bound(bound: str | None) -> int | None:
    number = parse_decimal(bound) if bound else None
    return None if number is None else int(number)


def _row_errors(field: Field, value: object) -> list[str]:
    errors: list[str] = []
    for number, row in enumerate(value if isinstance(value, list) else [], start=1):
        if is_empty_row(field, row):
            continue
        for column in field.columns:
            sentences = rule_errors(column_field(column), row.get(column.name))
            errors += [f"Row {number}, {column.label or column.name}: {sentence}" for sentence in sentences]
    return errors[:_MAX_ROW_ERRORS]
