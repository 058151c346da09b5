"""A newer file compared with a form by the numbers of the questions: the next document keeps the fields that match."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from app.form_imports.policies.building import Built, BuiltQuestion
from app.form_imports.policies.items import Issue, Place, Weight
from app.form_imports.policies.ordering import (
    FilePlace,
    Ordered,
    file_places,
    follow_file,
    questions_in_other_sections,
    without_blocks,
)
from app.form_imports.policies.own_format import field_nodes, with_fields
from app.form_imports.policies.texts import fold, unique_name
from app.form_imports.policies.translating import (
    option_translation,
    translate_condition,
    translate_scoring,
    with_known_values,
)
from app.form_imports.types import Meaning
from app.forms.public import (
    FIELD_NODES,
    FieldChange,
    FieldPair,
    Node,
    PlacedField,
    StoredDocument,
    map_fields,
    normalise,
    text_of_node,
    walk,
)
from app.kernel.http.json_types import Arguments

NEW_TYPE = "its answers have another type now, and the question was published. It becomes a new question."
_BY_MEANING: Mapping[Meaning, tuple[str, ...]] = {
    Meaning.HINT: ("hint",),
    Meaning.REQUIRED: ("required",),
    Meaning.DEPENDS_ON: ("visibleWhen",),
    Meaning.WEIGHT: ("weight",),
    Meaning.RIGHT_ANSWER: ("scoring",),
}
"""Attributes that a file changes only if it has a column for them."""
_FURTHER = re.compile(r"(.+) \((.+)\)")
_OF_TYPE = ("options", "columns", "min", "max", "suffix", "pattern")


@dataclass(frozen=True, slots=True)
class Comparison:
    """The next document of a form, its differences, and the problems that the comparison found."""

    document: StoredDocument
    pairs: Sequence[FieldPair]
    issues: Sequence[Issue]
    places: Mapping[str, Place]
    """The row of the file of each field, by its fid."""
    fids: Mapping[str, str]
    """The fid in the document by the fid that the file alone would give a question."""
    moved: Collection[str] = ()
    """The fids of the questions that move to their place in the file."""
    own_order: Sequence[str] = ()
    """Headings of the sections whose order was changed in the editor, and stays."""

    def labels(self, *changes: FieldChange) -> list[tuple[str, str]]:
        """Return the numbers and labels of the questions with one of these changes."""
        placed = [pair.new or pair.old for pair in self.pairs if self.change_of(pair) in changes]
        return [_named(each) for each in placed if each]

    def change_of(self, pair: FieldPair) -> FieldChange | None:
        """Return the change of a question; None if only its place is another one."""
        if (
            pair.change is FieldChange.REWORDED
            and pair.old
            and pair.new
            and _words(pair.old) == _words(pair.new)
        ):
            return None if pair.new.field.fid in self.moved else FieldChange.SAME
        is_moved = pair.change is FieldChange.SAME and pair.new and pair.new.field.fid in self.moved
        return None if is_moved else pair.change

    def moved_labels(self) -> list[tuple[str, str]]:
        """Return the numbers and labels of the questions that move."""
        placed = [pair.new for pair in self.pairs if pair.new and pair.new.field.fid in self.moved]
        return [_named(each) for each in placed]


def _named(placed: PlacedField) -> tuple[str, str]:
    """Return the number and the label of a field; a further answer has the number in its label."""
    key, label = placed.field.source_key, placed.field.label or placed.field.name
    match = _FURTHER.fullmatch(label)
    return ("" if match and key == f"{match[2]} {match[1]}" else key), label


def _words(placed: PlacedField) -> tuple[str, str, list[str]]:
    return placed.field.label, placed.field.hint, [option.label for option in placed.field.options]


@dataclass(slots=True)
class _Update:
    former: Mapping[str, Arguments]
    """Attributes of the fields of the form, by fid."""
    published: Collection[str]
    """The fids of published fields, whose type cannot change."""
    meanings: Collection[Meaning]
    names: dict[str, str] = field(default_factory=dict)
    values: dict[str, dict[str, str]] = field(default_factory=dict)
    matched: dict[int, str] = field(default_factory=dict)
    """The fid of the form's field by position of the file's question."""
    attrs: list[Arguments] = field(default_factory=list)
    issues: list[Issue] = field(default_factory=list)
    taken: set[str] = field(default_factory=set)

    def match(self, questions: Sequence[BuiltQuestion]) -> None:
        """Pair the questions by number; a field without a number by its text."""
        by_key = {
            fold(attrs["sourceKey"]): fid for fid, attrs in self.former.items() if attrs.get("sourceKey")
        }
        by_label = {
            fold(attrs.get("label") or ""): fid
            for fid, attrs in self.former.items()
            if not attrs.get("sourceKey")
        }
        used: set[str] = set()
        for position, each in enumerate(questions):
            key = fold(each.attrs.get("sourceKey") or "")
            fid = by_key.get(key) if key else None
            fid = fid or by_label.get(fold(each.attrs["label"]))
            if fid and fid not in used:
                used.add(fid)
                self.matched[position] = fid

    def merge(self, questions: Sequence[BuiltQuestion]) -> None:
        self.taken = {attrs["name"] for attrs in self.former.values()}
        for position, each in enumerate(questions):
            fid = self.matched.get(position)
            if fid is not None and self.is_other_type(self.former[fid], each) and fid in self.published:
                self.issues.append(Issue(each.question.place, NEW_TYPE, Weight.NOTE))
                del self.matched[position]
                fid = None
            if fid is None:
                merged = {**each.attrs, "name": unique_name(each.attrs["name"], self.taken)}
            else:
                merged = self.merged(self.former[fid], each)
            self.names[each.attrs["name"]] = merged["name"]
            self.values[each.attrs["name"]] = option_translation(each.attrs, merged)
            self.attrs.append(merged)
        for merged, each in zip(self.attrs, questions, strict=True):
            condition: Arguments = each.attrs.get("visibleWhen") or {}
            rules: list[Arguments] = each.attrs.get("scoring") or []
            if condition and merged.get("visibleWhen") is condition:
                merged["visibleWhen"] = translate_condition(condition, self.names, self.values)
            if rules and merged.get("scoring") is rules:
                merged["scoring"] = translate_scoring(rules, each.attrs["name"], self.values)

    def is_other_type(self, former: Arguments, each: BuiltQuestion) -> bool:
        return each.question.has_own_type and former.get("type", "TEXT") != each.attrs["type"]

    def merged(self, former: Arguments, each: BuiltQuestion) -> Arguments:
        """Return the field of the form with what the file says about it."""
        merged = {**former, "label": each.attrs["label"]}
        if each.attrs.get("sourceKey"):
            merged["sourceKey"] = each.attrs["sourceKey"]
        for meaning, names in _BY_MEANING.items():
            if meaning in self.meanings:
                merged |= {name: each.attrs.get(name) for name in names}
        if each.question.has_own_type:
            is_other = self.is_other_type(former, each)
            merged["type"] = each.attrs["type"]
            if is_other:
                merged |= {name: each.attrs.get(name) for name in _OF_TYPE}
            elif each.attrs.get("options"):
                merged["options"] = with_known_values(each.attrs["options"], former)
        return merged


def compare(
    document: StoredDocument,
    built: Built,
    *,
    meanings: Collection[Meaning],
    published: Collection[str],
    former_order: Mapping[str, FilePlace],
) -> Comparison:
    """Return the next document of a form from a newer file.

    Fields with the same number keep their fid and name. Fields with a number that the file does not have are removed.
    Everything that was added in the editor stays. Questions follow the order of the file, except in sections whose order
    was changed in the editor. `meanings` are the meanings of the columns of the file, `former_order` is the order of the
    former file.
    """
    former = {node["attrs"]["fid"]: node["attrs"] for node in field_nodes(document["doc"])}
    own_fids = {each.attrs["fid"] for each in built.questions}
    if former.keys() & own_fids:
        # The file is an export of this form: its fields have their identifiers.
        following = built.document
        return Comparison(following, map_fields(walk(document), walk(following)), [], built.places, {})
    update = _Update(former, published, meanings)
    update.match(built.questions)
    update.merge(built.questions)
    ordered = _content(document, built, update, former_order)
    following = normalise({"schemaVersion": 1, "doc": {"type": "doc", "content": ordered.content}})
    places = {
        attrs["fid"]: each.question.place
        for attrs, each in zip(update.attrs, built.questions, strict=True)
        if not each.question.further
    }
    fids = {
        each.attrs["fid"]: attrs["fid"] for attrs, each in zip(update.attrs, built.questions, strict=True)
    }
    pairs = map_fields(walk(document), walk(following))
    return Comparison(following, pairs, update.issues, places, fids, ordered.moved, ordered.own_order)


def _content(
    document: StoredDocument, built: Built, update: _Update, former: Mapping[str, FilePlace]
) -> Ordered:
    by_fid = {fid: update.attrs[position] for position, fid in update.matched.items()}
    present = set(by_fid)
    removed = {fid for fid, attrs in update.former.items() if attrs.get("sourceKey") and fid not in present}
    content = [
        replaced
        for block in document["doc"].get("content") or ()
        if (replaced := _replaced(block, by_fid, removed)) is not None
    ]
    places = dict(zip((attrs["fid"] for attrs in update.attrs), file_places(built), strict=True))
    moving = questions_in_other_sections(content, places, former)
    content = without_blocks(content, moving)
    cursor, position = -1, 0
    pending: list[Node] = []
    for _, block in built.blocks:
        if block["type"] not in FIELD_NODES:
            place = _find_text(content, block, cursor + 1)
            if block["type"] == "heading" and place is None:
                pending.append(block)
            elif place is not None:
                cursor, pending = place, []
            continue
        attrs, fid = update.attrs[position], update.matched.get(position)
        position += 1
        if fid is None or fid in moving:
            added = [*pending, {"type": "dvFieldBlock", "attrs": attrs}]
            content[cursor + 1 : cursor + 1] = added
            cursor += len(added)
        else:
            cursor = _insert_headings(content, pending, _place_of(content, fid))
        pending = []
    ordered = follow_file(content, {fid: place.position for fid, place in places.items()}, former)
    ordered.moved |= moving
    return ordered


def _insert_headings(content: list[Node], pending: Sequence[Node], place: int) -> int:
    """Put changed headings before a field that the form has; return its place."""
    if pending and place > 0 and content[place - 1]["type"] == "heading":
        content[place - 1] = {**content[place - 1], "content": pending[-1]["content"]}
        pending = pending[:-1] if len(pending) > 1 else []
        place -= 1
        content[place:place] = pending
        return place + len(pending) + 1
    content[place:place] = pending
    return place + len(pending)


def _replaced(block: Node, by_fid: Mapping[str, Arguments], removed: Collection[str]) -> Node | None:
    if block["type"] in FIELD_NODES:
        fid = block["attrs"]["fid"]
        return None if fid in removed else {**block, "attrs": by_fid.get(fid, block["attrs"])}
    fields = list(field_nodes(block))
    if not fields:
        return block
    return with_fields(block, [_replaced(node, by_fid, removed) for node in fields])


def _find_text(content: Sequence[Node], block: Node, start: int) -> int | None:
    """Return the place of a heading or text of the form that the file has too."""
    text = fold(text_of_node(block))
    for place in chain(range(start, len(content)), range(start)):
        if content[place]["type"] == block["type"] and fold(text_of_node(content[place])) == text:
            return place
    return None


def _place_of(content: Sequence[Node], fid: str) -> int:
    places: Iterator[int] = (
        place
        for place, block in enumerate(content)
        if any(node["attrs"]["fid"] == fid for node in field_nodes(block))
    )
    return next(places)
