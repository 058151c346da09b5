"""Lists: the directory of organisations, against a bare answer of the same rows, and at growing sizes."""

import json
from collections.abc import Iterator
from typing import Any

from flask import Flask
from psycopg import Connection
from psycopg.rows import dict_row
from sqlalchemy import text

from app.config import VERSION
from app.devtools.demo_accounts import DEMO_EMAILS, DEMO_PASSWORD
from app.extensions import db
from bench.data import grow_directory
from bench.measure import Comparison, compare, request

PATH = "/api/organisation?allOrganisations=true"
SMALL = 1_000
RARE = "c4ca4238a0"
"""In one name of those that are made, at any size: the beginning of md5('1')."""

BARE_ROWS = """
select o.id, o.name, o.status, o.is_test_organisation, o.logo_id, o.brief_description, o.address_line1,
  o.address_line2, o.address_city, o.address_region, o.address_zipcode, o.address_country, r.id as relationship_id,
  r.level,
  (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name)), '[]') from relationship_tag rt
   join tag t on t.id = rt.tag_id where rt.relationship_id = r.id) as tags
from organisation o left join relationship r on r.with_organisation_id = o.id and r.organisation_id = %s
where ((o.status = 'CONFIRMED' and not o.is_test_organisation) or r.by_invitation) and not o.is_placeholder
  and o.id <> %s
order by lower(o.name), o.id limit %s
"""


class BareAnswer:
    """The yardstick: WSGI, one connection, one statement, one json.dumps; no sign-in, no count, no framework."""

    def __init__(self, connection: Connection[Any], tenant_id: int, rows: int) -> None:
        self._connection = connection
        self._arguments = [tenant_id, tenant_id, rows]

    def __call__(self, _environ: Any, start_response: Any) -> list[bytes]:
        with self._connection.cursor(row_factory=dict_row) as cursor:
            rows = cursor.execute(BARE_ROWS, self._arguments).fetchall()
        body = json.dumps([_nested(row) for row in rows]).encode()
        start_response("200 OK", [("Content-Type", "application/json"), ("Content-Length", str(len(body)))])
        return [body]


def run(app: Flask, connection: Connection[Any], *, largest: int) -> Iterator[Comparison]:
    """Compare the directory's first pages with bare answers, then at 1,000 and at `largest` organisations."""
    token = _sign_in(app)
    headers = {"Authorization": f"Bearer {token}", "Client-Version": VERSION}
    with app.app_context():
        tenant_id = db.session.execute(
            text("select organisation_id from app_user where email = :email"), {"email": DEMO_EMAILS[0]}
        ).scalar_one()
        grow_directory(to=SMALL, tenant_id=tenant_id)
    for rows, goal in ((16, 7), (100, 3)):
        bare = BareAnswer(connection, tenant_id, rows)
        path = f"{PATH}&pageSize={rows}"
        told, bare_rows = json.loads(request(app, path, headers)), json.loads(request(bare, "/"))
        if [row["id"] for row in told] != [row["id"] for row in bare_rows]:
            raise RuntimeError("the yardstick answers other rows than the product")
        yield compare(
            f"{rows} organisations / bare WSGI, psycopg and json",
            subject=lambda path=path: request(app, path, headers),
            yardstick=lambda bare=bare: request(bare, "/"),
            goal=goal,
        )
    yield from _at_growing_sizes(app, headers, tenant_id=tenant_id, largest=largest)


def _at_growing_sizes(
    app: Flask, headers: dict[str, str], *, tenant_id: int, largest: int
) -> Iterator[Comparison]:
    """The same pages among few and among many organisations: the small ones are measured first, then kept."""
    pages = {"first page": PATH, "page 50": f"{PATH}&page=50", "search as typed": f"{PATH}&name={RARE}"}
    small = {
        name: compare(name, subject=lambda path=path: request(app, path, headers), yardstick=_nothing, goal=0)
        for name, path in pages.items()
    }
    with app.app_context():
        grow_directory(to=largest, tenant_id=tenant_id)
    for name, path in pages.items():
        large = compare(
            name, subject=lambda path=path: request(app, path, headers), yardstick=_nothing, goal=0
        )
        yield Comparison(
            name=f"{name} of {largest:,} organisations / of {SMALL:,}",
            milliseconds=large.milliseconds,
            yardstick_milliseconds=small[name].milliseconds,
            tail=large.tail,
            goal=2,
        )


def _nothing() -> None:
    """A yardstick where the comparison is with an earlier measurement."""
    sum(range(1000))


def _sign_in(app: Flask) -> str:
    answer = app.test_client().post("/api/session", json={"email": DEMO_EMAILS[0], "password": DEMO_PASSWORD})
    if answer.status_code != 200:
        raise RuntimeError(f"the demo's buyer could not sign in: {answer.text}")
    return str(answer.json["accessToken"])


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
