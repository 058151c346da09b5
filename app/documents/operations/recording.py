"""Record events of requirements in the logs of both parties."""

from dataclasses import dataclass

from app.documents.models import DocumentRequirement, DocumentType
from app.documents.policies.requirements import buyer_path, supplier_path
from app.documents.queries.parties import relationships_back
from app.documents.queries.requirements import RequirementRow
from app.events.public import EventLog, record
from app.kernel.http.auth import Actor
from app.kernel.http.json_types import Arguments


@dataclass(frozen=True, slots=True)
class PartyEvents:
    """The event of a requirement in the log of each party."""

    buyer: EventLog
    supplier: EventLog


def record_event(
    type: str,
    *,
    actor: Actor | None,
    requirement: DocumentRequirement,
    type_name: str,
    buyer_name: str,
    supplier_name: str,
    back_id: int | None,
    buyer_only: Arguments | None = None,
    supplier_only: Arguments | None = None,
    shared: Arguments | None = None,
) -> PartyEvents:
    """Record an event in both logs; `back_id` is the supplier's own relationship with the buyer.

    Both logs have the arguments in `shared`, and each log has the arguments of its party, which the other party does not see.
    """
    args: Arguments = {
        **_author(actor),
        "requirementId": requirement.id,
        "documentType": type_name,
        "supplierId": requirement.with_organisation_id,
        "supplierName": supplier_name,
        "fromOrganisationId": requirement.organisation_id,
        "fromOrganisationName": buyer_name,
        **(shared or {}),
    }
    user_id = actor.user_id if actor else None
    buyer = record(
        type,
        organisation_id=requirement.organisation_id,
        user_id=user_id,
        relationship_id=requirement.relationship_id,
        documentPath=buyer_path(requirement.with_organisation_id, requirement.id),
        **args,
        **(buyer_only or {}),
    )
    supplier = record(
        type,
        organisation_id=requirement.with_organisation_id,
        user_id=user_id,
        relationship_id=back_id,
        documentPath=supplier_path(requirement.id),
        **args,
        **(supplier_only or {}),
    )
    return PartyEvents(buyer, supplier)


def _author(actor: Actor | None) -> Arguments:
    """Return the author's name, and the id of a user with a page to link to. Guests have none."""
    if actor is None:
        return {}
    name: Arguments = {"byUserName": actor.name}
    return name if actor.is_guest else name | {"byUserId": actor.user_id}


def record_row(
    type: str,
    *,
    actor: Actor | None,
    row: RequirementRow,
    buyer_only: Arguments | None = None,
    shared: Arguments | None = None,
) -> PartyEvents:
    """Record an event of one loaded requirement in both logs."""
    requirement = row.requirement
    supplier_id = requirement.with_organisation_id
    return record_event(
        type,
        actor=actor,
        requirement=requirement,
        type_name=name_with_site(row.type, requirement),
        buyer_name=row.buyer.name,
        supplier_name=row.supplier.name,
        back_id=relationships_back(requirement.organisation_id, [supplier_id]).get(supplier_id),
        buyer_only=buyer_only,
        shared=shared,
    )


def name_with_site(type: DocumentType, requirement: DocumentRequirement) -> str:
    """Return the name of the type with the site, if the requirement is for one."""
    return f"{type.name} ({requirement.site})" if requirement.site else type.name
