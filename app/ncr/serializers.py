"""Serializers of non-conformances."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time

from app.accounts.public import serialize_person
from app.files.public import AttachmentInfo, attachments_of
from app.kernel.auth import Actor, Permission
from app.messages.public import MESSAGE_SUBJECT, messages_of, serialize_message
from app.ncr import queries
from app.ncr.policies import is_raiser, may_ask_resolution, may_edit, moves_of
from app.ncr.queries import (
    NcrContext,
    PersonRow,
    ncr_for,
    people_at,
)
from app.ncr.types import STATUS_INFO, NcrSeverity, NcrStatus, NcrType
from app.network.public import relationship_for
from app.tasks.public import NCR_SUBJECT


def serialize_ncr_row(context: NcrContext, actor: Actor) -> dict[str, object]:
    """Serialize a non-conformance in a list (`NcrRowSchema`)."""
    ncr = context.ncr
    return {
        "id": ncr.id,
        "title": ncr.title,
        "event_date": ncr.event_date,
        "account_name": ncr.account_name,
        "type": NcrType(ncr.type),
        "severity": NcrSeverity(ncr.severity),
        "status": NcrStatus(ncr.status),
        "status_info": STATUS_INFO[ncr.status],
        "supplier_relationship": {
            "id": ncr.relationship_id,
            "organisation": context.raiser,
            "with_organisation": context.supplier,
        },
        "is_raiser": is_raiser(actor, ncr),
        "resolution_asked": ncr.resolution_asked,
        "due": context.task.due,
    }


def serialize_loaded_ncr(
    context: NcrContext,
    *,
    actor: Actor,
    attachments: Sequence[AttachmentInfo],
    messages: Sequence[Mapping[str, object]],
    message_count: int,
) -> dict[str, object]:
    """Serialize a loaded non-conformance (`NcrSchema`); `messages` has the messages of its thread, oldest first."""
    ncr, task = context.ncr, context.task
    return serialize_ncr_row(context, actor) | {
        "description": ncr.description_html,
        "event_timestamp": datetime.combine(ncr.event_date, time(), UTC),
        "job_title": ncr.job_title,
        "job_ref": ncr.job_ref,
        "created": ncr.created,
        "updated": ncr.updated,
        "version": ncr.version,
        "resolved": ncr.resolved,
        "created_by": serialize_person(context.creator),
        "reported_by_name": ncr.reported_by_name,
        "user_task": {
            "id": task.id,
            "is_open": task.is_open,
            "assigned_to_user": serialize_person(context.assignee) if context.assignee else None,
            "assigned_to_organisation": context.assigned_to,
            "attachments": attachments,
            "message_thread": {
                "id": task.message_thread_id,
                "messages": messages,
                "message_count": message_count,
            },
        },
        "actions": _actions(context, actor),
    }


def serialize_people(names: Mapping[int, str], people: Sequence[PersonRow]) -> list[dict[str, object]]:
    """Serialize organisations, in their order, with their users (`NcrPeopleSchema`)."""
    by_organisation: dict[int, list[dict[str, object]]] = {organisation_id: [] for organisation_id in names}
    for user, manages in people:
        by_organisation[user.organisation_id].append(serialize_person(user) | {"may_be_assigned": manages})
    return [
        {"id": organisation_id, "name": name, "users": by_organisation[organisation_id]}
        for organisation_id, name in names.items()
    ]


def _actions(context: NcrContext, actor: Actor) -> dict[str, object]:
    ncr = context.ncr
    is_deleted = ncr.status == NcrStatus.DELETED
    can_edit = may_edit(actor, ncr)
    return {
        "edit": can_edit and not is_deleted,
        "progress": actor.may(Permission.MANAGE_NCRS) and not is_deleted,
        "statuses": moves_of(actor, ncr),
        "ask_resolution": may_ask_resolution(actor, ncr),
        "delete": can_edit and not is_deleted,
        "restore": can_edit and is_deleted,
    }


def serialize_ncr_by_id(*, actor: Actor, ncr_id: int) -> dict[str, object]:
    """Serialize one non-conformance (`NcrSchema`); raises NotFoundError if the actor may not see it."""
    return serialize_ncr(ncr_for(actor=actor, ncr_id=ncr_id), actor=actor)


def serialize_ncr(context: NcrContext, *, actor: Actor) -> dict[str, object]:
    """Serialize a non-conformance (`NcrSchema`) in at most three statements; the caller has checked the access."""
    ncr_id, thread_id = context.ncr.id, context.task.message_thread_id
    rows = messages_of(thread_id=thread_id) if thread_id is not None else ()
    files = attachments_of(MESSAGE_SUBJECT, [message.id for message, *_ in rows])
    return serialize_loaded_ncr(
        context,
        actor=actor,
        attachments=attachments_of(NCR_SUBJECT, [ncr_id])[ncr_id],
        messages=[serialize_message(row, files) for row in rows],
        message_count=len(rows),
    )


def serialize_ncr_people(*, actor: Actor, relationship_id: int | None) -> list[dict[str, object]]:
    """Serialize possible reporters and assignees: the own users, and the users of a relationship's supplier."""
    ids = [actor.organisation_id]
    if relationship_id is not None:
        relationship = relationship_for(actor=actor, relationship_id=relationship_id)
        ids.append(relationship.with_organisation_id)
    names = queries.organisation_names(ids)
    return serialize_people(
        {organisation_id: names[organisation_id] for organisation_id in ids}, people_at(ids)
    )
