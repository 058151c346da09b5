"""Builder of the workbook to fill in (kind `rfxWorkbook`), called by the worker."""

from app.kernel.clock import format_moment, moment_text, now
from app.kernel.http.auth import Actor
from app.kernel.http.json_types import Arguments
from app.kernel.jobs.exports import ExportFile
from app.rfx.public import (
    demand_filling_in,
    documents_of,
    file_stem,
    named_answers_of,
    rfx_context,
    writable_keys_now,
)

CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def build(actor: Actor, _format: str, args: Arguments) -> ExportFile:
    """Build the workbook of an RFx with the questions that `actor` may answer, and their answers.

    The import is local, so that only the worker loads openpyxl.
    """
    from app.workbooks.exports.workbook import Answered, Facts, Form, write_workbook

    context = rfx_context(actor=actor, rfx_id=int(args["rfx_id"]))
    demand_filling_in(actor, context)
    answers, zone = named_answers_of(context), actor.zone
    writable = writable_keys_now(actor, context, answers.fields, answers.values)
    documents = documents_of(context)
    rfx = context.rfx
    facts = Facts(
        rfx_id=rfx.id, title=rfx.title, requester=context.requester_name,
        deadline=format_moment(rfx.deadline, zone) if rfx.deadline else "",
        revisions=[document.id for document in documents], moment=moment_text(now()),
    )  # fmt: skip
    forms = [
        Form(
            title=document.title,
            fields=[p for p in answers.fields if p.form_id == document.id and p.key in writable],
        )
        for document in documents
    ]
    answered = {
        key: Answered(
            value=row.value, iteration=row.iteration, by=f"{row.by_name}, {format_moment(row.updated, zone)}"
        )
        for key, row in answers.current.items()
        if key in writable
    }
    content = write_workbook(facts, [form for form in forms if form.fields], answered)
    return ExportFile(
        filename=f"{file_stem(rfx)} to fill in.xlsx", content_type=CONTENT_TYPE, content=content
    )
