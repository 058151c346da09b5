"""Registrations of evaluations: endpoints, the page and the grants of guests, and their access to files."""

from app.evaluations import pages
from app.evaluations.api import evaluation, marking
from app.evaluations.policies.access import guest_path
from app.evaluations.queries.access import may_read_answers, may_see_logos
from app.evaluations.types import EVALUATION_GRANT
from app.files.public import FileHooks
from app.kernel.registry import Registry
from app.tasks.public import RFX_SUBJECT


def register(registry: Registry) -> None:
    """Register the endpoints, the page and the grants of guests who evaluate, and their access to files of answers and logos."""
    registry.add_api(evaluation.blueprint, marking.blueprint)
    registry.add_pages(pages.blueprint)
    registry.add_grant_subject(EVALUATION_GRANT, guest_path)
    files = registry.hooks(FileHooks)
    files.add_file_access(RFX_SUBJECT, may_read_answers)
    files.add_access("organisation", may_see_logos)
