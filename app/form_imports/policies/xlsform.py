"""XLSForms: questions of the sheet survey, choices of the sheet choices, the title of the sheet settings."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from app.form_imports.policies.contents import Page
from app.form_imports.policies.expressions import ExpressionError, rule_of
from app.form_imports.policies.items import (
    Choice,
    Column,
    Extracted,
    Fix,
    Heading,
    Paragraph,
    Place,
    Question,
    Rule,
    Weight,
)
from app.form_imports.policies.resolving import DEPENDS_ON
from app.form_imports.policies.texts import are_yes_and_no, fold, name_from, one_line
from app.form_imports.policies.xlsform_rules import with_rules
from app.form_imports.policies.xlsform_sheet import MAIN, FormSheet, form_sheet
from app.form_imports.policies.xlsform_types import (
    BEGIN,
    END,
    MAPPED,
    SIMPLE,
    Select,
    is_metadata,
    kind_of,
    range_of,
    select_of,
)
from app.form_imports.types import HINT_LIMIT, LABEL_LIMIT, MAX_CHOICES
from app.forms.public import FieldType

_TRUE, _FALSE = frozenset({"yes", "true", "true()", "1"}), frozenset({"", "no", "false", "false()", "0"})
_COLUMN_TYPES = frozenset(
    {FieldType.TEXT, FieldType.NUMBER, FieldType.DATE, FieldType.YESNO, FieldType.SINGLE_CHOICE}
)
_CHOICES = ("choices", "choices and columns", "external choices")
_LEFT_OUT: Mapping[str, Sequence[str]] = {
    "default": ("default",), "calculation": ("calculation",), "trigger": ("trigger",), "repeat_count": ("repeat_count",),
    "read_only": ("read_only",), "media": ("media", "image", "audio", "video"),
}  # fmt: skip
"""Columns that forms have nothing for, by the name in the sentence about them."""
MAX_TABLE_COLUMNS = 12

UNKNOWN = "the type “{text}” is not known. The question asks for a text."
NOT_TAKEN = "the condition “{text}” is not taken over: {reason}. It is in the hint."
IN_TABLE = "a table can't have the {part} of “{label}”. {place}."
SOMETIMES = "“{text}” in the column “required” is a condition. The question is optional."
FILTERED = "the choices depend on other answers (“{text}”), which a form can't do. All of them are shown."
RANKED = "a form can't rank choices. The question is a multiple choice."
ON_MAP = "a form has no map. The question asks for a text."
WITH_TIME = "a form has no date with a time. The time is a field of its own below the date."
WITHOUT_TIME = "a column of a table has no time. It asks for the day."
LOOP = "a loop asks its questions for each choice. They are imported once."
SHOWS_ANSWER = "the text shows the answer to another question (“{text}”), which a form can't do. Reword it."
SHOWS_VALUE = "the text shows a value that no question asks for (“{text}”). It is left out."
NOT_TAKEN_COLUMN = "the column “{name}” is not taken over ({rows})."
TIME_HINT = "Hours and minutes, such as 14:30."
TIME = r"([01]?\d|2[0-3]):[0-5]\d"
NO_LIST = "there are no choices “{text}”. Add them, or choose another type."
ALWAYS_SHOWN = "the text is always shown. Only questions can depend on answers."
LEFT_OUT = "{count} rows that ask nothing (such as calculations) are left out."
LEFT_OUT_ONE = "1 row that asks nothing (such as a calculation) is left out."
REPEAT = "the repeated group is a table. Questions of other types become texts."
REPEAT_WIDE = f"a table can have {MAX_TABLE_COLUMNS} columns. The others are left out."
MANY = f"{{count:,}} choices; a question can have {MAX_CHOICES}. The first {MAX_CHOICES} are used."
_ANSWER_IN_TEXT = re.compile(r"\$\{\s*([^}]+?)\s*\}")


@dataclass
class _Reader:
    survey: FormSheet
    choices: Mapping[str, Sequence[Choice]]
    fixes: Mapping[Place, Fix]
    language: str
    result: Extracted
    blocks: list[str] = field(default_factory=list)
    """Conditions of the groups around a row; empty for a group without one."""
    skipped: int = 0
    repeat: Question | None = None
    repeat_depth: int = 0
    """Groups around the repeated group that is a table."""
    inner: list[Question] = field(default_factory=list)
    left_out: dict[str, list[int]] = field(default_factory=dict)
    """Rows with a cell that forms have nothing for, by the heading of the column."""

    def read(self) -> None:
        for row in self.survey.rows:
            kind = kind_of(self.survey.text(row, "type"))
            place = Place(self.survey.page.name, row)
            fix = self.fixes.get(place)
            if not kind or (fix and fix.is_left_out) or row in self.survey.page.layout.hidden:
                continue
            if match := BEGIN.match(kind):
                self.begin(place, match[1])
            elif END.match(kind):
                self.end()
            elif kind == "note":
                self.note(place)
            elif is_metadata(kind, has_label=bool(self.label(row))) or self.is_disabled(row):
                self.skipped += 1
            else:
                self.ask(place, kind, fix)
        sheet = Place(self.survey.page.name, -1)
        if self.skipped:
            text = LEFT_OUT_ONE if self.skipped == 1 else LEFT_OUT.format(count=self.skipped)
            self.result.add(sheet, text, Weight.NOTE)
        for name, rows in self.left_out.items():
            listed = ", ".join(str(row + 1) for row in rows[:10]) + (", ..." if len(rows) > 10 else "")
            text = NOT_TAKEN_COLUMN.format(name=name, rows=f"{'row' if len(rows) == 1 else 'rows'} {listed}")
            self.result.add(sheet, text, Weight.NOTE)

    @cached_property
    def asked(self) -> set[str]:
        """Return the names of the rows that ask something."""
        kinds = {row: kind_of(self.survey.text(row, "type")) for row in self.survey.rows}
        return {
            fold(self.survey.text(row, "name"))
            for row, kind in kinds.items()
            if kind != "note"
            and not (BEGIN.match(kind) or END.match(kind))
            and not is_metadata(kind, has_label=bool(self.label(row)))
        }

    def label(self, row: int) -> str:
        return self.survey.worded(row, "label", self.language)

    def is_disabled(self, row: int) -> bool:
        return self.survey.text(row, "disabled").casefold() in _TRUE

    def note(self, place: Place) -> None:
        label = self.label(place.row)
        if not label:
            return
        for match in _ANSWER_IN_TEXT.finditer(label):
            if fold(match[1]) not in self.asked:
                self.result.add(place, SHOWS_VALUE.format(text=match[0]), Weight.NOTE)
                return
        self.result.items.append(Paragraph(place, label))
        self.report_answers_in(place, label)
        if self.survey.text(place.row, "relevant"):
            self.result.add(place, ALWAYS_SHOWN, Weight.NOTE)

    def report_answers_in(self, place: Place, text: str) -> None:
        if match := _ANSWER_IN_TEXT.search(text):
            self.result.add(place, SHOWS_ANSWER.format(text=match[0]))

    def begin(self, place: Place, kind: str) -> None:
        label = one_line(self.label(place.row)) or self.survey.text(place.row, "name").replace("_", " ")
        relevant = one_line(self.survey.text(place.row, "relevant"))
        self.note_columns(place.row)
        if kind == "loop":
            self.result.add(place, LOOP)
        if kind == "repeat" and self.repeat is None:
            name = self.survey.text(place.row, "name")
            table = Question(place=place, label=label[:LABEL_LIMIT], type=FieldType.TABLE, name=name)
            self.repeat, self.inner, self.repeat_depth = (
                self.conditional(table, relevant),
                [],
                len(self.blocks),
            )
            self.blocks.append("")
            return
        self.blocks.append(relevant)
        if label and self.repeat is None:
            self.result.items.append(Heading(place, label[:LABEL_LIMIT], 2 if len(self.blocks) == 1 else 3))

    def end(self) -> None:
        del self.blocks[-1:]
        if self.repeat is None or len(self.blocks) > self.repeat_depth:
            return
        table = self.repeat
        self.repeat = None
        if any(each.type not in _COLUMN_TYPES for each in self.inner):
            self.result.add(table.place, REPEAT, Weight.NOTE)
        if len(self.inner) > MAX_TABLE_COLUMNS:
            self.result.add(table.place, REPEAT_WIDE)
        names: set[str] = set()
        columns = []
        for number, each in enumerate(self.inner[:MAX_TABLE_COLUMNS], start=1):
            name = name_from(each.name, limit=60) or f"column_{number}"
            name = name if name not in names else f"{name}_{number}"
            names.add(name)
            kind = each.type if each.type in _COLUMN_TYPES else FieldType.TEXT
            columns.append(
                Column(
                    name=name, label=each.label[:200], type=kind, is_required=bool(each.is_required),
                    choices=each.choices if kind is FieldType.SINGLE_CHOICE else (),
                )
            )  # fmt: skip
            self.report_column(each)
        hints = filter(None, (table.hint, *map(_column_hint, self.inner)))
        hint = "\n".join(hints)[:HINT_LIMIT]
        if columns:
            self.result.items.append(replace(table, columns=tuple(columns), hint=hint))

    def report_column(self, column: Question) -> None:
        """Add a problem for what a question has and a column of a table cannot have."""
        bounds = any((column.low, column.high, column.max_length, column.pattern not in ("", TIME)))
        parts = (
            ("condition", column.rule is not None, "It is in the hint"),
            ("rule", bounds, "It is left out"),
        )
        for part, is_present, place in parts:
            if is_present:
                text = IN_TABLE.format(part=part, label=column.label[:60], place=place)
                self.result.add(column.place, text, Weight.NOTE)

    def ask(self, place: Place, kind: str, fix: Fix | None) -> None:
        row = place.row
        name = self.survey.text(row, "name")
        label = (fix and fix.label) or self.label(row) or name
        hints = (self.survey.worded(row, part, self.language) for part in ("hint", "guidance_hint"))
        question = Question(
            place=place, label=one_line(label)[:LABEL_LIMIT], type=FieldType.TEXT, number=name[:100], name=name,
            hint="\n".join(filter(None, hints))[:HINT_LIMIT], is_required=self.is_required(place),
        )  # fmt: skip
        self.report_answers_in(place, question.label)
        self.note_columns(row)
        question = self.typed(question, kind)
        question = self.ruled(question, self.survey.text(row, "constraint"))
        question = self.conditional(question, one_line(self.survey.text(row, "relevant")))
        if fix:
            question = replace(
                question,
                type=fix.type or question.type,
                choices=tuple(map(Choice, fix.choices)) if fix.choices is not None else question.choices,
                is_required=question.is_required if fix.is_required is None else fix.is_required,
                is_conditional=fix.is_conditional,
            )
        if self.repeat is not None:
            self.inner.append(question)
            return
        self.result.items.append(question)
        if kind == "datetime" and question.type is FieldType.DATE:
            time = Question(
                place=place, label="", type=FieldType.TEXT, further="Time", hint=TIME_HINT, pattern=TIME,
                is_required=question.is_required,
            )  # fmt: skip
            self.result.items.append(time)

    def is_required(self, place: Place) -> bool:
        text = one_line(self.survey.text(place.row, "required"))
        if text.casefold() not in _TRUE | _FALSE:
            self.result.add(place, SOMETIMES.format(text=text[:80]), Weight.NOTE)
        return text.casefold() in _TRUE

    def note_columns(self, row: int) -> None:
        """Remember the cells of a row that forms have nothing for."""
        for name, columns in _LEFT_OUT.items():
            texts = [self.survey.worded(row, column, self.language).casefold() for column in columns]
            if any(text not in _FALSE for text in texts):
                self.left_out.setdefault(name, []).append(row)

    def typed(self, question: Question, kind: str) -> Question:
        if select := select_of(kind):
            return self.selecting(question, select)
        plain, first = SIMPLE.get(kind), kind.split(" ", maxsplit=1)[0]
        plain = plain or SIMPLE.get(first)
        if plain is None:
            self.result.add(question.place, UNKNOWN.format(text=kind[:60]))
            return question
        if first in MAPPED:
            self.result.add(question.place, ON_MAP, Weight.NOTE)
        if first == "datetime":
            text = WITH_TIME if self.repeat is None else WITHOUT_TIME
            self.result.add(question.place, text, Weight.NOTE)
        if first == "time":
            hint = question.hint or TIME_HINT
            return replace(question, type=plain, pattern=TIME, hint=hint)
        if first == "range":
            low, high = range_of(self.survey.text(question.place.row, "parameters"))
            return replace(question, type=plain, low=low, high=high)
        is_long = "multiline" in self.survey.text(question.place.row, "appearance")
        is_whole = first in ("integer", "int")
        return replace(
            question,
            type=FieldType.TEXTAREA if is_long and plain is FieldType.TEXT else plain,
            is_whole=is_whole,
        )

    def selecting(self, question: Question, select: Select) -> Question:
        """Return a question with its choices."""
        choices = self.choices.get(select.list_name, ())
        place = question.place
        if not choices:
            self.result.add(place, NO_LIST.format(text=select.list_name))
        if len(choices) > MAX_CHOICES:
            self.result.add(place, MANY.format(count=len(choices)))
        if select.is_ranked:
            self.result.add(place, RANKED, Weight.NOTE)
        if text := one_line(self.survey.text(place.row, "choice_filter")):
            self.result.add(place, FILTERED.format(text=text[:80]), Weight.NOTE)
        labels = [choice.label for choice in choices]
        if select.is_one and not select.has_other and are_yes_and_no(labels):
            return replace(question, type=FieldType.YESNO, choices=tuple(choices))
        others = (Choice("Other", "other"),) if select.has_other and "Other" not in labels else ()
        kind = FieldType.SINGLE_CHOICE if select.is_one else FieldType.MULTI_CHOICE
        return replace(question, type=kind, choices=(*choices[: MAX_CHOICES - len(others)], *others))

    def ruled(self, question: Question, constraint: str) -> Question:
        """Return a question with its rules. The message of a rule that a form cannot check is part of the hint."""
        if not constraint:
            return question
        question, sentences = with_rules(question, constraint)
        for sentence in sentences:
            self.result.add(question.place, sentence, Weight.NOTE)
        message = self.survey.worded(question.place.row, "constraint_message", self.language)
        is_readable = message and not _ANSWER_IN_TEXT.search(message) and message not in question.hint
        return question.with_hint(message) if sentences and is_readable else question

    def conditional(self, question: Question, own: str) -> Question:
        """Return a question with its condition and the conditions of the groups around it."""
        around = self.blocks if self.repeat is None else self.blocks[self.repeat_depth :]
        texts = list(dict.fromkeys(text for text in (*around, own) if text))
        rules: dict[str, Rule] = {}
        for text in texts:
            try:
                rule = rule_of([text])
            except ExpressionError as error:
                question = self.not_taken(question, text, str(error))
                continue
            # A group may depend on a question in it, which is always shown here.
            if all(fold(clause.ref) != fold(question.name) for clause in rule.clauses):
                rules[text] = rule
        try:
            rule_of(list(rules))
        except ExpressionError as error:
            for text in [text for text, rule in rules.items() if rule.is_any]:
                question = self.not_taken(question, text, str(error))
                del rules[text]
        if not rules:
            return question
        return replace(question, rule=rule_of(list(rules)), depends_on=" and ".join(rules))

    def not_taken(self, question: Question, text: str, reason: str) -> Question:
        self.result.add(question.place, NOT_TAKEN.format(text=text[:120], reason=reason))
        return question.with_hint(DEPENDS_ON.format(text=text))


def _column_hint(column: Question) -> str:
    """Return the hint of a column of a table, with its condition, and its choices if it becomes a text; empty without one."""
    choices = column.choices if column.type is FieldType.MULTI_CHOICE else ()
    listed = ", ".join(choice.label for choice in choices)
    hint = "" if column.hint == TIME_HINT else column.hint
    depends_on = DEPENDS_ON.format(text=column.depends_on) if column.rule else ""
    text = " ".join(filter(None, (hint, f"({listed})" if listed else "", depends_on)))
    return f"{column.label}: {text}" if text else ""


def extract_xlsform(pages: Sequence[Page], fixes: Mapping[Place, Fix], language: str) -> Extracted:
    """Return the groups, notes and questions of an XLSForm in a language, and what a form cannot do."""
    result = Extracted(has_sentences=False)
    sheets = {fold(page.name): form_sheet(page) for page in pages}
    survey = sheets.get("survey")
    if survey is None:
        return result
    settings = sheets.get("settings")
    if settings and len(settings.rows):
        result.title = settings.text(settings.rows[0], "form_title")
    lists: dict[str, list[Choice]] = {}
    for choices in (sheets[name] for name in _CHOICES if name in sheets):
        for list_name, listed in _lists(choices, language).items():
            lists.setdefault(list_name, listed)
    _Reader(survey, lists, fixes, language, result).read()
    return result


def _lists(choices: FormSheet, language: str) -> dict[str, list[Choice]]:
    """Return the choices of a sheet by the name of their list; choices with the same label are one."""
    lists: dict[str, dict[str, Choice]] = {}
    for row in choices.rows:
        name = choices.text(row, "list_name").casefold()
        label = one_line(choices.worded(row, "label", language)) or choices.text(row, "name")
        if name and label:
            lists.setdefault(name, {}).setdefault(label, Choice(label[:300], choices.text(row, "name")))
    return {name: list(listed.values()) for name, listed in lists.items()}


def xlsform_languages(pages: Sequence[Page]) -> list[str]:
    """Return the codes of the languages of an XLSForm other than its main one."""
    survey = next((form_sheet(page) for page in pages if fold(page.name) == "survey"), None)
    names = [
        name.partition("::")[2] for name in (survey.columns if survey else ()) if name.startswith("label::")
    ]
    return sorted(code for code in names if code and code != MAIN)
