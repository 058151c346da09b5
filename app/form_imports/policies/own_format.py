"""Form as spreadsheet: a row for each block and field, and a hidden sheet with the document, so that it reads back exactly.

A row is changed where its visible cells differ from those that the document would have. Rows can be moved, removed and added.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.form_imports.policies.contents import Page
from app.form_imports.policies.right_answers import RIGHT_POINTS
from app.form_imports.policies.texts import clean
from app.form_imports.types import Meaning
from app.forms.public import (
    FIELD_NODES,
    Field,
    FieldType,
    Node,
    Operator,
    StoredDocument,
    field_from_attrs,
    text_of_node,
)
from app.kernel.files.cell_texts import text_of
from app.kernel.files.cells import CellValue

FORM_SHEET, HIDDEN_SHEET = "Form", "_form"
MARK, VERSION = "assay:form", 1
BLOCK = "assay:block"
"""Mark of the column with the keys of the rows, in a hidden row above the headings."""
CHUNK = 30_000
"""Characters of the document in one cell; a cell can hold 32,767."""
QUESTION_KIND, TEXT_KIND = "Question", "Text"
HEADING_KINDS = ("Heading 1", "Heading 2", "Heading 3")
KINDS: Mapping[str, str] = {
    "bulletList": "List", "orderedList": "List", "blockquote": "Quotation", "table": "Table", "image": "Picture",
    "horizontalRule": "Line",
}  # fmt: skip
COLUMNS: tuple[tuple[str, Meaning | None], ...] = (
    ("Kind", None), ("Number", Meaning.NUMBER), ("Question", Meaning.QUESTION), ("Hint", Meaning.HINT),
    ("Type", Meaning.TYPE), ("Choices", Meaning.CHOICES), ("Required", Meaning.REQUIRED),
    ("Depends on", Meaning.DEPENDS_ON), ("Weight", Meaning.WEIGHT), ("Right answer", Meaning.RIGHT_ANSWER),
    ("Name", Meaning.NAME),
)  # fmt: skip
MEANING_COLUMNS = {meaning: index for index, (_, meaning) in enumerate(COLUMNS) if meaning is not None}
LONGEST = 32_000
"""Characters of a cell."""
_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_COMPARED = {Operator.EQUALS: "=", Operator.NOT_EQUALS: "is not", Operator.IN: "is one of"}


@dataclass(frozen=True, slots=True)
class FormRow:
    """A row of the sheet: the key of its block or field, and its visible cells."""

    key: str
    cells: tuple[CellValue, ...]


def form_rows(document: StoredDocument) -> Iterator[FormRow]:
    """Yield the rows of a document."""
    blocks = document["doc"].get("content") or []
    fields = {
        field.name: field
        for block in blocks
        for node in field_nodes(block)
        for field in [field_from_attrs(node["attrs"])]
    }
    for index, block in enumerate(blocks):
        if block["type"] in FIELD_NODES:
            yield FormRow(f"b{index}", field_cells(field_from_attrs(block["attrs"]), fields))
            continue
        yield FormRow(f"b{index}", block_cells(block))
        for place, node in enumerate(field_nodes(block)):
            yield FormRow(f"b{index}.{place}", field_cells(field_from_attrs(node["attrs"]), fields))


def block_cells(block: Node) -> tuple[CellValue, ...]:
    """Return the visible cells of a block that is no field."""
    kind = KINDS.get(block["type"], TEXT_KIND)
    if block["type"] == "heading":
        kind = HEADING_KINDS[int((block.get("attrs") or {}).get("level", 1)) - 1]
    return (kind, "", _writable(text_of_node(block)), *[""] * (len(COLUMNS) - 3))


def field_cells(field: Field, fields: Mapping[str, Field]) -> tuple[CellValue, ...]:
    """Return the visible cells of a field. Rules that the sheet cannot show are in the hidden document alone."""
    return (
        QUESTION_KIND, _writable(field.source_key), _writable(field.label), _writable(field.hint), str(field.type),
        _writable("\n".join(option.label for option in field.options)), "Yes" if field.required else "",
        _writable(_conditions(field, fields)), "" if field.weight == 1 else float(field.weight), _writable(_right(field)),
        field.name,
    )  # fmt: skip


def changed_meanings(cells: Sequence[str], expected: Sequence[CellValue]) -> set[Meaning]:
    """Return the meanings of the cells of a row that differ from the expected ones."""
    return {
        meaning
        for meaning, index in MEANING_COLUMNS.items()
        if clean(cells[index]) != clean(text_of(expected[index]))
    }


def _conditions(field: Field, fields: Mapping[str, Field]) -> str:
    if field.visible_when is None:
        return ""
    parts = []
    for condition in field.visible_when.conditions:
        other = fields.get(condition.field)
        name = other.source_key or other.name if other else condition.field
        if condition.operator is Operator.ANSWERED:
            parts.append(f"{name} is answered")
        elif condition.operator in _COMPARED:
            parts.append(f"{name} {_COMPARED[condition.operator]} {_operand(other, condition.value)}")
        else:
            parts.append(f"{name} {condition.operator} {_operand(other, condition.value)}")
    return (" or " if field.visible_when.is_any else " and ").join(parts)


def _operand(field: Field | None, value: object) -> str:
    if isinstance(value, list):
        return "; ".join(_operand(field, each) for each in value)
    if isinstance(value, bool):
        return "Yes" if value else "No"
    labels = {option.value: option.label for option in field.options} if field else {}
    return labels.get(str(value), "" if value is None else str(value))


def _right(field: Field) -> str:
    if field.type not in (FieldType.YESNO, FieldType.SINGLE_CHOICE):
        return ""
    for rule in field.scoring:
        if rule.points >= RIGHT_POINTS and rule.operator in (Operator.EQUALS, Operator.IN):
            return _operand(field, rule.operand)
    return ""


def _writable(text: str) -> str:
    return _UNWRITABLE.sub("", text)[:LONGEST]


def field_nodes(node: Node) -> Iterator[Node]:
    """Yield the fields in a node, in their order."""
    if node["type"] in FIELD_NODES:
        yield node
    for child in node.get("content") or ():
        yield from field_nodes(child)


def chunks_of(block: Node) -> list[str]:
    """Return the JSON of a block in parts that fit into cells.

    The bars protect white space at the ends of a cell; an underscore before x would be read as an escaped character.
    """
    text = json.dumps(block).replace("_x", "\\u005fx")
    return [f"|{text[start : start + CHUNK]}|" for start in range(0, len(text), CHUNK)]


@dataclass(frozen=True, slots=True)
class OwnForm:
    """A read form: its blocks by key, the rows of its sheet with their keys, and its title and type."""

    page: Page
    first: int
    """First row below the headings."""
    key_column: int
    blocks: Mapping[str, Node]
    title: str
    form_type: str

    def key(self, row: int) -> str:
        """Return the key of a row; empty for a row that was added."""
        return self.page.text(row, self.key_column).strip()

    def cells(self, row: int) -> list[str]:
        """Return the visible cells of a row."""
        return [self.page.text(row, index) for index in range(len(COLUMNS))]

    def expected(self) -> dict[str, tuple[CellValue, ...]]:
        """Return the visible cells that the document would have, by key."""
        order = sorted(self.blocks, key=lambda key: int(key[1:]))
        document = {"doc": {"type": "doc", "content": [self.blocks[key] for key in order]}}
        by_position = dict(enumerate(order))
        rows = {}
        for row in form_rows(document):
            position, mark, place = row.key[1:].partition(".")
            rows[f"{by_position[int(position)]}{mark}{place}"] = row.cells
        return rows


def find_own_form(pages: Sequence[Page]) -> OwnForm | None:
    """Return the form of a file that was exported; None for other files and for a damaged one."""
    hidden = next((page for page in pages if page.name == HIDDEN_SHEET), None)
    if hidden is None or hidden.text(0, 0) != MARK:
        return None
    blocks: dict[str, Node] = {}
    for row in range(3, len(hidden.sheet.rows)):
        key = hidden.text(row, 0)
        parts = [hidden.text(row, column)[1:-1] for column in hidden.filled(row)[1:]]
        try:
            node = json.loads("".join(parts))
        except ValueError:
            return None
        if not re.fullmatch(r"b\d{1,7}", key) or not _is_node(node):
            return None
        blocks[key] = node
    for page in pages:
        for row in range(min(5, len(page.sheet.rows))):
            marked = [column for column in page.filled(row) if page.text(row, column) == BLOCK]
            if marked:
                return OwnForm(page, row + 2, marked[0], blocks, hidden.text(1, 1), hidden.text(2, 1))
    return None


def _is_node(node: object) -> bool:
    """Return True for an object that can be walked; `find_faults` checks everything else of the document."""
    if not isinstance(node, dict) or not isinstance(node.get("type"), str):
        return False
    content, attrs = node.get("content", []), node.get("attrs", {})
    if node["type"] in FIELD_NODES and not (isinstance(attrs, dict) and isinstance(attrs.get("name"), str)):
        return False
    return isinstance(content, list) and all(_is_node(child) for child in content)


def with_fields(node: Node, replaced: Sequence[Node | None]) -> Node:
    """Copy a node with other fields, in their order; None removes a field."""
    fields = iter(replaced)
    return _with_fields(node, fields)


def _with_fields(node: Node, fields: Iterator[Node | None]) -> Node:
    content = []
    for child in node.get("content") or ():
        if child["type"] in FIELD_NODES:
            field = next(fields)
            if field is not None:
                content.append(field)
        else:
            content.append(_with_fields(child, fields))
    return {**node, "content": content} if "content" in node else node
