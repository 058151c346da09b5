"""Rows of the sheets as headings and questions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from app.form_imports.policies import row_problems as problems
from app.form_imports.policies.answer_types import Cells, type_in, type_question
from app.form_imports.policies.contents import Page
from app.form_imports.policies.items import (
    Choice,
    Extracted,
    Fix,
    Heading,
    Paragraph,
    Place,
    Question,
    Weight,
)
from app.form_imports.policies.mapping import FileMapping, SheetMapping, with_language
from app.form_imports.policies.row_choices import (
    choices_in_heading,
    choices_of_row,
    coded_choices,
    continuing_rows,
    example_choices,
    headings_by_column,
    wider_rows,
    written_answers,
)
from app.form_imports.policies.tables import (
    blank_label,
    blanks_above,
    introduces_list,
    is_explanation,
    named_type,
    names_fields,
    other_tables,
    titles_above,
)
from app.form_imports.policies.texts import (
    choices_in,
    clean,
    depth_of,
    fold,
    has_boxes,
    has_two_questions,
    is_no,
    is_yes,
    offer_yes_and_no,
    one_line,
)
from app.form_imports.policies.words import EXAMPLE
from app.form_imports.types import HINT_LIMIT, LABEL_LIMIT, LABELS, Meaning
from app.forms.public import FieldType
from app.kernel.files.workbooks import Formula

MOST_HEADING = 200
"""Characters of a heading; a longer text is a question."""


@dataclass(slots=True)
class _Reader:
    page: Page
    mapping: SheetMapping
    fixes: Mapping[Place, Fix]
    usual: Sequence[str]
    result: Extracted
    main: SheetMapping
    """The mapping of the main language, whose texts are used where a translation is missing."""
    section: str = ""
    part: str = ""
    heading_depths: list[int] = field(default_factory=list)
    answered_share: float = 0
    """Share of the rows whose answer, type or choices are filled or listed."""
    bold_share: float = 0
    continuing: Mapping[int, Sequence[int]] = field(default_factory=dict)
    """Rows with more choices of a question, by its row."""
    examples: Sequence[str] = ()
    """The answers such as "Yes" and "Partial" of a file that is filled in."""
    has_fields: bool = False
    """True in a table whose rows are fields, so that none of them is a heading."""
    heading_choices: Sequence[str] = ()
    """The choices that the heading of the answers lists."""
    written: frozenset[str] = frozenset()
    """The answers that were written into the file, and are no lists of choices."""
    tables: Mapping[int, SheetMapping] = field(default_factory=dict)
    """The mappings of the other tables of the sheet, by the rows of their headings."""
    titles: Mapping[int, int] = field(default_factory=dict)
    """Levels of the rows with the title of one of several tables."""
    part_depths: set[int] = field(default_factory=set)
    """Depths of the numbers in titles of level 3, such as 2 for "1.1"."""
    wide: frozenset[int] = frozenset()
    """Rows with more cells than headings."""

    def read(self) -> None:
        page, mapping = self.page, self.mapping
        self.tables = other_tables(page, mapping)
        first = min(self.tables, default=mapping.header)
        first = min(first, mapping.header)
        if self.tables:
            self.titles = titles_above(page, [mapping.header, *self.tables])
        rows = [
            row
            for row in range(first + 1, len(page.sheet.rows))
            if any(cell is not None for cell in page.sheet.rows[row])
            and (mapping.has_hidden or row not in page.layout.hidden)
        ]
        self.continuing = continuing_rows(page, mapping, rows)
        continuing = {row for each in self.continuing.values() for row in each}
        rows = [row for row in rows if row not in continuing]
        apart = self.tables.keys() | self.titles.keys()
        asked = [row for row in rows if self.text(row, Meaning.QUESTION) and row not in apart]
        self.answered_share = sum(map(self.is_answered, asked)) / max(1, len(asked))
        self.examples = example_choices(page, mapping, asked)
        if self.examples:
            listed = ", ".join(f"“{choice}”" for choice in self.examples)
            self.result.add(Place(page.name, -1), problems.ANSWERED.format(choices=listed), Weight.NOTE)
        self.written = written_answers(page, mapping, asked)
        self.wide = wider_rows(page, mapping, asked)
        self.bold_share = sum(row in page.layout.bold for row in asked) / max(1, len(asked))
        for row in sorted({*self.titles, *blanks_above(page, first)}):
            if row < first and blank_label(page, row):
                self.read_row(row, None)
            elif row < first:
                self.add_heading(Place(page.name, row), one_line(clean(page.text(row, page.filled(row)[0]))))
        self.start_table(self.tables.get(first, mapping))
        for index, row in enumerate(rows):
            if row in self.tables or row == mapping.header:
                self.start_table(self.tables.get(row, mapping))
                continue
            following = rows[index + 1] if index + 1 < len(rows) else None
            self.read_row(row, following)

    def start_table(self, mapping: SheetMapping) -> None:
        """Read the rows below the headings of a table with its columns."""
        self.mapping = mapping
        self.has_fields = names_fields(self.page, mapping.header) and mapping.header != self.main.header
        self.heading_choices = choices_in_heading(
            self.page.text(mapping.header, mapping.column(Meaning.ANSWER))
        )

    def text(self, row: int, meaning: Meaning) -> str:
        text = clean(self.page.text(row, self.mapping.column(meaning)))
        if self.mapping.header != self.main.header:
            return text
        return text or clean(self.page.text(row, self.main.column(meaning)))

    def type_text(self, row: int) -> str:
        """Return the word of the type; the format of a text, in a second column, says more than "text"."""
        columns = self.mapping.columns_of(Meaning.TYPE)
        texts = [text for column in columns if (text := clean(self.page.text(row, column)))]
        if texts and type_in(texts[0]) in (FieldType.TEXT, FieldType.TEXTAREA):
            return next((text for text in texts[1:] if type_in(text)), texts[0])
        return texts[0] if texts else ""

    def is_answered(self, row: int) -> bool:
        """Return True if the row shows how it is answered."""
        answer = self.mapping.column(Meaning.ANSWER)
        has_list = answer is not None and self.page.layout.drop_down(row, answer) is not None
        return has_list or self.has_answer_cells(row)

    def has_answer_cells(self, row: int) -> bool:
        """Return True if a cell of the row shows how it is answered; a drop-down list may be on a whole column."""
        meanings = (Meaning.TYPE, Meaning.CHOICES, Meaning.ANSWER, Meaning.RIGHT_ANSWER, Meaning.REQUIRED)
        return any(self.text(row, meaning) for meaning in meanings)

    def read_row(self, row: int, following: int | None) -> None:
        place = Place(self.page.name, row)
        fix = self.fixes.get(place)
        if fix and fix.is_left_out:
            return
        if not fix and fold(self.text(row, Meaning.NUMBER)) in EXAMPLE:
            self.result.add(place, problems.EXAMPLE_ROW, Weight.NOTE)
            return
        if row in self.page.joined:
            self.result.add(place, problems.JOINED, Weight.NOTE)
        self.report_formulas(place)
        blank = blank_label(self.page, row)
        question = fix.label if fix and fix.label else blank or self.text(row, Meaning.QUESTION)
        heading = "" if blank else self.heading_of(row, question, following)
        if fix and fix.is_heading is not None:
            heading = (question or heading) if fix.is_heading else ""
        if heading:
            self.add_heading(place, fix.label if fix and fix.label else heading)
        elif question:
            self.add_sections(place)
            self.add_question(place, question, fix)
        elif self.has_answer_cells(row):
            self.result.add(place, problems.NO_TEXT)

    def report_formulas(self, place: Place) -> None:
        for index, each in self.mapping.columns.items():
            if (
                isinstance(self.page.sheet.at(place.row, index), Formula)
                and each.meaning is not Meaning.ANSWER
            ):
                self.result.add(place, problems.FORMULA.format(label=LABELS[each.meaning]))

    def heading_of(self, row: int, question: str, following: int | None) -> str:
        """Return the text of the row if it is a heading: merged, bold without an answer, or alone in its row."""
        filled = self.page.filled(row)
        if not filled:
            return ""
        texts = [clean(self.page.text(row, column)) for column in filled]
        if row in self.titles:
            return one_line(texts[0])
        if self.has_fields and question:
            return ""
        mapped = [column for column in filled if column in self.mapping.columns]
        whole = one_line(" ".join(text for text in texts if text))
        is_answered = self.is_answered(row) if question else self.has_answer_cells(row)
        if len(whole) > MOST_HEADING or is_answered:
            return ""
        question_column = self.mapping.column(Meaning.QUESTION)
        merged = next(
            (area for area in self.page.layout.merged if area.top <= row <= area.bottom and area.right > area.left and area.left in filled),
            None,
        )  # fmt: skip
        if merged and question_column is not None and len(filled) <= 2 and merged.right >= question_column:
            return whole
        number = self.text(row, Meaning.NUMBER)
        if not question:
            # A section column that is filled alone names the section; other texts are not part of the form.
            is_alone = len(mapped) == 1 and len(filled) <= 2
            return whole if is_alone and (not number or len(number) > 3 or depth_of(number) == 1) else ""
        if question.rstrip().endswith("?"):
            return ""
        is_bold = row in self.page.layout.bold and self.bold_share < 0.5
        is_empty = self.answered_share >= 0.6 and len(filled) <= 2
        if is_bold or (is_empty and self.is_above(number, following)):
            return one_line(f"{number} {question}")
        return ""

    def is_above(self, number: str, following: int | None) -> bool:
        """Return True if the next row has a number below this one, or this row has none."""
        if following is None:
            return False
        below = self.text(following, Meaning.NUMBER)
        return not number or (below != number and below.startswith(number.rstrip(".")))

    def add_heading(self, place: Place, text: str) -> None:
        depth = (
            depth_of(text.split(" ", maxsplit=1)[0])
            if text[:1].isdigit() or "." in text.split(" ", maxsplit=1)[0]
            else 0
        )
        if depth:
            self.heading_depths.append(depth)
        level = self.titles.get(place.row, 2)
        if level > 2 and depth:
            self.part_depths.add(depth)
        if depth and (depth > min(self.heading_depths) or depth in self.part_depths):
            level = 3
        if is_explanation(text) or introduces_list(self.page, place.row):
            self.result.items.append(Paragraph(place, text))
            return
        self.result.items.append(Heading(place, text[:LABEL_LIMIT], level))

    def add_sections(self, place: Place) -> None:
        section = one_line(self.text(place.row, Meaning.SECTION))[:LABEL_LIMIT]
        part = one_line(self.text(place.row, Meaning.SUBSECTION))[:LABEL_LIMIT]
        if section and section != self.section:
            self.result.items.append(Heading(place, section))
            self.section, self.part = section, ""
        if part and part != self.part:
            self.result.items.append(Heading(place, part, 3))
            self.part = part

    def cells_of(self, row: int, text: str) -> Cells:
        """Return the cells from which the type of a question is known; a blank takes any answer."""
        if blank_label(self.page, row):
            return Cells(question=text, type=named_type(text))
        layout = self.page.layout
        answer = self.mapping.column(Meaning.ANSWER)
        listed = layout.drop_down(row, answer) if answer is not None else None
        continuing = self.continuing.get(row, ())
        several = choices_of_row(self.page, self.mapping, row, continuing)
        instruction = self.page.text(self.mapping.header, self.mapping.column(Meaning.CHOICES))
        cells = Cells(
            question=text, type=self.type_text(row), choices=self.text(row, Meaning.CHOICES),
            answer=self.text(row, Meaning.ANSWER), is_written=self.text(row, Meaning.ANSWER) in self.written, listed=several or (listed.options if listed else None),
            is_computed=listed is not None and listed.options is None and not several, usual=self.usual or self.choices_of_heading(row),
            instruction=instruction if continuing else "",
        )  # fmt: skip
        if fold(cells.answer) in map(fold, self.examples) and not (cells.listed or cells.choices):
            return replace(cells, listed=self.examples)
        return cells

    def add_question(self, place: Place, text: str, fix: Fix | None) -> None:
        row = place.row
        is_blank = bool(blank_label(self.page, row))
        cells = self.cells_of(row, text)
        if fix and fix.type:
            cells = replace(cells, type=fix.type.value, is_computed=False)
        if fix and fix.choices is not None:
            cells = replace(cells, listed=fix.choices)
        typed = type_question(cells)
        for problem in typed.problems:
            self.result.add(place, problem)
        label, hint = self.label_and_hint(place, text)
        hint = f"{hint}\n{typed.instruction}".strip() if typed.instruction else hint
        if row in self.wide:
            self.result.add(place, problems.TOO_WIDE)
        if has_two_questions(text) and not (fix and fix.label):
            self.result.add(place, problems.TWO_QUESTIONS)
        question = Question(
            place=place, label=label, type=typed.type, number="" if is_blank else one_line(self.text(row, Meaning.NUMBER))[:100],
            name=self.text(row, Meaning.NAME), hint=hint, choices=coded_choices(typed.choices),
            is_required=self.required(place), depends_on=one_line(self.text(row, Meaning.DEPENDS_ON)),
            weight=self.weight(place), right_answer=one_line(self.text(row, Meaning.RIGHT_ANSWER)),
            low=typed.low, high=typed.high, suffix=typed.suffix, has_own_type=typed.is_stated,
        )  # fmt: skip
        if fix and fix.is_required is not None:
            question = replace(question, is_required=fix.is_required)
        if fix:
            question = replace(question, is_conditional=fix.is_conditional)
        self.result.items.append(question)
        if not is_blank:
            self.add_further(question)

    def choices_of_heading(self, row: int) -> Sequence[str]:
        """Return the choices that the heading of the answers lists, unless the cell of the row says something else."""
        answer = self.text(row, Meaning.ANSWER)
        is_one = fold(answer) in map(fold, self.heading_choices)
        return self.heading_choices if not answer or is_one or answer in self.written else ()

    def add_further(self, question: Question) -> None:
        """Add a separate field below a question for each of its further answers, such as a comment."""
        row, layout = question.place.row, self.page.layout
        columns = self.mapping.columns_of(Meaning.FURTHER_ANSWER)
        for column, heading in headings_by_column(self.page, self.mapping, columns).items():
            listed = layout.drop_down(row, column)
            text = "" if self.written else clean(self.page.text(row, column))
            offered = text if offer_yes_and_no(choices_in(text)) or has_boxes(text) else ""
            typed = type_question(Cells(answer=offered, listed=listed.options if listed else None))
            self.result.items.append(
                Question(
                    place=question.place, label="", type=typed.type, choices=tuple(map(Choice, typed.choices)),
                    further=heading or "Comment", column=column, has_own_type=typed.is_stated,
                    hint=text[:HINT_LIMIT] if fold(text) and not offered else "",
                )
            )  # fmt: skip

    def label_and_hint(self, place: Place, text: str) -> tuple[str, str]:
        hints = [clean(self.page.text(place.row, column)) for column in self.mapping.columns_of(Meaning.HINT)]
        label = one_line(text)
        if len(label) > LABEL_LIMIT:
            self.result.add(place, problems.TOO_LONG, Weight.NOTE)
            end = label.rfind(" ", LABEL_LIMIT // 2, LABEL_LIMIT)
            end = end if end > 0 else LABEL_LIMIT
            label, hints = label[:end].rstrip(), [label[end:].strip(), *hints]
        hint = "\n".join(filter(None, hints))
        if len(hint) > HINT_LIMIT:
            self.result.add(place, problems.HINT_CUT)
            hint = hint[:HINT_LIMIT].rstrip()
        return label, hint

    def required(self, place: Place) -> bool | None:
        column = self.mapping.column(Meaning.REQUIRED)
        if column is None:
            return None
        text = self.text(place.row, Meaning.REQUIRED)
        if text and not is_yes(text) and not is_no(text) and fold(text) != "false":
            self.result.add(place, problems.SHADOWED.format(text=text[:60]), Weight.NOTE)
        return is_yes(text)

    def weight(self, place: Place) -> float | None:
        text = self.text(place.row, Meaning.WEIGHT).replace(",", ".").rstrip("% ")
        if not text:
            return None
        try:
            weight = float(text)
        except ValueError:
            weight = -1
        if not 0 <= weight <= 1_000:
            self.result.add(place, problems.NO_WEIGHT.format(text=text[:30]), Weight.NOTE)
            return None
        return weight


def extract_rows(
    pages: Sequence[Page], mapping: FileMapping, fixes: Mapping[Place, Fix], *, usual: Sequence[str] = ()
) -> Extracted:
    """Return the headings and questions of the used sheets in their order, and the problems of their rows."""
    result = Extracted()
    by_name = {page.name: page for page in pages}
    used = [sheet for sheet in mapping.sheets if sheet.is_used and sheet.sheet in by_name]
    for sheet in used:
        chosen = with_language(sheet, mapping.language)
        is_headed = len(used) > 1 and chosen.column(Meaning.SECTION) is None
        if is_headed:
            result.items.append(Heading(Place(sheet.sheet, -1), sheet.sheet))
        before = len(result.items)
        _Reader(by_name[sheet.sheet], chosen, fixes, usual, result, main=sheet).read()
        if is_headed and len(result.items) == before:
            result.items.pop()
    return result
