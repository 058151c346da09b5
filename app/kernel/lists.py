"""Lists over HTTP: the query as read by `ListQuerySchema`, and the X-Pagination header of the answer."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from app.kernel.pagination import ListQuery, Page

HEADER = "X-Pagination"


def list_query(query: Mapping[str, Any], page_size: int) -> ListQuery:
    """The page that was asked for, with the list's own page size where none was given."""
    return ListQuery(page=query["page"], page_size=query["page_size"] or page_size, cursor=query["cursor"])


def listed(page: Page[Any], rows: Sequence[Any]) -> tuple[Sequence[Any], int, dict[str, str]]:
    """The answer of a list: `rows`, and the total and next cursor in X-Pagination."""
    return rows, 200, {HEADER: json.dumps(page.header())}


def first_page(page: Page[Any], rows: Sequence[Any]) -> dict[str, Any]:
    """The first page of a list as an island's prop: what the call would answer, with its pagination."""
    return {"rows": rows, "pagination": page.header()}
