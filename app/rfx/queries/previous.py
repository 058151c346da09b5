"""Earlier rounds whose answers a new RFx can offer: submitted RFxs of the same parties with a form in common."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, Select, exists, func, select
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.orm import aliased

from app.accounts.public import User
from app.extensions import db
from app.forms.public import DocForm
from app.kernel.http.auth import Actor
from app.rfx.models import FormValue, Rfx, RfxDocForm
from app.rfx.types import RfxStatus


@dataclass(frozen=True, slots=True)
class EarlierValue:
    """Current answer of the respondent in an earlier round, with its author and time."""

    value: object
    iteration: int
    updated: datetime
    user_id: int


def earlier_values(rfx: Rfx) -> dict[str, EarlierValue]:
    """Return the respondent's answers of a submitted RFx by value key, without cleared ones."""
    rows = db.session.execute(
        select(
            FormValue.key,
            FormValue.value,
            FormValue.iteration,
            FormValue.updated,
            FormValue.created_by_user_id,
        ).where(
            FormValue.rfx_id == rfx.id,
            FormValue.is_current,
            FormValue.value.is_not(None),
            FormValue.organisation_id == rfx.with_organisation_id,
        )
    )
    return {
        row.key: EarlierValue(row.value, row.iteration, row.updated, row.created_by_user_id) for row in rows
    }


def last_submitted(
    *,
    actor: Actor,
    series_ids: Collection[str],
    organisation_ids: Collection[int] = (),
    emails: Collection[str] = (),
) -> dict[int | str, int]:
    """Return the last submitted RFx with one of these forms, by respondent: its organisation or, of a guest, the address.

    `emails` are in lower case. Two statements, or fewer, for any number of respondents.
    """
    rounds: dict[int | str, int] = {}
    if organisation_ids:
        stmt = _submitted(actor, series_ids).where(
            Rfx.with_organisation_id.in_(organisation_ids),
            Rfx.guest_user_id.is_(None),
            Rfx.recipient_user_id.is_(None),
        )
        stmt = stmt.ext(distinct_on(Rfx.with_organisation_id)).order_by(
            Rfx.with_organisation_id, Rfx.closed.desc(), Rfx.id.desc()
        )
        rounds |= {row.with_organisation_id: row.id for row in db.session.execute(stmt)}
    if emails:
        guest = aliased(User)
        address = func.lower(guest.email)
        stmt = (
            _submitted(actor, series_ids)
            .add_columns(address.label("address"))
            .join(guest, guest.id == Rfx.guest_user_id)
            .where(address.in_(emails))
            .ext(distinct_on(address))
            .order_by(address, Rfx.closed.desc(), Rfx.id.desc())
        )
        rounds |= {row.address: row.id for row in db.session.execute(stmt)}
    return rounds


def shares_form(rfx_id: int, series_ids: Sequence[str]) -> bool:
    """Return True if an RFx has one of these forms, at any revision."""
    return bool(db.session.execute(select(Rfx.id).where(Rfx.id == rfx_id, _has_form(series_ids))).scalar())


def _submitted(actor: Actor, series_ids: Collection[str]) -> Select[*tuple[object, ...]]:
    return select(Rfx.id, Rfx.with_organisation_id).where(
        Rfx.organisation_id == actor.organisation_id,
        Rfx.status == RfxStatus.COMPLETED,
        ~Rfx.ignored,
        ~Rfx.is_sealed,
        _has_form(series_ids),
    )


def _has_form(series_ids: Collection[str]) -> ColumnElement[bool]:
    return exists(
        select(DocForm.id)
        .join(RfxDocForm, RfxDocForm.doc_form_id == DocForm.id)
        .where(RfxDocForm.rfx_id == Rfx.id, DocForm.series_id.in_(series_ids))
        .correlate(Rfx)
    )
