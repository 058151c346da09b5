"""Builder of the workbook of a comparison (kind `rfxRequestComparison`), called by the worker."""

import re

from app.kernel.http.auth import Actor
from app.kernel.http.json_types import Arguments
from app.kernel.jobs.exports import ExportFile
from app.kernel.registry import current_registry
from app.requests.policies.hooks import ComparisonHooks
from app.requests.queries.comparison import comparison_of

KIND = "rfxRequestComparison"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
UNSAFE_IN_NAMES = re.compile(r"[^\w .()-]+")


def build(actor: Actor, format: str, args: Arguments) -> ExportFile:
    """Build the workbook with all suppliers and questions that `actor` may read now.

    The import is local, so that only the worker loads openpyxl.
    """
    from app.requests.exports.comparison_workbook import workbook

    comparison = comparison_of(actor=actor, request_id=int(args["request_id"]))
    request, hooks = comparison.context.request, current_registry().hooks(ComparisonHooks)
    title = " ".join(UNSAFE_IN_NAMES.sub(" ", request.title).split())[:80]
    return ExportFile(
        filename=f"Comparison {title}".strip() + f".{format}",
        content_type=XLSX,
        content=workbook(
            comparison,
            actor=actor,
            more_columns=[columns(request, comparison.rfxs) for columns in hooks.supplier_columns],
        ),
    )
