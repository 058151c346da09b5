"""From the stored sheets of a file to the questions of a form: the mapping that is proposed, and its result."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.form_imports.policies.building import EMPTY, Built, build
from app.form_imports.policies.contents import Page
from app.form_imports.policies.items import Fix, Issue, Place, Weight
from app.form_imports.policies.mapping import (
    FileMapping,
    SheetMapping,
    headings_hash,
    headings_of,
    languages_of,
    mapping_from,
)
from app.form_imports.policies.own_format import HIDDEN_SHEET, find_own_form
from app.form_imports.policies.own_reading import read_own_form
from app.form_imports.policies.profiles import OWN_FORMAT, XLSFORM, find_profile, profiles
from app.form_imports.policies.proposing import count_questions, propose_sheet
from app.form_imports.policies.rows import extract_rows
from app.form_imports.policies.xlsform import extract_xlsform, xlsform_languages
from app.form_imports.types import HEADER_ROWS, MAX_SHEETS
from app.kernel.http.json_types import Arguments

NO_LAYOUT = (
    "the drop-down lists and headings of the file take too much memory to read. Check the types and sections."
)


def listed_pages(pages: Sequence[Page]) -> list[Page]:
    """Return the sheets that the user can choose: those with rows, without the hidden ones."""
    return [
        page for page in pages if page.sheet.is_visible and page.name != HIDDEN_SHEET and page.sheet.rows
    ][:MAX_SHEETS]


def propose(pages: Sequence[Page], remembered: Mapping[str, Arguments]) -> FileMapping:
    """Return the mapping of a file: of an exported form, else remembered by its headings, else of a profile, else by its cells.

    `remembered` has the mappings of the organisation by the digest of their headings.
    """
    listed = listed_pages(pages)
    own = find_own_form(pages)
    if own is not None:
        sheet = SheetMapping(sheet=own.page.name, is_used=True, header=own.first - 1, columns={})
        return FileMapping([sheet], profile=OWN_FORMAT)
    mappings = [_remembered(page, remembered) for page in listed]
    if any(mappings):
        sheets = [
            sheet or replace(propose_sheet(page), is_used=False)
            for page, sheet in zip(listed, mappings, strict=True)
        ]
        return FileMapping(sheets)
    return find_profile(listed) or FileMapping(
        _with_one_used(listed, [propose_sheet(page) for page in listed])
    )


def remembered_keys(pages: Sequence[Page]) -> list[str]:
    """Return the digests of the headings that the sheets of a file may have."""
    return [
        headings_hash(list(headings_of(page, row).values()))
        for page in listed_pages(pages)
        for row in range(min(HEADER_ROWS, len(page.sheet.rows)))
        if len(headings_of(page, row)) > 1
    ]


def mapping_to_remember(pages: Sequence[Page], mapping: FileMapping) -> tuple[str, Arguments] | None:
    """Return the digest of the headings of the first used sheet, and its columns; None if no sheet is used."""
    by_name = {page.name: page for page in pages}
    for sheet in mapping.sheets:
        page = by_name.get(sheet.sheet)
        if sheet.is_used and page is not None and sheet.columns:
            digest = headings_hash(list(headings_of(page, sheet.header).values()))
            return digest, {"language": mapping.language, "sheets": [sheet.to_json()]}
    return None


def _with_one_used(pages: Sequence[Page], sheets: Sequence[SheetMapping]) -> list[SheetMapping]:
    """Return the sheets; if none of them looks like a questionnaire, the one with the most questions is used."""
    counts = [count_questions(page, sheet) for page, sheet in zip(pages, sheets, strict=True)]
    if any(sheet.is_used for sheet in sheets) or not any(counts):
        return list(sheets)
    most = counts.index(max(counts))
    return [replace(sheet, is_used=place == most) for place, sheet in enumerate(sheets)]


def _remembered(page: Page, remembered: Mapping[str, Arguments]) -> SheetMapping | None:
    for row in range(min(HEADER_ROWS, len(page.sheet.rows))):
        stored = remembered.get(headings_hash(list(headings_of(page, row).values())))
        if stored is not None:
            [sheet] = mapping_from(stored).sheets
            return replace(sheet, sheet=page.name, header=row, is_used=True)
    return None


def plan_form(
    pages: Sequence[Page], mapping: FileMapping, fixes: Mapping[Place, Fix], *, import_id: int
) -> Built:
    """Return the questions of a file with this mapping and these corrections, and the problems to look at."""
    own = find_own_form(pages) if mapping.profile == OWN_FORMAT else None
    if own is not None:
        built = read_own_form(own, fixes, import_id=import_id)
        issues = [issue for issue in built.extracted.issues if issue.text != EMPTY]
        built.extracted.issues[:] = issues
        return built
    if mapping.profile == XLSFORM:
        extracted = extract_xlsform(pages, fixes, mapping.language)
    else:
        usual = profiles()[mapping.profile].choices if mapping.profile in profiles() else ()
        extracted = extract_rows(pages, mapping, fixes, usual=usual)
    built = build(extracted, import_id=import_id)
    order = {page.name: position for position, page in enumerate(pages)}
    extracted.issues.sort(key=lambda issue: (order.get(issue.place.sheet, -1), issue.place.row))
    return built


def languages_in(pages: Sequence[Page], mapping: FileMapping) -> list[str]:
    """Return the codes of the languages of a file other than its main one."""
    return xlsform_languages(pages) if mapping.profile == XLSFORM else languages_of(mapping)


def layout_issue(pages: Sequence[Page], *, has_layout: bool) -> list[Issue]:
    """Return the problem of a file whose layout could not be read."""
    if has_layout or not pages:
        return []
    return [Issue(Place(pages[0].name, -1), NO_LAYOUT, Weight.NOTE)]
