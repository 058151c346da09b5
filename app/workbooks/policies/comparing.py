"""Comparison of the answers of a file with the answers of the RFx."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from app.forms.public import PlacedField
from app.kernel.http.json_types import Json
from app.workbooks.policies.cells import Parsed
from app.workbooks.types import Outcome

MAX_TEXT = 2_000
NOT_WRITABLE = "You can't change this answer."
NOT_ASKED = "This question isn't asked with these answers."
NO_QUESTION = "This RFx has no such question."


@dataclass(frozen=True, slots=True, kw_only=True)
class Current:
    """The answer in the RFx; iteration 0 without one."""

    value: object = None
    iteration: int = 0
    author: str = ""
    updated: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """An answer of the file; `iteration` is the one that the file was based on, None for a file that was not downloaded here."""

    key: str
    place: str
    text: str
    parsed: Parsed
    iteration: int | None
    question: str | None = None
    similarity: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Questions:
    """The questions of the RFx with titles and numbers of their forms, and what the viewer may write."""

    by_key: Mapping[str, PlacedField]
    titles: Mapping[int | None, str]
    numbers: Mapping[str, int]
    writable: Collection[str]
    fields: Sequence[PlacedField] = ()
    """All questions of the RFx, also outside the viewer's part: they decide which questions are visible."""
    values: Mapping[str, object] = field(default_factory=dict)
    """The answers to all questions."""


def compare(
    reads: Sequence[Read], questions: Questions, current: Mapping[str, Current], visible: Collection[str]
) -> list[Json]:
    """Return an item for each answer of the file, in the order of the questions; empty in both places: none.

    `visible` has the keys that are visible with the answers of the file.
    """
    order = {key: position for position, key in enumerate(questions.by_key)}
    items = []
    for read in sorted(reads, key=lambda read: order[read.key]):
        here = current.get(read.key, Current())
        outcome, sentence = _outcome(read, here, questions, visible)
        if outcome is not None:
            items.append(_item(read, questions, here, outcome, sentence))
    return items


def unknown_item(key: str, place: str) -> Json:
    """Return the item of a row whose question the RFx does not have."""
    return {
        "key": None, "formTitle": "", "section": "", "number": "", "label": key[:200], "type": None,
        "outcome": Outcome.UNKNOWN, "here": None, "file": None, "fileText": "", "sentence": NO_QUESTION,
        "cell": place, "matchedText": None, "similarity": None, "hereAuthor": "", "hereUpdated": None,
        "appliedState": None, "iteration": 0,
    }  # fmt: skip


def _outcome(
    read: Read, here: Current, questions: Questions, visible: Collection[str]
) -> tuple[Outcome | None, str]:
    value = read.parsed.value
    if read.parsed.error is not None:
        return Outcome.INVALID, read.parsed.error
    if value == here.value or (value is None and here.value is None):
        return (None if value is None else Outcome.SAME), ""
    if read.key not in questions.writable:
        return Outcome.UNKNOWN, NOT_WRITABLE
    if value is None:
        return Outcome.EMPTY, ""
    if read.key not in visible:
        return Outcome.UNKNOWN, NOT_ASKED
    if read.similarity is not None and read.similarity < 100:
        return Outcome.PROPOSED, ""
    if read.iteration is not None and here.iteration != read.iteration:
        return Outcome.CONFLICT, ""
    return (Outcome.NEW if here.value is None else Outcome.CHANGED), ""


def _item(read: Read, questions: Questions, here: Current, outcome: Outcome, sentence: str) -> Json:
    placed = questions.by_key[read.key]
    return {
        "key": read.key,
        "formTitle": questions.titles.get(placed.form_id, ""),
        "section": placed.section_title,
        "number": str(questions.numbers[read.key]),
        "label": placed.field.label or placed.field.name,
        "type": placed.field.type.value,
        "outcome": outcome,
        "here": here.value,
        "file": read.parsed.value,
        "fileText": read.text[:MAX_TEXT],
        "sentence": sentence,
        "cell": read.place,
        "matchedText": read.question,
        "similarity": read.similarity,
        "hereAuthor": here.author,
        "hereUpdated": here.updated.isoformat() if here.updated else None,
        "appliedState": None,
        # The answer that the viewer decides about; a later one is a conflict.
        "iteration": here.iteration
        if outcome is Outcome.CONFLICT or read.iteration is None
        else read.iteration,
    }
