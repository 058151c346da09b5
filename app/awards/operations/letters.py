"""The letters of an award: their wording, and the decision to send them."""

from dataclasses import dataclass
from datetime import datetime

from app.awards.models import Award, AwardLine
from app.awards.operations.approving import demand_decided, needs_approval
from app.awards.operations.recording import record_step
from app.awards.policies.states import IMPOSSIBLE, state_after
from app.awards.queries.awards import AwardContext, award_context
from app.awards.types import LETTERS_JOB, AwardMove, AwardState, LetterState
from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.merging import check_version
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, InvalidError, NotFoundError
from app.kernel.jobs.queue import enqueue
from app.kernel.sanitise import plain_text
from app.rfx.public import ComparedRfx, RequestState

APPROVAL_FIRST = "This award needs an approval first. Choose a colleague who approves it."
EMPTY_LETTER = "Write the letter first."
OUTDATED = "The award has changed since you edited the letter to {name}. Check that letter first."
NOT_SENT_YET = "The letters of this award have not been sent yet."
HAS_LETTER = "The letter to {name} was sent already."
NO_LETTER = "{name} has not submitted a response, so it gets no letter."


@dataclass(frozen=True, slots=True)
class Letter:
    """The letter to one supplier: the standard text for it, and the edited text if there is one."""

    rfx: ComparedRfx
    is_awarded: bool
    html: str
    standard_html: str
    is_edited: bool
    is_outdated: bool
    state: LetterState | None
    failure: str | None
    updated: datetime


def letter_of(context: AwardContext, rfx_id: int) -> Letter:
    """Return the letter to a supplier, also to one that gets none unless it submits a response.

    Raises NotFoundError for RFxs of other requests, ConflictError without an award.
    """
    rfx = next((rfx for rfx in context.rfxs if rfx.id == rfx_id), None)
    if rfx is None:
        raise NotFoundError
    line, standard = context.lines.get(rfx_id), context.standard_letter(rfx)
    edited = line.letter_html if line is not None else None
    return Letter(
        rfx=rfx,
        is_awarded=context.is_awarded(rfx_id),
        html=standard if edited is None else edited,
        standard_html=standard,
        is_edited=edited is not None and edited != standard,
        is_outdated=context.has_outdated_letter(rfx),
        state=line.letter_state if line is not None else None,
        failure=line.failure if line is not None else None,
        updated=(line.letter_updated if line is not None else None) or context.stored.created,
    )


def save_wording(
    *,
    actor: Actor,
    request_id: int,
    awarded_html: str | None,
    other_html: str | None,
    based_on: datetime | None,
) -> AwardContext:
    """Change the text of all letters to awarded and to other suppliers; None restores the standard text.

    Raises ConflictError while the award waits for an approval and after sending, InvalidError for an empty text.
    """
    context = _editable(actor, request_id)
    award = context.stored
    check_version(based_on=based_on, updated=award.updated)
    for name, html in (("awardedHtml", awarded_html), ("otherHtml", other_html)):
        if html is not None and not plain_text(html):
            raise InvalidError(fields={name: [EMPTY_LETTER]})
    award.awarded_html, award.other_html, award.updated = awarded_html, other_html, now()
    record_step("rfxAward.wordingChanged", actor=actor, request=context.request, award=award)
    return context


def save_letter(
    *, actor: Actor, request_id: int, rfx_id: int, html: str | None, based_on: datetime | None
) -> AwardContext:
    """Change the letter to one supplier; None restores the standard letter. Saving an outdated letter confirms it.

    Raises the errors of `save_wording`, and NotFoundError for an RFx of another request.
    """
    context = _editable(actor, request_id)
    award, letter = context.stored, letter_of(context, rfx_id)
    check_version(based_on=based_on, updated=letter.updated)
    if letter.rfx not in context.letter_rfxs:
        raise ConflictError(NO_LETTER.format(name=letter.rfx.name))
    if html is not None and not plain_text(html):
        raise InvalidError(fields={"html": [EMPTY_LETTER]})
    line = context.lines.get(rfx_id)
    if line is None:
        line = AwardLine(award_id=award.id, rfx_id=rfx_id)
        db.session.add(line)
    line.letter_html = html
    line.letter_based_on = None if html is None else letter.standard_html
    line.letter_updated = now()
    db.session.flush()
    record_step(
        "rfxAward.letterChanged", actor=actor, request=context.request, award=award,
        supplierName=letter.rfx.name, rfxId=rfx_id,
    )  # fmt: skip
    return award_context(actor=actor, request_id=request_id)


def send_letters(*, actor: Actor, request_id: int, based_on: datetime | None) -> AwardContext:
    """Send the letters to all suppliers that have submitted a response; a job writes them one by one.

    The request is AWARDED then, and the letters, scores and ranks are stored as they are now. Raises ConflictError if
    the award needs an approval, an edited letter is outdated or the state does not allow it; InvalidError if the
    decision is not complete.
    """
    actor.demand(Permission.SEND_RFX)
    context = award_context(actor=actor, request_id=request_id, lock=True)
    award, request = context.stored, context.request
    after = state_after(award.state, AwardMove.SEND)
    if award.state is AwardState.DRAFT and needs_approval(actor.organisation_id):
        raise ConflictError(APPROVAL_FIRST)
    check_version(based_on=based_on, updated=award.updated)
    demand_decided(context, actor)
    recipients = context.letter_rfxs
    outdated = next((rfx for rfx in recipients if context.has_outdated_letter(rfx)), None)
    if outdated is not None:
        raise ConflictError(OUTDATED.format(name=outdated.name))
    for rfx in recipients:
        _store_letter(context, award, rfx)
    award.state, award.sent, award.updated, award.sent_by_user_id = after, now(), now(), actor.user_id
    request.state = RequestState.AWARDED
    db.session.flush()
    record_step("rfxAward.sent", actor=actor, request=request, award=award, suppliers=len(recipients))
    enqueue(LETTERS_JOB, dedupe_key=f"{LETTERS_JOB}:{award.id}", award_id=award.id)
    return award_context(actor=actor, request_id=request_id)


def send_letter(*, actor: Actor, request_id: int, rfx_id: int) -> AwardContext:
    """Send one letter after the others: again if it was not delivered, or to a supplier that responded later.

    Raises NotFoundError for an RFx of another request, ConflictError before the other letters are sent, for a letter
    that is on its way or sent, and without a response.
    """
    actor.demand(Permission.SEND_RFX)
    context = award_context(actor=actor, request_id=request_id, lock=True)
    award, letter = context.stored, letter_of(context, rfx_id)
    if award.state is not AwardState.SENT:
        raise ConflictError(NOT_SENT_YET)
    if not context.can_send_letter(letter.rfx):
        is_addressed = letter.state is not None
        raise ConflictError((HAS_LETTER if is_addressed else NO_LETTER).format(name=letter.rfx.name))
    if letter.state is LetterState.FAILED:
        line = context.lines[rfx_id]
        line.letter_state, line.failure = LetterState.WAITING, None
    else:
        _store_letter(context, award, letter.rfx)
    # A second failure opens a task again.
    award.letters_finished = None
    db.session.flush()
    record_step(
        "rfxAward.letterSent", actor=actor, request=context.request, award=award,
        supplierName=letter.rfx.name, rfxId=rfx_id,
    )  # fmt: skip
    enqueue(LETTERS_JOB, award_id=award.id)
    return award_context(actor=actor, request_id=request_id)


def _store_letter(context: AwardContext, award: Award, rfx: ComparedRfx) -> None:
    html, result = letter_of(context, rfx.id).html, context.result(rfx.id)
    line = context.lines.get(rfx.id)
    if line is None:
        line = AwardLine(award_id=award.id, rfx_id=rfx.id, is_awarded=False)
        db.session.add(line)
    line.letter_html, line.letter_state = html, LetterState.WAITING
    line.score, line.rank = result.score, result.rank


def _editable(actor: Actor, request_id: int) -> AwardContext:
    """Return the locked award if its letters can be changed: in a draft, and after the approval."""
    actor.demand(Permission.SEND_RFX)
    context = award_context(actor=actor, request_id=request_id, lock=True)
    state = context.stored.state
    if state not in (AwardState.DRAFT, AwardState.APPROVED):
        raise ConflictError(IMPOSSIBLE[state])
    return context
