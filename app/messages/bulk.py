"""Bulk actions on the actor's own view of threads: mark as seen or not seen, delete, restore. Each can be undone."""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from sqlalchemy import select

from app.extensions import db
from app.kernel.bulk.actions import (
    Args,
    BulkAction,
    BulkRun,
    Effect,
    Forecast,
    Preview,
    RowResult,
    Selection,
    Target,
)
from app.kernel.bulk.models import BulkOutcome
from app.kernel.bulk.selecting import selected_ids
from app.kernel.http.auth import SIGNED_IN, Actor
from app.kernel.http.errors import ConflictError, NotFoundError
from app.kernel.http.json_types import Arguments
from app.messages.list_kind import THREADS
from app.messages.models import MessageThread, ThreadParticipant
from app.messages.operations import mark_seen, mark_unseen, set_trash
from app.messages.schemas import ThreadQuerySchema
from app.messages.types import ThreadTag

SEEN_ALREADY = "You have seen it already."
NEW_ALREADY = "It is new already."
DELETED = "You have deleted it."
DELETED_ALREADY = "You have deleted it already."
NOT_DELETED = "It is not deleted."
CHANGED_SINCE = "It has been changed since, for example by a new message."


class OwnThread(NamedTuple):
    """A thread that the actor takes part in, with the actor's tags."""

    id: int
    subject: str
    tags: Collection[str]


def _threads(actor: Actor, ids: Collection[int | None], *, lock: bool = False) -> dict[int, OwnThread]:
    """Return the actor's threads among `ids`, last activity first."""
    stmt = (
        select(MessageThread.id, MessageThread.subject, ThreadParticipant.tags)
        .join(ThreadParticipant, ThreadParticipant.thread_id == MessageThread.id)
        .where(ThreadParticipant.user_id == actor.user_id, MessageThread.id.in_(ids))
        .order_by(ThreadParticipant.last_activity.desc(), MessageThread.id.desc())
    )
    rows = db.session.execute(stmt.with_for_update(of=ThreadParticipant) if lock else stmt)
    return {row.id: OwnThread._make(row) for row in rows}


def _resolve(actor: Actor, selection: Selection, _args: Args) -> Sequence[Target]:
    ids = selected_ids(actor, selection, THREADS, id_of=lambda row: row.thread.id)
    threads = _threads(actor, ids).values()
    return [Target(row.subject, row.id, url=f"/messages/t/{row.id}") for row in threads]


def _locked(run: BulkRun, target: Target) -> OwnThread:
    thread = _threads(run.actor, [target.subject_id], lock=True).get(target.subject_id or 0)
    if thread is None:
        raise NotFoundError
    return thread


def _action(
    kind: str,
    title: str,
    *,
    forecast: Callable[[OwnThread], Forecast],
    change: Callable[[Actor, int], None],
) -> BulkAction:
    """Return an action that changes the actor's tags of threads; an undo restores each thread's own tags."""

    def preview(actor: Actor, targets: Sequence[Target], _args: Args) -> Preview:
        threads = _threads(actor, [target.subject_id for target in targets])
        return Preview([forecast(threads[target.subject_id or 0]) for target in targets])

    def run_row(run: BulkRun, target: Target) -> RowResult:
        thread = _locked(run, target)
        expected = forecast(thread)
        if expected.effect is Effect.IMPOSSIBLE:
            raise ConflictError(expected.reason)
        if expected.effect is Effect.UNCHANGED:
            return RowResult(BulkOutcome.UNCHANGED, expected.reason)
        change(run.actor, thread.id)
        return RowResult(before={"tags": sorted(thread.tags)})

    def undo_row(run: BulkRun, target: Target, before: Arguments) -> None:
        thread = _locked(run, target)
        if forecast(thread).effect is Effect.CHANGES:
            raise ConflictError(CHANGED_SINCE)
        _restore_tags(run.actor, thread.id, before["tags"])

    return BulkAction(
        kind=kind,
        title=title,
        rule=SIGNED_IN,
        filter_schema=ThreadQuerySchema,
        resolve=_resolve,
        preview=preview,
        run_row=run_row,
        undo_row=undo_row,
        # The tags are the user's own: the log of the organisation does not record them one by one either.
        is_recorded=False,
    )


def _restore_tags(actor: Actor, thread_id: int, tags: Collection[str]) -> None:
    if ThreadTag.TRASH in tags:
        return set_trash(actor=actor, thread_id=thread_id, trash=True)
    set_trash(actor=actor, thread_id=thread_id, trash=False)
    if ThreadTag.NEW in tags:
        mark_unseen(actor=actor, thread_id=thread_id)
    return None


def _seen(thread: OwnThread) -> Forecast:
    return Forecast() if ThreadTag.NEW in thread.tags else Forecast(Effect.UNCHANGED, SEEN_ALREADY)


def _unseen(thread: OwnThread) -> Forecast:
    if ThreadTag.TRASH in thread.tags:
        return Forecast(Effect.IMPOSSIBLE, DELETED)
    return Forecast(Effect.UNCHANGED, NEW_ALREADY) if ThreadTag.NEW in thread.tags else Forecast()


def _deletion(thread: OwnThread) -> Forecast:
    return Forecast(Effect.UNCHANGED, DELETED_ALREADY) if ThreadTag.TRASH in thread.tags else Forecast()


def _restoration(thread: OwnThread) -> Forecast:
    return Forecast() if ThreadTag.TRASH in thread.tags else Forecast(Effect.UNCHANGED, NOT_DELETED)


THREAD_ACTIONS = (
    _action(
        "messages.markSeen", "Mark as seen", forecast=_seen,
        change=lambda actor, thread_id: mark_seen(actor=actor, thread_id=thread_id),
    ),
    _action(
        "messages.markUnseen", "Mark as new", forecast=_unseen,
        change=lambda actor, thread_id: mark_unseen(actor=actor, thread_id=thread_id),
    ),
    _action(
        "messages.delete", "Delete messages", forecast=_deletion,
        change=lambda actor, thread_id: set_trash(actor=actor, thread_id=thread_id, trash=True),
    ),
    _action(
        "messages.restore", "Restore messages", forecast=_restoration,
        change=lambda actor, thread_id: set_trash(actor=actor, thread_id=thread_id, trash=False),
    ),
)  # fmt: skip
