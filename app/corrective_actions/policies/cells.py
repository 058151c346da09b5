"""The fields of a step as one map of keys, although the planned actions of D5 and D6 are rows of a table."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from app.corrective_actions.models import CorrectiveStep, CorrectiveTask
from app.corrective_actions.policies.content import day_of
from app.corrective_actions.types import Step
from app.kernel.clock import moment_text

TASK_PARTS: Mapping[Step, tuple[str, ...]] = {Step.D5: ("text", "responsible", "due"), Step.D6: ("done",)}
"""The columns of a planned action that belong to each step."""
TASK_PREFIX = "task."


@dataclass(frozen=True, slots=True)
class Mark:
    """The last change of a field: its iteration (0: never), its author and its time."""

    iteration: int = 0
    user_id: int | None = None
    at: str | None = None

    def next(self, user_id: int, moment: datetime) -> "Mark":
        """Return the mark of the following change."""
        return Mark(self.iteration + 1, user_id, moment_text(moment))

    def stored(self) -> list[object]:
        """Return the form in which marks are stored."""
        return [self.iteration, self.user_id, self.at]


def content_of(row: CorrectiveStep, tasks: Sequence[CorrectiveTask]) -> dict[str, object]:
    """Return the fields of a step that are not empty, by key; `tasks` are the planned actions of its loop."""
    return {
        **{key: value for key, value in row.content.items() if value is not None},
        **dict(_task_values(row.step, tasks)),
    }


def marks_of(row: CorrectiveStep, tasks: Sequence[CorrectiveTask]) -> dict[str, Mark]:
    """Return the marks of all fields of a step that were ever changed, by key."""
    marks = {key: mark_of(stored) for key, stored in row.marks.items()}
    for task in tasks:
        for part in TASK_PARTS.get(row.step, ()):
            if part in task.marks:
                marks[f"{TASK_PREFIX}{task.key}.{part}"] = mark_of(task.marks[part])
    return marks


def mark_of(stored: object) -> Mark:
    """Return a mark from its stored form."""
    if not isinstance(stored, list) or len(stored) != 3:
        return Mark()
    iteration, user_id, at = stored
    return Mark(int(iteration), user_id if isinstance(user_id, int) else None, str(at) if at else None)


def set_part(task: CorrectiveTask, part: str, value: object, mark: Mark) -> None:
    """Store a field of a planned action; the value was checked."""
    text = value if isinstance(value, str) else None
    if part == "due":
        task.due = day_of(value)
    elif part == "done":
        task.done = day_of(value)
    elif part == "text":
        task.text = text
    else:
        task.responsible = text
    task.marks = {**task.marks, part: mark.stored()}


def is_empty(task: CorrectiveTask) -> bool:
    """Return True if all fields of a planned action were emptied, which removes it from the page."""
    return task.text is None and task.responsible is None and task.due is None and task.done is None


def _task_values(step: Step, tasks: Sequence[CorrectiveTask]) -> Iterator[tuple[str, object]]:
    for task in tasks:
        parts: dict[str, str | date | None] = {
            "text": task.text, "responsible": task.responsible, "due": task.due, "done": task.done,
        }  # fmt: skip
        for part in TASK_PARTS.get(step, ()):
            value = parts[part]
            if value is not None:
                yield (
                    f"{TASK_PREFIX}{task.key}.{part}",
                    value.isoformat() if isinstance(value, date) else value,
                )
