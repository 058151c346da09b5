"""The names of custom fields that other features use."""

from app.custom_fields.operations import change_values, save_values, take_answers
from app.custom_fields.queries import importable_fields, values_of_many

__all__ = [
    "change_values",
    "importable_fields",
    "save_values",
    "take_answers",
    "values_of_many",
]
