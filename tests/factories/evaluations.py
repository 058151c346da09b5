"""Evaluations of requests for tests."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.accounts.models import AccessGrant, User
from app.accounts.public import grant_for
from app.evaluations.models import EvaluationMark
from app.evaluations.operations.closing import close_evaluation
from app.evaluations.operations.evaluators import add_evaluator
from app.evaluations.operations.preparing import (
    NewCriterion,
    open_evaluation,
    prepared_evaluation,
    save_criteria,
)
from app.evaluations.queries.rows import criteria_of, evaluators_of
from app.evaluations.types import EVALUATION_GRANT, CriterionSource
from app.extensions import db
from app.rfx.models import Rfx
from app.rfx.types import RfxStatus
from tests.factories.accounts import UserFactory, actor_of, colleague_of
from tests.factories.compared import SentRequest, answer, send_request
from tests.factories.rfx import field, heading
from tests.fixtures.people import SignedIn

POINTS = [
    {"operator": "equals", "operand": True, "points": 10},
    {"operator": "equals", "operand": False, "points": 0},
]
BLOCKS = (
    heading("Offer"),
    field("price", "NUMBER"),
    heading("Quality"),
    field("iso", "YESNO", scoring=POINTS),
    field("papers", "FILE"),
)
GUEST = "vera@consultants.example"


@dataclass(frozen=True)
class Prepared:
    """A request with an evaluation."""

    request: SentRequest
    owner: User

    @property
    def path(self) -> str:
        return f"/api/rfxRequest/{self.request.id}/evaluation"

    @property
    def criterion_ids(self) -> list[int]:
        return [criterion.id for criterion in criteria_of(self.request.id)]

    @property
    def rfx_ids(self) -> list[int]:
        return [sent.id for sent in self.request.rfxs]

    def evaluator_id(self, user: User) -> int:
        return next(row.evaluator.id for row in evaluators_of(self.request.id) if row.user.id == user.id)

    def guest(self) -> tuple[User, AccessGrant]:
        """Return the guest who evaluates, with the grant."""
        user = next(row.user for row in evaluators_of(self.request.id) if row.user.email == GUEST)
        grant = grant_for(user_id=user.id, subject_type=EVALUATION_GRANT, subject_id=self.request.id)
        assert grant is not None
        return user, grant


def criterion(
    name: str, weight: int, source: CriterionSource = CriterionSource.MARKS, section_id: str | None = None
) -> NewCriterion:
    """Return a criterion to save."""
    return NewCriterion(name=name, description="", weight=weight, source=source, section_id=section_id)


def answered_request(signed_in: SignedIn) -> SentRequest:
    """Send a request to three suppliers, of which the first two submit; the second has the higher score."""
    request = send_request("Aurora", "Bergmann", "Calder", blocks=BLOCKS)
    answer(signed_in, request.rfxs[0], price="40", iso=False)
    answer(signed_in, request.rfxs[1], price="50", iso=True)
    return request


def prepare(
    request: SentRequest,
    *evaluators: User,
    guest: bool = False,
    criteria: Sequence[NewCriterion] = (),
    opens: bool = True,
) -> Prepared:
    """Create an evaluation with the criteria Price (60) and Quality (40), add the evaluators, and open it."""
    owner = request.sender
    save_criteria(
        actor=actor_of(owner),
        request_id=request.id,
        criteria=criteria or [criterion("Price", 60), criterion("Quality", 40)],
        due=None,
        based_on=None,
    )
    people: list[tuple[int | None, str | None]] = [(user.id, None) for user in evaluators]
    if guest:
        people.append((None, GUEST))
    for user_id, email in people:
        access = prepared_evaluation(actor=actor_of(owner), request_id=request.id)
        add_evaluator(
            actor=actor_of(owner), access=access, user_id=user_id, email=email, name="Vera" if email else ""
        )
    if opens:
        open_evaluation(actor=actor_of(owner), request_id=request.id)
    return Prepared(request, owner)


def spread_evaluation(owner: User) -> Prepared:
    """Create a closed evaluation of one supplier, whose first criterion has the marks 0 and 9."""
    request = send_request(UserFactory().name, blocks=BLOCKS, sender=owner)
    db.session.get_one(Rfx, request.rfxs[0].id).status = RfxStatus.COMPLETED
    evaluators = [owner, colleague_of(owner)]
    prepared = prepare(request, *evaluators)
    db.session.add_all(
        EvaluationMark(
            evaluator_id=prepared.evaluator_id(user),
            rfx_id=prepared.rfx_ids[0],
            criterion_id=prepared.criterion_ids[0],
            mark=mark,
        )
        for user, mark in zip(evaluators, (0, 9), strict=True)
    )
    db.session.flush()
    close_evaluation(actor=actor_of(owner), request_id=request.id, reason="Enough")
    return prepared
