"""The names of custom fields that other features use."""

from app.custom_fields.operations import save_values, take_answers

__all__ = [
    "save_values",
    "take_answers",
]
