"""The fields of each step, and the check of a single value, without the database."""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from app.corrective_actions.types import LINE_LIMIT, MAX_COUNT, TEXT_LIMIT, Step
from app.kernel.clock import format_day


class FieldKind(StrEnum):
    """The kind of a field: its JSON type and its limits. Every field may be null, which means empty."""

    TEXT = "TEXT"
    LINE = "LINE"
    DATE = "DATE"
    COUNT = "COUNT"
    TICK = "TICK"
    WORD = "WORD"
    FILE = "FILE"


class Place(StrEnum):
    """The places where parts are contained, with their names in sentences."""

    CUSTOMER = "CUSTOMER"
    TRANSIT = "TRANSIT"
    STOCK = "STOCK"
    PRODUCTION = "PRODUCTION"


class Cause(StrEnum):
    """The causes that D4 finds: of the occurrence, of the escape, and in the system."""

    OCCURRENCE = "OCCURRENCE"
    ESCAPE = "ESCAPE"
    SYSTEM = "SYSTEM"


class Update(StrEnum):
    """The documents that D7 updates."""

    FMEA = "FMEA"
    CONTROL_PLAN = "CONTROL_PLAN"
    WORK_INSTRUCTION = "WORK_INSTRUCTION"


ISHIKAWA_LABELS: Mapping[str, str] = {
    "MAN": "People",
    "MACHINE": "Machine",
    "METHOD": "Method",
    "MATERIAL": "Material",
    "MEASUREMENT": "Measurement",
    "ENVIRONMENT": "Environment",
}
ISHIKAWA = tuple(ISHIKAWA_LABELS)
"""The categories of causes that D4 offers."""
PLACE_NAMES: Mapping[str, str] = {
    Place.CUSTOMER: "at the customer",
    Place.TRANSIT: "in transit",
    Place.STOCK: "in own stock",
    Place.PRODUCTION: "in production",
}
CAUSE_NAMES: Mapping[str, str] = {
    Cause.OCCURRENCE: "occurrence",
    Cause.ESCAPE: "escape",
    Cause.SYSTEM: "system",
}
UPDATE_NAMES: Mapping[str, str] = {
    Update.FMEA: "FMEA",
    Update.CONTROL_PLAN: "control plan",
    Update.WORK_INSTRUCTION: "work instruction",
}
PROBLEM_QUESTIONS: Mapping[str, str] = {
    "what": "What is wrong?",
    "where": "Where was it found?",
    "when": "When was it found?",
    "who": "Who found it?",
    "why": "Why is it a problem?",
    "how": "How was it found?",
    "howMany": "How many parts?",
}
"""The questions of D2 (5W2H)."""
PROBLEM_KEYS = tuple(PROBLEM_QUESTIONS)

ROW = r"[a-z0-9]{6,32}"
K = FieldKind
PATTERNS: Mapping[Step, Sequence[tuple[str, FieldKind]]] = {
    Step.D1: ((rf"team\.{ROW}\.name", K.LINE), (rf"team\.{ROW}\.role", K.LINE)),
    Step.D2: ((f"(?:{'|'.join(PROBLEM_KEYS)})", K.TEXT),),
    Step.D3: (
        (rf"place\.(?:{'|'.join(Place)})\.(?:quantity|sorted|bad)", K.COUNT),
        (rf"place\.(?:{'|'.join(Place)})\.action", K.TEXT),
        (rf"place\.(?:{'|'.join(Place)})\.until", K.DATE),
        (rf"place\.(?:{'|'.join(Place)})\.nothing", K.TICK),
    ),
    Step.D4: (
        (rf"why\.(?:{'|'.join(Cause)})\.{ROW}", K.TEXT),
        (rf"cause\.(?:{'|'.join(Cause)})\.word", K.WORD),
        (rf"cause\.(?:{'|'.join(Cause)})\.text", K.TEXT),
    ),
    Step.D5: (
        (rf"task\.{ROW}\.text", K.TEXT),
        (rf"task\.{ROW}\.responsible", K.LINE),
        (rf"task\.{ROW}\.due", K.DATE),
    ),
    Step.D6: ((rf"task\.{ROW}\.done", K.DATE),),
    Step.D7: (
        (rf"update\.(?:{'|'.join(Update)})\.text", K.TEXT),
        (rf"update\.(?:{'|'.join(Update)})\.none", K.TICK),
        ("readAcross", K.TEXT),
    ),
    Step.D8: (("closing", K.TEXT),),
}
"""The keys of the fields of each step as regular expressions. Rows of lists have a key that the browser creates."""
FILE_PATTERN = rf"file\.{ROW}"
"""Each step can have files. The value names the file and the place in the step that it belongs to."""
_COMPILED = {
    step: [(re.compile(pattern), kind) for pattern, kind in (*patterns, (FILE_PATTERN, K.FILE))]
    for step, patterns in PATTERNS.items()
}

UNKNOWN = "This step has no such field."
NOT_A_DATE = "Enter a date."
NOT_A_COUNT = "Enter a whole number of 0 or more."
NOT_VALID = "This value can't be used here."
EARLY = "This is before the event on {day}."
TOO_LONG = "This must have at most {limit} characters."


class FileValue(NamedTuple):
    """The value of a file field: the attachment, and the row or cause of the step that it proves ("" for the step)."""

    id: int
    place: str


def kind_of(step: Step, key: str) -> FieldKind | None:
    """Return the kind of the field `key` of a step; None if it has no such field."""
    return next((kind for pattern, kind in _COMPILED[step] if pattern.fullmatch(key)), None)


def file_of(value: object) -> FileValue | None:
    """Return the file that a value names; None if it is not the value of a file field."""
    if not isinstance(value, dict) or set(value) - {"id", "place"}:
        return None
    attachment_id, place = value.get("id"), value.get("place", "")
    is_id = isinstance(attachment_id, int) and not isinstance(attachment_id, bool)
    if not is_id or not isinstance(place, str) or not re.fullmatch(r"[A-Za-z0-9]{0,32}", place):
        return None
    return FileValue(int(str(attachment_id)), place)


def stored_form(kind: FieldKind, value: object) -> object:
    """Return the stored form of a value: texts without outer spaces, and None for everything that is empty."""
    if isinstance(value, str):
        return value.replace("\r\n", "\n").strip() or None
    return None if value is False and kind is K.TICK else value


def value_error(kind: FieldKind, value: object, *, event_date: date) -> str | None:
    """Return the sentence for a value that a field can never have; None for others and for an empty one."""
    if value is None:
        return None
    match kind:
        case K.TEXT | K.LINE:
            limit = TEXT_LIMIT if kind is K.TEXT else LINE_LIMIT
            if not isinstance(value, str) or (kind is K.LINE and "\n" in value):
                return NOT_VALID
            return TOO_LONG.format(limit=limit) if len(value) > limit else None
        case K.DATE:
            day = day_of(value)
            if day is None:
                return NOT_A_DATE
            return EARLY.format(day=format_day(event_date)) if day < event_date else None
        case K.COUNT:
            is_count = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_COUNT
            return None if is_count else NOT_A_COUNT
        case K.TICK:
            return None if isinstance(value, bool) else NOT_VALID
        case K.WORD:
            return None if value in ISHIKAWA else NOT_VALID
        case K.FILE:
            return None if file_of(value) is not None else NOT_VALID


def day_of(value: object) -> date | None:
    """Return the day of a text like 2027-03-02; None for everything else."""
    if not isinstance(value, str) or not re.fullmatch(r"\d{4}-\d{2}-\d{2}", value, re.ASCII):
        return None
    try:
        return date.fromisoformat(value)
    except ValueError:
        return None


def rows_of(content: Mapping[str, object], prefix: str) -> list[str]:
    """Return the keys of the rows whose fields begin with `prefix`, in the order of their creation."""
    start = len(prefix) + 1
    rows = {
        key[start:].partition(".")[0]
        for key, value in content.items()
        if key.startswith(f"{prefix}.") and value is not None
    }
    return sorted(rows)
