"""Stored progress of RFxs, which lists show without reading answers."""

from sqlalchemy import select

from app.extensions import db
from app.kernel.jobs.queue import enqueue
from app.rfx.models import Rfx
from app.rfx.policies.answers import Progress, progress_of
from app.rfx.queries.answers import answers_of
from app.rfx.queries.rfxs import rfx_context_for_system

BATCH = 200
COUNT_JOB = "rfx.countAnswers"


def store_progress(rfx: Rfx, progress: Progress) -> None:
    """Store the respondent's progress in its RFx, whose row the caller has locked."""
    completion = progress.total.completion
    rfx.answered, rfx.answerable = completion.answered, completion.total


def count_answers() -> None:
    """Count the answers of RFxs from before their progress was stored, and request the next batch."""
    stmt = select(Rfx.id).where(Rfx.answerable.is_(None)).order_by(Rfx.id).limit(BATCH)
    ids = list(db.session.execute(stmt).scalars())
    for rfx_id in ids:
        context = rfx_context_for_system(rfx_id, lock=True)
        answers = answers_of(context)
        store_progress(context.rfx, progress_of(answers.fields, answers.values))
    if len(ids) == BATCH:
        enqueue(COUNT_JOB, dedupe_key=f"{COUNT_JOB}:{ids[-1]}")
