"""Names of requests for other features."""

from app.requests.policies.hooks import ComparisonHooks, SupplierColumns
from app.requests.policies.sealing import demand_open_seal, is_seal_closed
from app.requests.queries.comparison import (
    comparison_of,
    form_scores,
    scored_sections,
)
from app.requests.queries.requests import RequestContext, request_context
from app.requests.schemas.comparison import ComparisonSchema
from app.requests.serializers.comparison import serialize_comparison

__all__ = [
    "ComparisonHooks",
    "ComparisonSchema",
    "RequestContext",
    "SupplierColumns",
    "comparison_of",
    "demand_open_seal",
    "form_scores",
    "is_seal_closed",
    "request_context",
    "scored_sections",
    "serialize_comparison",
]
