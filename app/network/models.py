"""Relationships between organisations, with the tags of their owners, and known contacts."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, UniqueConstraint, column, func, text
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.clock import now
from app.kernel.db.model import Base, enum_column
from app.kernel.db.search import plain_number
from app.network.types import RelationshipLevel


class Relationship(Base):
    """Relationship of one organisation with another (specification section 3, Relationship).

    Directed: `organisation_id` is the owner; `with_organisation_id` is the other party and cannot see it.
    """

    __tablename__ = "relationship"
    __table_args__ = (
        UniqueConstraint("organisation_id", "with_organisation_id"),
        Index("ix_relationship_with_organisation_id", "with_organisation_id"),
        Index("ix_relationship_level", "organisation_id", "level"),
        Index(
            "ix_relationship_by_invitation",
            "organisation_id",
            "with_organisation_id",
            postgresql_where=text("by_invitation"),
        ),
        Index(
            "uq_relationship_external_ref",
            "organisation_id",
            func.upper(text("external_ref")),
            unique=True,
            postgresql_where=text("external_ref is not null"),
        ),
        # For the search for a supplier by the own number or its beginning.
        Index(
            "ix_relationship_external_ref",
            "organisation_id",
            plain_number(column("external_ref")).label("number"),
            postgresql_where=text("external_ref is not null"),
            postgresql_ops={"number": "text_pattern_ops"},
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    with_organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    level: Mapped[RelationshipLevel] = enum_column(RelationshipLevel)
    notes: Mapped[str | None]
    message: Mapped[str | None]
    """Plain-text message of the last level change; only the mail shows it."""
    owner_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    """User of the owning organisation who is responsible for the other one; None if there is no owner."""
    external_ref: Mapped[str | None]
    """The owner's own number of the supplier, for example of its ERP; unique in its organisation, ignoring case."""
    by_invitation: Mapped[bool] = mapped_column(default=False)
    """True if the owner invited the other organisation: it stays visible while INVITED or a test organisation."""
    created: Mapped[datetime] = mapped_column(default=now)


class KnownContact(Base):
    """User of another organisation whose contact details an organisation sees, because it invited them or they replied.

    Details that are visible because of a relationship are not stored here (`shows_contact_details`).
    """

    __tablename__ = "known_contact"

    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"), primary_key=True)


class Tag(Base):
    """Tag that an organisation puts on its relationships."""

    __tablename__ = "tag"
    __table_args__ = (
        Index("uq_tag_organisation_name", "organisation_id", func.lower(text("name")), unique=True),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    name: Mapped[str]


class RelationshipTag(Base):
    """Link between a relationship and a tag."""

    __tablename__ = "relationship_tag"

    relationship_id: Mapped[int] = mapped_column(ForeignKey("relationship.id"), primary_key=True)
    tag_id: Mapped[int] = mapped_column(ForeignKey("tag.id"), primary_key=True, index=True)


class InviteTemplate(Base):
    """Saved invitation message of an organisation, shared by all its users."""

    __tablename__ = "invite_template"

    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"), primary_key=True)
    message_html: Mapped[str]
    updated: Mapped[datetime] = mapped_column(default=now)
