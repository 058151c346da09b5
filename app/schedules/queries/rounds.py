"""Content and recipients of a round that was sent: what the next one is made of."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from sqlalchemy import func, select

from app.accounts.public import User, UserStatus, UserType
from app.extensions import db
from app.forms.public import DocForm
from app.rfx.public import Rfx, RfxDocForm, RfxRequest, RfxType
from app.schedules.types import FormSetJson
from app.tasks.public import RFX_SUBJECT, TaskType, UserTask


@dataclass(slots=True)
class SurveyRound:
    """The surveys of one kind that an assessment sent with the same forms, and their recipients."""

    forms: FormSetJson
    rfx_ids: list[int] = field(default_factory=list)
    users: list[User] = field(default_factory=list)


def forms_of_rfx(rfx: Rfx) -> FormSetJson:
    """Return the forms of an RFx, by series."""
    return {"series": _series_of([rfx.id]).get(rfx.id, []), "bundle": rfx.bundle_name}


def message_of_rfx(rfx: Rfx) -> str:
    """Return the message that an RFx was sent with, or an empty text."""
    request = db.session.get(RfxRequest, rfx.request_id) if rfx.request_id else None
    return request.message_html if request else ""


def addressed_users(rfx_ids: Collection[int]) -> list[int]:
    """Return the ids of the addressed users of RFxs."""
    stmt = select(UserTask.assigned_user_id).where(
        UserTask.subject_type == RFX_SUBJECT,
        UserTask.subject_id.in_(rfx_ids),
        UserTask.type == TaskType.RFX,
        UserTask.assigned_user_id.is_not(None),
    )
    return sorted({user_id for user_id in db.session.execute(stmt).scalars() if user_id is not None})


def survey_round(assessment_id: int, type: RfxType) -> SurveyRound | None:
    """Return the first surveys of a type that an assessment sent, with all recipients of the same forms; None without any.

    Guests are recipients too, ignored surveys are left out.
    """
    rows: Sequence[tuple[Rfx, User | None]] = [
        (rfx, user)
        for rfx, user in db.session.execute(
            select(Rfx, User)
            .outerjoin(User, User.id == func.coalesce(Rfx.guest_user_id, Rfx.recipient_user_id))
            .where(Rfx.assessment_id == assessment_id, Rfx.type == type, ~Rfx.ignored)
            .order_by(Rfx.id)
        )
    ]
    if not rows:
        return None
    series = _series_of([rfx.id for rfx, _ in rows])
    first = rows[0][0]
    result = SurveyRound({"series": series.get(first.id, []), "bundle": first.bundle_name})
    for rfx, user in rows:
        if series.get(rfx.id) != result.forms["series"]:
            continue
        result.rfx_ids.append(rfx.id)
        if user is not None and (user.type == UserType.GUEST or user.status != UserStatus.SUSPENDED):
            result.users.append(user)
    return result


def _series_of(rfx_ids: Sequence[int]) -> dict[int, list[str]]:
    rows = db.session.execute(
        select(RfxDocForm.rfx_id, DocForm.series_id)
        .join(DocForm, DocForm.id == RfxDocForm.doc_form_id)
        .where(RfxDocForm.rfx_id.in_(rfx_ids))
        .order_by(RfxDocForm.rfx_id, RfxDocForm.position)
    )
    series: dict[int, list[str]] = {}
    for rfx_id, series_id in rows:
        series.setdefault(rfx_id, []).append(series_id)
    return series
