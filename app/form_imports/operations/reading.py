"""Reading of an uploaded file in the worker: its cells and layout are stored, and a mapping is proposed."""

from app.extensions import db
from app.files.public import contents_of
from app.form_imports.models import DocFormImport
from app.form_imports.policies.contents import pages_from, stored_contents
from app.form_imports.policies.planning import propose, remembered_keys
from app.form_imports.queries import locked_import, remembered_mappings
from app.form_imports.types import FILE_LIMITS, FormImportState
from app.kernel.files.csv_files import decode, separator_and_text
from app.kernel.files.layouts import read_layouts
from app.kernel.files.workbooks import CSV_ENDINGS, WorkbookError, read_workbook

FILE_GONE = "The file is no longer there. Upload it again."
EMPTY = "The file has no rows."
FAILED = "The file could not be read. Please try again."


def read_import(import_id: int) -> None:
    """Read the file of an import and propose its mapping; a file that cannot be read fails with a sentence."""
    form_import = locked_import(import_id)
    if form_import is None or form_import.state is not FormImportState.READING:
        return
    try:
        _read(form_import)
        form_import.state = FormImportState.READY
    except WorkbookError as error:
        form_import.state, form_import.error = FormImportState.FAILED, str(error)
    db.session.flush()


def fail_import(import_id: int) -> None:
    """Let an import fail after an unexpected error, so that no page waits."""
    form_import = locked_import(import_id)
    if form_import is not None and form_import.state is FormImportState.READING:
        form_import.state, form_import.error = FormImportState.FAILED, FAILED


def _read(form_import: DocFormImport) -> None:
    content = contents_of([form_import.attachment_id]).get(form_import.attachment_id)
    if content is None:
        raise WorkbookError(FILE_GONE)
    sheets = read_workbook(content, filename=form_import.filename, limits=FILE_LIMITS)
    layouts = read_layouts(content)
    form_import.has_layout = layouts is not None
    is_csv = form_import.filename.lower().endswith(CSV_ENDINGS)
    has_commas = is_csv and separator_and_text(decode(content))[0] == ","
    contents = stored_contents(sheets, layouts or {}, has_commas=has_commas)
    if not any(stored["rows"] for stored in contents):
        raise WorkbookError(EMPTY)
    pages = pages_from(contents)
    remembered = remembered_mappings(
        organisation_id=form_import.organisation_id, digests=remembered_keys(pages)
    )
    form_import.contents = contents
    form_import.mapping = propose(pages, remembered).to_json()
