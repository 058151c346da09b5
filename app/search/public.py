"""The names of the search that other features use."""

from app.search.policies import (
    CODE,
    NUMBER,
    TYPED,
    Match,
    SearchFace,
    SearchHooks,
    SearchRow,
    SearchTerm,
    SearchType,
    begins_first,
)
from app.search.types import Rank

__all__ = [
    "CODE",
    "NUMBER",
    "TYPED",
    "Match",
    "Rank",
    "SearchFace",
    "SearchHooks",
    "SearchRow",
    "SearchTerm",
    "SearchType",
    "begins_first",
]
