"""API keys of organisations."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.clock import now
from app.kernel.db.model import Base


class ApiKey(Base):
    """A key with which a program calls the API as a service user, whose role limits it in addition to the scopes.

    The secret is shown once and stored only as a hash. It has 256 random bits, so a fast hash is enough.
    """

    __tablename__ = "api_key"
    __table_args__ = (
        Index("ix_api_key_organisation", "organisation_id", "id"),
        Index("ix_api_key_expires", "expires", postgresql_where=text("revoked is null and warned is null")),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"), unique=True)
    """The service user, which has the name and the role of the key."""
    name: Mapped[str]
    hash: Mapped[str] = mapped_column(unique=True)
    """SHA-256 of the secret, as hexadecimal digits."""
    prefix: Mapped[str]
    """The first characters of the secret, which are shown."""
    previous_hash: Mapped[str | None] = mapped_column(unique=True)
    """The secret before the last rotation."""
    previous_until: Mapped[datetime | None]
    scopes: Mapped[list[str]]
    addresses: Mapped[list[str]]
    """Networks (CIDR) that may use the key; empty for any."""
    created_by_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    created: Mapped[datetime] = mapped_column(default=now)
    expires: Mapped[datetime]
    warned: Mapped[datetime | None]
    """Time of the mail about the end of the key; None again when the end changes."""
    last_used: Mapped[datetime | None]
    """Updated at most once a minute."""
    revoked: Mapped[datetime | None]
