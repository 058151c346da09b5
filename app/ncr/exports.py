"""PDF of a non-conformance, rendered by the worker from stored data (kind `ncr`).

It has the same content for both parties: what the screen shows.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from zoneinfo import ZoneInfo

from flask import render_template
from markupsafe import Markup

from app.events.public import events_about
from app.files.public import AttachmentInfo, attachments_of, previews_of
from app.kernel.auth import Actor
from app.kernel.clock import now
from app.kernel.dates import day_text, time_text
from app.kernel.exports import ExportFile
from app.kernel.json_types import Arguments
from app.kernel.papers import Party, fact_rows, letterhead, picture
from app.kernel.pdf import font_faces, isolated, make_pdf, turned, written
from app.kernel.sanitise import text_of
from app.messages.public import MESSAGE_SUBJECT, messages_of
from app.ncr.queries import NcrContext, ncr_for
from app.ncr.types import SEVERITY_LABELS, STATUS_INFO, NcrStatus
from app.network.public import logos_of
from app.tasks.public import NCR_SUBJECT

KIND = "ncr"
MAX_PHOTOS = 24
"""Photos in one PDF; further ones are listed by name."""
PHOTO_BOX = (232, 174)
"""Largest width and height of a photo, in points: two fit next to each other."""
MAX_EVENTS = 200
PARAGRAPH_LINES = 30
"""Lines of a paragraph, because the renderer's time is quadratic in them."""
JOURNAL = {
    "ncr.created": "Raised",
    "ncr.updated": "Details edited",
    "ncr.statusChanged": "Status: {status}",
}
"""Text of each event in the journal."""
UNSAFE_IN_NAMES = re.compile(r"[^\w .()-]+")


def build(actor: Actor, _format: str, args: Arguments) -> ExportFile:
    """Build the PDF of one non-conformance with the content that `actor` may see now."""
    return ncr_file(actor=actor, ncr_id=int(args["ncr_id"]))


def ncr_file(*, actor: Actor, ncr_id: int) -> ExportFile:
    """Render a non-conformance, with times in the actor's zone; raises NotFoundError if `actor` may not see it."""
    zone = actor.zone
    context = ncr_for(actor=actor, ncr_id=ncr_id)
    ncr = context.ncr
    facts = list(_facts(context, actor, zone))
    description = text_of(ncr.description_html or "")
    journal = list(_journal(actor, context, zone))
    thread_id = context.task.message_thread_id
    rows = messages_of(thread_id=thread_id) if thread_id is not None else ()
    own_files = attachments_of(NCR_SUBJECT, [ncr_id])[ncr_id]
    files_by_message = attachments_of(MESSAGE_SUBJECT, [message.id for message, *_ in rows])
    all_files = [*own_files, *(info for infos in files_by_message.values() for info in infos)]
    images = _images(all_files)
    messages = [
        (
            message.id,
            ", ".join(map(isolated, (author.name, organisation.name, time_text(message.created, zone)))),
            text_of(message.html),
        )
        for message, author, organisation in rows
    ]
    texts = [ncr.title, context.raiser.name, context.supplier.name, description]
    texts += [info.filename for info in all_files]
    texts += [text for _, text in facts] + [text for row in journal for text in row]
    texts += [text for _, author, message_text in messages for text in (author, message_text)]
    html = render_template(
        "ncr/report.html",
        title=ncr.title,
        heading=written(isolated(ncr.title)),
        ref=f"Non-Conformance #{ncr.id}",
        parties=letterhead(*_parties(context)),
        result=written(result_sentence(context, zone)),
        facts=list(fact_rows(facts)),
        footer=written(isolated(f"Non-Conformance #{ncr.id} - {ncr.title[:90]}")),
        description=list(_paragraphs(description)),
        attachments=_attached(own_files, images),
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
    name = " ".join(UNSAFE_IN_NAMES.sub(" ", ncr.title).split())[:80]
    return ExportFile(
        filename=f"Non-Conformance {ncr.id} {name}".strip() + ".pdf",
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
    yield "Ref", ncr.job_ref or "none"
    yield "Job title", ncr.job_title or "none"
    on_behalf = ncr.reported_by_name if ncr.reported_by_name != creator else None
    yield "Created by", f"{creator}, on behalf of {on_behalf}" if on_behalf else creator
    assignee = _assignee(context)
    yield "Assigned to", assignee[0].upper() + assignee[1:]
    yield "Raised", time_text(ncr.created, zone)
    if ncr.resolved:
        yield "Resolved", time_text(ncr.resolved, zone)
    yield "Downloaded", f"{time_text(now(), zone)} by {actor.name}"


def _journal(actor: Actor, context: NcrContext, zone: ZoneInfo) -> Iterator[tuple[str, str, str]]:
    """Yield the changes of the status and the fields as (time, text, author), oldest first."""
    events = events_about(
        actor=actor, argument="ncrId", value=context.ncr.id, types=list(JOURNAL), since=context.ncr.created,
        limit=MAX_EVENTS,
    )  # fmt: skip
    for event in events:
        text = JOURNAL[event.type].format(status=event.args.get("status", ""))
        yield time_text(event.created, zone), text, str(event.args.get("byUserName", ""))


def _paragraphs(text: str) -> Iterator[Markup]:
    lines = text.split("\n") if text else []
    for start in range(0, len(lines), PARAGRAPH_LINES):
        part = "\n".join(lines[start : start + PARAGRAPH_LINES])
        yield turned(part, Markup("<p>{}</p>").format(written(part)))


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
