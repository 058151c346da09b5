"""Names of requests for other features."""

from app.requests.policies.hooks import ComparisonHooks, SupplierColumns
from app.requests.policies.sealing import demand_open_seal, is_seal_closed
from app.requests.queries.comparison import ComparedSection, Comparison, comparison_of
from app.requests.queries.requests import RequestContext, request_context
from app.requests.schemas.comparison import ComparisonQuerySchema, ComparisonSchema
from app.requests.serializers.comparison import serialize_comparison

__all__ = [
    "ComparedSection",
    "Comparison",
    "ComparisonHooks",
    "ComparisonQuerySchema",
    "ComparisonSchema",
    "RequestContext",
    "SupplierColumns",
    "comparison_of",
    "demand_open_seal",
    "is_seal_closed",
    "request_context",
    "serialize_comparison",
]
