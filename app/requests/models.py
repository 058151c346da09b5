"""Settings of the comparison of a request."""

from datetime import datetime

from sqlalchemy import ForeignKey, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.model import Base
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
