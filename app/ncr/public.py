"""What non-conformances give: to their own calls and pages, and to the features above them."""

from collections.abc import Mapping
from typing import Any

from app.files.public import attachments_of
from app.kernel.auth import Actor
from app.messages.public import (
    MESSAGE_SUBJECT,
    message_body,
    messages_of,
)
from app.ncr import queries, schemas
from app.ncr.operations import NcrFields, add_progress, raise_ncr, set_deleted
from app.ncr.queries import (
    NcrFilter,
    NcrHead,
    list_ncrs,
    ncr_for,
    open_counts,
    people_at,
)
from app.ncr.schemas import NcrSchema
from app.ncr.types import SEVERITY_LABELS, NcrMail, NcrSeverity, NcrStatus, NcrType
from app.network.public import relationship_for
from app.tasks.public import NCR_SUBJECT

STATUS_SWITCHES = {
    "pending": NcrStatus.PENDING,
    "in_progress": NcrStatus.INPROGRESS,
    "resolved": NcrStatus.RESOLVED,
    "deleted": NcrStatus.DELETED,
}
SEVERITY_SWITCHES = {
    "critical": NcrSeverity.CRITICAL,
    "major": NcrSeverity.MAJOR,
    "minor": NcrSeverity.MINOR,
}


def ncr_filter(query: Mapping[str, Any]) -> NcrFilter:
    """The list's filters from its query."""
    return NcrFilter(
        search=query["search"],
        supplier_name=query["supplier_name"],
        relationship_id=query["relationship_id"],
        statuses=[status for name, status in STATUS_SWITCHES.items() if query[name]],
        severities=[severity for name, severity in SEVERITY_SWITCHES.items() if query[name]],
        types=query["types"],
    )


def ncr_body(*, actor: Actor, ncr_id: int) -> dict[str, Any]:
    """One non-conformance as `NcrSchema` has it; NotFoundError where the actor may not see it."""
    return body_of(ncr_for(actor=actor, ncr_id=ncr_id), actor=actor)


def body_of(head: NcrHead, *, actor: Actor) -> dict[str, Any]:
    """A non-conformance that the actor has been found to see, as `NcrSchema` has it. Three statements at most."""
    ncr_id, thread_id = head.ncr.id, head.task.message_thread_id
    rows = messages_of(thread_id=thread_id) if thread_id is not None else ()
    files = attachments_of(MESSAGE_SUBJECT, [row[0].id for row in rows])
    return schemas.ncr_body(
        head,
        actor=actor,
        attachments=attachments_of(NCR_SUBJECT, [ncr_id])[ncr_id],
        messages=[message_body(row, files) for row in rows],
        message_count=len(rows),
    )


def ncr_people(*, actor: Actor, relationship_id: int | None) -> list[dict[str, Any]]:
    """Who can report and be asked: the own people, and those of a relationship's supplier."""
    ids = [actor.organisation_id]
    if relationship_id is not None:
        kept = relationship_for(actor=actor, relationship_id=relationship_id)
        ids.append(kept.with_organisation_id)
    names = queries.organisation_names(ids)
    return schemas.people_body({known: names[known] for known in ids}, people_at(ids))


__all__ = [
    "SEVERITY_LABELS",
    "NcrFields",
    "NcrFilter",
    "NcrMail",
    "NcrSchema",
    "NcrSeverity",
    "NcrStatus",
    "NcrType",
    "add_progress",
    "body_of",
    "list_ncrs",
    "ncr_body",
    "ncr_filter",
    "ncr_people",
    "open_counts",
    "raise_ncr",
    "set_deleted",
]
