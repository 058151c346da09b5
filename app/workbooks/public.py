"""The names of workbooks that other features use."""

from app.workbooks.policies.cells import parse_answer

__all__ = ["parse_answer"]
