"""Names of fields and values of options in conditions and scoring rules, replaced for another document."""

from collections.abc import Mapping

from app.kernel.http.json_types import Arguments

Values = Mapping[str, Mapping[str, str]]
"""The new value of each former value of an option, by the former name of the field."""


def translate_condition(condition: Arguments, names: Mapping[str, str], values: Values) -> Arguments:
    """Return a stored `visibleWhen` with other names and values."""
    for group in ("all", "any"):
        if group in condition:
            return {group: [_translate(each, names, values) for each in condition[group]]}
    return _translate(condition, names, values)


def translate_scoring(rules: list[Arguments], name: str, values: Values) -> list[Arguments]:
    """Return stored scoring rules of the field `name` with other values."""
    return [{**rule, "operand": _operand(rule.get("operand"), values.get(name, {}))} for rule in rules]


def option_translation(former: Arguments, present: Arguments) -> dict[str, str]:
    """Return the present value of each former value of a field's options with the same label."""
    by_label = {option["label"]: option["value"] for option in present.get("options") or ()}
    return {
        option["value"]: by_label[option["label"]]
        for option in former.get("options") or ()
        if option["label"] in by_label
    }


def with_known_values(options: list[Arguments], original: Arguments) -> list[Arguments]:
    """Return options with the stored values of the labels that a field has already; new labels get unused values."""
    values = {option["label"]: option["value"] for option in original.get("options") or ()}
    taken = set(values.values())
    result = []
    for option in options:
        value = values.get(option["label"])
        if value is None:
            value, number = option["value"], 2
            while value in taken:
                value, number = f"{option['value']}_{number}", number + 1
            taken.add(value)
        result.append({"value": value, "label": option["label"]})
    return result


def _translate(condition: Arguments, names: Mapping[str, str], values: Values) -> Arguments:
    name = condition["field"]
    return {
        **condition,
        "field": names.get(name, name),
        "value": _operand(condition.get("value"), values.get(name, {})),
    }


def _operand(operand: object, values: Mapping[str, str]) -> object:
    if isinstance(operand, list):
        return [_operand(each, values) for each in operand]
    return values.get(operand, operand) if isinstance(operand, str) else operand
