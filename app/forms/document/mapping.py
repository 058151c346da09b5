"""The answer map: pairs of fields of two revisions of a form, or of all forms of two RFxs, and the answers that fit.

It is pure. Its vectors are tests/vectors/answer-map.json.
"""

from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from app.forms.document.answers import answered, column_field, is_empty_row
from app.forms.document.export_text import option_label
from app.forms.document.fields import Column, Field, FieldType, Option, WritableBy
from app.forms.document.rules import rule_errors
from app.forms.document.text import folded
from app.forms.document.walk import PlacedField

_FREE_TEXTS = frozenset({FieldType.TEXT, FieldType.TEXTAREA, FieldType.EMAIL, FieldType.URL})
"""Types among which an answer may move: it is a text in each of them."""

TYPE_CHANGED = "The type of the question has changed. Answer it again."
OTHER_PARTY = "The other party answers this question now."
UNIT_CHANGED = "The unit was “{old}” and is “{new}” now. Enter the number again."
SIGN_AGAIN = "Sign again."


class FieldChange(StrEnum):
    """Change of a question, the strongest one first: a question with other rules may be reworded too.

    TYPE: another type of answer. RULES: other options, bounds, columns, unit, conditions, party or type of document, or
    now required.
    REWORDED: label, hint, texts of options, or place among the other questions. Scoring is no change of the question.
    """

    REMOVED = "REMOVED"
    NEW = "NEW"
    TYPE = "TYPE"
    RULES = "RULES"
    REWORDED = "REWORDED"
    SAME = "SAME"


@dataclass(frozen=True, slots=True)
class FieldPair:
    """A field in both documents; `old` is None for a NEW field, `new` for a REMOVED one."""

    old: PlacedField | None
    new: PlacedField | None
    change: FieldChange


def pair_forms(old: Sequence[tuple[int, str]], new: Sequence[tuple[int, str]]) -> dict[int, int]:
    """Return the new form id by old form id for forms, passed as (form id, series id), that are of one series."""
    by_series = {series_id: form_id for form_id, series_id in new}
    return {form_id: by_series[series_id] for form_id, series_id in old if series_id in by_series}


def map_fields(
    old: Sequence[PlacedField], new: Sequence[PlacedField], forms: Mapping[int, int] | None = None
) -> list[FieldPair]:
    """Pair the fields of two walks: the fields of `new` in their order, then the removed ones in the order of `old`.

    `forms` has the new form id by old form id (`pair_forms`). Fields pair by `fid` within the paired form, else by
    `questionId`, there first, else by name and type within the paired form; forms without a pair count as one. Each
    field is in exactly one pair. A value key may contain the id of a form, so answers move by pair, never by key.
    """
    partner = _partners(old, new, forms or {})
    pairs = [(partner.get(position), placed) for position, placed in enumerate(new)]
    names = {
        (placed.form_id, source.field.name): placed.field.name
        for source, placed in pairs
        if source is not None
    }
    moved = _moved(pairs)
    paired = {source.index for source, _ in pairs if source is not None}
    return [
        FieldPair(
            source,
            placed,
            FieldChange.NEW
            if source is None
            else _change(source.field, placed, names, is_moved=placed.index in moved),
        )
        for source, placed in pairs
    ] + [FieldPair(placed, None, FieldChange.REMOVED) for placed in old if placed.index not in paired]


def answer_fault(old: Field, new: Field, value: object) -> str | None:
    """Return the sentence that explains why `value`, an answer to `old`, is not right for `new`; None if it is right.

    No answer is always right. A signature never is, because it was given for the former answers.
    """
    if not answered(old, value):
        return None
    if old.writable_by is not new.writable_by and new.writable_by is not WritableBy.BOTH:
        return OTHER_PARTY
    if FieldType.FORMSIGNATURE in (old.type, new.type):
        return SIGN_AGAIN if old.type is new.type else TYPE_CHANGED
    if old.type is not new.type and not {old.type, new.type} <= _FREE_TEXTS:
        return TYPE_CHANGED
    if old.type is FieldType.NUMBER and _unit(old) != _unit(new):
        return UNIT_CHANGED.format(old=_unit(old), new=_unit(new))
    if fault := _lost_fault(old, new, value):
        return fault
    errors = rule_errors(new, value)
    return errors[0] if errors else None


def takes_same_answers(old: Field, new: Field) -> bool:
    """Return True if `new` is filled in like `old`, by the same party: a text typed for one can be shown in the other."""
    if old.writable_by is not new.writable_by and new.writable_by is not WritableBy.BOTH:
        return False
    return new.type in types_like(old.type) and new.type is not FieldType.FORMSIGNATURE


def types_like(type: FieldType) -> frozenset[FieldType]:
    """Return the types whose answers a field of `type` can show."""
    return _FREE_TEXTS if type in _FREE_TEXTS else frozenset({type})


def _partners(
    old: Sequence[PlacedField], new: Sequence[PlacedField], forms: Mapping[int, int]
) -> dict[int, PlacedField]:
    """Return the old field by position in `new`; each rule pairs what the stronger rules have left."""
    pairs_of_forms: dict[int | None, int | None] = {placed.form_id: placed.form_id for placed in old}
    pairs_of_forms.update(forms.items())
    present = {placed.form_id for placed in new}
    # A form without a pair was replaced or added as a whole; all such forms share the identity "other".
    new_forms: dict[int | None, Hashable] = {}
    old_forms: dict[int | None, Hashable] = {}
    for source, target in pairs_of_forms.items():
        if target in present:
            old_forms[source] = new_forms[target] = (target,)
    partner: dict[int, PlacedField] = {}
    used: set[int] = set()
    old_identities = [_identities(placed, old_forms.get(placed.form_id, "other")) for placed in old]
    new_identities = [_identities(placed, new_forms.get(placed.form_id, "other")) for placed in new]
    for rule in range(_RULES):
        waiting: dict[Hashable, deque[PlacedField]] = defaultdict(deque)
        for placed, identities in zip(old, old_identities, strict=True):
            if placed.index not in used and identities[rule] is not None:
                waiting[identities[rule]].append(placed)
        for position, identities in enumerate(new_identities):
            if position not in partner and waiting.get(identities[rule]):
                partner[position] = waiting[identities[rule]].popleft()
                used.add(partner[position].index)
    return partner


_RULES = 5


def _identities(placed: PlacedField, form: Hashable) -> tuple[Hashable, ...]:
    """Return what a field is recognised by, the strongest first; None where the field does not have it."""
    field, question = placed.field, placed.field.question_id
    return (
        (form, field.fid) if field.fid else None,
        (form, question, field.name) if question is not None else None,
        (form, question) if question is not None else None,
        question,
        (form, field.name, field.type),
    )


def _moved(pairs: Sequence[tuple[PlacedField | None, PlacedField]]) -> set[int]:
    """Return the indexes of new fields that changed their place among the fields of their form.

    The longest series in the former order stays, so that one moved or inserted field does not move all others.
    """
    by_form: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for source, placed in pairs:
        if source is not None:
            by_form[placed.form_index].append((source.index, placed.index))
    moved: set[int] = set()
    for places in by_form.values():
        moved |= {index for _, index in places} - _longest_series(places)
    return moved


def _longest_series(places: Sequence[tuple[int, int]]) -> set[int]:
    """Return the new indexes of a longest series of (former index, new index) in which both increase."""
    ends: list[int] = []
    last: list[int] = []
    before: list[int | None] = []
    for position, (former, _) in enumerate(places):
        length = bisect_left(ends, former)
        ends[length:] = [former, *ends[length + 1 :]]
        last[length:] = [position, *last[length + 1 :]]
        before.append(last[length - 1] if length else None)
    series: set[int] = set()
    position_in_series = last[-1] if last else None
    while position_in_series is not None:
        series.add(places[position_in_series][1])
        position_in_series = before[position_in_series]
    return series


def _change(
    old: Field, placed: PlacedField, names: Mapping[tuple[int | None, str], str], *, is_moved: bool
) -> FieldChange:
    new = placed.field
    if old.type is not new.type:
        return FieldChange.TYPE
    if _rules(_renamed(old, placed.form_id, names)) != _rules(new):
        return FieldChange.RULES
    is_reworded = is_moved or _wording(old) != _wording(new)
    return FieldChange.REWORDED if is_reworded else FieldChange.SAME


def _renamed(field: Field, form_id: int | None, names: Mapping[tuple[int | None, str], str]) -> Field:
    """Return an old field whose conditions have the new names of the fields that they refer to."""
    if field.visible_when is None:
        return field
    conditions = tuple(
        replace(condition, field=names.get((form_id, condition.field), condition.field))
        for condition in field.visible_when.conditions
    )
    return replace(field, visible_when=replace(field.visible_when, conditions=conditions))


def _rules(field: Field) -> tuple[object, ...]:
    return (
        field.required, field.min, field.max, field.max_length, field.pattern, field.max_rows, field.writable_by,
        field.visible_when, field.document_type, _unit(field), {option.value for option in field.options},
        {
            column.name: (column.type, column.required, {option.value for option in column.options})
            for column in field.columns
        },
    )  # fmt: skip


def _wording(field: Field) -> tuple[object, ...]:
    return field.label, field.hint, field.options, tuple(_column_wording(column) for column in field.columns)


def _column_wording(column: Column) -> tuple[object, ...]:
    return column.name, column.label, column.options


def _unit(field: Field) -> str:
    return field.suffix or field.prefix


def _lost_fault(old: Field, new: Field, value: object) -> str | None:
    """Return the sentence about chosen options that `new` does not have, or has under another value."""
    if isinstance(value, list) and new.type is FieldType.TABLE:
        return _lost_cells_fault(old, new, value)
    if new.type not in (FieldType.SINGLE_CHOICE, FieldType.MULTI_CHOICE):
        return None
    chosen = value if isinstance(value, list) else [value]
    lost = [option_label(old.options, choice) for choice in chosen if _is_lost(old.options, new, choice)]
    if not lost:
        return None
    labels = ", ".join(f"“{label}”" for label in lost)
    is_are = "is no longer an option" if len(lost) == 1 else "are no longer options"
    again = (
        "Choose one of the options." if new.type is FieldType.SINGLE_CHOICE else "Choose from the options."
    )
    return f"{labels} {is_are}. {again}"


def _is_lost(former: Sequence[Option], new: Field, choice: object) -> bool:
    labels = {option.value: option.label for option in new.options}
    if not isinstance(choice, str):
        return False
    if choice not in labels:
        return True
    label = next((folded(option.label) for option in former if option.value == choice), None)
    # The values were assigned again: the chosen text is now the text of another value.
    return (
        label is not None
        and label != folded(labels[choice])
        and label in {folded(text) for text in labels.values()}
    )


def _lost_cells_fault(old: Field, new: Field, rows: Sequence[object]) -> str | None:
    former = {column.name: column_field(column) for column in old.columns}
    columns = {column.name: column_field(column) for column in new.columns}
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, dict) or is_empty_row(old, row):
            continue
        for name, cell in row.items():
            if (
                name in former
                and name in columns
                and (fault := answer_fault(former[name], columns[name], cell))
            ):
                return f"Row {number}, {columns[name].label or name}: {fault}"
    return None
