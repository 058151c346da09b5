"""Questions of the library that the questions of a file are: with the same text, or a similar one."""

from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from app.form_imports.policies.building import BuiltQuestion
from app.form_imports.policies.items import Place
from app.form_imports.policies.texts import fold
from app.forms.public import FieldType, types_like

SIMILAR = 92
"""Percent above which a text is proposed as similar."""
MOST_COMPARED = 1_000_000
"""Pairs of texts that are compared; above that, only the same texts match."""


@dataclass(frozen=True, slots=True)
class LibraryQuestion:
    """A question of the library."""

    id: int
    label: str
    type: FieldType
    is_global: bool


@dataclass(frozen=True, slots=True)
class LibraryMatch:
    """A question of the file that the library has; `similarity` is in percent, 100 for the same text."""

    place: Place
    question: LibraryQuestion
    similarity: float


def match_library(
    questions: Sequence[BuiltQuestion], library: Sequence[LibraryQuestion]
) -> list[LibraryMatch]:
    """Return the questions that the library has, each question of the library once. Own questions come before standard ones."""
    by_text: dict[str, list[LibraryQuestion]] = {}
    for each in sorted(library, key=lambda each: each.is_global):
        by_text.setdefault(fold(each.label), []).append(each)
    texts = list(by_text)
    has_similar = len(texts) * len(questions) <= MOST_COMPARED
    used: set[int] = set()
    matches = []
    for built in questions:
        if built.question.further:
            continue
        kind, text = FieldType(built.attrs["type"]), fold(built.attrs["label"])
        candidates, similarity = by_text.get(text, []), 100.0
        if not candidates and has_similar:
            nearest = process.extractOne(text, texts, scorer=fuzz.ratio, score_cutoff=SIMILAR)
            if nearest is not None:
                candidates, similarity = by_text[nearest[0]], round(float(nearest[1]), 1)
        match = next(
            (each for each in candidates if each.id not in used and each.type in types_like(kind)), None
        )
        if match is not None:
            used.add(match.id)
            matches.append(LibraryMatch(built.question.place, match, similarity))
    return matches
