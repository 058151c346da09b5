"""What non-conformances give: to their own calls and pages, and to the features above them."""

from collections.abc import Mapping
from typing import Any

from app.files.public import attachments_of, register_access
from app.kernel.auth import Actor
from app.messages.public import (
    MESSAGE_SUBJECT,
    message_body,
    messages_of,
    register_thread_access,
    register_thread_subject,
    thread_replied,
)
from app.ncr import queries, schemas
from app.ncr.mails import mail_assigned, subject_of
from app.ncr.operations import NcrFields, add_progress, raise_ncr, set_deleted, start_if_pending
from app.ncr.queries import (
    NcrFilter,
    NcrHead,
    list_ncrs,
    ncr_for,
    open_counts,
    people_at,
    sees_thread,
)
from app.ncr.schemas import NcrSchema
from app.ncr.types import SEVERITY_LABELS, NcrSeverity, NcrStatus, NcrType
from app.network.public import relationship_for
from app.tasks.public import NCR_SUBJECT

register_access(NCR_SUBJECT, queries.sees_any)
register_thread_access(sees_thread)
register_thread_subject(subject_of)

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


@thread_replied.connect
def _start_by_reply(_sender: object, *, actor: Actor, thread_id: int, **_other: Any) -> None:
    """A reply of the assignee's organisation is its first progress update, wherever it is written."""
    ncr = queries.ncr_of_thread(thread_id)
    if ncr is None or ncr.status != NcrStatus.PENDING:
        return
    head = ncr_for(actor=actor, ncr_id=ncr.id, lock=True)
    if head.task.assigned_organisation_id == actor.organisation_id:
        start_if_pending(actor=actor, head=head)


__all__ = [
    "SEVERITY_LABELS",
    "NcrFields",
    "NcrFilter",
    "NcrSchema",
    "NcrSeverity",
    "NcrStatus",
    "NcrType",
    "add_progress",
    "body_of",
    "list_ncrs",
    "mail_assigned",
    "ncr_body",
    "ncr_filter",
    "ncr_people",
    "open_counts",
    "raise_ncr",
    "set_deleted",
]
