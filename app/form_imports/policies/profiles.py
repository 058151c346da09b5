"""Profiles of known questionnaires: data in `profiles/*.toml`, which describe the shape of a file and none of its content."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from app.form_imports.policies.contents import Page
from app.form_imports.policies.mapping import (
    ColumnMeaning,
    FileMapping,
    SheetMapping,
    headings_of,
)
from app.form_imports.policies.proposing import propose_sheet
from app.form_imports.policies.sampling import split_question
from app.form_imports.policies.texts import fold
from app.form_imports.types import HEADER_ROWS, REPEATABLE, Meaning
from app.kernel.http.json_types import Arguments

FOLDER = Path(__file__).parent.parent / "profiles"
OWN_FORMAT = "assay"
"""Profile of a form that was exported as a spreadsheet."""
XLSFORM = "xlsform"
NUMBERED = 0.5
"""Share of the numbers of a sheet that must have the format of the profile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Shape of a known questionnaire. `groups` is the word for its sections."""

    code: str
    title: str
    groups: str
    shapes: Sequence[frozenset[str]]
    columns: Mapping[str, Meaning]
    sheets: Sequence[str] = ()
    numbers: str = ""
    choices: Sequence[str] = ()
    """Choices of questions for which the file has none."""
    reader: str = ""


@cache
def profiles() -> Mapping[str, Profile]:
    """Return all profiles by code."""
    return {
        path.stem: _profile(path.stem, tomllib.loads(path.read_text()))
        for path in sorted(FOLDER.glob("*.toml"))
    }


def title_of(code: str) -> str:
    """Return the title of a profile; empty for an unknown one."""
    if code == OWN_FORMAT:
        return "Form as spreadsheet"
    return profiles()[code].title if code in profiles() else ""


def find_profile(pages: Sequence[Page]) -> FileMapping | None:
    """Return the mapping of the profile that fits the most sheets; None if no profile fits."""
    best: FileMapping | None = None
    count = 0
    for profile in profiles().values():
        headers = {page.name: row for page in pages if (row := _header(profile, page)) is not None}
        if len(headers) > count:
            count = len(headers)
            best = FileMapping(
                sheets=[_mapping(profile, page, headers.get(page.name)) for page in pages],
                profile=profile.code,
            )
    return best


def _mapping(profile: Profile, page: Page, header: int | None) -> SheetMapping:
    proposed = propose_sheet(page)
    if header is None:
        return replace(proposed, is_used=False)
    if profile.reader:
        return replace(proposed, is_used=True, header=header, columns={})
    named: dict[int, ColumnMeaning] = {}
    for index, heading in headings_of(page, header).items():
        meaning = profile.columns.get(fold(heading))
        if meaning is not None and (
            meaning in REPEATABLE or meaning not in {m.meaning for m in named.values()}
        ):
            named[index] = ColumnMeaning(meaning)
    used = {each.meaning for each in named.values()}
    # Columns that the profile does not name may add to the question, but are never a second question.
    others = {
        index: each
        for index, each in proposed.columns.items()
        if index not in named
        and header == proposed.header
        and each.meaning not in used
        and not _is_text(each)
    }
    columns = named | others
    split_question(page, header, columns)
    return replace(proposed, is_used=page.sheet.is_visible, header=header, columns=columns)


def _is_text(column: ColumnMeaning) -> bool:
    return column.meaning in (Meaning.HINT, Meaning.QUESTION) and not column.language


def _header(profile: Profile, page: Page) -> int | None:
    """Return the row with the headings of a profile; None if the sheet has another shape."""
    if profile.sheets and fold(page.name) not in profile.sheets:
        return None
    for row in range(min(HEADER_ROWS, len(page.sheet.rows))):
        headings = {fold(heading): index for index, heading in headings_of(page, row).items()}
        if any(shape <= set(headings) for shape in profile.shapes) and _is_numbered(
            profile, page, row, headings
        ):
            return row
    return None


def _is_numbered(profile: Profile, page: Page, header: int, headings: Mapping[str, int]) -> bool:
    if not profile.numbers:
        return True
    pattern = re.compile(profile.numbers)
    columns = [index for heading, index in headings.items() if profile.columns.get(heading) is Meaning.NUMBER]
    for column in columns or [0]:
        texts = list(_texts(page, header, column))
        if texts and sum(bool(pattern.fullmatch(text)) for text in texts) >= NUMBERED * len(texts):
            return True
    return False


def _texts(page: Page, header: int, column: int) -> Iterator[str]:
    for row in range(header + 1, len(page.sheet.rows)):
        text = page.text(row, column).strip()
        if text:
            yield text


def _profile(code: str, stored: Arguments) -> Profile:
    return Profile(
        code=code, title=stored["title"], groups=stored["groups"],
        shapes=[frozenset(shape) for shape in stored["shapes"]],
        columns={fold(heading): Meaning(meaning) for heading, meaning in stored.get("columns", {}).items()},
        sheets=[fold(sheet) for sheet in stored.get("sheets", ())], choices=stored.get("choices", ()),
        numbers=stored.get("numbers", ""), reader=stored.get("reader", ""),
    )  # fmt: skip
