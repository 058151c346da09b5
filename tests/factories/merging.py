"""Two suppliers of one network that are the same company, and dumps of all tables."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Text, cast, func, literal_column, select

from app.accounts.models import Organisation, User
from app.accounts.types import OrganisationStatus, UserStatus
from app.audit.models import AuditEntry
from app.custom_fields.models import RelationshipCustomValues
from app.events.models import EventLog
from app.extensions import db
from app.kernel.db.model import Base
from app.network.models import Relationship
from app.network.operations.known_contacts import mark_as_known
from app.network.operations.relationships import save_notes, save_tags
from app.rfx.operations.values import NewValue, save_values
from app.schedules.models import Schedule
from tests.factories.accounts import OrganisationFactory, UserFactory, actor_of
from tests.factories.assessments import make_assessment
from tests.factories.documents import Parties, make_document, make_requirement, submit
from tests.factories.messages import make_thread
from tests.factories.ncr import make_ncr
from tests.factories.network import RelationshipFactory
from tests.factories.reviews import respondent_actor
from tests.factories.rfx import SentRfx, field, make_form, send_rfx
from tests.factories.schedules import add_schedule

CHANGING = ("job", "merge_log", "duplicate_scan", "duplicate_pair", "outbox_mail", "notification")
"""Tables that a merge and its undo add rows to."""


@dataclass(frozen=True, slots=True)
class Twin:
    """A supplier with one user and the buyer's relationship."""

    organisation: Organisation
    user: User
    relationship: Relationship
    rfx: SentRfx | None = None


@dataclass(frozen=True, slots=True)
class Twins:
    """A buyer with a supplier and its twin, which has only been invited."""

    buyer: User
    survivor: Twin
    former: Twin

    @property
    def body(self) -> dict[str, Any]:
        """Return the request that merges the twin into the supplier."""
        return {"survivorId": self.survivor.organisation.id, "goneId": self.former.organisation.id}


def invite_supplier_of(buyer: User, name: str, **changes: Any) -> Twin:
    """Create an invited supplier with one invited user."""
    organisation = OrganisationFactory(name=name, status=OrganisationStatus.INVITED, **changes)
    user = UserFactory(
        in_organisation=organisation, status=UserStatus.INVITED, password_hash=None, join_date=None
    )
    relationship = RelationshipFactory(
        organisation_id=buyer.organisation_id, with_organisation_id=organisation.id, by_invitation=True
    )
    mark_as_known(user_ids=[user.id], to_organisation_id=buyer.organisation_id)
    return Twin(organisation, user, relationship)


def make_twins(*, is_confirmed: bool = False, is_full: bool = True) -> Twins:
    """Create the twins; `is_confirmed` makes the survivor a tenant, `is_full` adds records of every kind."""
    buyer = UserFactory(in_organisation=OrganisationFactory(name="Meridian Surgical"))
    survivor = invite_supplier_of(buyer, "Calder & Sons Coatings")
    if is_confirmed:
        survivor.organisation.status = OrganisationStatus.CONFIRMED
        survivor.user.status = UserStatus.ACTIVE
    former = invite_supplier_of(buyer, "Calder and Sons Coatings Ltd", tax_id_number="GB123456789")
    if is_full:
        form = make_form(buyer, field("name"), title="Company")
        rfx = [_fill(buyer, twin, form) for twin in (survivor, former)]
        survivor, former = (
            Twin(twin.organisation, twin.user, twin.relationship, sent)
            for twin, sent in zip((survivor, former), rfx, strict=True)
        )
        db.session.add(
            RelationshipCustomValues(
                relationship_id=former.relationship.id, values={"vendor": "4711", "rate": 1.5}
            )
        )
        db.session.add(RelationshipCustomValues(relationship_id=survivor.relationship.id, values={"rate": 2}))
    db.session.flush()
    return Twins(buyer, survivor, former)


def _fill(buyer: User, twin: Twin, form: Any) -> SentRfx:
    sent = send_rfx(buyer, twin.user, forms=[form], title="Company data")
    answer(sent, "Calder")
    make_thread(buyer, [twin.user], subject="Delivery")
    make_ncr(buyer, twin.relationship.id)
    make_assessment(buyer, twin.relationship)
    parties = Parties(buyer, twin.user, twin.relationship)
    requirement = make_requirement(parties, user_id=twin.user.id)
    submit(parties, requirement, make_document(twin.user))
    add_schedule(buyer, rfx_id=sent.id)
    actor, relationship_id = actor_of(buyer), twin.relationship.id
    save_tags(actor=actor, relationship_id=relationship_id, names=["coating", twin.organisation.name])
    save_notes(
        actor=actor, relationship_id=relationship_id, notes=f"<p>Notes of {twin.organisation.name}</p>"
    )
    return sent


def answer(sent: SentRfx, value: str, *, iteration: int = 0) -> None:
    """Answer the question of an RFx, based on the iteration."""
    save_values(
        actor=respondent_actor(sent),
        rfx_id=sent.id,
        new_values={"name": NewValue(value=value, base_iteration=iteration)},
    )


def dump(*, without: Mapping[str, int] | None = None) -> dict[str, list[str]]:
    """Return every row of every table as text, except `CHANGING` and rows of `without` above the id."""
    db.session.flush()
    tables = {}
    for table in Base.metadata.sorted_tables:
        if table.name in CHANGING:
            continue
        row = cast(func.to_jsonb(literal_column(f'"{table.name}"')), Text)
        stmt = select(row).select_from(table).order_by(*table.primary_key.columns)
        if table.name in (without or {}):
            stmt = stmt.where(table.c.id <= (without or {})[table.name])
        tables[table.name] = list(db.session.execute(stmt).scalars())
    return tables


def log_ends() -> dict[str, int]:
    """Return the newest ids of the logs, by table."""
    models = (EventLog, AuditEntry)
    return {
        model.__tablename__: db.session.execute(select(func.coalesce(func.max(model.id), 0))).scalar_one()
        for model in models
    }


def schedules_of(relationship_id: int) -> list[Schedule]:
    stmt = select(Schedule).where(Schedule.relationship_id == relationship_id).order_by(Schedule.id)
    return list(db.session.execute(stmt).scalars())
