"""Settings of the comparison of a request, and notes on its answers."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db.model import Base
from app.requests.types import RateJson


class RequestComparison(Base):
    """Exchange rates and directions of a request, shared by all users of its organisation; created by the first save."""

    __tablename__ = "rfx_request_comparison"

    request_id: Mapped[int] = mapped_column(ForeignKey("rfx_request.id"), primary_key=True)
    base_currency: Mapped[str | None]
    """Currency that amounts are converted into; None if they are not converted."""
    rates: Mapped[dict[str, RateJson]] = mapped_column(JSONB, default=dict, server_default=text("'{}'"))
    """Exchange rates by currency."""
    rates_updated: Mapped[datetime | None]
    rates_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    directions: Mapped[dict[str, str]] = mapped_column(JSONB, default=dict, server_default=text("'{}'"))
    """Members of `Direction` by value key, for questions without a score."""


class AnswerNote(Base):
    """A note of the requester on one supplier's answer to one question. Respondents never see it."""

    __tablename__ = "answer_note"
    __table_args__ = (Index("ix_answer_note_rfx", "rfx_id", "key", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    """The requester, whose users read the note."""
    rfx_id: Mapped[int] = mapped_column(ForeignKey("rfx.id"))
    key: Mapped[str]
    """The value key of the question."""
    iteration: Mapped[int | None]
    """The answer that the author saw; None without an answer."""
    text: Mapped[str]
    created_by_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    created: Mapped[datetime]
    updated: Mapped[datetime]
    """The base version of the next save."""
