"""Lists over HTTP: the query that `ListQuerySchema` parses, and the X-Pagination header of the response."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from flask import request
from marshmallow import ValidationError, fields

from app.kernel.db.pagination import ListQuery, Page
from app.kernel.http.json_types import Arguments, ListResponse
from app.kernel.http.schemas import CamelSchema

PAGINATION_HEADER = "X-Pagination"
T = TypeVar("T")


def list_query(query: Mapping[str, Any], page_size: int) -> ListQuery:
    """Return the requested page, with the list's own page size as the default."""
    return ListQuery(page=query["page"], page_size=query["page_size"] or page_size, cursor=query["cursor"])


def listed(page: Page[T], rows: Sequence[object]) -> ListResponse:
    """Return the response of a list: `rows`, and the total and next cursor in X-Pagination."""
    return rows, 200, {PAGINATION_HEADER: json.dumps(page.header())}


def first_page(page: Page[T], rows: Sequence[object]) -> dict[str, object]:
    """Return the first page of a list as a prop of an island: the rows of the endpoint with their pagination."""
    return {"rows": rows, "pagination": page.header()}


def address_query(schema: CamelSchema, **defaults: str) -> Arguments:
    """Load the filters in the page's address with the endpoint's schema; unknown or invalid ones are ignored."""
    arguments: dict[str, object] = {**defaults}
    for field in schema.fields.values():
        values = request.args.getlist(field.data_key or "")
        if values:
            arguments[field.data_key or ""] = values if isinstance(field, fields.List) else values[0]
    try:
        loaded: Arguments = schema.load(arguments)
    except ValidationError as error:
        invalid_names = set(error.messages) if isinstance(error.messages, dict) else set(arguments)
        loaded = schema.load({name: value for name, value in arguments.items() if name not in invalid_names})
    return loaded
