"""Registrations of awards: endpoints, the job that sends letters, the report, columns of the comparison's workbook."""

from app.awards import api, exports, jobs
from app.awards.queries.awards import award_columns
from app.awards.types import LETTERS_JOB, REPORT
from app.kernel.registry import Registry
from app.requests.public import ComparisonHooks


def register(registry: Registry) -> None:
    """Register the endpoints, the job and the report of awards."""
    registry.add_api(api.blueprint)
    registry.add_job(LETTERS_JOB, jobs.send_letters)
    registry.add_export(REPORT, exports.build_report)
    registry.hooks(ComparisonHooks).supplier_columns.append(award_columns)
