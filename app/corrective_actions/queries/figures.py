"""Figures of corrective actions: days from the request to the acceptance, steps sent in time, and returned steps.

Days count in the first attempt of an action, because later ones start when the check of effectiveness failed. Withdrawn
actions do not count. A step that waits counts as late once its time is over, so that slow suppliers are not left out.
"""

from collections.abc import Mapping
from datetime import timedelta

from sqlalchemy import Float, SQLColumnExpression, and_, cast, func, literal, or_, select

from app.corrective_actions.models import CorrectiveAction, CorrectiveStep
from app.corrective_actions.types import ActionState, Step, StepState
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.ncr.public import (
    ActionFigure,
    FigureFilter,
    NonConformance,
    PunctualityFigure,
    StageFigure,
    is_counted,
)

DAY_SECONDS = 86_400
STAGES: Mapping[str, Step] = {
    "D3": Step.D3,
    "D4": Step.D4,
    "D5 and D6": Step.D6,
    "D7": Step.D7,
    "D8": Step.D8,
}
"""The stages by name, each with the step that is accepted last."""
LIMITS: Mapping[str, tuple[Step, timedelta]] = {
    "D3 sent within 24 hours": (Step.D3, timedelta(days=1)),
    "D8 sent within 30 days": (Step.D8, timedelta(days=30)),
}
"""The times from the request in which steps have to be sent."""


def figure_actions(actor: Actor, filters: FigureFilter) -> ActionFigure:
    """Return the figures of the corrective actions of the counted non-conformances, with one statement."""
    action, step = CorrectiveAction, CorrectiveStep
    is_first, was_sent = step.loop == 1, step.state.in_([StepState.SENT, StepState.ACCEPTED])
    days = cast(func.extract("epoch", step.decided - action.created), Float) / DAY_SECONDS
    columns: list[SQLColumnExpression[object]] = []
    for last in STAGES.values():
        is_accepted = and_(is_first, step.step == last, step.state == StepState.ACCEPTED)
        columns += [
            func.count().filter(is_accepted),
            func.percentile_cont(0.5).within_group(days).filter(is_accepted),
        ]
    for last, limit in LIMITS.values():
        is_over = and_(action.next_due.is_not(None), action.created < literal(now() - limit))
        is_counted_step = and_(is_first, step.step == last, or_(was_sent, is_over))
        is_on_time = and_(is_first, step.step == last, was_sent, step.sent <= action.created + limit)
        columns += [func.count().filter(is_counted_step), func.count().filter(is_on_time)]
    row = db.session.execute(
        select(
            func.count(action.id.distinct()),
            func.count(action.id.distinct()).filter(step.sent.is_not(None)),
            func.sum(func.jsonb_array_length(step.returns)),
            *columns,
        )
        .select_from(NonConformance)
        .join(action, action.ncr_id == NonConformance.id)
        .join(step, step.action_id == action.id)
        .where(is_counted(actor, filters), action.state != ActionState.WITHDRAWN)
    ).one()
    count, with_sent_step, returns, *values = row
    medians, times = values[: 2 * len(STAGES)], values[2 * len(STAGES) :]
    return ActionFigure(
        count=count,
        stages=[
            StageFigure(
                name=name, accepted=accepted, median_days=None if median is None else round(median, 1)
            )
            for name, accepted, median in zip(STAGES, medians[::2], medians[1::2], strict=True)
        ],
        punctuality=[
            PunctualityFigure(name=name, counted=counted, on_time=on_time)
            for name, counted, on_time in zip(LIMITS, times[::2], times[1::2], strict=True)
        ],
        with_sent_step=with_sent_step,
        returns=int(returns or 0),
    )
