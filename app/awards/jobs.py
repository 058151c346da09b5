"""The job that delivers the letters of an award. Each letter has its own transaction."""

import structlog

from app.awards.operations.delivering import deliver_letter, finish_letters, waiting_letters
from app.kernel.db.session import commit, rollback

log = structlog.get_logger(__name__)


def send_letters(award_id: int) -> None:
    """Deliver the waiting letters of an award. One that fails unexpectedly stops no other; the job is then tried again."""
    failed = 0
    for line_id in waiting_letters(award_id):
        try:
            deliver_letter(line_id=line_id)
            commit()
        except Exception:
            rollback()
            failed += 1
            log.exception("award_letter_failed", line_id=line_id)
    if failed:
        raise RuntimeError(f"{failed} letters of the award {award_id} are not delivered yet")
    finish_letters(award_id=award_id)
    commit()
