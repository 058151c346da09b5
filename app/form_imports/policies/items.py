"""Headings, texts and questions of a file, and the problems that the user looks at."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from app.forms.public import FieldType
from app.kernel.http.json_types import Arguments


class Weight(StrEnum):
    """Weight of a problem: FIX should be corrected, NOTE states what the import did, BLOCK prevents the form."""

    BLOCK = "BLOCK"
    FIX = "FIX"
    NOTE = "NOTE"


@dataclass(frozen=True, slots=True)
class Place:
    """A row of a sheet, from 0. Row -1 is the whole sheet."""

    sheet: str
    row: int

    def __str__(self) -> str:
        """Return the place for a sentence."""
        return f"“{self.sheet}”, row {self.row + 1}" if self.row >= 0 else f"“{self.sheet}”"


@dataclass(frozen=True, slots=True)
class Issue:
    """A problem of a row, as a sentence that begins with the place."""

    place: Place
    text: str
    weight: Weight = Weight.FIX

    @property
    def sentence(self) -> str:
        """Return the sentence with sheet and row."""
        return f"{self.place}: {self.text}"


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice; `name` is what conditions and right answers of XLSForms call it."""

    label: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading. Level 2 begins a section."""

    place: Place
    text: str
    level: int = 2


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A text between questions."""

    place: Place
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of a question that is a table."""

    name: str
    label: str
    type: FieldType
    choices: tuple[Choice, ...] = ()
    is_required: bool = False


@dataclass(frozen=True, slots=True)
class Clause:
    """A comparison of a condition, with the question as the file names it.

    Operators are the operators of conditions, `atLeast` and `atMost`.
    """

    ref: str
    operator: str
    values: tuple[str, ...] = ()
    whole: str = ""
    """The text that `values` were split from, which may be a single answer with a comma."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Clauses of a condition; `is_any` if one of them is enough."""

    clauses: tuple[Clause, ...]
    is_any: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question of a row. `depends_on` and `right_answer` are texts of the file, resolved when all rows are known."""

    place: Place
    label: str
    type: FieldType
    number: str = ""
    name: str = ""
    hint: str = ""
    choices: tuple[Choice, ...] = ()
    columns: tuple[Column, ...] = ()
    is_required: bool | None = None
    depends_on: str = ""
    rule: Rule | None = None
    """The condition of a file whose conditions are expressions."""
    is_conditional: bool | None = None
    """The user's choice: False for always shown, True for the condition that was proposed."""
    weight: float | None = None
    right_answer: str = ""
    low: str | None = None
    high: str | None = None
    suffix: str = ""
    pattern: str = ""
    max_length: int | None = None
    is_whole: bool = False
    """True for a number without decimals."""
    has_own_type: bool = True
    """False if nothing in the file says how the question is answered."""
    further: str = ""
    """Heading of the column, if this is a further answer (such as a comment) to the question before it."""
    column: int = -1
    """Column of a further answer."""

    def with_hint(self, text: str) -> "Question":
        """Return the question with another text at the end of its hint."""
        return replace(self, hint=f"{self.hint}\n{text}".strip() if self.hint else text)


Item = Heading | Paragraph | Question


@dataclass(slots=True)
class Extracted:
    """Items of a file in their order, and its problems."""

    items: list[Item] = field(default_factory=list)
    issues: list[Issue] = field(default_factory=list)
    title: str = ""
    has_sentences: bool = True
    """False for files that state all their conditions in a column, so that the texts of the questions have none."""

    @property
    def questions(self) -> list[Question]:
        """Return the questions."""
        return [item for item in self.items if isinstance(item, Question)]

    @property
    def asked(self) -> list[Question]:
        """Return the questions of the rows, without the further answers to them."""
        return [question for question in self.questions if not question.further]

    def add(self, place: Place, text: str, weight: Weight = Weight.FIX) -> None:
        """Add a problem."""
        self.issues.append(Issue(place, text, weight))


@dataclass(frozen=True, slots=True, kw_only=True)
class Fix:
    """Corrections of one row by the user; None keeps what the file has."""

    place: Place
    label: str | None = None
    type: FieldType | None = None
    choices: tuple[str, ...] | None = None
    is_required: bool | None = None
    is_left_out: bool = False
    is_heading: bool | None = None
    is_conditional: bool | None = None
    """False to always show the question, True to use a condition that is only proposed."""

    def to_json(self) -> Arguments:
        """Return the JSON of the corrections."""
        return {
            "sheet": self.place.sheet, "row": self.place.row, "label": self.label,
            "type": self.type.value if self.type else None,
            "choices": list(self.choices) if self.choices is not None else None,
            "isRequired": self.is_required, "isLeftOut": self.is_left_out, "isHeading": self.is_heading,
            "isConditional": self.is_conditional,
        }  # fmt: skip


def fixes_from(stored: Sequence[Arguments]) -> dict[Place, Fix]:
    """Return stored corrections by row."""
    fixes = [
        Fix(
            place=Place(each["sheet"], each["row"]), label=each["label"],
            type=FieldType(each["type"]) if each["type"] else None,
            choices=tuple(each["choices"]) if each["choices"] is not None else None,
            is_required=each["isRequired"], is_left_out=each["isLeftOut"], is_heading=each["isHeading"],
            is_conditional=each.get("isConditional"),
        )
        for each in stored
    ]  # fmt: skip
    return {fix.place: fix for fix in fixes}
