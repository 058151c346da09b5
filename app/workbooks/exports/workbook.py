"""The workbook to fill in. Import this module in the worker only: openpyxl takes memory that web processes do not need."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from openpyxl import Workbook
from openpyxl.cell import Cell as SheetCell
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Font, PatternFill
from openpyxl.utils import get_column_letter, quote_sheetname
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from app.forms.public import (
    Field,
    FieldType,
    PlacedField,
    column_field,
)
from app.kernel.files.sheets import book_bytes
from app.kernel.reference import country_name
from app.workbooks.exports.cells import (
    WRAPPED,
    cell_at,
    choices_of,
    clean_text,
    open_cell,
    parts_of,
    write_answer,
)
from app.workbooks.policies.layout import (
    ANSWER,
    COLUMN,
    FILES,
    INFO_SHEET,
    ITERATION,
    KEY,
    LISTS_SHEET,
    PART,
    REVISIONS_FACT,
    RFX_FACT,
    TABLE,
    TABLE_ROWS,
)
from app.workbooks.policies.words import conditions_in_words, rules_in_words

HEADINGS = ("No.", "Section", "Question", "Answer here", "Unit", "Required", "Rule", "Files", "Last answered")
WIDTHS = (6, 22, 52, 44, 10, 10, 34, 30, 26)
MARKS = ("", "", "", ANSWER, "", "", "", FILES, "", KEY, ITERATION, PART)
ANSWER_COLUMN, FILES_COLUMN = 4, 8
HIDDEN_COLUMNS = "JKL"
LOCKED = PatternFill("solid", fgColor="ECEFEE")
NOT_ASKED = PatternFill("solid", bgColor="D5DAD9")
HEADING = PatternFill("solid", fgColor="D9EDE8")
BOLD = Font(bold=True)
LONGEST_LIST = 250
"""Characters of choices that a drop-down contains itself; longer ones are on a hidden sheet."""
NOT_IN_NAMES = re.compile(r"[\\/*?:\[\]']")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """The current answer to a question, with its iteration and who gave it when, as text."""

    value: object = None
    iteration: int = 0
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A form of the workbook with the questions that can be filled in."""

    title: str
    fields: Sequence[PlacedField]


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """Facts of the first sheet."""

    rfx_id: int
    title: str
    requester: str
    deadline: str
    revisions: Sequence[int]
    moment: str


def write_workbook(facts: Facts, forms: Sequence[Form], answers: Mapping[str, Answered]) -> bytes:
    """Return the workbook of an RFx: instructions, a sheet for each form and for each table, and two hidden sheets."""
    return _Writer(facts, answers).write(forms)


@dataclass(slots=True)
class _Writer:
    facts: Facts
    answers: Mapping[str, Answered]
    book: Workbook = field(default_factory=Workbook)
    lists: dict[tuple[str, ...], str] = field(default_factory=dict)
    """Address of each list of choices on the hidden sheet."""

    def write(self, forms: Sequence[Form]) -> bytes:
        for name in self.book.sheetnames:
            del self.book[name]
        readme = self.book.create_sheet("Read me")
        choices = self.book.create_sheet(LISTS_SHEET)
        tables: list[tuple[PlacedField, str]] = []
        for form in forms:
            tables += self._form_sheet(form)
        for placed, name in tables:
            self._table_sheet(placed, name)
        self._read_me(readme)
        self._info()
        choices.sheet_state = "veryHidden"
        self.book.move_sheet(choices, len(self.book.sheetnames))
        return book_bytes(self.book)

    def _read_me(self, sheet: Worksheet) -> None:
        facts = self.facts
        lines = (
            (facts.title, True),
            (f"Questions of {facts.requester}, RFx #{facts.rfx_id}", False),
            (f"Deadline: {facts.deadline or 'none'}", False),
            ("", False),
            ("How to fill it in", True),
            ("White cells are for your answers. Grey cells are locked.", False),
            ("Choose from the list where a cell has one. Write x next to each option that applies.", False),
            ("A question whose row turns dark grey is not asked with your other answers.", False),
            ("Name files in the column Files, separated by semicolons, and send a ZIP of this workbook and the files.", False),
            ("Signatures are given on the page of the request.", False),
            ("", False),
            ("How to send it back", True),
            ("Open the request and choose Download, Read a filled workbook... You see every change before it is saved.", False),
        )  # fmt: skip
        sheet.column_dimensions["A"].width = 110
        for row, (text, is_heading) in enumerate(lines, start=1):
            cell = sheet.cell(row, 1, clean_text(text))
            cell.alignment = WRAPPED
            if is_heading:
                cell.font = BOLD
        sheet.protection.sheet = True

    def _info(self) -> None:
        sheet = self.book.create_sheet(INFO_SHEET)
        sheet.append([RFX_FACT, self.facts.rfx_id])
        sheet.append([REVISIONS_FACT, *self.facts.revisions])
        sheet.append(["Downloaded", self.facts.moment])
        sheet.sheet_state = "veryHidden"

    def _form_sheet(self, form: Form) -> list[tuple[PlacedField, str]]:
        """Write the questions of a form; return its tables with the names of their sheets."""
        sheet = self.book.create_sheet(self._sheet_name(form.title))
        self._head(sheet, MARKS, HEADINGS, WIDTHS)
        numbers: dict[str, int | str] = {
            placed.key: placed.field.source_key or number
            for number, placed in enumerate(form.fields, start=1)
        }
        names = {placed.field.name: placed for placed in form.fields}
        answer_rows: dict[str, int] = {}
        tables = []
        for placed in form.fields:
            number, row = numbers[placed.key], sheet.max_row + 1
            others = {name: (str(numbers[other.key]), other.field) for name, other in names.items()}
            rule = " ".join(
                filter(None, (conditions_in_words(placed.field, others), rules_in_words(placed.field)))
            )
            if placed.field.type is FieldType.TABLE:
                tables.append((placed, self._sheet_name(f"{number} {placed.field.label}")))
            self._question_rows(sheet, placed, number, rule, tables)
            answer_rows[placed.field.name] = row
            self._grey_out(sheet, placed, rows=answer_rows, names=names, first=row)
        return tables

    def _head(
        self, sheet: Worksheet, marks: Sequence[str], headings: Sequence[str], widths: Sequence[int]
    ) -> None:
        sheet.append(list(marks))
        sheet.append(list(headings))
        sheet.row_dimensions[1].hidden = True
        for column, width in enumerate(widths, start=1):
            sheet.column_dimensions[get_column_letter(column)].width = width
            cell = sheet.cell(2, column)
            cell.font, cell.fill, cell.alignment = BOLD, HEADING, WRAPPED
        for letter in HIDDEN_COLUMNS if len(marks) == len(MARKS) else ():
            sheet.column_dimensions[letter].hidden = True
        sheet.freeze_panes = "D3" if len(marks) == len(MARKS) else "A4"
        sheet.protection.sheet = True
        sheet.protection.formatColumns = sheet.protection.formatRows = False
        sheet.protection.autoFilter = False

    def _question_rows(
        self,
        sheet: Worksheet,
        placed: PlacedField,
        number: int | str,
        rule: str,
        tables: Sequence[tuple[PlacedField, str]],
    ) -> None:
        form_field, answer = placed.field, self.answers.get(placed.key, Answered())
        head: list[str | int] = [
            number, placed.section_title, form_field.label or form_field.name, "", form_field.suffix or form_field.prefix,
            "Yes" if form_field.required else "", rule, "", answer.by,
        ]  # fmt: skip
        parts = parts_of(form_field, answer.value)
        if not parts:
            self._row(sheet, [*head, placed.key, answer.iteration, ""])
            self._answer(sheet, cell_at(sheet, sheet.max_row, ANSWER_COLUMN), form_field, answer.value)
            if form_field.type is FieldType.FILE:
                files = answer.value if isinstance(answer.value, list) else []
                cell = sheet.cell(
                    sheet.max_row, FILES_COLUMN, clean_text("; ".join(str(f["filename"]) for f in files))
                )
                open_cell(cell)
            if form_field.type is FieldType.TABLE:
                sheet.cell(sheet.max_row, ANSWER_COLUMN, f"See the sheet {tables[-1][1]}")
            return
        self._row(sheet, [*head, "", "", ""])
        for part, label, value, choices in parts:
            indent: list[str | int] = ["", "", f"    {label}", "", "", "", "", "", ""]
            self._row(sheet, [*indent, placed.key, answer.iteration, part])
            cell = cell_at(sheet, sheet.max_row, ANSWER_COLUMN)
            open_cell(cell)
            write_answer(cell, value)
            if choices:
                self._drop_down(sheet, cell, choices)

    def _row(self, sheet: Worksheet, values: Sequence[str | int]) -> None:
        row = sheet.max_row + 1
        for column, value in enumerate(values, start=1):
            if value == "":
                continue
            cell = sheet.cell(row, column, clean_text(value) if isinstance(value, str) else value)
            if column <= len(HEADINGS):
                cell.alignment = WRAPPED
        for column in range(1, len(HEADINGS) + 1):
            sheet.cell(row, column).fill = LOCKED

    def _answer(self, sheet: Worksheet, cell: SheetCell, form_field: Field, value: object) -> None:
        match form_field.type:
            case FieldType.FORMSIGNATURE:
                cell.value = "Sign on the page"
                return
            case FieldType.FILE:
                cell.value = "Name the files in the column Files"
                return
            case FieldType.TABLE:
                return
            case FieldType.YESNO:
                shown = {True: "Yes", False: "No"}.get(value) if isinstance(value, bool) else None
            case FieldType.SINGLE_CHOICE:
                shown = next((o.label or o.value for o in form_field.options if o.value == value), None)
            case FieldType.COUNTRY:
                shown = country_name(value) if isinstance(value, str) else None
            case _:
                shown = value if isinstance(value, str) else None
        open_cell(cell)
        write_answer(cell, shown, form_field.type)
        choices = choices_of(form_field)
        if choices:
            self._drop_down(sheet, cell, choices)

    def _drop_down(self, sheet: Worksheet, cell: SheetCell, choices: Sequence[str]) -> None:
        key = tuple(choices)
        text = ",".join(choices)
        is_short = len(text) <= LONGEST_LIST and not any(re.search(r'[,"]', choice) for choice in choices)
        if not is_short and key not in self.lists:
            lists = self.book[LISTS_SHEET]
            column = len(self.lists) + 1
            for row, choice in enumerate(choices, start=1):
                lists.cell(row, column, clean_text(choice))
            letter = get_column_letter(column)
            self.lists[key] = f"{quote_sheetname(LISTS_SHEET)}!${letter}$1:${letter}${len(choices)}"
        formula = f'"{text}"' if is_short else self.lists[key]
        existing = next(
            (each for each in sheet.data_validations.dataValidation if each.formula1 == formula), None
        )
        if existing is None:
            existing = DataValidation(type="list", formula1=formula, allow_blank=True)
            existing.error, existing.errorTitle = "Choose one of the list.", "Not in the list"
            sheet.add_data_validation(existing)
        existing.add(cell)

    def _grey_out(
        self,
        sheet: Worksheet,
        placed: PlacedField,
        *,
        rows: Mapping[str, int],
        names: Mapping[str, PlacedField],
        first: int,
    ) -> None:
        """Turn the rows of a question with one simple condition dark grey while it is not asked."""
        conditions = placed.field.conditions
        if len(conditions) != 1:
            return
        condition = conditions[0]
        other = names.get(condition.field)
        is_simple = other is not None and other.field.type in (FieldType.YESNO, FieldType.SINGLE_CHOICE)
        if (
            other is None
            or not is_simple
            or condition.operator.value != "equals"
            or condition.field not in rows
        ):
            return
        if other.field.type is FieldType.YESNO:
            wanted = "Yes" if condition.value is True else "No"
        else:
            wanted = next((o.label or o.value for o in other.field.options if o.value == condition.value), "")
        quoted = wanted.replace('"', '""')
        formula = f'$D${rows[condition.field]}<>"{quoted}"'
        sheet.conditional_formatting.add(
            f"A{first}:I{sheet.max_row}",
            FormulaRule(formula=[formula], fill=NOT_ASKED),  # type: ignore[no-untyped-call]
        )

    def _table_sheet(self, placed: PlacedField, name: str) -> None:
        sheet = self.book.create_sheet(name)
        answer, columns = self.answers.get(placed.key, Answered()), placed.field.columns
        sheet.append([TABLE, placed.key, answer.iteration])
        sheet.append([f"{COLUMN}{column.name}" for column in columns])
        sheet.append([clean_text(column.label or column.name) for column in columns])
        for row in (1, 2):
            sheet.row_dimensions[row].hidden = True
        stored = answer.value if isinstance(answer.value, list) else []
        for number, _ in enumerate(columns, start=1):
            sheet.column_dimensions[get_column_letter(number)].width = 28
            cell = sheet.cell(3, number)
            cell.font, cell.fill, cell.alignment = BOLD, HEADING, WRAPPED
        for index in range(max(TABLE_ROWS, len(stored) + 5)):
            values = stored[index] if index < len(stored) else {}
            for number, column in enumerate(columns, start=1):
                self._answer(
                    sheet, cell_at(sheet, index + 4, number), column_field(column), values.get(column.name)
                )
        sheet.freeze_panes = "A4"

    def _sheet_name(self, title: str) -> str:
        """Return a name of at most 31 characters that no other sheet has."""
        plain = NOT_IN_NAMES.sub(" ", clean_text(title)).strip()[:31].strip() or "Questions"
        name, number = plain, 2
        taken = {existing.casefold() for existing in self.book.sheetnames}
        while name.casefold() in taken:
            end = f" {number}"
            name, number = plain[: 31 - len(end)] + end, number + 1
        return name
