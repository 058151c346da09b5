"""The names of duplicates that other features use."""

from app.duplicates.operations.comparing import compare_suppliers
from app.duplicates.policies.identity import (
    SIMILAR_NAMES,
    Identity,
    Likeness,
    Reason,
    compact,
    compact_duns,
    compact_lei,
    compact_tax_number,
    compare,
    differ,
    fold,
    split_name,
    tax_number_fault,
)

__all__ = [
    "SIMILAR_NAMES",
    "Identity",
    "Likeness",
    "Reason",
    "compact",
    "compact_duns",
    "compact_lei",
    "compact_tax_number",
    "compare",
    "compare_suppliers",
    "differ",
    "fold",
    "split_name",
    "tax_number_fault",
]
