"""Transitions of actions and steps, and the order of the steps, without the database."""

from collections.abc import Mapping, Sequence

from app.corrective_actions.types import (
    STATE_INFO,
    STEP_TRANSITIONS,
    STEPS,
    TOGETHER,
    TRANSITIONS,
    ActionState,
    Method,
    Move,
    Step,
    StepMove,
    StepState,
)
from app.kernel.http.errors import ConflictError

ALREADY_SENT = "{step} was sent already."
ALREADY_ACCEPTED = "{step} is accepted already."
NOT_SENT = "{step} has not been sent."
SEND_FIRST = "Send {step} first."
ACCEPT_FIRST = "Accept {step} first."
NO_STEP = "This corrective action has no {step}."
NOT_CONTESTABLE = "This can be contested only before D5 is sent."
NOT_NOW = "This corrective action is {state}, so that is not possible now."

States = Mapping[Step, StepState]


def state_after(state: str, move: Step | Move) -> ActionState:
    """Return the state after a step was accepted, or after a move; raise ConflictError if it is not possible.

    The acceptance of a step without a transition does not change the state.
    """
    after = TRANSITIONS.get((ActionState(state), move))
    if after is not None:
        return after
    if isinstance(move, Step):
        return ActionState(state)
    if move is Move.CONTEST:
        raise ConflictError(NOT_CONTESTABLE)
    raise ConflictError(NOT_NOW.format(state=STATE_INFO[state]["label"].lower()))


def step_after(step: Step, state: str, move: StepMove) -> StepState:
    """Return the state of a step after a move; raise ConflictError with a sentence if it is not possible."""
    after = STEP_TRANSITIONS.get((StepState(state), move))
    if after is not None:
        return after
    sentence = ALREADY_ACCEPTED if state == StepState.ACCEPTED else NOT_SENT
    if move is StepMove.SEND:
        sentence = ALREADY_SENT if state == StepState.SENT else ALREADY_ACCEPTED
    raise ConflictError(sentence.format(step=step))


def steps_of(method: str) -> Sequence[Step]:
    """Return the steps of a method, in their order."""
    return STEPS[Method(method)]


def demand_step(method: str, step: Step) -> None:
    """Raise ConflictError if the method has no such step."""
    if step not in steps_of(method):
        raise ConflictError(NO_STEP.format(step=step))


def sent_with(step: Step, states: States) -> list[Step]:
    """Return the steps that are sent with `step`: D1 to D3 together, the others alone.

    Raises ConflictError if `step` was sent already, or if an earlier step was not sent.
    """
    step_after(step, states[step], StepMove.SEND)
    group = [each for each in TOGETHER if each in states] if step in TOGETHER else [step]
    for earlier in _before(group[0], states):
        if states[earlier] not in (StepState.SENT, StepState.ACCEPTED):
            raise ConflictError(SEND_FIRST.format(step=earlier))
    return [each for each in group if (StepState(states[each]), StepMove.SEND) in STEP_TRANSITIONS]


def accepted_with(step: Step, states: States) -> list[Step]:
    """Return the steps that are accepted with `step`: D3 includes D1 and D2.

    Raises ConflictError if `step` does not wait for the buyer, or if an earlier step is not accepted.
    """
    step_after(step, states[step], StepMove.ACCEPT)
    group = [each for each in TOGETHER if each in states] if step is TOGETHER[-1] else [step]
    waiting = [each for each in group if states[each] == StepState.SENT]
    for earlier in _before(step, states):
        if states[earlier] != StepState.ACCEPTED and earlier not in waiting:
            raise ConflictError(ACCEPT_FIRST.format(step=earlier))
    return waiting


def _before(step: Step, states: States) -> list[Step]:
    order = list(Step)
    return [each for each in order[: order.index(step)] if each in states]
