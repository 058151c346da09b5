"""What custom fields give to the features above."""

from app.custom_fields.operations import save_values, take_answers

__all__ = ["save_values", "take_answers"]
