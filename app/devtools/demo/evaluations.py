"""Two evaluations of the demo: a closed one with a disagreement, and an open one with a guest who evaluates."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta

from sqlalchemy import select

from app.accounts.public import User, actor_of_user
from app.devtools.demo import offers, requests
from app.devtools.demo.network import Network
from app.devtools.demo.timeline import Story, ago
from app.evaluations.operations.evaluators import add_evaluator
from app.evaluations.operations.marking import NewMark, save_mark, set_conflict, set_finished
from app.evaluations.operations.preparing import (
    NewCriterion,
    open_evaluation,
    prepared_evaluation,
    save_criteria,
)
from app.evaluations.queries.rows import criteria_of, submitted_rfx_ids
from app.evaluations.types import CriterionSource
from app.extensions import db
from app.kernel import clock
from app.kernel.http.auth import Actor
from app.rfx.models import RfxRequest

GUEST = ("Vera Lindholm", "vera.lindholm@assayers.example")
MANAGER, CONTRIBUTOR = "daniel.asante@meridian-surgical.example", "yuki.tanaka@meridian-surgical.example"

OFFER_CRITERIA = (
    NewCriterion(
        name="Price", description="10: the lowest total cost over three years.", weight=40,
        source=CriterionSource.MARKS, section_id=None,
    ),
    NewCriterion(
        name="Quality of the process", description="10: faults are found before delivery.", weight=35,
        source=CriterionSource.MARKS, section_id=None,
    ),
    NewCriterion(name="Answers", description="", weight=25, source=CriterionSource.SCORE, section_id=None),
)  # fmt: skip
ORIGIN_CRITERIA = (
    NewCriterion(
        name="Due diligence", description="10: the origin of every lot is documented.", weight=60,
        source=CriterionSource.MARKS, section_id=None,
    ),
    NewCriterion(
        name="Response to incidents", description="10: a tested plan with names.", weight=40,
        source=CriterionSource.MARKS, section_id=None,
    ),
)  # fmt: skip
OFFER_MARKS: Mapping[str, Sequence[tuple[int, int]]] = {
    MANAGER: ((6, 8), (7, 9), (9, 9), (8, 4), (5, 3)),
    CONTRIBUTOR: ((6, 8), (6, 9), (8, 8), (7, 8), (6, 2)),
}
"""Marks for Price and for the process by evaluator, in the order of the suppliers; they disagree about the fourth."""
COMMENTS: Mapping[tuple[str, int], str] = {
    (MANAGER, 3): "Without a second factor I see a risk for our drawings.",
    (CONTRIBUTOR, 3): "Their audit last year was the best of the five.",
}


def plan_evaluations(network: Network) -> Iterator[Story]:
    """Plan the evaluation of the offers, and of the request to many suppliers."""
    yield _closed(network)
    yield _open(network)


def _closed(network: Network) -> Story:
    buyer = network.meridian.lead
    yield ago(0, 4)
    request_id = _request_id(offers.TITLE)
    _prepare(buyer, request_id, OFFER_CRITERIA, [MANAGER, CONTRIBUTOR])
    open_evaluation(actor=buyer, request_id=request_id)
    criteria = criteria_of(request_id)
    rfx_ids = submitted_rfx_ids(request_id)
    for hours, (email, marks) in enumerate(OFFER_MARKS.items()):
        yield ago(0, 3 - hours)
        evaluator = _actor(email)
        for index, (rfx_id, pair) in enumerate(zip(rfx_ids, marks, strict=True)):
            for position, mark in enumerate(pair):
                comment = COMMENTS.get((email, index), "") if position == 1 else ""
                _mark(evaluator, request_id, (rfx_id, criteria[position].id), mark=mark, comment=comment)
        set_finished(actor=evaluator, request_id=request_id, is_finished=True)


def _open(network: Network) -> Story:
    buyer = network.meridian.lead
    yield ago(0, 2)
    request_id = _request_id(requests.TITLE)
    _prepare(buyer, request_id, ORIGIN_CRITERIA, [MANAGER], due_in=7)
    access = prepared_evaluation(actor=buyer, request_id=request_id)
    add_evaluator(actor=buyer, access=access, user_id=buyer.user_id, email=None, name="")
    access = prepared_evaluation(actor=buyer, request_id=request_id)
    add_evaluator(actor=buyer, access=access, user_id=None, email=GUEST[1], name=GUEST[0])
    open_evaluation(actor=buyer, request_id=request_id)
    yield ago(0, 1)
    manager, criteria = _actor(MANAGER), criteria_of(request_id)
    rfx_ids = submitted_rfx_ids(request_id)
    set_conflict(actor=manager, request_id=request_id, rfx_id=rfx_ids[-1], is_declared=True)
    for index, rfx_id in enumerate(rfx_ids[:-1]):
        for criterion in criteria:
            _mark(manager, request_id, (rfx_id, criterion.id), mark=8 - index)
    set_finished(actor=manager, request_id=request_id, is_finished=True)
    cell = (rfx_ids[0], criteria[0].id)
    _mark(buyer, request_id, cell, mark=7, comment="Two smelters are not on the list yet.")


def _prepare(
    buyer: Actor,
    request_id: int,
    criteria: Sequence[NewCriterion],
    emails: Sequence[str],
    due_in: int | None = None,
) -> None:
    due = clock.now().date() + timedelta(days=due_in) if due_in else None
    save_criteria(actor=buyer, request_id=request_id, criteria=criteria, due=due, based_on=None)
    for email in emails:
        access = prepared_evaluation(actor=buyer, request_id=request_id)
        add_evaluator(actor=buyer, access=access, user_id=_actor(email).user_id, email=None, name="")


def _mark(evaluator: Actor, request_id: int, cell: tuple[int, int], *, mark: int, comment: str = "") -> None:
    """Save a mark of the cell of an RFx and a criterion."""
    rfx_id, criterion_id = cell
    new = NewMark(rfx_id=rfx_id, criterion_id=criterion_id, mark=mark, comment=comment, based_on=None)
    save_mark(actor=evaluator, request_id=request_id, new=new)


def _actor(email: str) -> Actor:
    return actor_of_user(db.session.execute(select(User.id).where(User.email == email)).scalar_one())


def _request_id(title: str) -> int:
    return int(db.session.execute(select(RfxRequest.id).where(RfxRequest.title == title)).scalar_one())
