"""Serializers of corrective actions. The requester gets the fields of a step once it was sent."""

from collections.abc import Mapping, Sequence

from app.accounts.public import User, serialize_person
from app.corrective_actions.models import CorrectiveAction, CorrectiveStep
from app.corrective_actions.operations.saving import SaveResult, whole_content
from app.corrective_actions.policies.access import is_buyer, may_decide, may_write, page_path
from app.corrective_actions.policies.cells import Mark, content_of, marks_of
from app.corrective_actions.policies.problems import problems_of
from app.corrective_actions.queries.actions import (
    READABLE,
    ActionContext,
    is_active,
    newest_action,
    users_by_id,
)
from app.corrective_actions.types import (
    ACTION_SUBJECT,
    DUE_DAYS,
    METHOD_LABELS,
    STATE_INFO,
    STEP_LABELS,
    STEP_SUBJECT,
    STEPS,
    TRANSITIONS,
    WRITABLE,
    ActionState,
    Decision,
    Method,
    Move,
    Step,
)
from app.files.public import AttachmentInfo, attachments_of
from app.kernel.http.auth import Actor
from app.kernel.http.json_types import Json
from app.ncr.public import OPEN_STATUSES, NcrContext, NonConformance

Files = Mapping[int, Sequence[AttachmentInfo]]
People = Mapping[int, User]


def serialize_action(context: ActionContext, *, actor: Actor) -> Json:
    """Serialize an action for `CorrectiveActionSchema`, with a fixed number of statements."""
    action, ncr = context.action, context.ncr
    files = attachments_of(STEP_SUBJECT, [row.id for row in context.rows])
    people = users_by_id(
        [
            action.asked_by_user_id,
            action.assigned_user_id,
            action.result_by_user_id,
            *_people_of_contest(action),
            *(row.sent_by_user_id for row in context.rows),
            *(row.decided_by_user_id for row in context.rows),
        ]
    )
    return {
        "id": action.id,
        "ncr": _ncr(ncr),
        "requester": ncr.raiser,
        "supplier": ncr.supplier,
        "method": Method(action.method),
        "method_name": METHOD_LABELS[action.method],
        "loop": action.loop,
        "state": ActionState(action.state),
        "state_info": STATE_INFO[action.state],
        "message": action.message,
        "asked_by": _person(people, action.asked_by_user_id),
        "responsible": _person(people, action.assigned_user_id),
        "created": action.created,
        "updated": action.updated,
        "steps": [_step(context, row, actor, files, people) for row in context.steps.values()],
        "earlier": [_step(context, row, actor, files, people) for row in context.earlier],
        "contested": _contest(action, people),
        "effectiveness": {
            "criterion": action.criterion,
            "on": action.effective_on,
            "result": action.result,
            "comment": action.result_comment,
            "by": _person(people, action.result_by_user_id),
            "checked": action.checked,
        },
        "actions": _moves(context, actor),
    }


def serialize_save(result: SaveResult) -> Json:
    """Serialize the result of a save for `StepSaveResultSchema`."""
    return {
        "saved": {key: _mark(mark) for key, mark in result.saved.items()},
        "conflicts": {
            key: _mark(conflict.mark)
            | {"value": conflict.value, "name": _name(result.authors, conflict.mark.user_id)}
            for key, conflict in result.conflicts.items()
        },
        "refused": result.refused,
        "problems": result.problems,
        "files": attachments_of(STEP_SUBJECT, [result.row.id])[result.row.id],
    }


def serialize_brief(ncr: NonConformance) -> Json | None:
    """Serialize the newest action of a non-conformance for its dialog (`CorrectiveActionBriefSchema`)."""
    action = newest_action(ncr.id)
    if action is None:
        return None
    person = users_by_id([action.assigned_user_id]).get(action.assigned_user_id or 0)
    return {
        "id": action.id,
        "method": METHOD_LABELS[action.method],
        "state_info": STATE_INFO[action.state],
        "next_due": action.next_due,
        "responsible": person.name if person else None,
        "is_withdrawn": action.state == ActionState.WITHDRAWN,
        "path": page_path(ncr.id),
    }


def serialize_presets(ncr: NcrContext) -> Json:
    """Serialize the presets of a request for `RequestPresetSchema`."""
    return {
        "due_days": {step.value: days for step, days in DUE_DAYS[ncr.ncr.severity].items()},
        "methods": {method.value: [step.value for step in steps] for method, steps in STEPS.items()},
    }


def _step(context: ActionContext, row: CorrectiveStep, actor: Actor, files: Files, people: People) -> Json:
    tasks = context.tasks_of(row.loop)
    is_shown = row.state in READABLE or not is_buyer(actor, context.action)
    problems = (
        problems_of(row.step, whole_content(context, row)) if is_shown and row.state in WRITABLE else {}
    )
    return {
        "step": Step(row.step),
        "loop": row.loop,
        "name": STEP_LABELS[row.step],
        "state": row.state,
        "due": row.due,
        "sent": row.sent,
        "sent_by": _person(people, row.sent_by_user_id),
        "decided": row.decided,
        "decided_by": _person(people, row.decided_by_user_id),
        "comment": row.comment,
        "values": content_of(row, tasks) if is_shown else {},
        "iterations": {key: mark.iteration for key, mark in marks_of(row, tasks).items()} if is_shown else {},
        "files": files[row.id] if is_shown else [],
        "problems": problems,
    }


def _ncr(context: NcrContext) -> Json:
    ncr = context.ncr
    return {
        "id": ncr.id,
        "title": ncr.title,
        "description": ncr.description_html,
        "event_date": ncr.event_date,
        "account_name": ncr.account_name,
        "type": ncr.type.value,
        "severity": ncr.severity.value,
        "status": ncr.status.value,
    }


def _moves(context: ActionContext, actor: Actor) -> Json:
    action = context.action
    state, writes, decides = ActionState(action.state), may_write(actor, action), may_decide(actor, action)
    is_open = context.ncr.ncr.status in OPEN_STATUSES
    plan = context.steps.get(Step.D5)
    is_early = plan is None or plan.sent is None
    return {
        "write": writes and is_open and (is_active(context) or state is ActionState.CONTESTED),
        "decide": decides and is_active(context),
        "contest": writes and is_open and is_early and (state, Move.CONTEST) in TRANSITIONS,
        "decide_contest": decides and is_open and state is ActionState.CONTESTED,
        "check": decides and state is ActionState.CLOSED,
        "change": decides and is_open and (is_active(context) or state is ActionState.CONTESTED),
    }


def _contest(action: CorrectiveAction, people: People) -> Json | None:
    contested = action.contested
    if contested is None:
        return None
    decision = contested.get("decision")
    return {
        "reason": contested["reason"],
        "at": contested["at"],
        "by": _person(people, contested.get("by")),
        "files": attachments_of(ACTION_SUBJECT, [action.id])[action.id],
        "decision": Decision(str(decision)) if decision else None,
        "decided_at": contested.get("decidedAt"),
        "decided_by": _person(people, contested.get("decidedBy")),
        "comment": contested.get("comment") or "",
    }


def _people_of_contest(action: CorrectiveAction) -> list[int]:
    contested = action.contested or {}
    ids = (contested.get("by"), contested.get("decidedBy"))
    return [each for each in ids if isinstance(each, int)]


def _person(people: People, user_id: object) -> Json | None:
    user = people.get(user_id) if isinstance(user_id, int) else None
    return serialize_person(user) if user else None


def _mark(mark: Mark) -> Json:
    return {"iteration": mark.iteration, "updated": mark.at}


def _name(people: People, user_id: int | None) -> str:
    user = people.get(user_id or 0)
    return user.name if user else "Someone"
