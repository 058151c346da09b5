"""Move of open RFxs to the newest revision of a form, each in its own savepoint."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from app.kernel.db.session import savepoint
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError, NotFoundError
from app.rfx.public import (
    RevisionMove,
    RfxContext,
    RfxStatus,
    answers_of,
    change_revisions,
    demand_changeable,
    demand_open,
    demand_sender,
    record_event,
    rfx_context,
    status_now,
)
from app.rounds.mails import mail_moved
from app.rounds.policies.moving import MoveCounts, Outcome, RevisionMap, Revisions, is_signed, revisions_with
from app.rounds.queries.open_rfxs import Target, own_rfx_ids, revision_maps, revisions_key, target_of

SUBMITTED = "It was submitted meanwhile."
DECLINED = "It was declined meanwhile."
SIGNED = "It is signed. A signed RFx keeps its version."
SEALED = "Its answers are sealed. A sealed RFx keeps its version."
MOVED_ALREADY = "It uses the newest version already."
OTHER_FORM = "It does not use this form."
ENDED = {RfxStatus.COMPLETED: SUBMITTED, RfxStatus.DECLINED: DECLINED}


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveResult:
    """Result for one RFx: the counts of the move, or the reason why it was not moved.

    `not_valid` are the labels of the questions whose answers were not carried.
    """

    rfx_id: int
    title: str
    counts: MoveCounts | None = None
    not_valid: Sequence[str] = ()
    reason: str | None = None


def move_rfxs(
    *, actor: Actor, form_id: int, rfx_ids: Collection[int], message_html: str | None
) -> list[MoveResult]:
    """Move open RFxs to the newest revision `form_id`; return a result for each, in the order of their ids.

    The respondents get a mail, with `message_html` (sanitised). An RFx that cannot be moved does not stop the others.
    Raises NotFoundError if one of the RFxs is not of the actor's organisation, ForbiddenError without SEND_RFX, and
    ConflictError with the reason if the only one cannot be moved.
    """
    target = target_of(actor=actor, form_id=form_id)
    ids = sorted(set(rfx_ids))
    if own_rfx_ids(actor=actor, ids=ids) != set(ids):
        raise NotFoundError
    maps: dict[Revisions, RevisionMap] = {}
    results = [_result(actor, rfx_id, target, maps, message_html) for rfx_id in ids]
    if len(results) == 1 and results[0].reason is not None:
        raise ConflictError(results[0].reason)
    return results


def _result(
    actor: Actor, rfx_id: int, target: Target, maps: dict[Revisions, RevisionMap], message_html: str | None
) -> MoveResult:
    context = rfx_context(actor=actor, rfx_id=rfx_id, lock=True)
    demand_sender(actor, context.role)
    title = context.rfx.title
    try:
        with savepoint():
            return _move(actor, context, target, maps, message_html)
    except ConflictError as error:
        return MoveResult(rfx_id=rfx_id, title=title, reason=error.sentence)


def _move(
    actor: Actor,
    context: RfxContext,
    target: Target,
    maps: dict[Revisions, RevisionMap],
    message_html: str | None,
) -> MoveResult:
    _demand_movable(context, target)
    former = revisions_key(context.revisions)
    if former not in maps:
        maps |= revision_maps([former], target)
    mapped = maps[former]
    values = answers_of(context).values
    if is_signed(mapped.old, values):
        raise ConflictError(SIGNED)
    answers = mapped.answers(values)
    not_valid = [answer for answer in answers if answer.outcome is Outcome.NOT_VALID]
    counts = mapped.counts(answers)
    labels = [answer.placed.field.label or answer.placed.field.name for answer in not_valid]
    change_revisions(
        actor=actor,
        context=context,
        move=RevisionMove(
            revisions=revisions_with(former, form_id=target.id, series_id=target.series_id),
            pairs=mapped.pairs,
            dropped=frozenset(answer.key for answer in not_valid),
        ),
    )
    record_event(context, "rfx.movedToRevision", actor=actor, revision=target.number, formTitle=target.title)
    mail_moved(
        context, actor=actor, form_id=target.id, counts=counts, not_valid=labels, message_html=message_html
    )
    return MoveResult(rfx_id=context.rfx.id, title=context.rfx.title, counts=counts, not_valid=labels)


def _demand_movable(context: RfxContext, target: Target) -> None:
    """Raise ConflictError with the reason unless the RFx is open, unsealed and uses an earlier revision."""
    status = status_now(context.rfx)
    if status in ENDED:
        raise ConflictError(ENDED[status])
    demand_open(context.rfx)
    demand_changeable(context)
    used = {series_id: form_id for form_id, series_id in context.revisions}
    if target.series_id not in used:
        raise ConflictError(OTHER_FORM)
    if used[target.series_id] == target.id:
        raise ConflictError(MOVED_ALREADY)
    if context.is_sealed:
        raise ConflictError(SEALED)
