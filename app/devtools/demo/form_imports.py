"""Spreadsheets of the demo with questions: one became a draft with remembered columns, one waits with things to look at."""

from collections.abc import Iterator, Sequence
from io import BytesIO

from openpyxl import Workbook
from openpyxl.styles import Font
from openpyxl.worksheet.datavalidation import DataValidation

from app.accounts.public import actor_of_user
from app.devtools.demo.network import Network
from app.devtools.demo.timeline import Story, ago
from app.extensions import db
from app.files.public import AttachmentKind, store_bytes
from app.form_imports.models import DocFormImport
from app.form_imports.operations.creating import create_form
from app.form_imports.operations.reading import read_import
from app.form_imports.operations.remembering import remember_mapping
from app.forms.public import DocFormType

FIRST, SECOND = "Machine safety questionnaire.xlsx", "Lieferantenfragebogen 2027.xlsx"
HEADINGS = ("No.", "Question", "Guidance", "Depends on", "Mandatory", "Answer")
FIRST_ROWS: Sequence[tuple[str, ...]] = (
    ("1", "Risk assessment"),
    (
        "1.1",
        "Is there a risk assessment for each machine?",
        "Including machines that are not in use",
        "",
        "Yes",
    ),
    ("1.2", "When was it last reviewed?", "", "1.1 = Yes"),
    ("2", "Safeguards"),
    ("2.1", "How are moving parts guarded?", "", "", "Yes"),
    ("2.2", "Describe the lock-out procedure."),
)
SECOND_ROWS: Sequence[tuple[str, ...]] = (
    ("1", "Verfügt Ihr Standort über ein Umweltmanagementsystem?", "ISO 14001 oder EMAS", "", "Ja"),
    ("2", "Welche Zertifikate liegen vor?", "", "1 = Ja"),
    ("3", "Wie hoch ist der Anteil erneuerbarer Energie?", "In Prozent", "12b = Ja"),
    ("3", "Gibt es ein Ziel für 2030?"),
    ("4", "Wie werden Lieferanten ausgewählt?\nWer entscheidet darüber?"),
)


def plan_form_imports(network: Network) -> Iterator[Story]:
    """Plan the uploads, after all other stories, so that their ids stay."""
    yield _first(network)
    yield _second(network)


def _first(network: Network) -> Story:
    buyer = network.meridian.lead
    yield ago(6, 3)
    lists = {"F3": '"Yes,No"', "F6": '"Fixed guards,Interlocked guards,Light curtains,Not guarded"'}
    form_import = _read(
        buyer.organisation_id, buyer.user_id, FIRST, _workbook(FIRST_ROWS, lists, bold=(2, 5))
    )
    actor = actor_of_user(buyer.user_id)
    remember_mapping(actor=actor, import_id=form_import.id, name="EHS questionnaires")
    create_form(
        actor=actor, import_id=form_import.id, title="Machine safety questionnaire", type=DocFormType.RFI
    )


def _second(network: Network) -> Story:
    buyer = network.meridian.lead
    yield ago(0, 1)
    _read(buyer.organisation_id, buyer.user_id, SECOND, _workbook(SECOND_ROWS, {"F2": '"Ja,Nein"'}))


def _read(organisation_id: int, user_id: int, filename: str, content: bytes) -> DocFormImport:
    stored = store_bytes(
        organisation_id=organisation_id, user_id=user_id, filename=filename, content=content, kind=AttachmentKind.DOCUMENT
    )  # fmt: skip
    form_import = DocFormImport(
        organisation_id=organisation_id, user_id=user_id, attachment_id=stored.id, filename=filename
    )
    db.session.add(form_import)
    db.session.flush()
    read_import(form_import.id)
    return form_import


def _workbook(rows: Sequence[tuple[str, ...]], lists: dict[str, str], bold: Sequence[int] = ()) -> bytes:
    book = Workbook()
    del book["Sheet"]
    sheet = book.create_sheet("Questions")
    sheet.append(HEADINGS)
    for row in rows:
        sheet.append(row)
    for number in bold:
        for cell in sheet[number]:
            cell.font = Font(bold=True)
    for cells, formula in lists.items():
        validation = DataValidation(type="list", formula1=formula)
        validation.add(cells)
        sheet.add_data_validation(validation)
    out = BytesIO()
    book.save(out)
    return out.getvalue()
