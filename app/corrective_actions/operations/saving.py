"""Saving the fields of a step. Each field has its own base version, so that two people at once lose nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.accounts.public import User
from app.corrective_actions.models import CorrectiveStep, CorrectiveTask
from app.corrective_actions.policies.access import demand_writer
from app.corrective_actions.policies.cells import TASK_PREFIX, Mark, content_of, marks_of, set_part
from app.corrective_actions.policies.content import (
    UNKNOWN,
    file_of,
    kind_of,
    stored_form,
    value_error,
)
from app.corrective_actions.policies.problems import problems_of
from app.corrective_actions.policies.states import demand_step
from app.corrective_actions.queries.actions import ActionContext, action_for, users_by_id
from app.corrective_actions.types import (
    ACTIVE_STATES,
    MAX_FILES,
    MAX_TASKS,
    MAX_TEAM,
    MAX_WHYS,
    STATE_INFO,
    STEP_SUBJECT,
    WRITABLE,
    ActionState,
    Step,
    StepState,
)
from app.extensions import db
from app.files.public import attach, detach_others, uploads_of_actor
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError
from app.ncr.public import OPEN_STATUSES, start_if_pending

FINISHED = "This corrective action is {state}, so nothing can be changed."
RESOLVED = "This non-conformance is resolved, so nothing can be changed."
LOCKED = "{step} was sent and can be changed only if it is returned."
ACCEPTED = "{step} is accepted and can't be changed."
NO_FILE = "This file is no longer there. Please add it again."
TOO_MANY: Mapping[str, tuple[int, str]] = {
    "why": (MAX_WHYS, f"At most {MAX_WHYS} whys are possible."),
    "task": (MAX_TASKS, f"At most {MAX_TASKS} actions are possible."),
    "team": (MAX_TEAM, f"At most {MAX_TEAM} people are possible."),
    "file": (MAX_FILES, f"At most {MAX_FILES} photos and files can be added to one corrective action."),
}
"""The maximum number of rows of a list, and the sentence for more."""


@dataclass(frozen=True, slots=True)
class NewValue:
    """A value to save, and the iteration that it is based on (0: none)."""

    value: object
    base_iteration: int


@dataclass(frozen=True, slots=True)
class Conflict:
    """The current value of a field whose save was based on an older one."""

    value: object
    mark: Mark


@dataclass(slots=True)
class SaveResult:
    """The outcome of a save for each key, and the problems that prevent the step from being sent."""

    context: ActionContext
    row: CorrectiveStep
    saved: dict[str, Mark] = field(default_factory=dict)
    conflicts: dict[str, Conflict] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    problems: dict[str, list[str]] = field(default_factory=dict)
    authors: Mapping[int, User] = field(default_factory=dict)


def save_step(*, actor: Actor, action_id: int, step: Step, values: Mapping[str, NewValue]) -> SaveResult:
    """Save fields of a step, for the supplier. An error in one field never prevents the others from being stored.

    A value that equals the current one is neither a conflict nor a new iteration, so that a save can be repeated. A value
    of a wrong type, a day before the event, and every value of a step that was sent are refused; incomplete values are
    stored, and prevent only the sending. The first saved field starts the non-conformance.

    Raises NotFoundError, ForbiddenError for others than the supplier, ConflictError if the action is no longer open.
    """
    context = action_for(actor=actor, action_id=action_id, lock=True)
    demand_writer(actor, context.action)
    demand_open(context)
    demand_step(context.action.method, step)
    row = context.steps[step]
    tasks = context.tasks_of(row.loop)
    result = SaveResult(context=context, row=row)
    content, marks = content_of(row, tasks), marks_of(row, tasks)
    changes = _changes(context, result, values, content, marks)
    changes = _with_room(context, result, changes, content)
    changes = _with_files(actor, result, changes)
    _store(actor, result, changes, marks)
    if changes:
        content = content_of(row, context.tasks_of(row.loop))
        _keep_files(actor, row, content)
        context.action.updated = now()
        start_if_pending(actor=actor, context=context.ncr)
    result.problems = problems_of(step, whole_content(context, row))
    if result.conflicts:
        result.authors = users_by_id([conflict.mark.user_id for conflict in result.conflicts.values()])
    db.session.flush()
    return result


def demand_open(context: ActionContext) -> None:
    """Raise ConflictError if the supplier can no longer change the action. While it is contested, drafts can be written."""
    state = context.action.state
    if context.ncr.ncr.status not in OPEN_STATUSES:
        raise ConflictError(RESOLVED)
    if state not in ACTIVE_STATES | {ActionState.CONTESTED}:
        raise ConflictError(FINISHED.format(state=STATE_INFO[state]["label"].lower()))


def whole_content(context: ActionContext, row: CorrectiveStep) -> dict[str, object]:
    """Return the fields of a step; for D6 also the planned actions of D5, which it completes."""
    tasks = context.tasks_of(row.loop)
    content = content_of(row, tasks)
    if row.step == Step.D6 and Step.D5 in context.steps:
        content = {**content_of(context.steps[Step.D5], tasks), **content}
    return content


def _changes(
    context: ActionContext,
    result: SaveResult,
    values: Mapping[str, NewValue],
    content: Mapping[str, object],
    marks: Mapping[str, Mark],
) -> dict[str, object]:
    """Return the values to store by key; add the others to the result."""
    step, changes = result.row.step, dict[str, object]()
    planned = {task.key for task in context.tasks_of(result.row.loop)}
    for key, new in values.items():
        kind = kind_of(step, key)
        if kind is None or (
            step == Step.D6 and key.startswith(TASK_PREFIX) and key.split(".")[1] not in planned
        ):
            result.refused[key] = UNKNOWN
            continue
        value, current, mark = stored_form(kind, new.value), content.get(key), marks.get(key, Mark())
        if value == current:
            result.saved[key] = mark
        elif result.row.state not in WRITABLE:
            sentence = ACCEPTED if result.row.state == StepState.ACCEPTED else LOCKED
            result.refused[key] = sentence.format(step=step)
        elif fault := value_error(kind, value, event_date=context.ncr.ncr.event_date):
            result.refused[key] = fault
        elif new.base_iteration != mark.iteration:
            result.conflicts[key] = Conflict(current, mark)
        else:
            changes[key] = value
    return changes


def _with_room(
    context: ActionContext, result: SaveResult, changes: dict[str, object], content: Mapping[str, object]
) -> dict[str, object]:
    """Return the changes without those that add more rows to a list than it can have."""
    rows = {name: _rows(name, content) for name in TOO_MANY}
    others = [row for row in context.steps.values() if row.id != result.row.id]
    rows["file"] |= {f"{row.id}:{key}" for row in others for key in _rows("file", row.content)}
    accepted = {}
    for key, value in changes.items():
        name = key.partition(".")[0]
        most, sentence = TOO_MANY.get(name, (0, ""))
        row = _row_of(name, key)
        if most and value is not None and row not in rows[name] and len(rows[name]) >= most:
            result.refused[key] = sentence
            continue
        if most and value is not None:
            rows[name].add(row)
        accepted[key] = value
    return accepted


def _rows(name: str, content: Mapping[str, object]) -> set[str]:
    return {
        _row_of(name, key)
        for key, value in content.items()
        if key.startswith(f"{name}.") and value is not None
    }


def _row_of(name: str, key: str) -> str:
    """Return the row of a key: the chain and the row of a why, else the row."""
    return key if name == "why" else ".".join(key.split(".")[:2])


def _with_files(actor: Actor, result: SaveResult, changes: dict[str, object]) -> dict[str, object]:
    """Return the changes without files that the actor did not upload; the files of the others are attached."""
    files = {key: named.id for key, value in changes.items() if (named := file_of(value)) is not None}
    own = uploads_of_actor(actor=actor, attachment_ids=files.values())
    for key, attachment_id in files.items():
        if attachment_id not in own:
            result.refused[key] = NO_FILE
            del changes[key]
    return changes


def _keep_files(actor: Actor, row: CorrectiveStep, content: Mapping[str, object]) -> None:
    """Attach the files of the step, and detach those that were removed from it."""
    named = {file.id for value in content.values() if (file := file_of(value)) is not None}
    attach(
        actor=actor,
        attachment_ids=sorted(named),
        subject_type=STEP_SUBJECT,
        subject_id=row.id,
        limit=MAX_FILES,
    )
    detach_others(subject_type=STEP_SUBJECT, subject_id=row.id, keep=sorted(named))


def _store(
    actor: Actor, result: SaveResult, changes: Mapping[str, object], marks: Mapping[str, Mark]
) -> None:
    row, context, moment = result.row, result.context, now()
    content, stored_marks = dict(row.content), dict(row.marks)
    for key, value in changes.items():
        mark = marks.get(key, Mark()).next(actor.user_id, moment)
        result.saved[key] = mark
        if key.startswith(TASK_PREFIX):
            _, task_key, part = key.split(".")
            set_part(_task(context, row, task_key), part, value, mark)
            continue
        stored_marks[key] = mark.stored()
        if value is None:
            content.pop(key, None)
        else:
            content[key] = value
    row.content, row.marks = content, stored_marks


def _task(context: ActionContext, row: CorrectiveStep, key: str) -> CorrectiveTask:
    """Return the planned action with this key in the loop of a step; a new one is added."""
    task = next((task for task in context.tasks_of(row.loop) if task.key == key), None)
    if task is None:
        task = CorrectiveTask(step_id=context.steps[Step.D5].id, key=key, marks={})
        db.session.add(task)
        context.tasks.append(task)
    return task
