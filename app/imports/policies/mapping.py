"""Sheets and columns of a file: headings are column_with_addresses, also below a title or a merged row, and mapped to fields."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from app.duplicates.public import fold
from app.imports.policies.words import CONTACT_GROUPS, HEADINGS, IN_GROUP, WEAK
from app.imports.types import (
    CONTACT_TARGETS,
    HEADER_ROWS,
    JOIN_TARGETS,
    MAX_SHEETS,
    AnyTarget,
    CustomTarget,
    SheetRole,
    Target,
)
from app.kernel.files.cell_texts import SAMPLE_LENGTH, SAMPLED_ROWS, samples_of, text_of
from app.kernel.files.workbooks import Cell, Sheet, column_letter
from app.kernel.http.json_types import Arguments

SAMPLES = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetMapping:
    """The contents of a sheet, the row of its headings from 0, and the field of each column from 0."""

    sheet: str
    role: SheetRole
    header: int
    columns: Mapping[int, AnyTarget]

    def to_json(self) -> Arguments:
        """Return the JSON of the mapping."""
        columns = [{"index": index, **target_json(target)} for index, target in sorted(self.columns.items())]
        return {"sheet": self.sheet, "role": self.role.value, "header": self.header, "columns": columns}


def mapping_from(stored: Arguments) -> SheetMapping:
    """Return a stored mapping."""
    return SheetMapping(
        sheet=stored["sheet"],
        role=SheetRole(stored["role"]),
        header=stored["header"],
        columns={column["index"]: target_from(column) for column in stored["columns"]},
    )


def target_json(target: AnyTarget) -> Arguments:
    """Return the JSON of a field: `target`, or `customField` with its `label`."""
    if isinstance(target, CustomTarget):
        return {"target": None, "customField": target.name, "label": target.label}
    return {"target": target.value}


def target_from(stored: Arguments) -> AnyTarget:
    """Return a stored field."""
    name = stored.get("customField")
    return CustomTarget(name, stored["label"]) if name else Target(stored["target"])


def header_row(sheet: Sheet) -> int:
    """Return the row with the most headings headings among the top rows, else the first with the most texts."""
    top = sheet.rows[:HEADER_ROWS]
    headings = [len({target for cell in row if (target := _exact(fold(text_of(cell))))}) for row in top]
    if headings and max(headings) > 0:
        row = headings.index(max(headings))
        # Below a row of merged headings is the row with the headings of the columns.
        return row + 1 if row + 1 < len(headings) and headings[row + 1] > 1 else row
    texts = [sum(isinstance(cell, str) for cell in row) for row in top]
    return texts.index(max(texts)) if texts else 0


def describe_sheets(sheets: Sequence[Sheet]) -> list[Arguments]:
    """Return the visible sheets that are not empty, with the headings and samples of their columns."""
    described: list[Arguments] = []
    for sheet in sheets:
        header = header_row(sheet)
        width = max((len(row) for row in sheet.rows), default=0)
        columns = [
            {
                "index": column,
                "letter": column_letter(column),
                "heading": (text_of(sheet.at(header, column)) or text_of(_above(sheet, header, column)))[
                    :SAMPLE_LENGTH
                ],
                "samples": samples_of(sheet, header, column, count=SAMPLES),
            }
            for column in range(width)
        ]
        columns = [column for column in columns if column["heading"] or column["samples"]]
        if sheet.is_visible and columns and len(described) < MAX_SHEETS:
            described.append(
                {
                    "name": sheet.name,
                    "rowCount": sum(1 for row in sheet.rows[header + 1 :] if any(map(text_of, row))),
                    "header": header,
                    "columns": columns,
                }
            )
    return described


def propose_mapping(sheets: Sequence[Sheet], custom: Collection[CustomTarget] = ()) -> list[SheetMapping]:
    """Return the most likely mapping of each visible sheet: one with suppliers, and one with contacts.

    Columns of suppliers with the label or the name of one of the `custom` fields are imported into it.
    """
    visible = [
        sheet for sheet in sheets if sheet.is_visible and any(any(map(text_of, row)) for row in sheet.rows)
    ]
    drafts = [(sheet, header_row(sheet)) for sheet in visible[:MAX_SHEETS]]
    columns = [map_columns(sheet, header) for sheet, header in drafts]
    main = max(range(len(drafts)), key=lambda index: _weight(columns[index]), default=None)
    mappings = []
    for index, (sheet, header) in enumerate(drafts):
        role = SheetRole.NONE
        if index == main:
            role = SheetRole.SUPPLIERS
        elif Target.CONTACT_EMAIL in columns[index].values():
            contacts = map_columns(sheet, header, is_contacts=True)
            if JOIN_TARGETS & set(contacts.values()):
                role, columns[index] = SheetRole.CONTACTS, contacts
        mappings.append(
            SheetMapping(
                sheet=sheet.name,
                role=role,
                header=header,
                columns=_with_custom(sheet, header, columns[index], custom, role),
            )
        )
    if Counter(mapping.role for mapping in mappings)[SheetRole.CONTACTS] <= 1:
        return mappings
    first = next(mapping for mapping in mappings if mapping.role is SheetRole.CONTACTS)
    return [
        mapping
        if mapping is first or mapping.role is not SheetRole.CONTACTS
        else SheetMapping(sheet=mapping.sheet, role=SheetRole.NONE, header=mapping.header, columns={})
        for mapping in mappings
    ]


def map_columns(sheet: Sheet, header: int, *, is_contacts: bool = False) -> dict[int, Target]:
    """Return the fields of the columns by their headings: the clearest heading of a field wins, then the first column."""
    scored: list[tuple[float, int, Target]] = []
    width = max((len(row) for row in sheet.rows[: header + SAMPLED_ROWS]), default=0)
    for column in range(width):
        own = fold(text_of(sheet.at(header, column)))
        group = fold(text_of(_group(sheet, header, column)))
        heading = own or group
        for target, score in _scores(heading, group if own else "", is_contacts=is_contacts):
            scored.append((score, -column, target))
    chosen: dict[int, Target] = {}
    taken: set[Target] = set()
    for _, place, target in sorted(scored, key=lambda each: each[:2], reverse=True):
        if -place not in chosen and target not in taken:
            chosen[-place] = target
            taken.add(target)
    if Target.CONTACT_EMAIL not in taken:
        free = (column for column in range(width) if column not in chosen)
        column_with_addresses = next(
            (column for column in free if _has_addresses(sheet, header, column)), None
        )
        if column_with_addresses is not None:
            chosen[column_with_addresses] = Target.CONTACT_EMAIL
    return chosen


def _with_custom(
    sheet: Sheet,
    header: int,
    columns: Mapping[int, Target],
    custom: Collection[CustomTarget],
    role: SheetRole,
) -> dict[int, AnyTarget]:
    """Return the columns of a sheet; a heading that is exactly a custom field comes before a similar usual one."""
    if role is SheetRole.NONE:
        return {}
    mapped: dict[int, AnyTarget] = dict(columns)
    if role is SheetRole.CONTACTS:
        return mapped
    by_heading = {fold(text): target for target in custom for text in (target.name, target.label)}
    for column in range(max((len(row) for row in sheet.rows), default=0)):
        heading = fold(text_of(sheet.at(header, column)))
        target = by_heading.get(heading) if heading else None
        is_exact = _exact(heading) is not None and column in columns
        if target is not None and not is_exact and target not in mapped.values():
            mapped[column] = target
    return mapped


def _scores(heading: str, group: str, *, is_contacts: bool) -> list[tuple[Target, float]]:
    if not heading:
        return []
    in_group = group in CONTACT_GROUPS
    exact = _exact(f"{group} {heading}") if group else None
    if exact:
        return [(exact, 110)]
    exact = _exact(heading)
    if exact:
        score = 60.0 if heading in WEAK else 100.0
        if in_group:
            return [(IN_GROUP.get(exact, exact), score)]
        if exact is Target.NAME and heading in WEAK:
            # "Name" next to "Company" is the name of a person.
            other = (Target.CONTACT_NAME, 50.0)
            return (
                [(Target.NAME, score), other]
                if not is_contacts
                else [(Target.CONTACT_NAME, score), (Target.NAME, 50)]
            )
        return [(exact, score)]
    words = set(heading.split())
    partial = [
        (target, 20.0 + len(phrase))
        for target, phrases in HEADINGS.items()
        for phrase in phrases
        if phrase not in WEAK and set(phrase.split()) <= words
    ]
    return sorted(partial, key=lambda each: each[1], reverse=True)[:3]


@cache
def _phrases() -> dict[str, Target]:
    return {fold(phrase): target for target, phrases in HEADINGS.items() for phrase in reversed(phrases)}


def _exact(heading: str) -> Target | None:
    return _phrases().get(heading) if heading else None


def _group(sheet: Sheet, header: int, column: int) -> Cell:
    """Return the heading in the row above: a merged cell has its text in its first column only."""
    if header == 0:
        return None
    above = sheet.rows[header - 1]
    filled = [index for index, cell in enumerate(above) if text_of(cell)]
    if len(filled) < 2 and not (filled and fold(text_of(above[filled[0]])) in CONTACT_GROUPS):
        return None
    return next((above[index] for index in reversed(filled) if index <= column), None)


def _above(sheet: Sheet, header: int, column: int) -> Cell:
    return sheet.at(header - 1, column) if header > 0 else None


def _weight(columns: Mapping[int, Target]) -> int:
    targets = set(columns.values())
    return (
        len(targets - CONTACT_TARGETS) * 2
        + (20 if Target.NAME in targets else 0)
        + len(targets & CONTACT_TARGETS)
    )


def _has_addresses(sheet: Sheet, header: int, column: int) -> bool:
    samples = samples_of(sheet, header, column, count=SAMPLES)
    return bool(samples) and all("@" in sample and " " not in sample.strip() for sample in samples)
