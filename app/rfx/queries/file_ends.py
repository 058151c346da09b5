"""Files of answers that are no longer valid, known to the feature that has the documents of suppliers."""

from collections.abc import Callable, Collection, Mapping
from datetime import date

from app.kernel.dates import day_text
from app.kernel.registry import current_registry
from app.rfx.policies.answers import files_in

ENDED_DOCUMENT = "The earlier document ended on {}. Add the current one."

EndFinder = Callable[[int, Collection[int]], Mapping[int, date]]
"""Return the last valid day of the files that have ended, by the supplier's id and the ids of attachments."""


class FileEndHooks:
    """Function of the feature that has the documents of suppliers."""

    def __init__(self) -> None:
        self.find_ended: EndFinder | None = None


def faults_of_files(supplier_id: int, answers: Mapping[str, object]) -> dict[str, str]:
    """Return a sentence for each answer of a file question with a document that has ended, by value key.

    `answers` are answers to file questions. Runs at most one statement.
    """
    files = {key: files_in(answer) for key, answer in answers.items()}
    attachment_ids = {file_id for ids in files.values() for file_id in ids}
    find = current_registry().hooks(FileEndHooks).find_ended
    ends = find(supplier_id, attachment_ids) if find and attachment_ids else {}
    last_days = {key: [ends[file_id] for file_id in ids if file_id in ends] for key, ids in files.items()}
    return {key: ENDED_DOCUMENT.format(day_text(max(days))) for key, days in last_days.items() if days}
