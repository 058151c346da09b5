"""Reading of an uploaded file in the worker, which compares its answers with the answers of the RFx."""

import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO

from app.extensions import db
from app.files.public import AttachmentKind, contents_of, store_bytes
from app.forms.public import FieldType, fields_of_forms, published_revisions, visible
from app.kernel.files.archives import ARCHIVE_ERRORS
from app.kernel.files.workbooks import Sheet, WorkbookError, read_workbook
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ProblemError
from app.rfx.public import (
    RfxContext,
    documents_of,
    former_values,
    named_answers_of,
    rfx_context,
    writable_keys_now,
)
from app.workbooks.models import AnswerImport
from app.workbooks.policies.cells import Parsed
from app.workbooks.policies.comparing import Current, Questions, Read, compare, unknown_item
from app.workbooks.policies.earlier import (
    WARNING,
    EarlierRevision,
    earlier_revision,
    read_earlier,
    unmatched_item,
)
from app.workbooks.policies.matching import ColumnChoice, describe_sheets, match_rows, propose_mapping
from app.workbooks.policies.rows import FileRow, revisions_of, rfx_of, rows_of, unknown_keys
from app.workbooks.queries import actor_of_import, locked_import
from app.workbooks.types import (
    MAX_ARCHIVE,
    MAX_ARCHIVE_FILES,
    MAX_ITEMS,
    ImportKind,
    ImportState,
)

FILE_GONE = "The file is no longer there. Upload it again."
OTHER_RFX = "This workbook belongs to RFx #{id}. Open that request to read it."
NO_WORKBOOK = "The ZIP has no workbook. Put the filled workbook and its files into it."
TWO_WORKBOOKS = "The ZIP has more than one workbook. Leave only the filled one in it."
BAD_ARCHIVE = "The ZIP could not be read. Create it again."
ARCHIVE_TOO_LARGE = (
    "The ZIP has more than 200 files, or more than 25 MB. Upload the larger files on the page."
)
NO_SUCH_FILE = "{cell}: the file “{name}” is not in the ZIP. Send a ZIP of the workbook and its files."
FAILED = "The file could not be compared with the request. Please try again."
BOOKS = (".xlsx", ".xls", ".ods", ".csv")


@dataclass(frozen=True, slots=True)
class Upload:
    """The workbook of an upload, and the other files of a ZIP by name in lower case."""

    name: str
    content: bytes
    files: Mapping[str, tuple[str, bytes]] = field(default_factory=dict)


def read_import(import_id: int) -> None:
    """Read and compare the file of an import; a file that cannot be read fails with a sentence."""
    answer_import = locked_import(import_id)
    if answer_import is None or answer_import.state is not ImportState.READING:
        return
    try:
        _read(answer_import, actor_of_import(answer_import))
        answer_import.error = None
    except WorkbookError as error:
        answer_import.state, answer_import.error = ImportState.FAILED, str(error)
    except ProblemError as error:
        answer_import.state, answer_import.error = ImportState.FAILED, error.sentence
    answer_import.progress = 100
    db.session.flush()


def fail_import(import_id: int) -> None:
    """Mark an import as failed after an unexpected error."""
    answer_import = locked_import(import_id)
    if answer_import is not None and answer_import.state is ImportState.READING:
        answer_import.state, answer_import.error = ImportState.FAILED, FAILED


def _read(answer_import: AnswerImport, actor: Actor) -> None:
    context = rfx_context(actor=actor, rfx_id=answer_import.rfx_id)
    content = contents_of([answer_import.attachment_id]).get(answer_import.attachment_id)
    if content is None:
        raise WorkbookError(FILE_GONE)
    upload = open_upload(answer_import.filename, content)
    sheets = read_workbook(upload.content, filename=upload.name)
    rfx_id = rfx_of(sheets)
    if rfx_id is not None and rfx_id != context.rfx.id:
        raise WorkbookError(OTHER_RFX.format(id=rfx_id))
    answer_import.kind = ImportKind.FOREIGN if rfx_id is None else ImportKind.OWN
    questions, current = _questions(actor, context)
    warnings: list[str] = []
    if rfx_id is not None:
        earlier = _earlier(context, questions, revisions_of(sheets))
        if earlier is None:
            items = _own_items(actor, upload, sheets, questions, current)
        else:
            warnings.append(WARNING)
            items = _earlier_items(
                actor, upload, sheets,
                context=context, questions=questions, current=current, earlier=earlier,
            )  # fmt: skip
        described: list[dict[str, object]] = []
    else:
        described = describe_sheets(sheets)
        choice = ColumnChoice(**answer_import.mapping) if answer_import.mapping else None
        if choice is None:
            proposed = propose_mapping(sheets)
            answer_import.mapping = _mapping(proposed) if proposed else None
            answer_import.result = {"sheets": described, "warnings": [], "items": []}
            answer_import.state = ImportState.MAPPING
            return
        items = _matched_items(choice, sheets, questions, current)
    answer_import.result = {
        "sheets": described,
        "warnings": warnings,
        "items": items[:MAX_ITEMS],
        "formIds": [form_id for form_id, _ in context.revisions],
    }
    answer_import.state = ImportState.READY


def open_upload(filename: str, content: bytes) -> Upload:
    """Return the workbook of an upload; of a ZIP its only workbook and the other files."""
    if not filename.lower().endswith(".zip"):
        return Upload(filename, content)
    try:
        archive = zipfile.ZipFile(BytesIO(content))
        entries = [
            entry for entry in archive.infolist() if not entry.is_dir() and not _is_hidden(entry.filename)
        ]
        if len(entries) > MAX_ARCHIVE_FILES or sum(entry.file_size for entry in entries) > MAX_ARCHIVE:
            raise WorkbookError(ARCHIVE_TOO_LARGE)
        contents = {entry.filename: archive.read(entry) for entry in entries}
    except ARCHIVE_ERRORS as error:
        raise WorkbookError(BAD_ARCHIVE) from error
    books = [name for name in contents if name.lower().endswith(BOOKS)]
    own = [name for name in books if name.lower().endswith(".xlsx")] if len(books) > 1 else books
    if not own:
        raise WorkbookError(NO_WORKBOOK)
    if len(own) > 1:
        raise WorkbookError(TWO_WORKBOOKS)
    files = {_base(name).lower(): (_base(name), data) for name, data in contents.items() if name != own[0]}
    return Upload(_base(own[0]), contents[own[0]], files)


def _is_hidden(name: str) -> bool:
    return _base(name).startswith(".") or name.startswith("__MACOSX/")


def _base(name: str) -> str:
    return name.replace("\\", "/").rpartition("/")[2]


def _questions(actor: Actor, context: RfxContext) -> tuple[Questions, dict[str, Current]]:
    answers = named_answers_of(context)
    writable = writable_keys_now(actor, context, answers.fields, answers.values)
    part = context.part.keys if context.part is not None and not context.part.reads_all else None
    fields = [placed for placed in answers.fields if part is None or placed.key in part]
    counts: dict[int | None, int] = {}
    numbers = {}
    for placed in fields:
        counts[placed.form_id] = counts.get(placed.form_id, 0) + 1
        numbers[placed.key] = counts[placed.form_id]
    questions = Questions(
        by_key={placed.key: placed for placed in fields},
        titles={document.id: document.title for document in documents_of(context)},
        numbers=numbers,
        writable=writable,
        fields=answers.fields,
        values=answers.values,
    )
    current = {
        key: Current(value=row.value, iteration=row.iteration, author=row.by_name, updated=row.updated)
        for key, row in answers.current.items()
        if key in questions.by_key
    }
    return questions, current


def _own_items(
    actor: Actor,
    upload: Upload,
    sheets: Sequence[Sheet],
    questions: Questions,
    current: Mapping[str, Current],
) -> list[dict[str, object]]:
    reads = []
    for row in rows_of(sheets, questions.by_key):
        placed = questions.by_key[row.key]
        parsed = row.parsed
        if placed.field.type is FieldType.FILE:
            parsed = _files(actor, upload, row, current.get(row.key, Current()).value)
        reads.append(
            Read(key=row.key, place=row.place, text=row.text, parsed=parsed, iteration=row.iteration)
        )
    unknown = [unknown_item(key, place) for key, place in unknown_keys(sheets, questions.by_key)]
    return [*compare(reads, questions, current, _visible(reads, questions)), *unknown]


def _earlier(context: RfxContext, questions: Questions, form_ids: Sequence[int]) -> EarlierRevision | None:
    """Return the questions of the revisions that a workbook was made from; None if they are the present ones."""
    if not form_ids or set(form_ids) == {form_id for form_id, _ in context.revisions}:
        return None
    series_ids = {series_id for _, series_id in context.revisions}
    revisions = published_revisions(ids=form_ids, series_ids=series_ids)
    return earlier_revision(
        fields=fields_of_forms(revisions), fields_now=questions.fields, revisions=revisions,
        revisions_now=context.revisions,
    )  # fmt: skip


def _earlier_items(
    actor: Actor,
    upload: Upload,
    sheets: Sequence[Sheet],
    *,
    context: RfxContext,
    questions: Questions,
    current: Mapping[str, Current],
    earlier: EarlierRevision,
) -> list[dict[str, object]]:
    rows = rows_of(sheets, earlier.fields)
    bases = former_values(context.rfx.id, [(row.key, row.iteration) for row in rows])
    reads, unmatched = [], []
    for row in rows:
        pair = earlier.pairs[row.key]
        if pair.new is None or pair.new.key not in questions.by_key:
            unmatched.append(unmatched_item(row, pair))
            continue
        here = current.get(pair.new.key, Current())
        former = earlier.fields[row.key]
        is_file = former.field.type is FieldType.FILE
        answer = _files(actor, upload, row, here.value) if is_file else row.parsed
        base = bases.get((row.key, row.iteration))
        reads.append(read_earlier(row, former, pair.new, here=here, base=base, answer=answer))
    unknown = [unknown_item(key, place) for key, place in unknown_keys(sheets, earlier.fields)]
    items = compare(reads, questions, current, _visible(reads, questions))
    return [*items, *(item for item in unmatched if item is not None), *unknown]


def _matched_items(
    choice: ColumnChoice, sheets: Sequence[Sheet], questions: Questions, current: Mapping[str, Current]
) -> list[dict[str, object]]:
    sheet = next((sheet for sheet in sheets if sheet.name == choice.sheet), None)
    if sheet is None:
        raise WorkbookError(FAILED)
    fields = [
        placed
        for placed in questions.by_key.values()
        if placed.field.type not in (FieldType.FILE, FieldType.TABLE, FieldType.FORMSIGNATURE)
    ]
    reads = [
        Read(
            key=match.key, place=match.place, text=match.text, parsed=match.parsed, iteration=None,
            question=match.question, similarity=match.similarity,
        )
        for match in match_rows(sheet, choice, fields)
    ]  # fmt: skip
    return compare(reads, questions, current, _visible(reads, questions))


def _visible(reads: Sequence[Read], questions: Questions) -> frozenset[str]:
    """Return the keys that are visible with the answers of the file, which decide the conditions."""
    filled = {read.key: read.parsed.value for read in reads if read.parsed.value is not None}
    return visible(questions.fields, {**questions.values, **filled})


def _files(actor: Actor, upload: Upload, row: FileRow, here: object) -> Parsed:
    """Return the files that a row names: files of the answer stay, others come from the ZIP."""
    present = {str(file["filename"]).lower(): file for file in here} if isinstance(here, list) else {}
    if [name.lower() for name in row.filenames] == list(present):
        return Parsed(here if row.filenames else None)
    files = []
    for name in row.filenames:
        if name.lower() in present:
            files.append(present[name.lower()])
        elif name.lower() in upload.files:
            files.append(_stored(actor, *upload.files[name.lower()]))
        else:
            return Parsed(error=NO_SUCH_FILE.format(cell=row.place, name=name))
    return Parsed(files or None)


def _stored(actor: Actor, filename: str, content: bytes) -> dict[str, object]:
    attachment = store_bytes(
        organisation_id=actor.organisation_id, user_id=actor.user_id, filename=filename, content=content,
        kind=AttachmentKind.RFXANSWER,
    )  # fmt: skip
    return {
        "attachmentId": attachment.id, "filename": attachment.filename, "size": attachment.size,
        "contentType": attachment.content_type or "application/octet-stream",
    }  # fmt: skip


def _mapping(choice: ColumnChoice) -> dict[str, object]:
    return {
        "sheet": choice.sheet, "question_column": choice.question_column,
        "answer_column": choice.answer_column, "comment_column": choice.comment_column,
    }  # fmt: skip
