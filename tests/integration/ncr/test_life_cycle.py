"""The rules of a non-conformance hold after any sequence of steps by both parties."""

from collections.abc import Callable
from contextlib import suppress

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.events.models import EventLog
from app.extensions import db
from app.kernel.http.errors import ConflictError, ForbiddenError, InvalidError, NotFoundError
from app.messages.models import Message
from app.ncr.operations.moves import set_deleted
from app.ncr.operations.progress import add_progress
from app.ncr.queries.ncrs import ncr_for
from app.ncr.types import NcrStatus
from tests.factories.accounts import UserFactory, actor_of
from tests.factories.ncr import make_ncr
from tests.factories.network import relate

S = NcrStatus
POSSIBLE = {
    (S.PENDING, S.INPROGRESS), (S.INPROGRESS, S.RESOLVED), (S.RESOLVED, S.INPROGRESS),
    *((status, S.DELETED) for status in (S.PENDING, S.INPROGRESS, S.RESOLVED)),
    *((S.DELETED, status) for status in (S.PENDING, S.INPROGRESS, S.RESOLVED)),
}  # fmt: skip

steps = st.lists(
    st.tuples(
        st.sampled_from(["buyer", "supplier"]),
        st.one_of(
            st.tuples(st.just("progress"), st.sampled_from([None, *NcrStatus]), st.booleans(), st.booleans()),
            st.tuples(st.sampled_from(["delete", "restore"])),
        ),
    ),
    max_size=12,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(history=steps)
def test_rules_hold_in_any_order_of_steps(
    session: Session, history: list[tuple[str, tuple[object, ...]]]
) -> None:
    savepoint = session.begin_nested()
    try:
        _run_steps(history)
    finally:
        savepoint.rollback()
        session.expire_all()


def _run_steps(history: list[tuple[str, tuple[object, ...]]]) -> None:
    buyer, supplier = UserFactory(), UserFactory()
    relationship = relate(buyer.organisation_id, supplier.organisation_id)
    actors = {"buyer": actor_of(buyer), "supplier": actor_of(supplier)}
    ncr_id = make_ncr(buyer, relationship.id).ncr.id
    before_deletion = S.PENDING
    for who, step in history:
        before = NcrStatus(ncr_for(actor=actors["buyer"], ncr_id=ncr_id).ncr.status)
        run_step = _action(actors[who], ncr_id, step)
        with suppress(ForbiddenError, NotFoundError, ConflictError, InvalidError):
            run_step()
        db.session.flush()
        context = ncr_for(actor=actors["buyer"], ncr_id=ncr_id)
        after = NcrStatus(context.ncr.status)
        if before != after:
            assert (before, after) in POSSIBLE
            if after in {S.RESOLVED, S.DELETED} or before in {S.RESOLVED, S.DELETED}:
                assert who == "buyer", "only the raiser resolves, reopens, deletes and restores"
            if before is S.DELETED:
                assert after == before_deletion
        if after is S.DELETED and before is not S.DELETED:
            before_deletion = before
        assert context.task.is_open == (after in {S.PENDING, S.INPROGRESS})
        assert (context.ncr.resolved is not None) == (after is S.RESOLVED) or after is S.DELETED
        thread_id = context.task.message_thread_id
        if thread_id is not None:
            samples = db.session.execute(
                select(Message.sample).where(Message.thread_id == thread_id)
            ).scalars()
            assert all(samples)
    types = db.session.execute(
        select(EventLog.type).where(EventLog.organisation_id == supplier.organisation_id)
    )
    assert "ncr.created" in set(types.scalars())


def _action(actor: object, ncr_id: int, step: tuple[object, ...]) -> Callable[[], object]:
    if step[0] == "progress":
        _, status, words, asks = step
        return lambda: add_progress(
            actor=actor,  # type: ignore[arg-type]
            ncr_id=ncr_id,
            html="<p>Words</p>" if words else "",
            status=status,  # type: ignore[arg-type]
            asks_resolution=bool(asks),
        )
    return lambda: set_deleted(actor=actor, ncr_id=ncr_id, deleted=step[0] == "delete")  # type: ignore[arg-type]
