"""Mails of bulk jobs: the sample in the preview, and one mail for a person who is concerned by several rows."""

from collections.abc import Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from app.kernel.bulk.actions import Args, BulkAction, BulkRun, SampleMail, Target
from app.kernel.db.session import rolled_back
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ProblemError
from app.kernel.http.json_types import Arguments
from app.kernel.mail.outbox import collect_mails

NAMED = 3
"""Number of other rows that a mail names."""
NO_JOB = 0
"""The id of the job in dedupe keys of samples, which are rolled back."""


@dataclass(frozen=True, slots=True)
class JobMail:
    """The bulk job that a mail is a part of: each person gets one mail with this `key`. `others` names the other rows."""

    key: str
    others: str = ""


def job_mail(run: BulkRun, target: Target, *, is_undo: bool = False) -> JobMail:
    """Return the job of the mails of `target`, with the sentence about the rows that share its mail."""
    return JobMail(f"{run.job_id}:undo" if is_undo else str(run.job_id), target.data.get("others", ""))


def with_others(targets: Sequence[Target], shared: Mapping[int, Hashable]) -> list[Target]:
    """Return the targets with a sentence about the others that have the same value in `shared`, by subject id.

    Targets that are not in `shared` stay unchanged.
    """
    groups: dict[Hashable, list[Target]] = {}
    for target in targets:
        if target.subject_id is not None and target.subject_id in shared:
            groups.setdefault(shared[target.subject_id], []).append(target)
    return [
        _with_sentence(target, groups[shared[target.subject_id]])
        if target.subject_id is not None and target.subject_id in shared
        else target
        for target in targets
    ]


def _with_sentence(target: Target, group: Sequence[Target]) -> Target:
    if len(group) == 1:
        return target
    named = [other for other in group[: NAMED + 1] if other is not target][:NAMED]
    texts = [f"“{other.data.get('title', other.label)}”" for other in named]
    more = len(group) - 1 - len(named)
    if more:
        texts.append(f"{more:,} more")
    listed = " and ".join(filter(None, [", ".join(texts[:-1]), texts[-1]]))
    data: Arguments = {**target.data, "others": f"The same applies to {listed}."}
    return replace(target, data=data)


def sample_mail(action: BulkAction, actor: Actor, target: Target | None, args: Args) -> SampleMail | None:
    """Return a mail that `action` sends for `target`: run the row, and roll it back. None if it sends none."""
    if target is None:
        return None
    with suppress(ProblemError), rolled_back(), collect_mails() as mails:
        (action.sample_row or action.run_row)(BulkRun(NO_JOB, actor, args), target)
    if not mails:
        return None
    first = mails[0]
    return SampleMail(first.to.name, first.rendered.subject, first.rendered.text.strip())
