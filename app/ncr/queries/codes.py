"""Queries of defect codes: the viewer's own, and the codes of customers on non-conformances about the viewer."""

from collections.abc import Sequence

from sqlalchemy import exists, func, or_, select

from app.extensions import db
from app.kernel.http.auth import Actor
from app.kernel.http.errors import NotFoundError
from app.ncr.models import DefectCode, NonConformance
from app.ncr.types import MAX_DEFECT_CODES, NcrStatus

MAX_LISTED = 2 * MAX_DEFECT_CODES


def list_codes(*, actor: Actor) -> Sequence[tuple[DefectCode, bool]]:
    """Return (code, True if a non-conformance has it), by code: the own ones, archived ones too, then codes of customers.

    Codes of customers are on non-conformances about the organisation that it can see. One statement.
    """
    is_used = exists().where(NonConformance.defect_code_id == DefectCode.id)
    received = select(NonConformance.defect_code_id).where(
        NonConformance.with_organisation_id == actor.organisation_id,
        NonConformance.organisation_id != actor.organisation_id,
        NonConformance.status != NcrStatus.DELETED,
        NonConformance.defect_code_id.is_not(None),
    )
    is_own = DefectCode.organisation_id == actor.organisation_id
    return db.session.execute(
        select(DefectCode, is_used)
        .where(or_(is_own, DefectCode.id.in_(received)))
        .order_by(is_own.desc(), func.lower(DefectCode.code), DefectCode.id)
        .limit(MAX_LISTED)
    ).all()


def code_for(*, actor: Actor, code_id: int, lock: bool = False) -> DefectCode:
    """Return a code of the actor's organisation; raises NotFoundError for others."""
    stmt = select(DefectCode).where(
        DefectCode.id == code_id, DefectCode.organisation_id == actor.organisation_id
    )
    code: DefectCode | None = db.session.execute(stmt.with_for_update() if lock else stmt).scalar()
    if code is None:
        raise NotFoundError
    return code


def is_code_used(code_id: int) -> bool:
    """Return True if a non-conformance has the code, deleted ones too."""
    stmt = select(exists().where(NonConformance.defect_code_id == code_id))
    return bool(db.session.execute(stmt).scalar())


def own_codes(organisation_id: int) -> Sequence[DefectCode]:
    """Return all codes of an organisation, archived ones too."""
    stmt = select(DefectCode).where(DefectCode.organisation_id == organisation_id).limit(MAX_DEFECT_CODES)
    return db.session.execute(stmt).scalars().all()


def code_ids(organisation_id: int) -> dict[str, int]:
    """Return the ids of all codes of an organisation, by code."""
    return {defect.code: defect.id for defect in own_codes(organisation_id)}
