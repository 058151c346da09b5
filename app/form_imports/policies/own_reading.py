"""Reading of a form that was exported as a spreadsheet: the document of the file, with the changes of its visible cells."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from app.form_imports.policies.building import Built, BuiltQuestion, build
from app.form_imports.policies.items import Extracted, Fix, Issue, Place, Weight
from app.form_imports.policies.mapping import ColumnMeaning, FileMapping, SheetMapping
from app.form_imports.policies.own_format import (
    HEADING_KINDS,
    MEANING_COLUMNS,
    QUESTION_KIND,
    OwnForm,
    changed_meanings,
    field_nodes,
    with_fields,
)
from app.form_imports.policies.rows import extract_rows
from app.form_imports.policies.texts import clean, one_line
from app.form_imports.policies.translating import (
    option_translation,
    translate_condition,
    translate_scoring,
    with_known_values,
)
from app.form_imports.types import LABEL_LIMIT, Meaning
from app.forms.public import FIELD_NODES, Node
from app.kernel.files.cells import CellValue
from app.kernel.http.json_types import Arguments

_ATTRIBUTES: Mapping[Meaning, tuple[str, ...]] = {
    Meaning.NUMBER: ("sourceKey",),
    Meaning.QUESTION: ("label",),
    Meaning.HINT: ("hint",),
    Meaning.TYPE: ("type", "options", "min", "max", "suffix"),
    Meaning.CHOICES: ("type", "options"),
    Meaning.REQUIRED: ("required",),
    Meaning.DEPENDS_ON: ("visibleWhen",),
    Meaning.WEIGHT: ("weight",),
    Meaning.RIGHT_ANSWER: ("scoring",),
    Meaning.NAME: ("name",),
}
COPIED = "this row is a copy of row {row}. It is imported as a new question."


@dataclass(slots=True)
class _Reading:
    own: OwnForm
    fixes: Mapping[Place, Fix]
    built: Built
    expected: Mapping[str, Sequence[CellValue]]
    parsed: Mapping[Place, BuiltQuestion]
    keys: dict[str, int] = field(default_factory=dict)
    """The first row of each key."""
    changed: set[int] = field(default_factory=set)
    """Rows whose problems are shown: they were changed or added."""

    def fields(self) -> dict[int, Node]:
        """Return the field of each row of a question."""
        originals = {
            f"{key}.{place}" if block["type"] not in FIELD_NODES else key: node
            for key, block in self.own.blocks.items()
            for place, node in enumerate(field_nodes(block))
        }
        result: dict[int, Node] = {}
        for place, parsed in self.parsed.items():
            key = self.own.key(place.row)
            original = originals.get(key) if self.keys.get(key) == place.row else None
            if original is None:
                self.changed.add(place.row)
                result[place.row] = {"type": "dvFieldBlock", "attrs": parsed.attrs}
            else:
                result[place.row] = {**original, "attrs": self.merged(place, key, original["attrs"], parsed)}
        return result

    def merged(self, place: Place, key: str, original: Arguments, parsed: BuiltQuestion) -> Arguments:
        """Return the attributes of a field with the values of its changed cells."""
        changed = changed_meanings(self.own.cells(place.row), self.expected[key])
        fix = self.fixes.get(place)
        if fix:
            changed |= {
                meaning
                for meaning, value in (
                    (Meaning.QUESTION, fix.label), (Meaning.TYPE, fix.type), (Meaning.CHOICES, fix.choices),
                    (Meaning.REQUIRED, fix.is_required),
                )
                if value is not None
            }  # fmt: skip
        if not changed:
            return original
        self.changed.add(place.row)
        attrs = dict(original)
        for meaning in changed:
            for name in _ATTRIBUTES[meaning]:
                if name == "options":
                    attrs["options"] = with_known_values(parsed.attrs.get("options", []), original)
                elif name == "type" and meaning is Meaning.CHOICES:
                    # Choices that were added to a text make it a choice; other types keep theirs.
                    is_text = original.get("type", "TEXT") in ("TEXT", "TEXTAREA")
                    attrs["type"] = parsed.attrs["type"] if is_text else original["type"]
                else:
                    attrs[name] = parsed.attrs.get(name)
        return attrs


def read_own_form(own: OwnForm, fixes: Mapping[Place, Fix], *, import_id: int) -> Built:
    """Return the blocks of an exported form with the changes of its cells and of the user."""
    rows = [row for row in range(own.first, len(own.page.sheet.rows)) if own.page.filled(row)]
    asking = {row for row in rows if clean(own.cells(row)[0]) in (QUESTION_KIND, "")}
    extracted = _extract(own, rows, asking, fixes)
    built = build(extracted, import_id=import_id)
    reading = _Reading(
        own, fixes, built, own.expected(), {each.question.place: each for each in built.questions}
    )
    for row in rows:
        reading.keys.setdefault(own.key(row), row)
    fields = reading.fields()
    _translate(reading, fields)
    blocks = _blocks(reading, rows, fields)
    issues = [
        issue for issue in extracted.issues if issue.place.row in reading.changed or issue.place.row < 0
    ]
    for row in rows:
        key = own.key(row)
        if key and reading.keys[key] != row:
            issues.append(_copied(own, row, reading.keys[key]))
    questions = [
        BuiltQuestion(each.question, fields[each.question.place.row]["attrs"]) for each in built.questions
    ]
    return Built(blocks, questions, Extracted(extracted.items, issues, own.title))


def _copied(own: OwnForm, row: int, first: int) -> Issue:
    return Issue(Place(own.page.name, row), COPIED.format(row=first + 1), Weight.NOTE)


def _extract(own: OwnForm, rows: Sequence[int], asking: set[int], fixes: Mapping[Place, Fix]) -> Extracted:
    """Return the questions of the rows, read like in any other file."""
    columns = {index: ColumnMeaning(meaning) for meaning, index in MEANING_COLUMNS.items()}
    sheet = SheetMapping(
        sheet=own.page.name, is_used=True, header=own.first - 1, columns=columns, has_hidden=True
    )
    own_fixes: dict[Place, Fix] = {}
    for row in rows:
        place = Place(own.page.name, row)
        if row in asking:
            own_fixes[place] = replace(fixes.get(place, Fix(place=place)), is_heading=False)
        else:
            own_fixes[place] = Fix(place=place, is_left_out=True)
    extracted = extract_rows([own.page], FileMapping([sheet]), own_fixes)
    extracted.has_sentences = False
    return extracted


def _translate(reading: _Reading, fields: Mapping[int, Node]) -> None:
    """Replace names and values in conditions and scoring rules that were read, by the names and values of the fields."""
    names: dict[str, str] = {}
    values: dict[str, dict[str, str]] = {}
    for place, parsed in reading.parsed.items():
        attrs = fields[place.row]["attrs"]
        names[parsed.attrs["name"]] = attrs["name"]
        values[parsed.attrs["name"]] = option_translation(parsed.attrs, attrs)
    for place, parsed in reading.parsed.items():
        attrs = fields[place.row]["attrs"]
        if parsed.attrs.get("visibleWhen") and attrs.get("visibleWhen") is parsed.attrs["visibleWhen"]:
            attrs["visibleWhen"] = translate_condition(attrs["visibleWhen"], names, values)
        if parsed.attrs.get("scoring") and attrs.get("scoring") is parsed.attrs["scoring"]:
            attrs["scoring"] = translate_scoring(attrs["scoring"], parsed.attrs["name"], values)


def _blocks(reading: _Reading, rows: Sequence[int], fields: Mapping[int, Node]) -> list[tuple[Place, Node]]:
    own = reading.own
    present: dict[str, list[int]] = {}
    for row in rows:
        present.setdefault(own.key(row).partition(".")[0], []).append(row)
    blocks: list[tuple[Place, Node]] = []
    done: set[str] = set()
    for row in rows:
        place, key = Place(own.page.name, row), own.key(row)
        base = key.partition(".")[0]
        fix = reading.fixes.get(place)
        block = own.blocks.get(base)
        if block is None or (reading.keys[key] != row):
            if row in fields:
                blocks.append((place, fields[row]))
            elif node := _added(own.cells(row)):
                reading.changed.add(row)
                blocks.append((place, node))
            continue
        if base in done or (fix and fix.is_left_out and block["type"] in FIELD_NODES):
            continue
        done.add(base)
        if block["type"] in FIELD_NODES:
            if row in fields:
                blocks.append((place, fields[row]))
            continue
        inner = [
            next((fields.get(r) for r in present[base] if own.key(r) == f"{base}.{n}"), None)
            for n, _ in enumerate(field_nodes(block))
        ]
        blocks.append((place, _changed_text(reading, row, base, with_fields(block, inner))))
    return blocks


def _changed_text(reading: _Reading, row: int, key: str, block: Node) -> Node:
    """Return a heading or paragraph with the text of its cell, if the cell was changed. Other blocks stay."""
    cells = reading.own.cells(row)
    own_row = reading.own.key(row) == key
    if not own_row or block["type"] not in ("heading", "paragraph") or any(True for _ in field_nodes(block)):
        return block
    index = MEANING_COLUMNS[Meaning.QUESTION]
    if clean(cells[index]) == clean(str(reading.expected[key][index])):
        return block
    text = one_line(clean(cells[index]))[:LABEL_LIMIT]
    return {**block, "content": [{"type": "text", "text": text}] if text else []}


def _added(cells: Sequence[str]) -> Node | None:
    """Return the heading or paragraph of an added row."""
    kind, text = clean(cells[0]), one_line(clean(cells[MEANING_COLUMNS[Meaning.QUESTION]]))
    if not text:
        return None
    content = [{"type": "text", "text": text[:LABEL_LIMIT]}]
    if kind in HEADING_KINDS:
        return {"type": "heading", "attrs": {"level": HEADING_KINDS.index(kind) + 1}, "content": content}
    return {"type": "paragraph", "content": content}
