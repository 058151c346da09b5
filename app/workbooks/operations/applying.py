"""Saving of the chosen answers in the worker, in transactions of BATCH answers; nothing is saved twice."""

from sqlalchemy.orm.attributes import flag_modified

from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.session import commit, rollback
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ProblemError
from app.kernel.http.json_types import Arguments
from app.rfx.public import AnswerSource, NewValue, record_for_respondent, rfx_context, save_values
from app.workbooks.models import AnswerImport
from app.workbooks.queries import actor_of_import, locked_import
from app.workbooks.types import BATCH, AppliedState, ImportState, Outcome

NEW_VERSION = "The questionnaire has changed since the file was read. Upload it again."
APPLICABLE = (Outcome.NEW, Outcome.CHANGED, Outcome.PROPOSED)


def apply_answers(import_id: int) -> None:
    """Save the answers of an import batch by batch; continues after an interruption with the next batch."""
    while _apply_batch(import_id):
        commit()
    commit()


def _apply_batch(import_id: int) -> bool:
    """Save the next answers with their results; return True if there may be more."""
    answer_import = locked_import(import_id)
    if answer_import is None or answer_import.state is not ImportState.APPLYING:
        return False
    items = _chosen(answer_import)
    waiting = [item for item in items if item["appliedState"] is None]
    if not waiting:
        _finish(answer_import, items)
        return False
    actor = actor_of_import(answer_import)
    if _is_outdated(actor, answer_import):
        answer_import.state, answer_import.error = ImportState.FAILED, NEW_VERSION
        return False
    batch = waiting[:BATCH]
    values = {str(item["key"]): NewValue(item["file"], int(item["iteration"])) for item in batch}
    try:
        result = save_values(
            actor=actor, rfx_id=answer_import.rfx_id, new_values=values,
            source=AnswerSource.WORKBOOK,
        )  # fmt: skip
    except ProblemError as error:
        rollback()
        failed = locked_import(import_id)
        if failed is not None:
            failed.state, failed.error = ImportState.FAILED, error.sentence
        return False
    for item in batch:
        key = str(item["key"])
        if key in result.refused:
            item["appliedState"], item["sentence"] = AppliedState.REFUSED, result.refused[key]
        else:
            is_conflict = key in result.conflicts
            item["appliedState"] = AppliedState.CONFLICT if is_conflict else AppliedState.APPLIED
    flag_modified(answer_import, "result")
    answer_import.progress = 100 - 100 * (len(waiting) - len(batch)) // len(items)
    db.session.flush()
    return True


def _is_outdated(actor: Actor, answer_import: AnswerImport) -> bool:
    """Return True if the RFx has other revisions than when the file was read: its value keys may be other questions."""
    form_ids = (answer_import.result or {}).get("formIds")
    try:
        context = rfx_context(actor=actor, rfx_id=answer_import.rfx_id)
    except ProblemError:
        return False  # The save reports it.
    return form_ids is not None and form_ids != [form_id for form_id, _ in context.revisions]


def _chosen(answer_import: AnswerImport) -> list[Arguments]:
    decision, items = answer_import.decision or {}, (answer_import.result or {}).get("items", [])
    keys, theirs = set(decision.get("keys", [])), set(decision.get("theirs", []))
    clears = bool(decision.get("clearEmpty"))
    return [
        item
        for item in items
        if (item["outcome"] in APPLICABLE and item["key"] in keys)
        or (item["outcome"] == Outcome.CONFLICT and item["key"] in theirs)
        or (item["outcome"] == Outcome.EMPTY and clears and item["key"] in keys)
    ]


def _finish(answer_import: AnswerImport, items: list[Arguments]) -> None:
    answer_import.state, answer_import.applied, answer_import.progress = ImportState.APPLIED, now(), 100
    applied = [item for item in items if item["appliedState"] == AppliedState.APPLIED]
    actor = actor_of_import(answer_import)
    record_for_respondent(
        rfx_context(actor=actor, rfx_id=answer_import.rfx_id),
        "rfx.answersImported",
        actor=actor,
        new=sum(item["here"] is None for item in applied),
        changed=sum(item["here"] is not None for item in applied),
        conflicts=sum(item["appliedState"] == AppliedState.CONFLICT for item in items),
    )
    db.session.flush()
