"""Names of non-conformances for other features."""

from app.ncr.models import NonConformance
from app.ncr.operations.codes import add_usual_codes
from app.ncr.operations.moves import change_status, ncr_status_changed, set_deleted, start_if_pending
from app.ncr.operations.progress import add_progress
from app.ncr.operations.recording import record_event, record_for_parties
from app.ncr.operations.saving import NcrFields, raise_ncr
from app.ncr.policies import (
    ActionFigure,
    ActionReport,
    NcrHooks,
    PunctualityFigure,
    ReportBlock,
    ReportSection,
    ReportTable,
    StageFigure,
    demand_raiser,
    may_ask_action,
)
from app.ncr.queries.codes import code_ids
from app.ncr.queries.figures import is_counted
from app.ncr.queries.ncrs import (
    NcrContext,
    Raiser,
    Supplier,
    has_raised_any,
    ncr_for,
    open_counts,
    visible_to,
)
from app.ncr.queries.people import people_at
from app.ncr.queries.suppliers import SupplierNcrs, ncrs_of_relationship
from app.ncr.types import (
    OPEN_STATUSES,
    SEVERITY_LABELS,
    Disposition,
    FigureFilter,
    NcrMail,
    NcrSeverity,
    NcrStatus,
    NcrType,
)

__all__ = [
    "OPEN_STATUSES",
    "SEVERITY_LABELS",
    "ActionFigure",
    "ActionReport",
    "Disposition",
    "FigureFilter",
    "NcrContext",
    "NcrFields",
    "NcrHooks",
    "NcrMail",
    "NcrSeverity",
    "NcrStatus",
    "NcrType",
    "NonConformance",
    "PunctualityFigure",
    "Raiser",
    "ReportBlock",
    "ReportSection",
    "ReportTable",
    "StageFigure",
    "Supplier",
    "SupplierNcrs",
    "add_progress",
    "add_usual_codes",
    "change_status",
    "code_ids",
    "demand_raiser",
    "has_raised_any",
    "is_counted",
    "may_ask_action",
    "ncr_for",
    "ncr_status_changed",
    "ncrs_of_relationship",
    "open_counts",
    "people_at",
    "raise_ncr",
    "record_event",
    "record_for_parties",
    "set_deleted",
    "start_if_pending",
    "visible_to",
]
