"""Move of an open RFx to other revisions of its forms: its answers, follow-ups, progress and scores go along."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from blinker import Signal
from sqlalchemy import delete, func, select, update

from app.extensions import db
from app.forms.public import (
    FieldChange,
    FieldPair,
    PlacedField,
    WritableBy,
    answered,
    fields_of_forms,
    is_scored,
    takes_same_answers,
)
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.registry import current_registry
from app.rfx.models import FormValue, RfxDocForm, RfxResponse, RfxRevisionChange, RfxScore
from app.rfx.operations.offers import move_offers
from app.rfx.operations.progress import store_progress
from app.rfx.operations.scoring import store_scores
from app.rfx.policies.answers import keys_of_side, keys_to_reopen, progress_of
from app.rfx.queries.rfxs import RfxContext
from app.rfx.types import AnswerSource, FormerKeyJson
from app.tasks.public import RFX_SUBJECT, TaskType, UserTask, close_task

revisions_changed = Signal()
"""Sent with `actor`, `context` (from before the move) and `move`; the RFx is locked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RevisionMove:
    """The new revisions of an RFx as (form id, series id), and the pairs of its questions before and after.

    `dropped` are the former value keys of answers that no longer fit.
    """

    revisions: Sequence[tuple[int, str]]
    pairs: Sequence[FieldPair]
    dropped: Collection[str]

    @property
    def keys(self) -> dict[str, str | None]:
        """Return the new value key by former one; None for questions that are no longer asked."""
        return {pair.old.key: pair.new.key if pair.new else None for pair in self.pairs if pair.old}


def change_revisions(*, actor: Actor, context: RfxContext, move: RevisionMove) -> None:
    """Move an RFx, which the caller has locked and checked, to other revisions of its forms.

    The row of an answer to an unchanged question stays. Other answers that fit are appended with their author and time
    under the new value key; they are not accepted. The former rows stay as history. Follow-ups of unchanged questions
    go along, the others are closed.
    """
    rfx, fields = context.rfx, fields_of_forms(move.revisions)
    _replace_forms(context, move.revisions)
    moved = _move_answers(actor, context, move, fields)
    values = moved.values
    _record_change(actor, context, move, moved)
    _move_follow_ups(actor, context, move)
    move_offers(context, move.pairs)
    if rfx.reopened_fields is not None:
        asked = [key for former in rfx.reopened_fields if (key := move.keys.get(former))]
        added = [pair.new.key for pair in move.pairs if pair.new and pair.change is not FieldChange.SAME]
        rfx.reopened_fields = sorted(keys_to_reopen(fields, values, [*asked, *added]))
    _add_response_of_requester(context, fields)
    progress = progress_of(fields, values)
    store_progress(rfx, progress)
    db.session.execute(delete(RfxScore).where(RfxScore.rfx_id == rfx.id))
    if any(value is not None for value in values.values()) and any(is_scored(each.field) for each in fields):
        store_scores(rfx_id=rfx.id, fields=fields, values=values, visible_keys=progress.visible_keys)
    db.session.flush()
    current_registry().send(revisions_changed, actor=actor, context=context, move=move)


def _replace_forms(context: RfxContext, revisions: Sequence[tuple[int, str]]) -> None:
    for (former, _), (form_id, _series) in zip(context.revisions, revisions, strict=True):
        if former == form_id:
            continue
        db.session.execute(
            update(RfxDocForm)
            .where(RfxDocForm.rfx_id == context.rfx.id, RfxDocForm.doc_form_id == former)
            .values(doc_form_id=form_id)
        )
        db.session.execute(
            update(UserTask)
            .where(
                UserTask.subject_type == RFX_SUBJECT,
                UserTask.subject_id == context.rfx.id,
                UserTask.doc_form_id == former,
            )
            .values(doc_form_id=form_id)
        )


@dataclass(frozen=True, slots=True)
class _MovedAnswers:
    """The values by new key, and the last iterations by value key before and after the move."""

    values: dict[str, object]
    before: Mapping[str, int]
    after: Mapping[str, int]


def _move_answers(
    actor: Actor, context: RfxContext, move: RevisionMove, fields: Sequence[PlacedField]
) -> _MovedAnswers:
    """Move the current answers.

    A key that had an answer before, also to another question, continues with the next iteration; without an answer that
    fits it is cleared by the actor. So is a key that another question had, because a page from before the move may still
    save an answer to that question.
    """
    reused = _reused_keys(context, move)
    current = _current_answers(context.rfx.id)
    last = _last_iterations(context.rfx.id)
    values: dict[str, object] = {}
    replaced = dict(current)
    appended: list[FormValue] = []
    for pair in move.pairs:
        answer = current.get(pair.old.key) if pair.old else None
        if answer is None or pair.new is None or answer.key in move.dropped:
            continue
        values[pair.new.key] = answer.value
        if _stays(answer, pair):
            del replaced[answer.key]
        else:
            appended.append(_moved_answer(answer, pair, last))
    appended += [
        _answer(
            context.rfx.id, placed, last, value=None, organisation_id=actor.organisation_id,
            created_by_user_id=actor.user_id, updated=now(),
        )
        for placed in fields
        if (placed.key in last or placed.key in reused) and placed.key not in values
    ]  # fmt: skip
    values |= {answer.key: None for answer in appended if answer.key not in values}
    db.session.execute(
        update(FormValue)
        .where(FormValue.id.in_([answer.id for answer in replaced.values()]))
        .values(is_current=False)
    )
    db.session.add_all(appended)
    db.session.flush()
    after = {**last, **{answer.key: answer.iteration for answer in appended}}
    return _MovedAnswers(values, last, after)


def _reused_keys(context: RfxContext, move: RevisionMove) -> set[str]:
    """Return the value keys that another question, or another kind of answer, had at any time before the move."""
    former = {pair.old.key: pair.old for pair in move.pairs if pair.old}
    earlier = set(former)
    if context.rfx.has_moved:
        stmt = select(RfxRevisionChange.former_keys).where(RfxRevisionChange.rfx_id == context.rfx.id)
        earlier |= {each["former"] for keys in db.session.scalars(stmt) for each in keys}
    return {
        pair.new.key
        for pair in move.pairs
        if pair.new
        and pair.new.key in earlier
        and not (
            pair.old and pair.old.key == pair.new.key and takes_same_answers(pair.old.field, pair.new.field)
        )
    }


def _record_change(actor: Actor, context: RfxContext, move: RevisionMove, moved: _MovedAnswers) -> None:
    """Record the move for the notice of the respondent and for pages that are open with the former questions."""
    before = {form_id for form_id, _ in context.revisions}
    [form_id] = [form_id for form_id, _ in move.revisions if form_id not in before]
    db.session.add(
        RfxRevisionChange(
            rfx_id=context.rfx.id,
            doc_form_id=form_id,
            created_by_user_id=actor.user_id,
            carried=sum(
                answered(pair.new.field, moved.values.get(pair.new.key)) for pair in move.pairs if pair.new
            ),
            new_keys=[
                pair.new.key
                for pair in move.pairs
                if pair.new
                and pair.change is FieldChange.NEW
                and pair.new.field.writable_by is not WritableBy.REQUESTER
            ],
            again_keys=[
                pair.new.key for pair in move.pairs if pair.old and pair.new and pair.old.key in move.dropped
            ],
            former_keys=[
                former
                for pair in move.pairs
                if pair.old and (former := _former_key(pair.old, pair.new, moved))
            ],
        )
    )
    context.rfx.has_moved = True


def _former_key(old: PlacedField, new: PlacedField | None, moved: _MovedAnswers) -> FormerKeyJson | None:
    """Return where a text belongs that was typed under the key of `old`; None if its key and iteration still fit."""
    base = moved.before.get(old.key, 0)
    key = new.key if new is not None and takes_same_answers(old.field, new.field) else None
    iteration = moved.after.get(key, 0) if key is not None else 0
    if (key, iteration) == (old.key, base):
        return None
    return {
        "former": old.key,
        "base": base,
        "label": old.field.label or old.field.name,
        "key": key,
        "iteration": iteration,
        "is_asked": new is not None,
    }


def _current_answers(rfx_id: int) -> dict[str, FormValue]:
    stmt = select(FormValue).where(FormValue.rfx_id == rfx_id, FormValue.is_current)
    rows = db.session.execute(stmt, execution_options={"populate_existing": True}).scalars()
    return {row.key: row for row in rows}


def _last_iterations(rfx_id: int) -> Mapping[str, int]:
    stmt = select(FormValue.key, func.max(FormValue.iteration).label("last")).where(
        FormValue.rfx_id == rfx_id
    )
    return {row.key: row.last for row in db.session.execute(stmt.group_by(FormValue.key))}


def _stays(answer: FormValue, pair: FieldPair) -> bool:
    """Return True if the row can stay: pages that are open then have its iteration as the base of their saves."""
    placed = pair.new
    return (
        placed is not None
        and pair.change is FieldChange.SAME
        and (answer.key, answer.fid, answer.type, answer.question_id)
        == (placed.key, placed.field.fid, placed.field.type, placed.field.question_id)
    )


def _moved_answer(answer: FormValue, pair: FieldPair, last: Mapping[str, int]) -> FormValue:
    if pair.new is None:
        raise ValueError("the question is no longer asked")
    is_same = pair.change is FieldChange.SAME
    return _answer(
        answer.rfx_id, pair.new, last, value=answer.value, organisation_id=answer.organisation_id,
        created_by_user_id=answer.created_by_user_id, updated=answer.updated,
        accepted=answer.accepted if is_same else None,
        accepted_by_user_id=answer.accepted_by_user_id if is_same else None,
    )  # fmt: skip


def _answer(rfx_id: int, placed: PlacedField, last: Mapping[str, int], **columns: object) -> FormValue:
    return FormValue(
        rfx_id=rfx_id, doc_form_id=placed.form_id, key=placed.key, fid=placed.field.fid, type=placed.field.type,
        question_id=placed.field.question_id, iteration=last.get(placed.key, 0) + 1, source=AnswerSource.MOVED,
        **columns,
    )  # fmt: skip


def _move_follow_ups(actor: Actor, context: RfxContext, move: RevisionMove) -> None:
    """Give the follow-ups their new value keys, and close those on questions that are changed or no longer asked."""
    changes = {pair.old.key: pair.change for pair in move.pairs if pair.old}
    keys = move.keys
    tasks = db.session.execute(
        select(UserTask)
        .where(
            UserTask.subject_type == RFX_SUBJECT,
            UserTask.subject_id == context.rfx.id,
            UserTask.type == TaskType.FOLLOW_UP,
            UserTask.field_key.is_not(None),
        )
        .order_by(UserTask.id)
        .with_for_update()
    ).scalars()
    for task in tasks:
        former = task.field_key or ""
        if changes.get(former) is not FieldChange.SAME and task.is_open:
            close_task(actor=actor, task=task)
        task.field_key = keys.get(former)


def _add_response_of_requester(context: RfxContext, fields: Sequence[PlacedField]) -> None:
    """Add the response of the requester if the new revision has fields for it and the former one had none."""
    if not keys_of_side(fields, WritableBy.REQUESTER):
        return
    rfx = context.rfx
    stmt = select(RfxResponse.id).where(
        RfxResponse.rfx_id == rfx.id, RfxResponse.organisation_id == rfx.organisation_id
    )
    if db.session.execute(stmt).scalar() is None:
        db.session.add(RfxResponse(rfx_id=rfx.id, organisation_id=rfx.organisation_id))
