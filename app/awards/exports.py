"""Report of the decision on a request as PDF, rendered by the worker from stored data (kind `rfxAward`)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import TypedDict
from zoneinfo import ZoneInfo

from flask import render_template
from markupsafe import Markup

from app.awards.models import Award, AwardLine
from app.awards.policies.letters import score_text
from app.awards.policies.states import NO_AWARD
from app.awards.queries.awards import AwardContext, award_context, history_of
from app.awards.queries.papers import evaluation_paper
from app.awards.queries.people import names_of
from app.awards.types import AwardState, LetterState
from app.events.public import record, sentence
from app.kernel.clock import format_day, now
from app.kernel.dates import time_text
from app.kernel.files.papers import Party, fact_rows, letterhead
from app.kernel.files.pdf import font_faces, isolated, make_pdf, written
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError
from app.kernel.http.json_types import Arguments
from app.kernel.jobs.exports import ExportFile
from app.kernel.numbers import counted
from app.network.public import logos_of
from app.requests.public import demand_open_seal
from app.rfx.public import STATUS_INFO, ComparedRfx, RfxStatus

UNSAFE_IN_NAMES = re.compile(r"[^\w .()-]+")
NOTE = "Internal: for {organisation} alone. It names all suppliers."
"""Note on every page, so that the report is not forwarded to a supplier."""
MOST_NAMED = 5
"""Number of suppliers that the first sentence names."""
STATE_LABELS = {
    AwardState.DRAFT: "Draft",
    AwardState.PENDING_APPROVAL: "Waiting for approval",
    AwardState.APPROVED: "Approved",
    AwardState.SENT: "Letters sent",
}
LETTER_LABELS = {
    LetterState.WAITING: "being sent",
    LetterState.SENT: "sent",
    LetterState.FAILED: "not delivered",
    None: "-",
}


class SupplierRow(TypedDict):
    """A row of the ranking."""

    rank: int | str
    name: str
    status: str
    score: str
    width: int
    decision: str
    letter: str


def demand_report(*, actor: Actor, request_id: int) -> None:
    """Check that a request has a report, and record its download.

    Raises NotFoundError, or ConflictError without an award and while the answers are sealed.
    """
    context = award_context(actor=actor, request_id=request_id)
    _award_of(context)
    record(
        "export.created", actor=actor, format="pdf", requestId=request_id, requestTitle=context.request.title
    )


def build_report(actor: Actor, _format: str, args: Arguments) -> ExportFile:
    """Build the report with the content that `actor` may see now."""
    context = award_context(actor=actor, request_id=int(args["request_id"]))
    award, zone = _award_of(context), actor.zone
    names = names_of((award.submitted_by_user_id, award.approver_user_id, award.sent_by_user_id))
    paper = evaluation_paper(context.request, context.rfxs)
    request, organisation = context.request, actor.organisation_name
    facts = list(_facts(context, award, actor, names))
    suppliers = list(_suppliers(context))
    history = [
        (time_text(event.created, zone), "".join(part.text for part in sentence(event.type, event.args)))
        for event in reversed(history_of(award))
    ]
    result = result_sentence(context, award)
    awarded = [(rfx.name, line.reason) for rfx, line in context.awarded]
    texts = [request.title, organisation, award.reason, result, *(text for _, text in facts)]
    texts += [text for row in awarded for text in row] + [text for row in history for text in row]
    texts += [row["name"] for row in suppliers] + list(paper.texts)
    html = render_template(
        "awards/report.html",
        title=request.title,
        heading=written(isolated(request.title)),
        parties=letterhead(
            Party(name=organisation, logo=logos_of([actor.organisation_id]).get(actor.organisation_id))
        ),
        note=NOTE.format(organisation=written(isolated(organisation[:80]))),
        footer=written(isolated(f"Award of request #{request.id}")),
        result=written(result),
        facts=list(fact_rows(facts)),
        reason=written(award.reason),
        awarded=[{"name": written(name), "reason": written(reason)} for name, reason in awarded],
        suppliers=[row | {"name": written(row["name"])} for row in suppliers],
        source=paper.source,
        closing_reason=written(paper.closing_reason),
        tables=[
            {"headings": _written(table.headings), "rows": [_written(row) for row in table.rows]}
            for table in paper.tables
        ],
        missing=_written(paper.missing),
        conflicts=_written(paper.conflicts),
        settled=_written(paper.settled),
        has_evaluation=paper.has_evaluation,
        history=[tuple(map(written, row)) for row in history],
        faces=font_faces(texts),
    )
    title = " ".join(UNSAFE_IN_NAMES.sub(" ", request.title).split())[:80]
    return ExportFile(
        filename=f"Award {title}".strip() + ".pdf", content_type="application/pdf", content=make_pdf(html)
    )


def result_sentence(context: AwardContext, award: Award) -> str:
    """Say in one sentence to which suppliers the request is awarded, of how many, and the state of the decision."""
    names = [isolated(rfx.name) for rfx, _ in context.awarded]
    submitted = len(context.letter_rfxs)
    of = f"of {counted(submitted, 'supplier')} that submitted a response"
    if not names:
        return f"No supplier {of} is chosen yet."
    listed = ", ".join(names[:MOST_NAMED])
    if len(names) > MOST_NAMED:
        listed += f" and {len(names) - MOST_NAMED} more"
    elif len(names) > 1:
        listed = f"{', '.join(names[:-1])} and {names[-1]}"
    verb = "is" if award.state is AwardState.SENT else "is to be"
    return f"The request {verb} awarded to {listed}: {len(names)} {of}."


def _award_of(context: AwardContext) -> Award:
    award = context.stored
    if award.state is AwardState.CANCELLED:
        raise ConflictError(NO_AWARD)
    demand_open_seal(context.request)
    return award


def _facts(
    context: AwardContext, award: Award, actor: Actor, names: Mapping[int, str]
) -> Iterator[tuple[str, str]]:
    request, zone = context.request, actor.zone
    yield "Request", f"#{request.id} {request.title}"
    yield "From", f"{context.parent.creator_name}, {actor.organisation_name}"
    yield "Sent", time_text(request.sent_date, zone)
    yield "Deadline", time_text(request.deadline, zone) or "none"
    yield "Suppliers", f"{len(context.rfxs)}, {len(context.letter_rfxs)} submitted"
    yield "State", STATE_LABELS[award.state]
    yield "Standstill", f"until {format_day(award.standstill_until)}" if award.standstill_until else "none"
    yield "Scores in letters", "own score and rank" if award.include_scores else "no"
    if award.submitted_by_user_id is not None and award.submitted:
        yield "Submitted", _by(award.submitted, zone, names.get(award.submitted_by_user_id))
    if award.approved is not None and award.approver_user_id is not None:
        yield "Approved", _by(award.approved, zone, names.get(award.approver_user_id))
    elif award.state is AwardState.SENT:
        yield "Approved", "no approval needed"
    if award.sent is not None and award.sent_by_user_id is not None:
        yield "Letters sent", _by(award.sent, zone, names.get(award.sent_by_user_id))
    yield "Report made", f"{time_text(now(), zone)} for {actor.name}"


def _by(moment: datetime, zone: ZoneInfo, name: str | None) -> str:
    return f"{time_text(moment, zone)} by {name or 'a former user'}"


def _suppliers(context: AwardContext) -> Iterator[SupplierRow]:
    """Yield the ranking: by rank, then the suppliers without one."""
    last = len(context.rfxs) + 1
    for rfx in sorted(
        context.rfxs, key=lambda rfx: (_is_unsubmitted(rfx), context.result(rfx.id).rank or last)
    ):
        result, line = context.result(rfx.id), context.lines.get(rfx.id)
        yield {
            "rank": result.rank or "-",
            "name": rfx.name,
            "status": "Withdrawn" if rfx.is_withdrawn else STATUS_INFO[rfx.status]["label"],
            "score": "-" if result.score is None else score_text(result.score),
            "width": 0 if result.score is None else max(0, min(100, round(result.score))),
            "decision": _decision(context, rfx, line),
            "letter": LETTER_LABELS[line.letter_state if line else None],
        }


def _is_unsubmitted(rfx: ComparedRfx) -> bool:
    return rfx.status is not RfxStatus.COMPLETED


def _decision(context: AwardContext, rfx: ComparedRfx, line: AwardLine | None) -> str:
    if line is not None and line.is_awarded:
        return "Awarded"
    return "Not awarded" if rfx in context.letter_rfxs else "-"


def _written(texts: Sequence[str]) -> list[Markup]:
    return [written(text) for text in texts]
