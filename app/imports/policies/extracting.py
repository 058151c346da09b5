"""The suppliers of a file: rows are checked, rows of one supplier are joined, and contacts are added to them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.duplicates.public import compact_tax_number, fold, tax_number_fault
from app.imports.policies.mapping import SheetMapping
from app.imports.policies.values import CellError, Checks, check, sentence
from app.imports.types import (
    CONTACT_TARGETS,
    CUSTOM,
    JOIN_TARGETS,
    LABELS,
    MAX_CONTACTS,
    MAX_ROWS,
    AnyTarget,
    CustomTarget,
    SheetRole,
    Target,
    label_of,
)
from app.kernel.files.cell_texts import text_of
from app.kernel.files.workbooks import TOO_LONG, Cell, Formula, Sheet, WorkbookError, column_letter
from app.kernel.http.json_types import Arguments
from app.network.public import mail_domain

NO_NAME = "A supplier needs a name."
NO_RESULT = "this cell has a formula without a result. Paste its value."
NO_ADDRESS = "The contact {name} has no e-mail address and is left out."
NO_SUPPLIER = "{place}: no supplier of this file has this number or name."
NO_ROWS = "The file has no rows below its headings."
TOO_MANY_CONTACTS = f"A supplier can have at most {MAX_CONTACTS} contacts here. The others are left out."
CONTACT_ROWS = 1_000_000
"""Added to the numbers of rows of the sheet of contacts, which are listed if they belong to no supplier."""


@dataclass(slots=True, kw_only=True)
class FileRow:
    """A supplier of the file. `values` are by field; `people` have name, email, phone, mobile and jobTitle.

    `cells` are the texts of wrong cells by field.
    """

    n: int
    place: str
    label: str
    values: Arguments = field(default_factory=dict)
    people: list[dict[str, str | None]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    cells: dict[str, str] = field(default_factory=dict)

    def value(self, target: AnyTarget) -> Any:
        """Return the value of a field; None if the file has none."""
        return self.values.get(str(target))

    @property
    def custom(self) -> dict[str, object]:
        """The values of custom fields by name."""
        return {
            key.removeprefix(CUSTOM): value for key, value in self.values.items() if key.startswith(CUSTOM)
        }


@dataclass(slots=True)
class _Line:
    """The checked cells of one line of a sheet."""

    place: str
    row: int
    values: Arguments
    problems: list[str]
    labels: Mapping[str, str]
    """The names of the fields of the sheet."""
    cells: dict[str, str] = field(default_factory=dict)


def extract_rows(sheets: Sequence[Sheet], mappings: Sequence[SheetMapping], checks: Checks) -> list[FileRow]:
    """Return the suppliers of a file. Raises WorkbookError without rows and with more than MAX_ROWS."""
    by_name = {sheet.name: sheet for sheet in sheets}
    chosen = [mapping for mapping in mappings if mapping.sheet in by_name]
    rows: list[FileRow] = []
    has_contacts = any(mapping.role is SheetRole.CONTACTS for mapping in chosen)
    for mapping in (each for each in chosen if each.role is SheetRole.SUPPLIERS):
        lines = list(_lines(by_name[mapping.sheet], mapping, checks, "Row {row}"))
        if len(lines) > MAX_ROWS:
            raise WorkbookError(TOO_LONG.format(MAX_ROWS))
        rows = _suppliers(lines)
    if not rows:
        raise WorkbookError(NO_ROWS)
    if has_contacts:
        for mapping in (each for each in chosen if each.role is SheetRole.CONTACTS):
            rows += _add_contacts(
                rows, _lines(by_name[mapping.sheet], mapping, checks, f"{mapping.sheet}, row {{row}}")
            )
    _refuse_shared_addresses(rows)
    return rows


def _lines(sheet: Sheet, mapping: SheetMapping, checks: Checks, place: str) -> Iterator[_Line]:
    headings = {column: text_of(sheet.at(mapping.header, column)) for column in mapping.columns}
    labels = {str(target): label_of(target) for target in mapping.columns.values()}
    for row in range(mapping.header + 1, len(sheet.rows)):
        cells = {column: sheet.at(row, column) for column in mapping.columns}
        texts = {column: text_of(cell) for column, cell in cells.items()}
        is_repeated = texts == headings and any(texts.values())
        if is_repeated or not any(texts[column] or isinstance(cells[column], Formula) for column in cells):
            continue
        line = _Line(place.format(row=row + 1), row + 1, {}, [], labels)
        for column, target in mapping.columns.items():
            if isinstance(cells[column], Formula):
                line.cells[str(target)] = ""
                line.problems.append(
                    sentence(f"{line.place} ({column_letter(column)}{row + 1})", target, NO_RESULT)
                )
            elif texts[column]:
                try:
                    line.values[str(target)] = check(target, _content(cells[column], target), checks)
                except CellError as fault:
                    line.cells[str(target)] = texts[column]
                    line.problems.append(sentence(line.place, target, str(fault)))
        yield line


def _content(cell: Cell, target: AnyTarget) -> Cell:
    """Return the text of a cell; custom fields read numbers and dates as they are."""
    return cell if isinstance(target, CustomTarget) else text_of(cell)


def _suppliers(lines: Sequence[_Line]) -> list[FileRow]:
    """Return one row for each supplier: lines with the same number, or the same name and details, are one supplier."""
    rows: list[FileRow] = []
    by_key: dict[tuple[str, ...], FileRow] = {}
    for line in lines:
        person = _person(line)
        _check_tax_number(line)
        values = {
            name: value
            for name, value in line.values.items()
            if name not in CONTACT_TARGETS and value not in ("", [], None)
        }
        key = _key(line.values)
        first = by_key.get(key) if key else None
        if first is not None and not line.problems:
            conflict = _conflict(first, line.values)
            if conflict is None:
                first.values = {**values, **first.values}
                _add_person(first, person, line)
                continue
            if key[0] != "name":
                label = LABELS[Target.EXTERNAL_REF if key[0] == "ref" else Target.TAX_NUMBER]
                line.problems.append(
                    f"{line.place}, {line.labels[conflict]}: {_lowered(first.place)} has the same "
                    f"{_lowered(label)} with another value."
                )
        name = line.values.get(Target.NAME)
        if not name and not any(LABELS[Target.NAME] in problem for problem in line.problems):
            line.problems.append(f"{line.place}: {NO_NAME}")
        row = FileRow(
            n=line.row, place=line.place, label=str(name or line.place), values=values, problems=line.problems,
            cells=line.cells,
        )  # fmt: skip
        _add_person(row, person, line)
        rows.append(row)
        if key and not line.problems:
            by_key.setdefault(key, row)
    return rows


def _key(values: Arguments) -> tuple[str, ...]:
    """Return what identifies a supplier within the file, the strongest first; empty without a name and a number."""
    if reference := ref_key(values.get(Target.EXTERNAL_REF)):
        return ("ref", reference)
    if number := compact_tax_number(values.get(Target.TAX_NUMBER), values.get(Target.COUNTRY)):
        return ("tax", number)
    if name := values.get(Target.NAME):
        return ("name", " ".join(str(name).split()).casefold(), str(values.get(Target.COUNTRY) or ""))
    return ()


def ref_key(reference: str | None) -> str:
    """Normalise an own number for comparison: without spaces, in capitals."""
    return "".join((reference or "").split()).upper()


def _conflict(first: FileRow, values: Arguments) -> str | None:
    """Return the first field in which a line differs from the supplier; empty cells differ from nothing."""
    for name, value in values.items():
        present = first.values.get(name)
        is_empty = present is None or value in ("", [], None)
        if name in CONTACT_TARGETS or name == Target.EXTERNAL_REF or is_empty:
            continue
        if isinstance(value, str) and isinstance(present, str):
            if fold(value) != fold(present):
                return name
        elif value != present:
            return name
    return None


def _check_tax_number(line: _Line) -> None:
    number = line.values.get(Target.TAX_NUMBER)
    fault = tax_number_fault(number, line.values.get(Target.COUNTRY)) if number else None
    if fault:
        line.problems.append(sentence(line.place, Target.TAX_NUMBER, fault))


def _person(line: _Line) -> dict[str, str | None] | None:
    """Return the contact of a line; None without one."""
    values = line.values
    parts = (values.get(Target.CONTACT_FIRST_NAME), values.get(Target.CONTACT_LAST_NAME))
    name = values.get(Target.CONTACT_NAME) or " ".join(part for part in parts if part)
    email = values.get(Target.CONTACT_EMAIL)
    if not name and not email:
        return None
    return {
        "name": name or str(email).partition("@")[0],
        "email": email,
        "phone": values.get(Target.CONTACT_PHONE),
        "mobile": values.get(Target.CONTACT_MOBILE),
        "jobTitle": values.get(Target.CONTACT_JOB_TITLE),
    }


def _add_person(row: FileRow, person: dict[str, str | None] | None, line: _Line) -> None:
    if person is None:
        return
    email = person["email"]
    if not email:
        if not any(LABELS[Target.CONTACT_EMAIL] in problem for problem in line.problems):
            row.notes.append(NO_ADDRESS.format(name=person["name"]))
    elif any(str(each["email"]).lower() == email.lower() for each in row.people):
        return
    elif len(row.people) >= MAX_CONTACTS:
        if TOO_MANY_CONTACTS not in row.notes:
            row.notes.append(TOO_MANY_CONTACTS)
    else:
        row.people.append(person)


def _add_contacts(rows: Sequence[FileRow], lines: Iterator[_Line]) -> list[FileRow]:
    """Add the contacts of another sheet to the suppliers; return rows for contacts that belong to none."""
    by_ref = {key: row for row in rows if (key := ref_key(row.value(Target.EXTERNAL_REF)))}
    by_name = {fold(str(name)): row for row in reversed(rows) if (name := row.value(Target.NAME))}
    lost: list[FileRow] = []
    for line in lines:
        person = _person(line)
        row = by_ref.get(ref_key(line.values.get(Target.EXTERNAL_REF)))
        if row is None and (name := line.values.get(Target.NAME)):
            row = by_name.get(fold(str(name)))
        problems = [*line.problems, *([] if row else [NO_SUPPLIER.format(place=line.place)])]
        if row is None or line.problems:
            label = str((person or {}).get("name") or line.place)
            cells = {str(target): str(value) for target in JOIN_TARGETS if (value := line.values.get(target))}
            lost.append(
                FileRow(
                    n=CONTACT_ROWS + line.row, place=line.place, label=label, problems=problems,
                    cells=cells | line.cells,
                )
            )  # fmt: skip
        else:
            _add_person(row, person, line)
    return lost


def _refuse_shared_addresses(rows: Sequence[FileRow]) -> None:
    """Add a problem to a supplier whose contact has the e-mail address of another supplier's contact."""
    owners: dict[str, FileRow] = {}
    for row in rows:
        for person in row.people:
            first = owners.setdefault(str(person["email"]).lower(), row)
            if first is not row:
                row.problems.append(
                    f"{row.place}, {LABELS[Target.CONTACT_EMAIL]}: {_lowered(first.place)} has {person['email']} too."
                )


def domains_of(row: FileRow) -> frozenset[str]:
    """Return the mail domains of the contacts, without public providers."""
    domains = (mail_domain(str(person["email"])) for person in row.people)
    return frozenset(domain for domain in domains if domain)


def _lowered(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}" if not text[:2].isupper() else text
