"""The check of a whole step before it is sent: missing fields, and quantities that do not add up."""

from collections.abc import Callable, Mapping

from app.corrective_actions.policies.content import (
    CAUSE_NAMES,
    PLACE_NAMES,
    UPDATE_NAMES,
    Cause,
    rows_of,
)
from app.corrective_actions.types import Step

NO_TEAM = "Name at least one person of the team."
NO_PERSON = "Enter the person's name."
NO_PROBLEM = "Describe what is wrong."
NO_PLACE = "Enter the quantity {place}, or tick “Nothing there”."
NO_CONTAINMENT = "Enter what is done with the parts {place}."
MORE_SORTED = "Sorted {sorted} is more than the quantity {quantity} {place}."
MORE_BAD = "Bad {bad} is more than sorted {sorted} {place}."
NO_WHYS = "Enter at least one why for the {cause}."
NO_CAUSE = "Enter the root cause of the {cause}."
NO_ACTIONS = "Enter at least one action."
NO_ACTION = "Describe the action."
NO_DUE = "Enter the day by which it is done."
NO_RESPONSIBLE = "Enter who is responsible."
NOT_DONE = "Enter the day on which “{action}” was done."
NO_UPDATE = "Enter what changed in the {document}, or tick “No change needed”."
NO_CLOSING = "Enter the summary."

Content = Mapping[str, object]
Problems = dict[str, list[str]]
SHOWN = 60
"""Number of characters of an action that a sentence repeats."""


def problems_of(step: Step, content: Content) -> Problems:
    """Return the sentences that prevent a step from being sent, by key of the field.

    `content` has the fields of the step; for D5 and D6, of both.
    """
    return _CHECKS[step](content)


def _team(content: Content) -> Problems:
    rows = rows_of(content, "team")
    if not rows:
        return {"team": [NO_TEAM]}
    return {f"team.{row}.name": [NO_PERSON] for row in rows if content.get(f"team.{row}.name") is None}


def _problem(content: Content) -> Problems:
    return {} if content.get("what") else {"what": [NO_PROBLEM]}


def _containment(content: Content) -> Problems:
    problems: Problems = {}
    for place, name in PLACE_NAMES.items():
        field = f"place.{place}"
        if content.get(f"{field}.nothing"):
            continue
        quantity, sorted_, bad = (
            _count(content, f"{field}.{part}") for part in ("quantity", "sorted", "bad")
        )
        if quantity is None:
            problems[f"{field}.quantity"] = [NO_PLACE.format(place=name)]
        if not content.get(f"{field}.action"):
            problems[f"{field}.action"] = [NO_CONTAINMENT.format(place=name)]
        if quantity is not None and sorted_ is not None and sorted_ > quantity:
            problems[f"{field}.sorted"] = [MORE_SORTED.format(sorted=sorted_, quantity=quantity, place=name)]
        most = sorted_ if sorted_ is not None else quantity
        if bad is not None and most is not None and bad > most:
            problems[f"{field}.bad"] = [MORE_BAD.format(bad=bad, sorted=most, place=name)]
    return problems


def _causes(content: Content) -> Problems:
    problems: Problems = {}
    for cause in (Cause.OCCURRENCE, Cause.ESCAPE):
        if not rows_of(content, f"why.{cause}"):
            problems[f"why.{cause}"] = [NO_WHYS.format(cause=CAUSE_NAMES[cause])]
        if not content.get(f"cause.{cause}.text"):
            problems[f"cause.{cause}.text"] = [NO_CAUSE.format(cause=CAUSE_NAMES[cause])]
    return problems


def _actions(content: Content) -> Problems:
    rows = rows_of(content, "task")
    if not rows:
        return {"task": [NO_ACTIONS]}
    needed = (("text", NO_ACTION), ("responsible", NO_RESPONSIBLE), ("due", NO_DUE))
    return {
        f"task.{row}.{part}": [sentence]
        for row in rows
        for part, sentence in needed
        if content.get(f"task.{row}.{part}") is None
    }


def _implementation(content: Content) -> Problems:
    rows = rows_of(content, "task")
    if not rows:
        return {"task": [NO_ACTIONS]}
    return {
        f"task.{row}.done": [
            NOT_DONE.format(action=str(content.get(f"task.{row}.text") or "the action")[:SHOWN])
        ]
        for row in rows
        if content.get(f"task.{row}.done") is None
    }


def _prevention(content: Content) -> Problems:
    return {
        f"update.{document}.text": [NO_UPDATE.format(document=name)]
        for document, name in UPDATE_NAMES.items()
        if not content.get(f"update.{document}.text") and not content.get(f"update.{document}.none")
    }


def _closing(content: Content) -> Problems:
    return {} if content.get("closing") else {"closing": [NO_CLOSING]}


def _count(content: Content, key: str) -> int | None:
    value = content.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


_CHECKS: Mapping[Step, Callable[[Content], Problems]] = {
    Step.D1: _team,
    Step.D2: _problem,
    Step.D3: _containment,
    Step.D4: _causes,
    Step.D5: _actions,
    Step.D6: _implementation,
    Step.D7: _prevention,
    Step.D8: _closing,
}
