"""A filled workbook of the demo that waits for a decision, with new, changed, conflicting and invalid answers."""

import io
from collections.abc import Iterator, Mapping

from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from app.devtools.demo.network import Network
from app.devtools.demo.parts import SUPPLIER, TITLE
from app.devtools.demo.timeline import Story, ago
from app.extensions import db
from app.files.public import AttachmentKind, store_bytes
from app.forms.public import FieldType
from app.kernel.http.auth import Actor
from app.rfx.models import Rfx
from app.rfx.public import NewValue, named_answers_of, rfx_context, save_values
from app.workbooks.exports.build import build
from app.workbooks.models import AnswerImport
from app.workbooks.operations.reading import read_import
from app.workbooks.policies.layout import ANSWER, KEY

FILENAME = "Supplier qualification 2027, filled in.xlsx"
CHANGED_HERE: Mapping[str, str] = {"trading_name": "Bergmann Präzision"}
"""Answer that changes on the page after the download."""
IN_FILE: Mapping[str, str] = {
    "trading_name": "Bergmann Precision",
    "legal_name": "Bergmann Präzision GmbH & Co. KG",
}
"""Answers that change in the file."""
TEXT, WRONG = "Please see our management handbook, chapter 4.", "about ninety"
MARK_ROWS = 2
"""Rows at the top of a sheet, with the hidden marks and the headings."""


def plan_workbooks(network: Network) -> Iterator[Story]:
    """Plan the workbook of the open questionnaire."""
    yield _fill_in(network)


def _fill_in(network: Network) -> Story:
    lead = network.first_users[SUPPLIER]
    yield ago(1)
    rfx_id = (
        db.session.query(Rfx.id)
        .filter_by(with_organisation_id=network.suppliers[SUPPLIER], title=TITLE)
        .order_by(Rfx.id)
        .limit(1)
        .scalar()
    )
    content = build(lead, "xlsx", {"rfx_id": rfx_id}).content
    yield ago(0, 4)
    current = named_answers_of(rfx_context(actor=lead, rfx_id=rfx_id)).current
    changes = {
        key: NewValue(value=value, base_iteration=current[key].iteration)
        for key, value in CHANGED_HERE.items()
    }
    save_values(actor=lead, rfx_id=rfx_id, new_values=changes)
    yield ago(0, 1)
    attachment = store_bytes(
        organisation_id=lead.organisation_id, user_id=lead.user_id, filename=FILENAME,
        content=_filled(lead, rfx_id, content), kind=AttachmentKind.RFXANSWER,
    )  # fmt: skip
    answer_import = AnswerImport(
        rfx_id=rfx_id, user_id=lead.user_id, attachment_id=attachment.id, filename=FILENAME
    )
    db.session.add(answer_import)
    db.session.flush()
    read_import(answer_import.id)


def _filled(actor: Actor, rfx_id: int, content: bytes) -> bytes:
    """Return the workbook with changed texts, with a text for each open text question, and with a wrong number."""
    answers = named_answers_of(rfx_context(actor=actor, rfx_id=rfx_id))
    entries = dict(IN_FILE)
    for placed in answers.fields:
        if placed.field.type is FieldType.TEXTAREA and placed.key not in answers.current:
            entries[placed.key] = TEXT
        elif placed.field.type is FieldType.NUMBER and WRONG not in entries.values():
            entries[placed.key] = WRONG
    book = load_workbook(io.BytesIO(content))
    for sheet in book.worksheets:
        _write(sheet, entries)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _write(sheet: Worksheet, entries: Mapping[str, str]) -> None:
    columns = {cell.value: number for number, cell in enumerate(sheet[1], start=1)}
    if KEY not in columns or ANSWER not in columns:
        return
    for row in range(MARK_ROWS + 1, sheet.max_row + 1):
        entry = entries.get(str(sheet.cell(row, columns[KEY]).value))
        if entry is not None:
            sheet.cell(row, columns[ANSWER], entry)
