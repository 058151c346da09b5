"""XLSForms: questions of the sheet survey, choices of the sheet choices, the title of the sheet settings."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from app.form_imports.policies.contents import Page
from app.form_imports.policies.items import (
    Choice,
    Column,
    Extracted,
    Fix,
    Heading,
    Paragraph,
    Place,
    Question,
    Weight,
)
from app.form_imports.policies.texts import are_yes_and_no, clean, fold, name_from, one_line
from app.form_imports.policies.words import LANGUAGE_WORDS
from app.form_imports.types import HINT_LIMIT, LABEL_LIMIT, MAX_CHOICES
from app.forms.public import FieldType, pattern_fault

_SIMPLE: Mapping[str, FieldType] = {
    "text": FieldType.TEXT, "string": FieldType.TEXT, "integer": FieldType.NUMBER, "int": FieldType.NUMBER,
    "decimal": FieldType.NUMBER, "range": FieldType.NUMBER, "date": FieldType.DATE, "datetime": FieldType.DATE,
    "image": FieldType.FILE, "photo": FieldType.FILE, "audio": FieldType.FILE, "video": FieldType.FILE,
    "file": FieldType.FILE, "acknowledge": FieldType.YESNO, "trigger": FieldType.YESNO, "barcode": FieldType.TEXT,
    "email": FieldType.EMAIL, "time": FieldType.TEXT, "geopoint": FieldType.TEXT, "phonenumber": FieldType.TEXT,
}  # fmt: skip
_METADATA = frozenset(
    {"start", "end", "today", "deviceid", "username", "simserial", "subscriberid", "calculate", "hidden", "audit",
     "start-geopoint", "background-audio", "xml-external", "csv-external", "instanceid", "device id"}
)  # fmt: skip
_SELECT = re.compile(
    r"^(select_one|select_multiple|select one|select multiple|select1|rank)(?:\s+from)?\s+(\S+)(\s+or_other)?$"
)
_BEGIN, _END = re.compile(r"^begin[_ ](group|repeat)$"), re.compile(r"^end[_ ](group|repeat)$")
_SELECTED = re.compile(r"^selected\(\s*\$\{([^}]+)\}\s*,\s*['\"]([^'\"]*)['\"]\s*\)$")
_COMPARED = re.compile(r"^\$\{([^}]+)\}\s*(=|!=)\s*(?:['\"]([^'\"]*)['\"]|(-?[\d.]+))$")
_BOUND = re.compile(r"^\.\s*(>=|<=|>|<)\s*(-?\d+(?:\.\d+)?)$")
_PATTERN = re.compile(r"^regex\(\s*\.\s*,\s*(['\"])\^?(.+?)\$?\1\s*\)$")
_TRUE = frozenset({"yes", "true", "true()", "1"})
_COLUMN_TYPES = frozenset(
    {FieldType.TEXT, FieldType.NUMBER, FieldType.DATE, FieldType.YESNO, FieldType.SINGLE_CHOICE}
)
MAX_TABLE_COLUMNS = 12
MAIN = "default"

UNKNOWN = "the type “{text}” is not known. The question asks for a text."
NOT_KEPT = "the rule “{text}” can't be checked by a form. It is left out."
NO_LIST = "there are no choices “{text}”. Add them, or choose another type."
ALWAYS_SHOWN = "the text is always shown. Only questions can depend on answers."
LEFT_OUT = "{count} rows that ask nothing (such as calculations) are left out."
LEFT_OUT_ONE = "1 row that asks nothing (such as a calculation) is left out."
REPEAT = "the repeated group is a table. Questions of other types become texts."
REPEAT_WIDE = f"a table can have {MAX_TABLE_COLUMNS} columns. The others are left out."
MANY = f"{{count:,}} choices; a question can have {MAX_CHOICES}. The first {MAX_CHOICES} are used."


@dataclass(slots=True)
class _Sheet:
    """A sheet whose columns are found by their headings."""

    page: Page
    header: int
    columns: dict[str, int]

    def text(self, row: int, name: str) -> str:
        """Return the text of a cell by its heading."""
        return clean(self.page.text(row, self.columns.get(name)))

    def worded(self, row: int, name: str, language: str) -> str:
        """Return a text in a language; without one in the main language, else in the first."""
        for code in (language, "", MAIN):
            if text := self.text(row, f"{name}::{code}" if code else name):
                return text
        names = [column for column in self.columns if column.startswith(f"{name}::")]
        return next((text for column in names if (text := self.text(row, column))), "")

    @property
    def rows(self) -> range:
        """Return the rows below the headings."""
        return range(self.header + 1, len(self.page.sheet.rows))


@dataclass(slots=True)
class _Reader:
    survey: _Sheet
    choices: Mapping[str, Sequence[Choice]]
    fixes: Mapping[Place, Fix]
    language: str
    result: Extracted
    conditions: list[str] = field(default_factory=list)
    """Conditions of the groups around a row; empty for a group without one."""
    skipped: int = 0
    repeat: Question | None = None
    inner: list[Question] = field(default_factory=list)

    def read(self) -> None:
        for row in self.survey.rows:
            kind = one_line(self.survey.text(row, "type")).casefold()
            place = Place(self.survey.page.name, row)
            fix = self.fixes.get(place)
            if not kind or (fix and fix.is_left_out) or row in self.survey.page.layout.hidden:
                continue
            if match := _BEGIN.match(kind):
                self.begin(place, is_repeat=match[1] == "repeat")
            elif match := _END.match(kind):
                self.end(is_repeat=match[1] == "repeat")
            elif kind == "note":
                label = self.label(row)
                if label:
                    self.result.items.append(Paragraph(place, label))
                    if self.survey.text(row, "relevant"):
                        self.result.add(place, ALWAYS_SHOWN, Weight.NOTE)
            elif kind in _METADATA:
                self.skipped += 1
            else:
                self.ask(place, kind, fix)
        if self.skipped:
            text = LEFT_OUT_ONE if self.skipped == 1 else LEFT_OUT.format(count=self.skipped)
            self.result.add(Place(self.survey.page.name, -1), text, Weight.NOTE)

    def label(self, row: int) -> str:
        return self.survey.worded(row, "label", self.language)

    def begin(self, place: Place, *, is_repeat: bool) -> None:
        label = one_line(self.label(place.row)) or self.survey.text(place.row, "name").replace("_", " ")
        if is_repeat and self.repeat is None:
            self.repeat = Question(
                place=place, label=label[:LABEL_LIMIT], type=FieldType.TABLE, name=self.survey.text(place.row, "name"),
                depends_on=self.depends_on(place),
            )  # fmt: skip
            self.inner = []
            return
        self.conditions.append(self.relevant(place))
        if label and self.repeat is None:
            self.result.items.append(
                Heading(place, label[:LABEL_LIMIT], 2 if len(self.conditions) == 1 else 3)
            )

    def end(self, *, is_repeat: bool) -> None:
        if not is_repeat or self.repeat is None:
            del self.conditions[-1:]
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
        if columns:
            self.result.items.append(replace(table, columns=tuple(columns)))

    def ask(self, place: Place, kind: str, fix: Fix | None) -> None:
        row = place.row
        name = self.survey.text(row, "name")
        label = (fix and fix.label) or self.label(row) or name
        question = Question(
            place=place, label=one_line(label)[:LABEL_LIMIT], type=FieldType.TEXT, number=name[:100], name=name,
            hint=self.survey.worded(row, "hint", self.language)[:HINT_LIMIT], depends_on=self.depends_on(place),
            is_required=self.survey.text(row, "required").casefold() in _TRUE,
        )  # fmt: skip
        question = self.typed(question, kind)
        question = self.bounded(question, self.survey.text(row, "constraint"))
        if fix:
            question = replace(
                question,
                type=fix.type or question.type,
                choices=tuple(map(Choice, fix.choices)) if fix.choices is not None else question.choices,
                is_required=question.is_required if fix.is_required is None else fix.is_required,
            )
        if self.repeat is not None:
            self.inner.append(question)
        else:
            self.result.items.append(question)

    def typed(self, question: Question, kind: str) -> Question:
        if match := _SELECT.match(kind):
            choices = self.choices.get(match[2].casefold(), ())
            if not choices:
                self.result.add(question.place, NO_LIST.format(text=match[2]))
            if len(choices) > MAX_CHOICES:
                self.result.add(question.place, MANY.format(count=len(choices)))
            is_one = match[1] in ("select_one", "select one", "select1")
            if is_one and not match[3] and are_yes_and_no([choice.label for choice in choices]):
                return replace(question, type=FieldType.YESNO)
            others = (Choice("Other", "other"),) if match[3] else ()
            one_or_many = FieldType.SINGLE_CHOICE if is_one else FieldType.MULTI_CHOICE
            return replace(
                question, type=one_or_many, choices=(*choices[: MAX_CHOICES - len(others)], *others)
            )
        plain = _SIMPLE.get(kind.split(" ", maxsplit=1)[0])
        if plain is None:
            self.result.add(question.place, UNKNOWN.format(text=kind[:60]))
            return question
        is_long = plain is FieldType.TEXT and "multiline" in self.survey.text(
            question.place.row, "appearance"
        )
        return replace(question, type=FieldType.TEXTAREA if is_long else plain)

    def bounded(self, question: Question, constraint: str) -> Question:
        if not constraint:
            return question
        pattern = _PATTERN.match(constraint.strip())
        if pattern and question.type is FieldType.TEXT and pattern_fault(pattern[2]) is None:
            return replace(question, pattern=pattern[2])
        parts = [
            _BOUND.match(part.strip().strip("()").strip()) for part in re.split(r"\s+and\s+", constraint)
        ]
        low, high = question.low, question.high
        for part in parts:
            is_whole = self.is_whole(question) and part is not None and "." not in part[2]
            if part is None or question.type is not FieldType.NUMBER or (len(part[1]) == 1 and not is_whole):
                self.result.add(question.place, NOT_KEPT.format(text=one_line(constraint)[:80]), Weight.NOTE)
                return question
            # Above 0 is 1 or more, for a whole number.
            bound = part[2] if len(part[1]) > 1 else str(int(part[2]) + (1 if part[1] == ">" else -1))
            low, high = (bound, high) if part[1].startswith(">") else (low, bound)
        return replace(question, low=low, high=high)

    def is_whole(self, question: Question) -> bool:
        return self.survey.text(question.place.row, "type").casefold() in ("integer", "int")

    def depends_on(self, place: Place) -> str:
        """Return the conditions of a row and of the groups around it."""
        parts = (part for part in (*self.conditions, self.relevant(place)) if part)
        return " and ".join(dict.fromkeys(parts))

    def relevant(self, place: Place) -> str:
        """Return the condition of a row in the words of `parse_condition`."""
        text = one_line(self.survey.text(place.row, "relevant"))
        if text.startswith("(") and text.endswith(")") and text.count("(") == 1:
            text = text[1:-1]
        joined = re.split(r"\s+(and|or)\s+", text)
        parts = []
        for part in joined:
            plain = part.strip()
            selected, compared = _SELECTED.match(plain), _COMPARED.match(plain.strip("() "))
            if plain in ("and", "or"):
                parts.append(plain)
            elif selected:
                parts.append(f"{selected[1]} = {selected[2]}")
            elif compared and (compared[3] or compared[4]):
                parts.append(f"{compared[1]} {compared[2]} {compared[3] or compared[4]}")
            elif compared and compared[2] == "!=":
                parts.append(f"{compared[1]} is answered")
            else:
                return text
        return " ".join(parts)


def extract_xlsform(pages: Sequence[Page], fixes: Mapping[Place, Fix], language: str) -> Extracted:
    """Return the groups, notes and questions of an XLSForm in a language, and what a form cannot do."""
    result = Extracted()
    sheets = {fold(page.name): _sheet(page) for page in pages}
    survey = sheets.get("survey")
    if survey is None:
        return result
    settings = sheets.get("settings")
    if settings and len(settings.rows):
        result.title = settings.text(settings.rows[0], "form_title")
    choices = sheets.get("choices")
    lists: dict[str, list[Choice]] = {}
    for row in choices.rows if choices else ():
        name = (
            (choices.text(row, "list_name") or choices.text(row, "list name")).casefold() if choices else ""
        )
        if choices and name:
            label = one_line(choices.worded(row, "label", language)) or choices.text(row, "name")
            if label and label not in [choice.label for choice in lists.get(name, ())]:
                lists.setdefault(name, []).append(Choice(label[:300], choices.text(row, "name")))
    _Reader(survey, lists, fixes, language, result).read()
    return result


def xlsform_languages(pages: Sequence[Page]) -> list[str]:
    """Return the codes of the languages of an XLSForm other than its main one."""
    survey = next((_sheet(page) for page in pages if fold(page.name) == "survey"), None)
    names = [
        name.partition("::")[2] for name in (survey.columns if survey else ()) if name.startswith("label::")
    ]
    return sorted(code for code in names if code and code != MAIN)


def _sheet(page: Page) -> _Sheet:
    header = next((row for row in range(min(5, len(page.sheet.rows))) if len(page.filled(row)) > 1), 0)
    columns: dict[str, int] = {}
    for index in page.filled(header) if page.sheet.rows else ():
        name, mark, language = page.text(header, index).strip().casefold().partition("::")
        plain = name.strip()
        if mark:
            match = re.search(r"\(([a-z]{2,3})\)", language)
            code = match[1] if match else LANGUAGE_WORDS.get(language.strip(), language.strip())
            plain = f"{plain}::{code}"
        columns.setdefault(plain, index)
    return _Sheet(page, header, columns)
