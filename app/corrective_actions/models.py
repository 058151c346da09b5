"""Corrective actions of non-conformances, their steps, and the actions that a supplier plans in D5."""

from datetime import date, datetime

from sqlalchemy import ForeignKey, Index, UniqueConstraint
from sqlalchemy import text as sql
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.corrective_actions.types import ActionState, Method, Result, Step, StepState
from app.kernel.clock import now
from app.kernel.db.model import Base, enum_column


class CorrectiveAction(Base):
    """The request to a supplier to correct the causes of a non-conformance, and its progress.

    A non-conformance has at most one that is not withdrawn. Every change of an action and of its steps locks the row of
    the non-conformance first.
    """

    __tablename__ = "corrective_action"
    __table_args__ = (
        Index("ix_corrective_action_ncr", "ncr_id", "id"),
        Index("uq_corrective_action_ncr", "ncr_id", unique=True, postgresql_where=sql("state <> 'WITHDRAWN'")),
        Index(
            "ix_corrective_action_due", "organisation_id", "next_due", "id",
            postgresql_where=sql("next_due is not null"),
        ),
        Index(
            "ix_corrective_action_received_due", "with_organisation_id", "next_due", "id",
            postgresql_where=sql("next_due is not null"),
        ),
        Index("ix_corrective_action_next_due", "next_due", postgresql_where=sql("next_due is not null")),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(primary_key=True)
    ncr_id: Mapped[int] = mapped_column(ForeignKey("non_conformance.id"))
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    """The organisation that asked: the raiser of the non-conformance."""
    with_organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    """The supplier."""
    method: Mapped[Method] = enum_column(Method)
    loop: Mapped[int] = mapped_column(default=1, server_default=sql("1"))
    """1, and one more each time the action was not effective."""
    state: Mapped[ActionState] = enum_column(ActionState, default=ActionState.ASKED)
    state_before_contest: Mapped[ActionState | None] = enum_column(ActionState)
    assigned_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    """The responsible person: a user of the supplier or a guest; None means anyone at the supplier."""
    asked_by_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    message: Mapped[str] = mapped_column(default="", server_default=sql("''"))
    contested: Mapped[dict[str, object] | None] = mapped_column(JSONB)
    """The last contest: reason, time and user, and the decision with its time, user and comment."""
    next_due: Mapped[date | None]
    """The earliest due day of the steps that the supplier has to send; None if there is none."""
    criterion: Mapped[str | None]
    """The criterion of effectiveness, such as no recurrence in three deliveries."""
    effective_on: Mapped[date | None]
    """The day on which the effectiveness is checked."""
    result: Mapped[Result | None] = enum_column(Result)
    result_comment: Mapped[str] = mapped_column(default="", server_default=sql("''"))
    result_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    checked: Mapped[datetime | None]
    closed: Mapped[datetime | None]
    created: Mapped[datetime] = mapped_column(default=now)
    updated: Mapped[datetime] = mapped_column(default=now)


class CorrectiveStep(Base):
    """One step of one loop. The current row of a step is the one of the latest loop.

    `content` has the fields of the step by key, `marks` for each key [iteration, user id, time] of its last change. The
    texts, people and days of D5 and D6 are in `CorrectiveTask`.
    """

    __tablename__ = "corrective_step"
    __table_args__ = (UniqueConstraint("action_id", "loop", "step"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    action_id: Mapped[int] = mapped_column(ForeignKey("corrective_action.id"))
    loop: Mapped[int]
    step: Mapped[Step] = enum_column(Step)
    state: Mapped[StepState] = enum_column(StepState, default=StepState.OPEN)
    content: Mapped[dict[str, object]] = mapped_column(JSONB, default=dict, server_default=sql("'{}'"))
    marks: Mapped[dict[str, object]] = mapped_column(JSONB, default=dict, server_default=sql("'{}'"))
    due: Mapped[date]
    sent: Mapped[datetime | None]
    sent_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    decided: Mapped[datetime | None]
    decided_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    comment: Mapped[str] = mapped_column(default="", server_default=sql("''"))
    """The buyer's reason for the return of the step."""
    returns: Mapped[list[object]] = mapped_column(JSONB, default=list, server_default=sql("'[]'"))
    """All returns of the step, oldest first: each is [time, user id, comment]."""


class CorrectiveTask(Base):
    """One action that the supplier plans in D5 and reports as done in D6."""

    __tablename__ = "corrective_task"
    __table_args__ = (UniqueConstraint("step_id", "key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    step_id: Mapped[int] = mapped_column(ForeignKey("corrective_step.id"))
    """The step D5 of its loop."""
    key: Mapped[str]
    """The key of the row, created by the browser, so that rows can be added offline."""
    text: Mapped[str | None]
    responsible: Mapped[str | None]
    due: Mapped[date | None]
    done: Mapped[date | None]
    marks: Mapped[dict[str, object]] = mapped_column(JSONB, default=dict, server_default=sql("'{}'"))
    """Like `CorrectiveStep.marks`, by column."""
