"""The award of a request: the decision, its line for each supplier with the letter, and its history."""

from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import BigInteger, ForeignKey, Index, UniqueConstraint, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from app.awards.types import AwardState, LetterState
from app.kernel.clock import now
from app.kernel.db.model import Base, enum_column


class Award(Base):
    """The decision on a request, created by the first save. Respondents never see it.

    A cancelled award is started again in the same row.
    """

    __tablename__ = "rfx_award"

    id: Mapped[int] = mapped_column(primary_key=True)
    request_id: Mapped[int] = mapped_column(ForeignKey("rfx_request.id"), unique=True)
    state: Mapped[AwardState] = enum_column(AwardState, default=AwardState.DRAFT)
    created: Mapped[datetime] = mapped_column(default=now)
    created_by_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    author_ids: Mapped[list[int]] = mapped_column(
        ARRAY(BigInteger), default=list, server_default=text("'{}'")
    )
    """The users who have written or submitted the decision; none of them can approve it."""
    updated: Mapped[datetime] = mapped_column(default=now)
    """Time of the last change of the decision, its state or its standard letters; the base of the next save."""
    reason: Mapped[str] = mapped_column(default="", server_default=text("''"))
    """The reason of the decision as a whole. Each awarded supplier has its own."""
    standstill_until: Mapped[date | None]
    """The last day on which no contract is signed; None without a standstill."""
    include_scores: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    """True if each letter has the supplier's own score and rank."""
    awarded_html: Mapped[str | None]
    """The sanitised text of the letters to awarded suppliers, with placeholders; None for the standard text."""
    other_html: Mapped[str | None]
    """The text of the letters to the other suppliers."""
    submitted: Mapped[datetime | None]
    submitted_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    approver_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    approved: Mapped[datetime | None]
    sent_back_reason: Mapped[str | None]
    """The approver's reason, until the decision is submitted again."""
    sent: Mapped[datetime | None]
    sent_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    letters_finished: Mapped[datetime | None]
    """Time at which every letter was sent or had failed."""


class AwardLine(Base):
    """The decision on one supplier, and its letter. Suppliers without a line are not awarded."""

    __tablename__ = "rfx_award_line"
    __table_args__ = (
        UniqueConstraint("award_id", "rfx_id"),
        Index(
            "ix_rfx_award_line_waiting", "award_id", "id", postgresql_where=text("letter_state = 'WAITING'")
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    award_id: Mapped[int] = mapped_column(ForeignKey("rfx_award.id"))
    rfx_id: Mapped[int] = mapped_column(ForeignKey("rfx.id"), index=True)
    is_awarded: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    reason: Mapped[str] = mapped_column(default="", server_default=text("''"))
    score: Mapped[Decimal | None]
    """Score and rank at the time of sending; until then they are read from their sources."""
    rank: Mapped[int | None]
    letter_html: Mapped[str | None]
    """The letter if it was edited for this supplier; after sending, the sent text."""
    letter_based_on: Mapped[str | None]
    """The standard letter at the time of that edit. A different one now means that the edited letter is outdated."""
    letter_updated: Mapped[datetime | None]
    letter_state: Mapped[LetterState | None] = enum_column(LetterState)
    """None until the letters are sent."""
    letter_sent: Mapped[datetime | None]
    failure: Mapped[str | None]
    """The reason why no person could get the letter."""


class AwardEvent(Base):
    """An event of the event log that belongs to the history of an award.

    Without a foreign key (docs/adr/0011): if events have a retention, the history ends with the journals.
    """

    __tablename__ = "rfx_award_event"

    award_id: Mapped[int] = mapped_column(ForeignKey("rfx_award.id"), primary_key=True)
    event_id: Mapped[int] = mapped_column(primary_key=True)
