"""The rounds of an RFx: RFxs of the same requester with the same respondent and subject."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, and_, exists, or_, select

from app.extensions import db
from app.forms.public import DocForm, fields_of_forms
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ForbiddenError, NotFoundError
from app.rfx.public import (
    Rfx,
    RfxContext,
    RfxDocForm,
    RfxStatus,
    actions_of,
    carried_decisions,
    compared_answers,
    demand_unsealed,
    rfx_context,
    status_now,
)
from app.rounds.policies.comparing import Difference, Round, compare_rounds
from app.rounds.policies.haste import Haste, haste_of
from app.rounds.types import MAX_ROUNDS


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierRound:
    """A submitted RFx of the same parties; `submitted` is None for one that was chosen before its submission."""

    id: int
    title: str
    submitted: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDifference:
    """The difference from an earlier round. `may_accept` is True if the viewer may accept answers."""

    earlier: EarlierRound
    difference: Difference
    may_accept: bool


@dataclass(frozen=True, slots=True)
class EarlierRounds:
    """Earlier rounds of an RFx, newest first; `haste` warns of answers that were confirmed without reading."""

    rounds: Sequence[EarlierRound]
    haste: Haste | None


def earlier_rounds(*, actor: Actor, rfx_id: int) -> EarlierRounds:
    """Return the earlier rounds of an RFx that share a form with it, newest first, at most MAX_ROUNDS.

    For the requester's users; raises NotFoundError, ForbiddenError, or ConflictError while the answers are sealed.
    """
    context = _context(actor, rfx_id)
    previous_id = context.rfx.previous_rfx_id
    decisions = carried_decisions(rfx_id=rfx_id, from_rfx_id=previous_id) if previous_id is not None else {}
    return EarlierRounds(_earlier(context, limit=MAX_ROUNDS), haste_of(decisions.values()))


def difference_from(*, actor: Actor, rfx_id: int, earlier_id: int | None) -> RoundDifference | None:
    """Return what changed since another round, by default the newest earlier one; None without one.

    Raises the errors of `earlier_rounds` for both RFxs, and NotFoundError for an RFx of other parties.
    """
    context = _context(actor, rfx_id)
    if earlier_id is None:
        earlier_id = context.rfx.previous_rfx_id
    if earlier_id is None:
        newest = _earlier(context, limit=1)
        if not newest:
            return None
        earlier_id = newest[0].id
    earlier = _context(actor, earlier_id)
    is_previous = earlier.rfx.id == context.rfx.previous_rfx_id
    if earlier.rfx.id == rfx_id or not (is_previous or _parties(earlier.rfx) == _parties(context.rfx)):
        raise NotFoundError
    answers = compared_answers([earlier.rfx.id, rfx_id])
    titles = _titles(earlier, context)
    then, after = (
        Round(
            fields=fields_of_forms(each.revisions), revisions=each.revisions, titles=titles,
            answers=answers.get(each.rfx.id, {}), is_finished=_is_finished(each.rfx),
        )
        for each in (earlier, context)
    )  # fmt: skip
    return RoundDifference(
        earlier=EarlierRound(id=earlier.rfx.id, title=earlier.rfx.title, submitted=_submitted(earlier.rfx)),
        difference=compare_rounds(
            then,
            after,
            queried=context.queried,
            carried=carried_decisions(rfx_id=rfx_id, from_rfx_id=earlier.rfx.id) if is_previous else None,
        ),
        may_accept=actions_of(actor, context.role, context.rfx).review,
    )


def _context(actor: Actor, rfx_id: int) -> RfxContext:
    """Return an RFx whose answers and scores `actor` may see as its requester."""
    context = rfx_context(actor=actor, rfx_id=rfx_id)
    demand_unsealed(context.role, context.rfx)
    if not actions_of(actor, context.role, context.rfx).see_scoring:
        raise ForbiddenError
    return context


def _earlier(context: RfxContext, *, limit: int) -> Sequence[EarlierRound]:
    rfx = context.rfx
    series_ids = [series_id for _, series_id in context.revisions]
    has_shared_form = exists(
        select(DocForm.id)
        .join(RfxDocForm, RfxDocForm.doc_form_id == DocForm.id)
        .where(RfxDocForm.rfx_id == Rfx.id, DocForm.series_id.in_(series_ids))
        .correlate(Rfx)
    )
    rows = db.session.execute(
        select(Rfx.id, Rfx.title, Rfx.closed)
        .where(
            or_(and_(*_is_of_parties(rfx)), Rfx.id == rfx.previous_rfx_id),
            Rfx.id != rfx.id,
            Rfx.status == RfxStatus.COMPLETED,
            Rfx.closed < (rfx.closed or now()),
            ~Rfx.ignored,
            ~Rfx.is_sealed,
            has_shared_form,
        )
        .order_by(Rfx.closed.desc(), Rfx.id.desc())
        .limit(limit)
    )
    return [EarlierRound(id=row.id, title=row.title, submitted=row.closed) for row in rows]


def _is_of_parties(rfx: Rfx) -> list[ColumnElement[bool]]:
    """Return the conditions for RFxs with the parties of `rfx`; guests share one placeholder organisation."""
    return [
        Rfx.organisation_id == rfx.organisation_id,
        Rfx.with_organisation_id == rfx.with_organisation_id,
        Rfx.relationship_id.is_not_distinct_from(rfx.relationship_id),
        Rfx.guest_user_id.is_not_distinct_from(rfx.guest_user_id),
        Rfx.recipient_user_id.is_not_distinct_from(rfx.recipient_user_id),
    ]


def _parties(rfx: Rfx) -> tuple[int | None, ...]:
    """Return what `_is_of_parties` compares."""
    return (
        rfx.organisation_id, rfx.with_organisation_id, rfx.relationship_id, rfx.guest_user_id,
        rfx.recipient_user_id,
    )  # fmt: skip


def _titles(*contexts: RfxContext) -> dict[int | None, str]:
    """Return the titles of the forms of RFxs by form id."""
    form_ids = {form_id for context in contexts for form_id, _ in context.revisions}
    rows = db.session.execute(select(DocForm.id, DocForm.title).where(DocForm.id.in_(form_ids)))
    return {row.id: row.title for row in rows}


def _is_finished(rfx: Rfx) -> bool:
    """Return True if the RFx is submitted or completely answered; before that its score is provisional."""
    return status_now(rfx) is RfxStatus.COMPLETED or rfx.answered == rfx.answerable


def _submitted(rfx: Rfx) -> datetime | None:
    return rfx.closed if status_now(rfx) is RfxStatus.COMPLETED else None
