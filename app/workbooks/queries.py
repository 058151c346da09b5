"""Imports of answers: of the viewer, and for the worker."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import func, select

from app.accounts.public import AccessGrant, actor_of_user
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor, Grant
from app.kernel.http.errors import NotFoundError
from app.workbooks.models import AnswerImport
from app.workbooks.types import HOUR, MAX_OPEN, UNFINISHED


def own_import(*, actor: Actor, rfx_id: int, import_id: int, lock: bool = False) -> AnswerImport:
    """Return an import of the actor; raise NotFoundError for others. The caller has checked the access to the RFx."""
    stmt = select(AnswerImport).where(
        AnswerImport.id == import_id, AnswerImport.rfx_id == rfx_id, AnswerImport.user_id == actor.user_id
    )
    answer_import: AnswerImport | None = db.session.execute(
        stmt.with_for_update() if lock else stmt, execution_options={"populate_existing": lock}
    ).scalar()
    if answer_import is None or answer_import.grant_id != (actor.grant.id if actor.grant else None):
        raise NotFoundError
    return answer_import


def locked_import(import_id: int) -> AnswerImport | None:
    """Return an import, locked, for the worker; None if it was discarded."""
    answer_import: AnswerImport | None = db.session.execute(
        select(AnswerImport).where(AnswerImport.id == import_id).with_for_update(),
        execution_options={"populate_existing": True},
    ).scalar()
    return answer_import


def unfinished_imports(*, actor: Actor, rfx_id: int) -> Sequence[AnswerImport]:
    """Return the actor's imports of an RFx that are not applied, newest first, at most MAX_OPEN."""
    return (
        db.session.execute(
            select(AnswerImport)
            .where(
                AnswerImport.rfx_id == rfx_id,
                AnswerImport.user_id == actor.user_id,
                AnswerImport.state.in_(UNFINISHED),
            )
            .order_by(AnswerImport.id.desc())
            .limit(MAX_OPEN)
        )
        .scalars()
        .all()
    )


def recent_imports(*, actor: Actor) -> Sequence[datetime]:
    """Return the times of the actor's imports in the last hour, oldest first."""
    stmt = select(AnswerImport.created).where(
        AnswerImport.user_id == actor.user_id, AnswerImport.created > now() - HOUR
    )
    return db.session.execute(stmt.order_by(AnswerImport.created)).scalars().all()


def count_unfinished(*, actor: Actor, rfx_id: int) -> int:
    """Return the number of the actor's imports of an RFx that are not applied."""
    stmt = select(func.count()).where(
        AnswerImport.rfx_id == rfx_id,
        AnswerImport.user_id == actor.user_id,
        AnswerImport.state.in_(UNFINISHED),
    )
    return db.session.execute(stmt).scalar_one()


def actor_of_import(answer_import: AnswerImport) -> Actor:
    """Return the user of an import with present permissions; a guest has the grant, unless it was revoked."""
    actor = actor_of_user(answer_import.user_id)
    if answer_import.grant_id is None:
        return actor
    grant = db.session.execute(
        select(AccessGrant).where(AccessGrant.id == answer_import.grant_id, AccessGrant.revoked.is_(None))
    ).scalar_one_or_none()
    if grant is None:
        return actor
    return replace(
        actor,
        grant=Grant(
            id=grant.id, subject_type=grant.subject_type, subject_id=grant.subject_id, scope=grant.scope
        ),
    )
