"""Company sign-in: the identity provider of an organisation, its mail domains, and the identities of its users."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from app.accounts.types import CompanySignInUse
from app.kernel.clock import now
from app.kernel.db.model import Base, enum_column


class CompanySignIn(Base):
    """The identity provider (OpenID Connect) with which the users of an organisation sign in."""

    __tablename__ = "company_sign_in"

    id: Mapped[int] = mapped_column(primary_key=True)
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"), unique=True)
    slug: Mapped[str] = mapped_column(unique=True)
    """The part of the address /signin/company/{slug}; it stays when the organisation is renamed."""
    issuer: Mapped[str]
    client_id: Mapped[str]
    secret_encrypted: Mapped[str]
    """The client secret, encrypted with DATA_KEYS (`app.kernel.data_keys`)."""
    use: Mapped[CompanySignInUse] = enum_column(CompanySignInUse, default=CompanySignInUse.OFF)
    joins_unknown: Mapped[bool] = mapped_column(default=False)
    """True if people with an address of a verified domain, but without an account, get one by signing in."""
    groups_claim: Mapped[str] = mapped_column(default="groups")
    problem: Mapped[str | None]
    """A sentence if the provider could not be reached in the latest attempt."""
    problem_since: Mapped[datetime | None]
    created: Mapped[datetime] = mapped_column(default=now)


class CompanyGroup(Base):
    """A group of the provider, with the role of people in it who join by signing in. The first one (by id) decides."""

    __tablename__ = "company_group"
    __table_args__ = (UniqueConstraint("company_sign_in_id", "name"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    company_sign_in_id: Mapped[int] = mapped_column(ForeignKey("company_sign_in.id"))
    name: Mapped[str]
    role_id: Mapped[int] = mapped_column(ForeignKey("role.id"), index=True)


class CompanyDomain(Base):
    """A mail domain of an organisation. One organisation at most can have it verified, by a TXT record."""

    __tablename__ = "company_domain"
    __table_args__ = (
        UniqueConstraint("organisation_id", "name"),
        Index(
            "uq_company_domain_verified", "name", unique=True, postgresql_where=text("verified IS NOT NULL")
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    name: Mapped[str]
    """In lower case and Unicode, as `known_as` returns it."""
    token: Mapped[str]
    """The value of the TXT record."""
    verified: Mapped[datetime | None]
    created: Mapped[datetime] = mapped_column(default=now)


class BreakGlassUser(Base):
    """A user who may sign in without the company sign-in although it is required."""

    __tablename__ = "break_glass_user"

    user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"), primary_key=True, autoincrement=False)


class ExternalIdentity(Base):
    """A user at an identity provider: issuer and subject. The address there does not identify the user."""

    __tablename__ = "external_identity"
    __table_args__ = (UniqueConstraint("issuer", "subject"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"), index=True)
    issuer: Mapped[str]
    subject: Mapped[str]
    confirmed: Mapped[datetime | None]
    """None until the user has confirmed the link by mail; it does not sign in before."""
    last_used: Mapped[datetime | None]
    created: Mapped[datetime] = mapped_column(default=now)
