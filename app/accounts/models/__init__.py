"""Organisations, their users and roles, sign-ins, and the links in mails."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, UniqueConstraint, column, func, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.accounts.types import (
    FactorRequirement,
    LinkPurpose,
    OrganisationStatus,
    OwnershipType,
    UserStatus,
    UserType,
)
from app.kernel.clock import now
from app.kernel.db.model import Base, enum_column
from app.kernel.db.search import plain_code

CITY = func.lower(func.coalesce(text("address_city"), text("''")))


class Organisation(Base):
    """A tenant (specification section 3, Organisation). It may be buyer and supplier at once."""

    __tablename__ = "organisation"
    __table_args__ = (
        Index("ix_organisation_name", func.lower(text("name")), "id"),
        Index("ix_organisation_city", CITY, "id"),
        # In the reverse order of the index above, rows without a city come first, but lists show them last.
        Index("ix_organisation_city_ascending", text("(lower(coalesce(address_city, '')) = '')"), CITY, "id"),
        # For the few organisations of a rare country, in the order of the list.
        Index("ix_organisation_country", "address_country", func.lower(text("name")), "id"),
        # For counting the organisations that everyone can see.
        Index(
            "ix_organisation_in_directory",
            "id",
            postgresql_where=text(
                "status = 'CONFIRMED' AND is_test_organisation IS FALSE AND is_placeholder IS FALSE"
            ),
        ),
        # For the search for a supplier by a number that is typed in full.
        *(
            Index(
                f"ix_organisation_{name}",
                plain_code(column(name)),
                postgresql_where=text(f"{name} IS NOT NULL"),
            )
            for name in ("registration_number", "duns_number", "tax_id_number")
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    status: Mapped[OrganisationStatus] = enum_column(OrganisationStatus, default=OrganisationStatus.INVITED)
    is_test_organisation: Mapped[bool] = mapped_column(default=False)
    is_placeholder: Mapped[bool] = mapped_column(default=False)
    """True only for `_Guest_`, the organisation of all guests."""
    logo_id: Mapped[int | None] = mapped_column(ForeignKey("attachment.id", use_alter=True))
    logo_version: Mapped[str | None]
    """Prefix of the hash of the logo's content; part of its URL, so that browsers can cache it permanently."""
    brief_description: Mapped[str | None]
    description_html: Mapped[str | None]
    website_url: Mapped[str | None]
    registration_number: Mapped[str | None]
    tax_id_number: Mapped[str | None]
    duns_number: Mapped[str | None]
    ownership_type: Mapped[OwnershipType | None] = enum_column(OwnershipType)
    preferred_currency: Mapped[str | None]
    address_line1: Mapped[str | None]
    address_line2: Mapped[str | None]
    address_city: Mapped[str | None]
    address_region: Mapped[str | None]
    address_zipcode: Mapped[str | None]
    address_country: Mapped[str | None]
    """Country by ISO 3166 alpha3."""
    time_zone: Mapped[str | None]
    """Zone of the IANA database for times in mails and documents; None for UTC."""
    factor_requirement: Mapped[FactorRequirement] = enum_column(
        FactorRequirement, default=FactorRequirement.OPTIONAL, server_default="OPTIONAL"
    )
    factor_from: Mapped[date | None]
    """Day, in the organisation's time zone, from which the required users must have a second factor."""
    session_days: Mapped[int | None]
    """Days until an unused sign-in ends, at most SESSION_DAYS of the settings, which holds if this is None."""
    award_needs_approval: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    """True if a second user has to approve each award of a request."""
    created: Mapped[datetime] = mapped_column(default=now)


class Role(Base):
    """A named set of permissions of one organisation."""

    __tablename__ = "role"
    __table_args__ = (UniqueConstraint("organisation_id", "name"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    name: Mapped[str]
    permissions: Mapped[list[str]]
    requires_factor: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    """True if users with this role must have a second factor, where the organisation requires one for roles."""


class User(Base):
    """A person (specification section 3, User), of an organisation or a guest, or the service user of an API key."""

    __tablename__ = "app_user"
    __table_args__ = (
        Index(
            "uq_app_user_email",
            func.lower(text("email")),
            unique=True,
            postgresql_where=text("type = 'USER'"),
        ),
        Index("ix_app_user_organisation_id", "organisation_id", "name", "id"),
        Index("ix_app_user_name", func.lower(text("name")), "id"),
        Index(
            "ix_app_user_mail_domain",
            func.split_part(func.lower(text("email")), text("'@'"), text("2")),
            postgresql_where=text("type = 'USER'"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    role_id: Mapped[int | None] = mapped_column(ForeignKey("role.id"), index=True)
    type: Mapped[UserType] = enum_column(UserType, default=UserType.USER)
    status: Mapped[UserStatus] = enum_column(UserStatus, default=UserStatus.INVITED)
    is_admin: Mapped[bool] = mapped_column(default=False)
    name: Mapped[str]
    email: Mapped[str]
    phone: Mapped[str | None]
    mobile: Mapped[str | None]
    job_title: Mapped[str | None]
    password_hash: Mapped[str | None]
    gets_optional_mail: Mapped[bool] = mapped_column(default=True, server_default=text("true"))
    """False after List-Unsubscribe: only mails that the user has requested are sent then."""
    picture_id: Mapped[int | None] = mapped_column(ForeignKey("attachment.id", use_alter=True))
    picture_version: Mapped[str | None]
    """Like `Organisation.logo_version`."""
    time_zone: Mapped[str | None]
    """Zone of the IANA database; None for the organisation's."""
    join_date: Mapped[datetime | None]
    erased: Mapped[datetime | None]
    """The time at which the personal data was erased; the row stays, because records refer to it."""
    created: Mapped[datetime] = mapped_column(default=now)

    organisation: Mapped[Organisation] = relationship(lazy="raise")
    role: Mapped[Role | None] = relationship(lazy="raise")

    @property
    def is_active_person(self) -> bool:
        """Return True for an active user or guest, who can be notified and assigned; False for service users."""
        return self.status == UserStatus.ACTIVE and self.type != UserType.SERVICE


class SignIn(Base):
    """A session of one user in one browser. Access tokens refer to it, so ending it revokes them."""

    __tablename__ = "sign_in"

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"), index=True)
    token_hash: Mapped[str] = mapped_column(unique=True)
    grant_id: Mapped[int | None] = mapped_column(ForeignKey("access_grant.id"))
    """The grant of a guest's link; the sign-in ends with it."""
    guest_rfx_id: Mapped[int | None]
    """Like `MailLink.guest_rfx_id`."""
    link_id: Mapped[int | None] = mapped_column(ForeignKey("mail_link.id"))
    user_agent: Mapped[str] = mapped_column(default="")
    address: Mapped[str] = mapped_column(default="")
    methods: Mapped[list[str]] = mapped_column(default=list, server_default=text("'{}'"))
    """The methods (SignInMethod) with which the user has proved their identity."""
    assured_at: Mapped[datetime | None]
    """Time of the last proof; None for guests and for sign-ins of releases before step-up."""
    created: Mapped[datetime] = mapped_column(default=now)
    last_seen: Mapped[datetime] = mapped_column(default=now)
    expires: Mapped[datetime] = mapped_column(index=True)
    ended: Mapped[datetime | None]


class Invitation(Base):
    """An invitation of one user by a colleague, or by a buyer together with the relationship."""

    __tablename__ = "invitation"

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"), index=True)
    invited_by_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    relationship_id: Mapped[int | None] = mapped_column(ForeignKey("relationship.id", use_alter=True))
    message_html: Mapped[str | None]
    created: Mapped[datetime] = mapped_column(default=now)
    expires: Mapped[datetime]
    accepted: Mapped[datetime | None]


class AccessGrant(Base):
    """Access of one guest to one record (see `app.kernel.http.auth.Grant`), for the sign-ins of all links to it.

    It ends when it expires or is revoked. A revoked grant stays revoked: new access is a new grant.
    """

    __tablename__ = "access_grant"
    __table_args__ = (
        Index(
            "uq_access_grant_subject",
            "subject_type",
            "subject_id",
            "user_id",
            unique=True,
            postgresql_where=text("revoked is null"),
        ),
        Index("ix_access_grant_user_id", "user_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    subject_type: Mapped[str]
    """A type that a feature has registered (`Registry.add_grant_subject`)."""
    subject_id: Mapped[int]
    """The id of the record. No foreign key, because features above this one have the tables."""
    scope: Mapped[dict[str, Any]] = mapped_column(default=dict)
    created_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    """None for grants that the migration created for links without a record."""
    created: Mapped[datetime] = mapped_column(default=now)
    expires: Mapped[datetime | None]
    """None: until it is revoked."""
    revoked: Mapped[datetime | None]
    needs_code: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    """True if a browser has to confirm the links with a mailed code."""


class LinkCode(Base):
    """The code of a grant's links that was mailed last. Stored as a hash; deleted when it is used."""

    __tablename__ = "link_code"

    grant_id: Mapped[int] = mapped_column(
        ForeignKey("access_grant.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    code_hash: Mapped[str]
    expires: Mapped[datetime] = mapped_column(index=True)
    wrong_tries: Mapped[int] = mapped_column(default=0)


class MailLink(Base):
    """A link in a mail. Its random token is stored only as a hash and is valid for one purpose."""

    __tablename__ = "mail_link"

    id: Mapped[int] = mapped_column(primary_key=True)
    purpose: Mapped[LinkPurpose] = enum_column(LinkPurpose)
    token_hash: Mapped[str] = mapped_column(unique=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"), index=True)
    invitation_id: Mapped[int | None] = mapped_column(ForeignKey("invitation.id"))
    grant_id: Mapped[int | None] = mapped_column(ForeignKey("access_grant.id"))
    """The grant of a GUEST link. A grant may have several links, which end with it."""
    guest_rfx_id: Mapped[int | None]
    """The RFx of a grant for an RFx. Written for a rollback to the release before grants, and read only by the trigger
    of migration 0010, for links of that release. The next release drops both."""
    new_email: Mapped[str | None]
    identity_id: Mapped[int | None] = mapped_column(ForeignKey("external_identity.id", ondelete="CASCADE"))
    """The identity that an IDENTITY_CONFIRMATION link confirms."""
    removes_factors: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    """True for a PASSWORD_RESET link that a colleague with MANAGE_USERS had mailed because a factor was lost."""
    created: Mapped[datetime] = mapped_column(default=now)
    expires: Mapped[datetime | None]
    used: Mapped[datetime | None]


class Totp(Base):
    """The authenticator app of a user (RFC 6238): SHA-1, six digits, 30 seconds."""

    __tablename__ = "totp"

    user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"), primary_key=True)
    secret_encrypted: Mapped[str]
    """Encrypted with DATA_KEYS (`app.kernel.data_keys`)."""
    confirmed: Mapped[datetime | None]
    """Time of the first code; until then the app is not used for signing in."""
    last_step: Mapped[int | None]
    """The time step of the last accepted code: it and earlier ones are refused."""
    last_used: Mapped[datetime | None]
    created: Mapped[datetime] = mapped_column(default=now)


class RecoveryCode(Base):
    """A code that replaces a lost factor once. Stored as a hash, and found by its first characters."""

    __tablename__ = "recovery_code"
    __table_args__ = (UniqueConstraint("user_id", "prefix"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    prefix: Mapped[str]
    code_hash: Mapped[str]
    used: Mapped[datetime | None]


class Passkey(Base):
    """A passkey of a user (WebAuthn credential), which signs in alone: it verifies the user on the device."""

    __tablename__ = "passkey"

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"), index=True)
    credential_id: Mapped[bytes] = mapped_column(unique=True)
    public_key: Mapped[bytes]
    sign_count: Mapped[int]
    """The counter of the authenticator; always 0 for passkeys that are synchronised between devices."""
    aaguid: Mapped[str]
    """The model of the authenticator."""
    name: Mapped[str]
    backed_up: Mapped[bool]
    created: Mapped[datetime] = mapped_column(default=now)
    last_used: Mapped[datetime | None]


class SpentTicket(Base):
    """A ticket of a sign-in that has been used; a row lives until the ticket would have expired."""

    __tablename__ = "spent_ticket"

    id: Mapped[int] = mapped_column(primary_key=True)
    nonce: Mapped[str] = mapped_column(unique=True)
    expires: Mapped[datetime] = mapped_column(index=True)
