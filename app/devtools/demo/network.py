"""The demo's organisations, people and relationships, created with the product's own operations."""

import unicodedata
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import insert, literal, select

from app.accounts.public import (
    Organisation,
    OrganisationStatus,
    OwnershipType,
    Role,
    User,
    UserStatus,
    UserType,
    actor_of_user,
    create_organisation,
    hash_password,
)
from app.devtools.demo.companies import COMPANIES, RECIPIENT, Company
from app.devtools.demo.logos import logo_png
from app.devtools.demo_accounts import DEMO_PASSWORD
from app.extensions import db
from app.files.public import AttachmentKind, attach, picture_version, store_bytes
from app.home.models import HomeLayout
from app.kernel import clock
from app.kernel.http.auth import Actor
from app.kernel.mail.outbox import discard_mails, keep_mails
from app.kernel.time_zones import zone_of_country
from app.network.public import (
    RelationshipLevel,
    change_level,
    change_owner,
    create_relationship,
    invite_supplier,
    save_notes,
    save_tags,
)

FIRST_NUMBER = 1001
"""The own number of the first supplier."""


@dataclass(frozen=True, slots=True)
class Buyer:
    """A buying organisation of the demo, with its users by role."""

    organisation_id: int
    people: Mapping[str, Actor]

    @property
    def lead(self) -> Actor:
        return self.people["Super User"]


@dataclass(frozen=True, slots=True)
class Network:
    """The created organisations: the two buyers, and the suppliers by name."""

    meridian: Buyer
    halden: Buyer
    suppliers: Mapping[str, int]
    first_users: Mapping[str, Actor]


def load_network() -> Network:
    """Create the organisation of the administrator, two buyers, all suppliers and their relationships."""
    password = hash_password(DEMO_PASSWORD)
    with clock.shifted(-timedelta(days=420)):
        _admin(password)
        meridian = _buyer(
            name="Meridian Surgical Ltd", address=("12 Foundry Lane", "S1 2GU", "Sheffield", "GBR"),
            domain="meridian-surgical.example",
            people={"Super User": ("Rosa Meyer", "buyer@demo.example", "Head of supplier quality"),
             "Manager": ("Daniel Asante", "daniel.asante@meridian-surgical.example", "Category manager"),
             "Contributor": ("Yuki Tanaka", "yuki.tanaka@meridian-surgical.example", "Quality engineer"),
             "Viewer": ("Moira Kelly", "moira.kelly@meridian-surgical.example", "Finance")},
            brief="Instruments and implants for orthopaedic surgery.", password=password,
        )  # fmt: skip
        halden = _buyer(
            name="Halden Rail Components AB", address=("Spårvägen 3", "721 30", "Västerås", "SWE"),
            domain="halden-rail.example",
            people={"Super User": ("Elsa Norén", "elsa.noren@halden-rail.example", "Purchasing director"),
             "Manager": ("Jonas Ek", "jonas.ek@halden-rail.example", "Strategic buyer")},
            brief="Doors, drives and control units for trains and trams.", password=password,
        )  # fmt: skip
    suppliers: dict[str, int] = {}
    first_users: dict[str, Actor] = {}
    for index, company in enumerate(COMPANIES):
        with clock.shifted(-timedelta(days=400 - index * 7, hours=index % 9)):
            organisation_id, user = _supplier(company, meridian, halden, password)
        suppliers[company.name] = organisation_id
        if user is not None:
            first_users[company.name] = user
    return Network(meridian, halden, suppliers, first_users)


NEWCOMERS = ("Sable Bay Minerals", "Harbour Mills Packaging")
"""The suppliers whose users still see the first steps on Home: one without and one with an open request."""


def hide_first_steps(network: Network) -> None:
    """Hide the first steps of all users with an account, except the newcomers'."""
    settled = select(User.id, literal(clock.now())).where(
        User.status == UserStatus.ACTIVE,
        User.type == UserType.USER,
        User.organisation_id.not_in([network.suppliers[name] for name in NEWCOMERS]),
    )
    db.session.execute(insert(HomeLayout).from_select(["user_id", "steps_hidden"], settled))


def _admin(password: str) -> None:
    created = create_organisation(
        name="Assay Platform",
        user_name="Platform Admin",
        user_email="admin@demo.example",
        status=OrganisationStatus.CONFIRMED,
    )
    _activate(created.user, password, "Platform administrator")
    created.user.is_admin = True


def _buyer(
    *,
    name: str,
    address: tuple[str, str, str, str],
    domain: str,
    people: Mapping[str, tuple[str, str, str]],
    brief: str,
    password: str,
) -> Buyer:
    lead = people["Super User"]
    created = create_organisation(
        name=name, user_name=lead[0], user_email=lead[1], status=OrganisationStatus.CONFIRMED
    )
    _profile(created.organisation, address, domain, brief)
    roles = {
        role.name: role for role in db.session.query(Role).filter_by(organisation_id=created.organisation.id)
    }
    users = {"Super User": created.user}
    _activate(created.user, password, lead[2])
    for role, (user_name, email, job_title) in people.items():
        if role != "Super User":
            user = User(
                organisation_id=created.organisation.id, role_id=roles[role].id, name=user_name, email=email,
                created=clock.now(),
            )  # fmt: skip
            db.session.add(user)
            _activate(user, password, job_title)
            users[role] = user
    db.session.flush()
    actors = {role: actor_of_user(user.id) for role, user in users.items()}
    _logo(actors["Super User"], created.organisation)
    return Buyer(created.organisation.id, actors)


def _supplier(company: Company, meridian: Buyer, halden: Buyer, password: str) -> tuple[int, Actor | None]:
    email = RECIPIENT if company is COMPANIES[0] else email_of(company.people[0], company.domain)
    level = (
        company.level if company.level not in {None, RelationshipLevel.NONE} else RelationshipLevel.EVALUATION
    )
    inviter = meridian if company.level is not None else halden
    with keep_mails() if company.invited_only else discard_mails():
        invited = invite_supplier(
            actor=inviter.lead,
            contact_name=company.people[0],
            contact_email=email,
            organisation_name=company.name,
            level=level or RelationshipLevel.EVALUATION,
            is_test=company.is_test,
            message_html=None,
            save_message=False,
        )
    relationship = invited.relationship
    organisation = db.session.get_one(Organisation, relationship.with_organisation_id)
    if company.tags and inviter is meridian:
        save_tags(actor=meridian.lead, relationship_id=relationship.id, names=company.tags)
    if inviter is meridian and not company.invited_only:
        relationship.external_ref = f"K-{FIRST_NUMBER + COMPANIES.index(company)}"
    if company.level is RelationshipLevel.PREFERRED and inviter is meridian:
        change_owner(actor=meridian.lead, relationship_id=relationship.id, user_id=meridian.lead.user_id)
    if company.notes:
        save_notes(actor=meridian.lead, relationship_id=relationship.id, notes=f"<p>{company.notes}</p>")
    if company.invited_only:
        return organisation.id, None
    organisation.status = OrganisationStatus.CONFIRMED
    _profile(
        organisation,
        (company.line1, company.zipcode, company.city, company.country),
        company.domain,
        company.brief,
    )
    first = db.session.get_one(User, invited.invitation.user_id)
    invited.invitation.accepted = clock.now()
    _activate(first, password, "Quality manager")
    for name in company.people[1:]:
        user = User(
            organisation_id=organisation.id, role_id=first.role_id, name=name, email=email_of(name, company.domain),
            created=clock.now(),
        )  # fmt: skip
        db.session.add(user)
        _activate(user, password, "Key account manager")
    db.session.flush()
    if company.level is RelationshipLevel.NONE:
        change_level(actor=meridian.lead, relationship_id=relationship.id, level=RelationshipLevel.NONE)
    if company.second_level is not None and inviter is meridian:
        create_relationship(actor=halden.lead, organisation_id=organisation.id, level=company.second_level)
    actor = actor_of_user(first.id)
    _logo(actor, organisation)
    return organisation.id, actor


CURRENCIES = {
    "GBR": "GBP",
    "USA": "USD",
    "CHE": "CHF",
    "JPN": "JPY",
    "CHN": "CNY",
    "IND": "INR",
    "SWE": "SEK",
    "POL": "PLN",
}
"""Currencies of the suppliers' countries, if not the euro."""


CLOSINGS = (
    "Certificates, insurance and contacts are kept up to date here; please ask if anything is missing.",
    "Founded by the family that still runs it. Visits to the site are welcome from Tuesday to Thursday.",
    "Two shifts on weekdays; urgent orders can usually be placed on Saturdays as well.",
    "Quality and delivery figures of the last twelve months are available on request.",
    "The management system is certified to ISO 9001 and audited every spring.",
    "We answer questionnaires within ten working days, in English, German or French.",
    "About 40 people work at one site, most of them for more than five years.",
)
"""Final sentences for the descriptions of companies."""


def _profile(organisation: Organisation, address: tuple[str, str, str, str], domain: str, brief: str) -> None:
    organisation.address_line1, organisation.address_zipcode = address[0], address[1]
    organisation.address_city, organisation.address_country = address[2], address[3]
    organisation.website_url = f"https://www.{domain}"
    organisation.brief_description = brief
    organisation.registration_number = f"{zlib.crc32(domain.encode()) % 90_000_000 + 10_000_000}"
    organisation.time_zone = zone_of_country(address[3])
    organisation.preferred_currency = CURRENCIES.get(address[3], "EUR")
    organisation.ownership_type = OwnershipType.PRIVATE
    organisation.description_html = (
        f"<p>{brief}</p><p>{CLOSINGS[zlib.crc32(domain.encode()) % len(CLOSINGS)]}</p>"
    )


def _activate(user: User, password: str, job_title: str) -> None:
    user.status, user.join_date, user.password_hash, user.job_title = (
        UserStatus.ACTIVE,
        clock.now(),
        password,
        job_title,
    )
    user.phone = f"+44 114 496 {len(user.name) * 37 % 10_000:04d}"


def _logo(actor: Actor, organisation: Organisation) -> None:
    attachment = store_bytes(
        organisation_id=organisation.id,
        user_id=actor.user_id,
        filename="logo.png",
        content=logo_png(organisation.name),
        kind=AttachmentKind.COMPANYLOGO,
    )
    attach(
        actor=actor, attachment_ids=[attachment.id], subject_type="organisation", subject_id=organisation.id
    )
    organisation.logo_id = attachment.id
    organisation.logo_version = picture_version(attachment.sha256 or "")


LETTERS = str.maketrans(
    {"ß": "ss", "æ": "ae", "ø": "o", "ł": "l", "\u0131": "i", "đ": "d", "ð": "d", "þ": "th"}
)
"""Letters that Unicode does not decompose into a letter and an accent, with their spelling in addresses."""


def email_of(name: str, domain: str) -> str:
    """Return the e-mail address of a demo user: the name in ASCII letters, at the company's domain."""
    whole = name.lower().translate(LETTERS)
    letters = unicodedata.normalize("NFKD", whole)
    plain = "".join(c for c in letters if c.isascii() and (c.isalnum() or c == " "))
    return f"{'.'.join(plain.split())}@{domain}"
