"""Names of requests for other features."""

from app.requests.policies.sealing import demand_open_seal
from app.requests.queries.comparison import ComparedSection, Comparison, comparison_of
from app.requests.queries.requests import RequestContext, request_context
from app.requests.schemas.comparison import ComparisonQuerySchema, ComparisonSchema
from app.requests.serializers.comparison import serialize_comparison

__all__ = [
    "ComparedSection",
    "Comparison",
    "ComparisonQuerySchema",
    "ComparisonSchema",
    "RequestContext",
    "comparison_of",
    "demand_open_seal",
    "request_context",
    "serialize_comparison",
]
