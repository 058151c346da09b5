"""Large data: copies of demo records, made inside the database."""

import time
from collections.abc import Mapping

from sqlalchemy import text

from app.accounts.public import Organisation
from app.extensions import db
from app.network.public import Relationship
from app.rfx.models import FormValue, Rfx, RfxDocForm, RfxResponse
from bench.world import World

TENANT_SHARE = 0.3
"""The share of organisations that have a relationship with the measured tenant."""
TAGGED = 5
"""Every fifth relationship has a tag."""


def grow_directory(world: World, *, to: int, tenant_id: int) -> None:
    """Add confirmed organisations until there are `to`; TENANT_SHARE of them get a relationship with the tenant."""
    started = time.monotonic()
    with world.working():
        present = number("select count(*) from organisation")
        if to <= present:
            return
        last = number("select max(id) from organisation")
        model = number(
            "select with_organisation_id from relationship where organisation_id = :t limit 1", t=tenant_id
        )
        relationship = number("select max(id) from relationship where organisation_id = :t", t=tenant_id)
        tag = number("select min(id) from tag where organisation_id = :t", t=tenant_id)
        names = {"name": "'Measured ' || md5(n::text) || ' ' || n", "logo_id": "null", "id": f"{last} + n"}
        copy_rows(
            Organisation,
            names,
            "generate_series(1, cast(:count as int)) n",
            "source.id = :model",
            model=model,
            count=to - present,
        )
        number("select setval(pg_get_serial_sequence('organisation', 'id'), max(id)) from organisation")
        related = {
            "organisation_id": ":tenant", "with_organisation_id": "n", "external_ref": "'L-' || (100000 + n)",
        }  # fmt: skip
        series = "generate_series(cast(:first as int), cast(:last as int)) n"
        copy_rows(
            Relationship, related, series, "source.id = :model",
            model=relationship, tenant=tenant_id, first=last + 1, last=last + int((to - present) * TENANT_SHARE),
        )  # fmt: skip
        db.session.execute(
            text(
                "insert into relationship_tag (relationship_id, tag_id) select id, :tag from relationship "
                "where organisation_id = :t and id > :last and id % :part = 0"
            ),
            {"tag": tag, "t": tenant_id, "last": relationship, "part": TAGGED},
        )
    tidy(world, "organisation", "relationship", "relationship_tag")
    world.notes.append(f"Creating {to:,} organisations took {time.monotonic() - started:.0f} s.")


def grow_answers(world: World, *, rfx_id: int, to: int) -> None:
    """Copy the RFx `rfx_id` with its answers until there are about `to` answers."""
    started = time.monotonic()
    with world.working():
        of_model = number("select count(*) from form_value where rfx_id = :model", model=rfx_id)
        count = (to - number("select count(*) from form_value")) // of_model
        if count <= 0:
            return
        last = number("select max(id) from rfx")
        copies = {"id": f"{last} + n", "title": "'Measured ' || n"}
        copy_rows(
            Rfx,
            copies,
            "generate_series(1, cast(:count as int)) n",
            "source.id = :model",
            model=rfx_id,
            count=count,
        )
        number("select setval(pg_get_serial_sequence('rfx', 'id'), max(id)) from rfx")
        for table in (RfxDocForm, RfxResponse, FormValue):
            copy_rows(
                table, {"rfx_id": "target.id"}, "rfx target", "source.rfx_id = :model and target.id > :last",
                model=rfx_id, last=last,
            )  # fmt: skip
    tidy(world, "rfx", "rfx_doc_form", "rfx_response", "form_value")
    world.notes.append(f"Creating {to:,} answers took {time.monotonic() - started:.0f} s.")


def copy_rows(kind: type, changed: Mapping[str, str], others: str, where: str, **parameters: object) -> None:
    """Add copies of rows of `kind`'s table (`source`), one for each of `others`, with some columns `changed`."""
    columns = [column.name for column in kind.__table__.columns if column.name != "id" or "id" in changed]  # type: ignore[attr-defined]
    values = [changed.get(name, f"source.{name}") for name in columns]
    table = kind.__tablename__  # type: ignore[attr-defined]
    statement = (
        f"insert into {table} ({', '.join(columns)}) select {', '.join(values)} "
        f"from {table} source, {others} where {where}"
    )
    db.session.execute(text(statement), parameters)


def number(statement: str, **parameters: object) -> int:
    """Return the single number that a statement selects."""
    return int(db.session.execute(text(statement), parameters).scalar_one())


def tidy(world: World, *tables: str) -> None:
    """Vacuum and analyse the tables now. The checkpoint comes first: only rows whose commit is on disk become all-visible."""
    world.connection.execute("checkpoint")
    # The snapshot of an automatic ANALYZE would keep the new rows from becoming all-visible.
    world.connection.execute(
        "select pg_terminate_backend(pid, 5000) from pg_stat_activity where backend_type = 'autovacuum worker'"
    )
    for table in tables:
        world.connection.execute(f"vacuum analyze {table}")
