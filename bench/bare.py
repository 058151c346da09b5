"""Baselines: programs that produce the same data with one statement and one json.dumps."""

import json
from collections.abc import Callable
from typing import Any

from psycopg import Connection
from psycopg.rows import dict_row

BARE_ROWS = """
select o.id, o.name, o.status, o.is_test_organisation, o.logo_id, o.logo_version, o.brief_description, o.address_line1,
  o.address_line2, o.address_city, o.address_region, o.address_zipcode, o.address_country, r.id as relationship_id,
  r.level,
  (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name)), '[]') from relationship_tag rt
   join tag t on t.id = rt.tag_id where rt.relationship_id = r.id) as tags
from organisation o left join relationship r on r.with_organisation_id = o.id and r.organisation_id = %s
where ((o.status = 'CONFIRMED' and not o.is_test_organisation) or r.by_invitation) and not o.is_placeholder
  and o.id <> %s
order by lower(o.name), o.id limit %s
"""


class BareList:
    """A WSGI application with one connection, one statement and one json.dumps; no sign-in, no count, no framework."""

    def __init__(self, connection: Connection[Any], tenant_id: int, rows: int) -> None:
        self._connection = connection
        self._arguments = [tenant_id, tenant_id, rows]

    def __call__(self, _environ: Any, start_response: Any) -> list[bytes]:
        with self._connection.cursor(row_factory=dict_row) as cursor:
            rows = cursor.execute(BARE_ROWS, self._arguments).fetchall()
        body = json.dumps([_nested(row) for row in rows]).encode()
        start_response("200 OK", [("Content-Type", "application/json"), ("Content-Length", str(len(body)))])
        return [body]


def bare_statement(connection: Connection[Any], statement: str, *arguments: Any) -> Callable[[], Any]:
    """Return a function that runs one statement and dumps its rows as JSON."""

    def call() -> str:
        with connection.cursor(row_factory=dict_row) as cursor:
            rows = cursor.execute(statement, arguments).fetchall()
        return json.dumps(rows, default=str)

    return call


def hello(_environ: Any, start_response: Any) -> list[bytes]:
    """Serve five bytes: the minimum for gunicorn."""
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "5")])
    return [b"hello"]


def _nested(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": row["id"],
        "name": row["name"],
        "status": row["status"],
        "isTestOrganisation": row["is_test_organisation"],
        "logoUrl": row["logo_id"] and f"/files/{row['logo_id']}",
        "briefDescription": row["brief_description"],
        "address": {
            "line1": row["address_line1"],
            "line2": row["address_line2"],
            "city": row["address_city"],
            "region": row["address_region"],
            "zipcode": row["address_zipcode"],
            "country": row["address_country"],
        },
        "relationship": {"id": row["relationship_id"], "level": row["level"]} if row["level"] else None,
        "tags": row["tags"],
    }
