"""Names of requests for other features."""

from app.requests.policies.hooks import ComparisonHooks, SupplierColumns
from app.requests.policies.sealing import demand_open_seal, is_seal_closed
from app.requests.queries.requests import RequestContext, request_context

__all__ = [
    "ComparisonHooks",
    "RequestContext",
    "SupplierColumns",
    "demand_open_seal",
    "is_seal_closed",
    "request_context",
]
