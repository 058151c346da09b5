"""Custom data of organisations about their relationships."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.clock import now
from app.kernel.db.model import Base


class RelationshipCustomValues(Base):
    """The values of one relationship, by field name; the other organisation never sees them.

    Values of fields that the form no longer has are kept, and are shown again if the field returns.
    """

    __tablename__ = "relationship_custom_values"

    relationship_id: Mapped[int] = mapped_column(ForeignKey("relationship.id"), primary_key=True)
    values: Mapped[dict[str, Any]]
    updated: Mapped[datetime] = mapped_column(default=now)
