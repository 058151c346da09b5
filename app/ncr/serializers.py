"""Serializers of non-conformances."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time

from app.accounts.public import serialize_person
from app.files.public import AttachmentInfo, attachments_of
from app.kernel.http.auth import Actor, Permission
from app.kernel.registry import current_registry
from app.messages.public import MESSAGE_SUBJECT, messages_of, serialize_message
from app.ncr.models import DefectCode, NonConformance
from app.ncr.policies import (
    NcrHooks,
    is_raiser,
    may_ask_action,
    may_ask_resolution,
    may_edit,
    moves_of,
    ordinal_text,
    recurrence_text,
)
from app.ncr.queries.codes import list_codes
from app.ncr.queries.figures import Figure, FigureRow
from app.ncr.queries.ncrs import (
    NcrContext,
    ncr_for,
)
from app.ncr.queries.people import PersonRow, organisation_names, people_at
from app.ncr.types import (
    STATUS_INFO,
    Disposition,
    FigureFilter,
    FigureGroup,
    NcrSeverity,
    NcrStatus,
    NcrType,
)
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
        "part_number": ncr.part_number,
        "recurrence": _recurrence(context),
    }


def _recurrence(context: NcrContext) -> dict[str, object] | None:
    text = recurrence_text(context)
    return {"label": f"{ordinal_text(context.occurrence)} time", "text": text} if text else None


def serialize_code(code: DefectCode, *, actor: Actor, is_used: bool) -> dict[str, object]:
    """Serialize a defect code (`DefectCodeSchema`)."""
    return {
        "id": code.id,
        "code": code.code,
        "name": code.name,
        "archived": code.archived,
        "is_used": is_used,
        "is_own": code.organisation_id == actor.organisation_id,
    }


def serialize_codes(*, actor: Actor) -> list[dict[str, object]]:
    """Serialize the defect codes that the actor may see (`DefectCodeSchema`)."""
    return [serialize_code(code, actor=actor, is_used=is_used) for code, is_used in list_codes(actor=actor)]


def serialize_loaded_ncr(
    context: NcrContext,
    *,
    actor: Actor,
    attachments: Sequence[AttachmentInfo],
    messages: Sequence[Mapping[str, object]],
    message_count: int,
) -> dict[str, object]:
    """Serialize a loaded non-conformance (`NcrSchema`); `messages` has the messages of its thread, oldest first.

    Only the raising organisation gets the internal values.
    """
    ncr, task = context.ncr, context.task
    corrective_action = current_registry().hooks(NcrHooks).find_action(ncr)
    internal = {"internal": _internal(ncr)} if is_raiser(actor, ncr) else {}
    return (
        serialize_ncr_row(context, actor)
        | internal
        | {
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
            "batch": ncr.batch,
            "order_ref": ncr.order_ref,
            "quantity_delivered": ncr.quantity_delivered,
            "quantity_checked": ncr.quantity_checked,
            "quantity_defective": ncr.quantity_defective,
            "defect_code": context.defect_code,
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
            "corrective_action": corrective_action,
            "actions": _actions(context, actor)
            | {
                "ask_corrective_action": may_ask_action(actor, ncr)
                and (corrective_action is None or corrective_action["is_withdrawn"])
            },
        }
    )


def _internal(ncr: NonConformance) -> dict[str, object]:
    return {
        "cost": None if ncr.cost is None else f"{ncr.cost:.2f}",
        "currency": ncr.currency,
        "disposition": Disposition(ncr.disposition) if ncr.disposition else None,
        "note": ncr.internal_note,
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
    """Serialize a non-conformance (`NcrSchema`) in at most four statements; the caller has checked the access."""
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
    names = organisation_names(ids)
    return serialize_people(
        {organisation_id: names[organisation_id] for organisation_id in ids}, people_at(ids)
    )


def serialize_figure(figure: Figure, *, group: FigureGroup, filters: FigureFilter) -> dict[str, object]:
    """Serialize a figure (`FigureSchema`)."""
    return {
        "group": group,
        "party": filters.party,
        "event_from": filters.start,
        "event_to": filters.end,
        "rows": [_figure_row(row) for row in figure.rows],
        "ungrouped": _figure_row(figure.ungrouped) if figure.ungrouped else None,
        "total": _figure_row(figure.total),
        "has_more": figure.has_more,
    }


def serialize_action_figure(*, actor: Actor, filters: FigureFilter) -> dict[str, object]:
    """Serialize the figures of corrective actions (`ActionFigureSchema`)."""
    figure = current_registry().hooks(NcrHooks).figure_actions(actor, filters)
    return {
        "party": filters.party,
        "event_from": filters.start,
        "event_to": filters.end,
        "count": figure.count,
        "stages": figure.stages,
        "punctuality": figure.punctuality,
        "returns_per_action": figure.returns_per_action,
    }


def _figure_row(row: FigureRow) -> dict[str, object]:
    costs = (
        {
            "costs": [
                {"currency": currency, "amount": f"{amount:.2f}"} for currency, amount in row.costs.items()
            ]
        }
        if row.costs is not None
        else {}
    )
    return costs | {
        "key": row.key,
        "label": row.label,
        "count": row.count,
        "delivered": row.delivered,
        "defective": row.defective,
        "ppm": row.ppm,
    }
