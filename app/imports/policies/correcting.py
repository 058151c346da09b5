"""Corrections of single cells: they are part of the file for every later plan; the stored file is not changed."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

from app.imports.policies.extracting import CONTACT_ROWS, NO_NAME, NO_SUPPLIER, FileRow
from app.imports.policies.mapping import SheetMapping
from app.imports.types import JOIN_TARGETS, AnyTarget, SheetRole, Target, label_of
from app.kernel.files.workbooks import Cell, Sheet
from app.kernel.http.json_types import Arguments


@dataclass(frozen=True, slots=True)
class Correction:
    """The text of a cell, by its place from 0."""

    sheet: str
    row: int
    column: int
    text: str

    def to_json(self) -> Arguments:
        """Return the JSON of the correction."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class WrongCell:
    """A cell that a sentence of its row is about, with its text in the file or in the last correction."""

    target: AnyTarget
    text: str


def add_correction(present: Sequence[Arguments], correction: Correction) -> list[Arguments]:
    """Return the corrections with another one, which replaces an earlier one of the same cell."""
    place = (correction.sheet, correction.row, correction.column)
    others = [each for each in present if (each["sheet"], each["row"], each["column"]) != place]
    return [*others, correction.to_json()]


def correct_sheets(sheets: Sequence[Sheet], corrections: Sequence[Arguments]) -> list[Sheet]:
    """Return the sheets with the corrected cells."""
    texts: dict[str, dict[int, dict[int, str]]] = {}
    for each in corrections:
        texts.setdefault(each["sheet"], {}).setdefault(each["row"], {})[each["column"]] = each["text"]
    return [
        Sheet(sheet.name, _corrected_rows(sheet, texts[sheet.name]), sheet.is_visible)
        if sheet.name in texts
        else sheet
        for sheet in sheets
    ]


def _corrected_rows(sheet: Sheet, texts: Mapping[int, Mapping[int, str]]) -> list[Sequence[Cell]]:
    rows = list(sheet.rows)
    for row, cells in texts.items():
        if row < len(rows):
            width = max(len(rows[row]), *(column + 1 for column in cells))
            rows[row] = [cells.get(column, sheet.at(row, column)) for column in range(width)]
    return rows


def place_of(n: int, target: AnyTarget, mappings: Sequence[SheetMapping]) -> tuple[str, int, int] | None:
    """Return the sheet, row and column of a field of row `n`; None if no column has this field."""
    role, row = (SheetRole.CONTACTS, n - CONTACT_ROWS) if n > CONTACT_ROWS else (SheetRole.SUPPLIERS, n)
    for mapping in mappings:
        for column, mapped in mapping.columns.items():
            if mapping.role is role and mapped == target:
                return mapping.sheet, row - 1, column
    return None


def wrong_cells(
    row: FileRow, problems: Collection[str], mappings: Sequence[SheetMapping]
) -> Iterator[WrongCell]:
    """Yield the cells that the sentences of a row are about, each once, if they can be corrected.

    A contact of a supplier with several contacts may be in another row, so its cell is not offered.
    """
    mapped = {target for mapping in mappings for target in mapping.columns.values()}
    targets = dict.fromkeys(target for problem in problems for target in _targets(row, problem, mapped))
    for target in targets:
        is_elsewhere = target is Target.CONTACT_EMAIL and len(row.people) > 1
        if not is_elsewhere and place_of(row.n, target, mappings) is not None:
            yield WrongCell(target, _text_of(row, target))


def _targets(row: FileRow, problem: str, mapped: Collection[AnyTarget]) -> Iterator[AnyTarget]:
    if problem == f"{row.place}: {NO_NAME}":
        yield Target.NAME
    elif problem == NO_SUPPLIER.format(place=row.place):
        yield from sorted(JOIN_TARGETS)
    elif problem.startswith(row.place):
        yield from (target for target in sorted(mapped, key=str) if f", {label_of(target)}: " in problem)


def _text_of(row: FileRow, target: AnyTarget) -> str:
    if str(target) in row.cells:
        return row.cells[str(target)]
    if target is Target.CONTACT_EMAIL:
        return str(row.people[0]["email"] or "") if row.people else ""
    return str(row.value(target) or "")
