"""PDF of a non-conformance, rendered by the worker from stored data (kind `ncr`).

It has the same content for both parties, without the internal values of the raiser. With a corrective action it includes
all its steps; the format `8d` has only these, below the facts of the non-conformance. A QR code opens its page.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from itertools import zip_longest
from textwrap import wrap
from zoneinfo import ZoneInfo

import segno
from flask import render_template
from markupsafe import Markup

from app.events.public import events_about
from app.files.public import AttachmentInfo, attachments_of, previews_of
from app.kernel.clock import now
from app.kernel.dates import day_text, time_text
from app.kernel.files.papers import Party, fact_rows, letterhead, picture
from app.kernel.files.pdf import font_faces, isolated, make_pdf, turned, written
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError
from app.kernel.http.json_types import Arguments
from app.kernel.jobs.exports import ExportFile
from app.kernel.mail.outbox import absolute_url
from app.kernel.registry import current_registry
from app.kernel.sanitise import text_of
from app.messages.public import MESSAGE_SUBJECT, messages_of
from app.ncr.models import NonConformance
from app.ncr.policies import ActionReport, NcrHooks, ReportBlock, ReportTable, recurrence_text
from app.ncr.queries.ncrs import NcrContext, ncr_for
from app.ncr.types import PDF, SEVERITY_LABELS, STATUS_INFO, NcrStatus
from app.network.public import logos_of
from app.tasks.public import NCR_SUBJECT

KIND = "ncr"
MAX_PHOTOS = 24
"""Photos in one PDF; further ones are listed by name."""
PHOTO_BOX = (232, 174)
"""Largest width and height of a photo, in points: two fit next to each other."""
CODE_BOX = (72, 72)
"""Width and height of the QR code, in points."""
MAX_EVENTS = 200
PARAGRAPH_LINES = 30
"""Lines of a paragraph, because the renderer's time is quadratic in them."""
CELL_LENGTH, CELL_LINES = 400, 8
"""Letters and lines of one row of a table, because a row can't continue on the next page."""
NONE = "none"
NO_ACTION = "No corrective action was asked for yet."
JOURNAL = {
    "ncr.created": "Raised",
    "ncr.updated": "Details edited",
    "ncr.recurred": "{ordinal} time",
    "ncr.statusChanged": "Status: {status}",
    "ncr.actionAsked": "Corrective action asked for",
    "ncr.actionChanged": "Request for the corrective action changed",
    "ncr.stepSent": "{step} sent",
    "ncr.stepAccepted": "{step} accepted",
    "ncr.stepReturned": "{step} returned",
    "ncr.contested": "Corrective action contested",
    "ncr.contestDecided": "Contest decided",
    "ncr.effective": "Effectiveness checked",
}
"""Text of each event in the journal."""
UNSAFE_IN_NAMES = re.compile(r"[^\w .()-]+")


def build(actor: Actor, format: str, args: Arguments) -> ExportFile:
    """Build the PDF of one non-conformance with the content that `actor` may see now."""
    return ncr_file(actor=actor, ncr_id=int(args["ncr_id"]), only_action=format != PDF)


def demand_action(ncr: NonConformance) -> None:
    """Raise ConflictError if a non-conformance has no corrective action."""
    if current_registry().hooks(NcrHooks).find_action(ncr) is None:
        raise ConflictError(NO_ACTION)


def ncr_file(*, actor: Actor, ncr_id: int, only_action: bool = False) -> ExportFile:
    """Render a non-conformance, or only its corrective action, with times in the actor's zone.

    Raises NotFoundError if `actor` may not see it.
    """
    zone = actor.zone
    context = ncr_for(actor=actor, ncr_id=ncr_id)
    ncr = context.ncr
    action = current_registry().hooks(NcrHooks).report_action(actor, ncr_id)
    facts = list(_facts(context, actor, zone))
    if only_action:
        facts = [("Customer", context.raiser.name), *(fact for fact in facts if fact[1] != NONE)]
    description = text_of(ncr.description_html or "")
    journal = [] if only_action else list(_journal(actor, context, zone))
    thread_id = context.task.message_thread_id
    rows = () if thread_id is None or only_action else messages_of(thread_id=thread_id)
    own_files = attachments_of(NCR_SUBJECT, [ncr_id])[ncr_id]
    files_by_message = attachments_of(MESSAGE_SUBJECT, [message.id for message, *_ in rows])
    action_files = [info for block in _blocks_of(action) for info in block.files]
    first_files = [*action_files, *own_files] if only_action else [*own_files, *action_files]
    all_files = [*first_files, *(info for infos in files_by_message.values() for info in infos)]
    images = _images(all_files)
    messages = [
        (
            message.id,
            ", ".join(map(isolated, (author.name, organisation.name, time_text(message.created, zone)))),
            text_of(message.html),
        )
        for message, author, organisation in rows
    ]
    texts = [ncr.title, context.raiser.name, context.supplier.name, description, *_texts_of(action)]
    texts += [info.filename for info in all_files]
    texts += [text for _, text in facts] + [text for row in journal for text in row]
    texts += [text for _, author, message_text in messages for text in (author, message_text)]
    name = action.name if action is not None and only_action else "Non-Conformance"
    html = render_template(
        "ncr/report.html",
        title=ncr.title,
        heading=written(isolated(ncr.title)),
        ref=f"{name} #{ncr.id}",
        parties=letterhead(*_parties(context)),
        result=written(action.result if action and only_action else result_sentence(context, zone)),
        facts=list(fact_rows(facts)),
        code=_code(ncr.id),
        address=absolute_url(f"/ncr/{ncr.id}"),
        footer=written(isolated(f"{name} #{ncr.id} - {ncr.title[:90]}")),
        description=list(_paragraphs(description)),
        attachments=_attached(own_files, images),
        action=_action(action, images),
        only_action=only_action,
        journal=[tuple(map(written, row)) for row in journal],
        messages=[
            {
                "author": written(author),
                "text": list(_paragraphs(text)),
                **_attached(files_by_message[message_id], images),
            }
            for message_id, author, text in messages
        ],
        faces=font_faces(texts),
    )
    file_name = " ".join(UNSAFE_IN_NAMES.sub(" ", f"{name} {ncr.id} {ncr.title}").split())[:110]
    return ExportFile(
        filename=f"{file_name}.pdf",
        content_type="application/pdf",
        content=make_pdf(html),
    )


def result_sentence(context: NcrContext, zone: ZoneInfo) -> str:
    """Say in one sentence how severe it is, the supplier, and the current state."""
    ncr = context.ncr
    subject = (
        f"{SEVERITY_LABELS[ncr.severity]} {ncr.type.lower()} issue with {isolated(context.supplier.name)}"
    )
    match ncr.status:
        case NcrStatus.RESOLVED:
            state = f"resolved on {day_text(ncr.resolved, zone)}" if ncr.resolved else "resolved"
        case NcrStatus.INPROGRESS if ncr.resolution_asked:
            state = f"in progress, with a request of {day_text(ncr.resolution_asked, zone)} to resolve it"
        case NcrStatus.INPROGRESS:
            state = f"in progress, assigned to {isolated(_assignee(context))}"
        case NcrStatus.DELETED:
            state = "deleted"
        case _:
            state = f"waiting for {isolated(_assignee(context))}"
    return f"{subject}: {state}."


def _assignee(context: NcrContext) -> str:
    return f"{context.assignee.name if context.assignee else 'anyone'} at {context.assigned_to.name}"


def _parties(context: NcrContext) -> list[Party]:
    logos = logos_of([context.raiser.id, context.supplier.id])
    return [
        Party(name=organisation.name, logo=logos.get(organisation.id))
        for organisation in (context.raiser, context.supplier)
    ]


def _facts(context: NcrContext, actor: Actor, zone: ZoneInfo) -> Iterator[tuple[str, str]]:
    ncr, creator = context.ncr, context.creator.name
    yield "Status", STATUS_INFO[ncr.status]["label"]
    yield "Severity", SEVERITY_LABELS[ncr.severity]
    yield "Supplier", context.supplier.name
    yield "Type", ncr.type.title()
    yield "Date", f"{ncr.event_date:%d/%m/%Y}"
    yield "Account", ncr.account_name
    yield "Ref", ncr.job_ref or NONE
    yield "Job title", ncr.job_title or NONE
    on_behalf = ncr.reported_by_name if ncr.reported_by_name != creator else None
    yield "Created by", f"{creator}, on behalf of {on_behalf}" if on_behalf else creator
    assignee = _assignee(context)
    yield "Assigned to", assignee[0].upper() + assignee[1:]
    yield from _part_facts(context)
    yield "Raised", time_text(ncr.created, zone)
    if ncr.resolved:
        yield "Resolved", time_text(ncr.resolved, zone)
    yield "Downloaded", f"{time_text(now(), zone)} by {actor.name}"


def _part_facts(context: NcrContext) -> Iterator[tuple[str, str]]:
    """Yield the facts about part and quantities that are present; none of the internal ones."""
    ncr, defect = context.ncr, context.defect_code
    facts = (
        ("Part number", ncr.part_number),
        ("Batch", ncr.batch),
        ("Order", ncr.order_ref),
        ("Delivered", ncr.quantity_delivered),
        ("Checked", ncr.quantity_checked),
        ("Defective", ncr.quantity_defective),
        ("Defect", f"{defect.code} {defect.name}" if defect else None),
        ("Recurrence", recurrence_text(context)),
    )
    for name, value in facts:
        if value is not None:
            yield name, f"{value:,}" if isinstance(value, int) else value


def _code(ncr_id: int) -> Markup | None:
    """Return a QR code with the address of the page, which needs a sign-in."""
    content = BytesIO()
    segno.make(absolute_url(f"/ncr/{ncr_id}"), error="m", micro=False).save(content, kind="png", scale=8)
    return picture(content.getvalue(), box=CODE_BOX, is_photo=False)


def _journal(actor: Actor, context: NcrContext, zone: ZoneInfo) -> Iterator[tuple[str, str, str]]:
    """Yield the changes of the status and the fields as (time, text, author), oldest first."""
    events = events_about(
        actor=actor, argument="ncrId", value=context.ncr.id, types=list(JOURNAL), since=context.ncr.created,
        limit=MAX_EVENTS,
    )  # fmt: skip
    for event in events:
        text = JOURNAL[event.type].format(
            status=event.args.get("status", ""),
            ordinal=str(event.args.get("ordinal", "")).capitalize(),
            step=event.args.get("step", ""),
        )
        yield time_text(event.created, zone), text, str(event.args.get("byUserName", ""))


def _paragraphs(text: str) -> Iterator[Markup]:
    lines = text.split("\n") if text else []
    for start in range(0, len(lines), PARAGRAPH_LINES):
        part = "\n".join(lines[start : start + PARAGRAPH_LINES])
        yield turned(part, Markup("<p>{}</p>").format(written(part)))


def _blocks_of(action: ActionReport | None) -> list[ReportBlock]:
    return [block for section in action.sections for block in section.blocks] if action else []


def _texts_of(action: ActionReport | None) -> Iterator[str]:
    """Yield all texts of a corrective action, for the choice of fonts."""
    if action is None:
        return
    yield from (text for _, text in action.facts)
    yield from (note for section in action.sections for note in section.notes)
    for block in _blocks_of(action):
        yield block.heading
        yield from (text for _, text in block.answers)
        if block.table:
            yield from (text for row in block.table.rows for text in row)


def _action(action: ActionReport | None, images: Mapping[int, Markup]) -> dict[str, object] | None:
    if action is None:
        return None
    return {
        "facts": list(fact_rows(action.facts)),
        "sections": [
            {
                "heading": section.heading,
                "notes": [part for note in section.notes for part in _paragraphs(note)],
                "blocks": [_block(block, images) for block in section.blocks],
            }
            for section in action.sections
        ],
    }


def _block(block: ReportBlock, images: Mapping[int, Markup]) -> dict[str, object]:
    return {
        "heading": written(isolated(block.heading)) if block.heading else "",
        "table": _table(block.table) if block.table else None,
        "answers": [(question, list(_paragraphs(text))) for question, text in block.answers],
        **_attached(block.files, images),
    }


def _table(table: ReportTable) -> dict[str, object]:
    """Return a table whose long rows continue in further rows, which have no line above them."""
    rows = []
    for row in table.rows:
        lines = list(zip_longest(*(_pieces(text) for text in row), fillvalue=""))
        rows += [
            {"cells": [turned(text, written(text)) for text in line], "is_last": number == len(lines)}
            for number, line in enumerate(lines, start=1)
        ]
    return {"headings": list(zip(table.headings, table.widths, strict=True)), "rows": rows}


def _pieces(text: str) -> list[str]:
    """Return the parts of a text that are short enough for one row of a table each."""
    lines = [piece for line in text.split("\n") for piece in wrap(line, CELL_LENGTH) or [""]]
    pieces, part = [], list[str]()
    for line in lines:
        if part and (len(part) == CELL_LINES or sum(map(len, part)) + len(line) > CELL_LENGTH):
            pieces.append("\n".join(part))
            part = []
        part.append(line)
    return [*pieces, "\n".join(part)]


def _images(attachments: Sequence[AttachmentInfo]) -> dict[int, Markup]:
    """Load and reduce the first photos among `attachments`, one after the other, so that memory stays bounded."""
    ids = [info.id for info in attachments if info.has_preview][:MAX_PHOTOS]
    images: dict[int, Markup] = {}
    for attachment_id, content in previews_of(ids):
        if image := picture(content, box=PHOTO_BOX):
            images[attachment_id] = image
    return images


def _attached(attachments: Sequence[AttachmentInfo], images: Mapping[int, Markup]) -> dict[str, object]:
    """Return the attachments of one place: rows of two photos, and the names of other files."""
    photos = [
        {"image": images[info.id], "name": written(isolated(info.filename))}
        for info in attachments
        if info.id in images
    ]
    names = [
        Markup("{} ({})").format(written(isolated(info.filename)), _size(info.size))
        for info in attachments
        if info.id not in images
    ]
    return {"photos": [photos[start : start + 2] for start in range(0, len(photos), 2)], "files": names}


def _size(size: int) -> str:
    return f"{size / 1_048_576:.1f} MB" if size >= 1_048_576 else f"{max(1, round(size / 1024))} kB"
