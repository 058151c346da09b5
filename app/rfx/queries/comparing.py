"""The RFxs of one request with their current answers, for a comparison. The caller has checked the access.

Each function runs one statement for all RFxs.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from sqlalchemy import func, select

from app.accounts.public import ANONYMOUS, GUEST_SAFE_NAME, Organisation, User
from app.extensions import db
from app.forms.public import FieldType
from app.kernel.http.auth import Actor
from app.rfx.models import FormValue, Rfx, RfxScore
from app.rfx.policies.access import actions_of, safe_name
from app.rfx.policies.states import status_now
from app.rfx.types import FieldScoreJson, RfxStatus, SectionScoreJson, ViewerRole
from app.tasks.public import RFX_SUBJECT, TaskStatus, TaskType, UserTask


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedRfx:
    """An RFx as a column of a comparison, with the name of the respondent for screens and the stored scores.

    `overall` is a share of 1; `scores` has the stored score of each scored question by value key.
    """

    id: int
    name: str
    addressee: str
    """The name in letters: the organisation, or the name or address of a guest."""
    is_guest: bool
    logo: tuple[int | None, str | None]
    """Attachment and version of the logo; (None, None) for guests."""
    status: RfxStatus
    ended_because: str | None
    """The reason of the respondent who declined, or of the requester who withdrew it."""
    is_withdrawn: bool
    answered: int
    answerable: int | None
    may_review: bool
    overall: Decimal | None
    scores: Mapping[str, FieldScoreJson]


@dataclass(frozen=True, slots=True)
class ComparedAnswer:
    """Current answer to one question of `type`; `value` is JSON."""

    value: object
    iteration: int
    accepted: datetime | None
    type: FieldType


def compared_rfxs(*, actor: Actor, request_id: int) -> list[ComparedRfx]:
    """Return the RFxs of a request of the actor's organisation, the first sent first."""
    rows = db.session.execute(
        select(
            Rfx, Organisation.name.label("respondent_name"), Organisation.is_placeholder, Organisation.logo_id,
            Organisation.logo_version, User.name.label("asked_name"), User.email.label("asked_email"),
            RfxScore.overall, RfxScore.sections,
        )
        .join(Organisation, Organisation.id == Rfx.with_organisation_id)
        .outerjoin(User, User.id == func.coalesce(Rfx.guest_user_id, Rfx.recipient_user_id))
        .outerjoin(RfxScore, RfxScore.rfx_id == Rfx.id)
        .where(Rfx.request_id == request_id, Rfx.organisation_id == actor.organisation_id)
        .order_by(Rfx.id)
    )  # fmt: skip
    return [
        ComparedRfx(
            id=row.Rfx.id,
            name=safe_name(
                row.Rfx,
                to_guest=row.is_placeholder,
                asked_name=row.asked_name,
                asked_email=row.asked_email,
                respondent_name=row.respondent_name,
            ),
            addressee=_addressee(row.asked_name, row.asked_email)
            if row.is_placeholder
            else row.respondent_name,
            is_guest=row.is_placeholder,
            logo=(None, None) if row.is_placeholder else (row.logo_id, row.logo_version),
            status=status_now(row.Rfx),
            ended_because=row.Rfx.withdrawn_reason or row.Rfx.decline_reason,
            is_withdrawn=row.Rfx.withdrawn_reason is not None,
            answered=row.Rfx.answered,
            answerable=row.Rfx.answerable,
            may_review=actions_of(actor, ViewerRole.REQUESTER, row.Rfx).review,
            overall=row.overall,
            scores=_scores(row.sections or ()),
        )
        for row in rows
    ]


def _addressee(name: str | None, email: str | None) -> str:
    return name if name and name != ANONYMOUS else email or GUEST_SAFE_NAME


def _scores(sections: Sequence[SectionScoreJson]) -> dict[str, FieldScoreJson]:
    return {field["key"]: field for section in sections for field in section["fields"]}


def compared_answers(rfx_ids: Sequence[int]) -> dict[int, dict[str, ComparedAnswer]]:
    """Return the current answers by RFx and value key, without cleared ones."""
    answers: dict[int, dict[str, ComparedAnswer]] = defaultdict(dict)
    rows = db.session.execute(
        select(
            FormValue.rfx_id,
            FormValue.key,
            FormValue.value,
            FormValue.iteration,
            FormValue.accepted,
            FormValue.type,
        ).where(FormValue.rfx_id.in_(rfx_ids), FormValue.is_current, FormValue.value.is_not(None))
    )
    for row in rows:
        answers[row.rfx_id][row.key] = ComparedAnswer(row.value, row.iteration, row.accepted, row.type)
    return answers


def open_follow_ups_of(rfx_ids: Sequence[int]) -> dict[tuple[int, str], int]:
    """Count the follow-up tasks that are not closed, by RFx and value key."""
    rows = db.session.execute(
        select(UserTask.subject_id, UserTask.field_key, func.count())
        .where(
            UserTask.subject_type == RFX_SUBJECT,
            UserTask.subject_id.in_(rfx_ids),
            UserTask.type == TaskType.FOLLOW_UP,
            UserTask.status != TaskStatus.CLOSED,
        )
        .group_by(UserTask.subject_id, UserTask.field_key)
    )
    return {(rfx_id, key): count for rfx_id, key, count in rows if key is not None}
