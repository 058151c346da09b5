"""The first steps of a user in a new organisation, with their progress."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from sqlalchemy import ColumnElement, case, exists, func, null, or_, select

from app.accounts.public import Organisation, User, UserType
from app.forms.public import has_own_questionnaire
from app.home.models import HomeLayout
from app.home.types import BUYER_STEPS, REQUEST_LIMIT, STEP_PERMISSIONS, SUPPLIER_STEPS, StepKey
from app.kernel.http.auth import VIEWER, VIEWER_USER, Actor
from app.network.public import first_inviter, has_suppliers
from app.rfx.public import Rfx, received_requests


class InviterJson(TypedDict):
    """The inviting organisation as the database builds it."""

    id: int
    name: str
    logo_id: int | None
    logo_version: str | None
    has_page: bool


class RequestsJson(TypedDict):
    """The received RFxs in numbers, as the database builds them."""

    open: int
    next_deadline: str | None
    next_ids: list[int] | None
    submitted: int


class ProgressJson(TypedDict):
    """Progress of an organisation as the database builds it."""

    inviter: InviterJson | None
    has_suppliers: bool
    has_profile: bool
    has_colleague: bool
    has_questionnaire: bool
    has_sent: bool
    requests: RequestsJson


@dataclass(frozen=True, slots=True)
class Step:
    """One step; `rfx_id` is the most urgent RFx to answer."""

    key: StepKey
    is_done: bool
    rfx_id: int | None = None


@dataclass(frozen=True, slots=True)
class FirstSteps:
    """The steps that a user may do. A supplier also sees its inviter and the number of its open requests."""

    inviter: InviterJson | None
    open_requests: int
    next_deadline: datetime | None
    steps: Sequence[Step]

    @property
    def are_done(self) -> bool:
        """Return True if nothing is left to do."""
        return all(step.is_done for step in self.steps)


def progress() -> ColumnElement[ProgressJson | None]:
    """Select the progress of the viewer's organisation as JSON; NULL, at no cost, once the viewer has hidden the steps.

    It is a column of a statement that is executed with `moment()`.
    """
    hidden = select(HomeLayout.steps_hidden).where(HomeLayout.user_id == VIEWER_USER).scalar_subquery()
    has_sent = exists().where(Rfx.organisation_id == VIEWER)
    state = func.json_build_object(
        "inviter", first_inviter(),
        "has_suppliers", has_suppliers(),
        "has_profile", _has_profile(),
        "has_colleague", _has_colleague(),
        # A starter form that was sent unchanged needs no preparation.
        "has_questionnaire", or_(has_own_questionnaire(), has_sent),
        "has_sent", has_sent,
        "requests", received_requests(limit=REQUEST_LIMIT),
    )  # fmt: skip
    return case((hidden.is_(None), state), else_=null())


def first_steps(actor: Actor, state: ProgressJson | None) -> FirstSteps | None:
    """Return the first steps that the actor may do; None if they are hidden or the actor may do none of them."""
    if state is None:
        return None
    requests = state["requests"]
    is_supplier = state["inviter"] is not None and not state["has_suppliers"]
    done: Mapping[StepKey, bool] = {
        StepKey.PROFILE: state["has_profile"],
        StepKey.COLLEAGUE: state["has_colleague"],
        StepKey.ANSWERS: requests["open"] == 0 and requests["submitted"] > 0,
        StepKey.SUPPLIER: state["has_suppliers"],
        StepKey.QUESTIONNAIRE: state["has_questionnaire"],
        StepKey.REQUEST: state["has_sent"],
    }
    next_ids = requests["next_ids"]
    steps = [
        Step(key, done[key], next_ids[0] if next_ids and key is StepKey.ANSWERS else None)
        for key in (SUPPLIER_STEPS if is_supplier else BUYER_STEPS)
        if actor.may(STEP_PERMISSIONS[key])
    ]
    if not steps:
        return None
    deadline = requests["next_deadline"]
    return FirstSteps(
        inviter=state["inviter"] if is_supplier else None,
        open_requests=requests["open"] if is_supplier else 0,
        next_deadline=datetime.fromisoformat(deadline) if deadline and is_supplier else None,
        steps=steps,
    )


def _has_profile() -> ColumnElement[bool]:
    return exists().where(
        Organisation.id == VIEWER,
        Organisation.brief_description != "",
        Organisation.address_line1 != "",
        Organisation.address_city != "",
        or_(Organisation.logo_id.is_not(None), Organisation.website_url != ""),
    )


def _has_colleague() -> ColumnElement[bool]:
    return exists().where(User.organisation_id == VIEWER, User.id != VIEWER_USER, User.type == UserType.USER)
