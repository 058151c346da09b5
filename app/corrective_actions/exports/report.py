"""The corrective action in the PDF of its non-conformance: the state, and each step with its content.

The buyer reads a step once it was sent, as on the page; the supplier reads its own drafts too. Nothing here is internal
to the buyer.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from app.accounts.public import User
from app.corrective_actions.exports.steps import BLOCKS, Content
from app.corrective_actions.models import CorrectiveAction, CorrectiveStep
from app.corrective_actions.policies.access import is_buyer
from app.corrective_actions.policies.cells import content_of
from app.corrective_actions.policies.content import (
    file_of,
)
from app.corrective_actions.queries.actions import (
    READABLE,
    ActionContext,
    load_action,
    newest_action,
    users_by_id,
)
from app.corrective_actions.types import (
    ACTION_SUBJECT,
    METHOD_LABELS,
    STATE_INFO,
    STEP_LABELS,
    STEP_SUBJECT,
    ActionState,
    Decision,
    Method,
    Result,
    Step,
    StepState,
)
from app.files.public import AttachmentInfo, attachments_of
from app.kernel.dates import day_text, time_text
from app.kernel.files.pdf import isolated
from app.kernel.http.auth import Actor
from app.ncr.public import ActionReport, ReportBlock, ReportSection

SOMEONE = "Someone"
DECISION_LABELS: Mapping[str, str] = {
    Decision.UPHELD: "The complaint is upheld",
    Decision.WITHDRAWN: "The complaint is withdrawn",
}
RESULT_LABELS: Mapping[str, str] = {Result.EFFECTIVE: "Effective", Result.NOT_EFFECTIVE: "Not effective"}


def report_action(actor: Actor, ncr_id: int) -> ActionReport | None:
    """Return the newest corrective action of a non-conformance; None without one. The caller has checked the access."""
    action = newest_action(ncr_id)
    if action is None:
        return None
    context = load_action(ncr_id=ncr_id, action_id=action.id)
    return _Report(actor, context).build()


class _Report:
    """The report of one action for one reader."""

    def __init__(self, actor: Actor, context: ActionContext) -> None:
        self._context = context
        self._action: CorrectiveAction = context.action
        self._zone: ZoneInfo = actor.zone
        self._is_buyer = is_buyer(actor, context.action)
        self._people: Mapping[int, User] = users_by_id(
            [
                self._action.asked_by_user_id,
                self._action.assigned_user_id,
                self._action.result_by_user_id,
                *_people_of_contest(self._action),
                *(user_id for row in context.rows for user_id in _people_of(row)),
            ]
        )
        self._files = attachments_of(STEP_SUBJECT, [row.id for row in context.rows])

    def build(self) -> ActionReport:
        method, state = METHOD_LABELS[self._action.method], STATE_INFO[self._action.state]["label"]
        is_8d = self._action.method == Method.EIGHT_D
        accepted = [row for row in self._context.steps.values() if row.state == StepState.ACCEPTED]
        result = f"{len(accepted)} of {len(self._context.steps)} steps are accepted."
        return ActionReport(
            name="8D report" if is_8d else f"Corrective action report ({method.lower()})",
            result=f"{state}. {result}",
            facts=list(self._facts()),
            sections=list(self._sections()),
        )

    def _facts(self) -> Iterator[tuple[str, str]]:
        action, context = self._action, self._context
        yield "Method", METHOD_LABELS[action.method]
        yield "Attempt", str(action.loop)
        yield "State", STATE_INFO[action.state]["label"]
        yield "Asked", self._at_by("", action.created, action.asked_by_user_id).strip()
        responsible = self._people.get(action.assigned_user_id or 0)
        yield "Responsible", responsible.name if responsible else f"Anyone at {context.ncr.supplier.name}"
        if action.message:
            yield "Message", action.message
        if action.closed:
            yield "Closed", time_text(action.closed, self._zone)
        if action.next_due:
            yield "Next step due", day_text(action.next_due)

    def _sections(self) -> Iterator[ReportSection]:
        if self._action.contested is not None:
            yield self._contest(self._action.contested)
        for row in self._context.steps.values():
            yield self._section(row, f"{row.step} {STEP_LABELS[row.step]}")
        if self._action.criterion or self._action.result:
            yield self._check()
        for row in self._context.earlier:
            yield self._section(row, f"Attempt {row.loop}: {row.step} {STEP_LABELS[row.step]}")

    def _section(self, row: CorrectiveStep, heading: str) -> ReportSection:
        blocks = list(self._blocks(row)) if self._is_shown(row) else []
        return ReportSection(heading=heading, notes=list(self._notes(row)), blocks=blocks)

    def _notes(self, row: CorrectiveStep) -> Iterator[str]:
        """Yield the state of a step, with the people, times and comments of its moves."""
        for at, user_id, comment in map(_returned, row.returns):
            yield f"{self._at_by('Returned', at, user_id)}: {isolated(comment)}"
        if row.state == StepState.RETURNED:
            yield f"Being corrected, due {day_text(row.due)}"
        elif row.sent is None:
            yield f"Not sent yet, due {day_text(row.due)}"
        if row.state in READABLE:
            sent = self._at_by("Sent", row.sent, row.sent_by_user_id)
            is_accepted = row.state == StepState.ACCEPTED
            yield (
                f"{sent}. {self._at_by('Accepted', row.decided, row.decided_by_user_id)}."
                if is_accepted
                else f"{sent}. Waits for acceptance."
            )

    def _blocks(self, row: CorrectiveStep) -> Iterator[ReportBlock]:
        tasks = self._context.tasks_of(row.loop)
        content = content_of(row, tasks)
        if row.step == Step.D6:
            content = {**self._planned(row), **content}
        files = _by_place(content, self._files[row.id])
        yield from BLOCKS[row.step](content, files)

    def _planned(self, row: CorrectiveStep) -> Content:
        """Return the planned actions that D6 completes; none while the reader can't see D5."""
        plans = [each for each in self._context.rows if each.step == Step.D5 and each.loop <= row.loop]
        if not plans or not self._is_shown(plans[-1]):
            return {}
        return content_of(plans[-1], self._context.tasks_of(row.loop))

    def _is_shown(self, row: CorrectiveStep) -> bool:
        return row.state in READABLE or not self._is_buyer

    def _contest(self, contested: Mapping[str, object]) -> ReportSection:
        notes = [self._at_by("Contested", _moment(contested.get("at")), contested.get("by"))]
        answers = [("Reason of the supplier", str(contested["reason"]))]
        decision = contested.get("decision")
        if decision:
            at, user_id = _moment(contested.get("decidedAt")), contested.get("decidedBy")
            notes.append(self._at_by("Decided", at, user_id))
            answers.append(("Decision", DECISION_LABELS[str(decision)]))
        elif self._action.state == ActionState.CONTESTED:
            notes.append("Not decided yet")
        if comment := contested.get("comment"):
            answers.append(("Comment", str(comment)))
        files = attachments_of(ACTION_SUBJECT, [self._action.id])[self._action.id]
        return ReportSection(
            heading="Contested", notes=notes, blocks=[ReportBlock(answers=answers, files=files)]
        )

    def _check(self) -> ReportSection:
        action, notes = self._action, []
        if action.checked:
            notes.append(self._at_by("Checked", action.checked, action.result_by_user_id))
        if action.effective_on:
            notes.append(f"Planned for {day_text(action.effective_on)}")
        answers = [
            ("Criterion", action.criterion),
            ("Result", RESULT_LABELS[action.result] if action.result else None),
            ("Comment", action.result_comment),
        ]
        block = ReportBlock(answers=[(name, text) for name, text in answers if text])
        return ReportSection(heading="Check of effectiveness", notes=notes, blocks=[block])

    def _at_by(self, verb: str, at: datetime | None, user_id: object) -> str:
        user = self._people.get(user_id) if isinstance(user_id, int) else None
        return f"{verb} {time_text(at, self._zone)} by {isolated(user.name if user else SOMEONE)}"


def _returned(stored: object) -> tuple[datetime | None, object, str]:
    """Return the time, the user and the comment of a stored return."""
    if not isinstance(stored, list) or len(stored) != 3:
        return None, None, ""
    at, user_id, comment = stored
    return _moment(at), user_id, str(comment)


def _moment(stored: object) -> datetime | None:
    return datetime.fromisoformat(str(stored)) if stored else None


def _people_of(row: CorrectiveStep) -> Iterator[int | None]:
    yield row.sent_by_user_id
    yield row.decided_by_user_id
    for _, user_id, _ in map(_returned, row.returns):
        yield user_id if isinstance(user_id, int) else None


def _people_of_contest(action: CorrectiveAction) -> Iterator[int | None]:
    for name in ("by", "decidedBy"):
        user_id = (action.contested or {}).get(name)
        yield user_id if isinstance(user_id, int) else None


def _by_place(content: Content, files: Sequence[AttachmentInfo]) -> dict[str, list[AttachmentInfo]]:
    places = {named.id: named.place for value in content.values() if (named := file_of(value)) is not None}
    by_place: dict[str, list[AttachmentInfo]] = {}
    for info in files:
        by_place.setdefault(places.get(info.id, ""), []).append(info)
    return by_place
