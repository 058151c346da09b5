"""Large data for benchmarks: more of what the demo data has, made by the database itself."""

from sqlalchemy import text

from app.accounts.public import Organisation
from app.extensions import db
from app.network.public import Relationship

TENANT_SHARE = 0.3
"""This part of the organisations has a relationship with the tenant that is measured."""


def grow_directory(*, to: int, tenant_id: int) -> None:
    """Add confirmed organisations until there are `to`, a share of them with a relationship of the tenant's."""
    session = db.session
    present = session.execute(text("select count(*) from organisation")).scalar_one()
    wanted = to - present
    if wanted <= 0:
        return
    last = session.execute(text("select max(id) from organisation")).scalar_one()
    model = session.execute(
        text("select with_organisation_id from relationship where organisation_id = :tenant limit 1"),
        {"tenant": tenant_id},
    ).scalar_one()
    session.execute(
        _copy("organisation", Organisation, {"name": "'Measured ' || md5(n::text) || ' ' || n", "logo_id": "null"})
        .bindparams(model=model, count=wanted)
    )  # fmt: skip
    related = _copy(
        "relationship", Relationship, {"organisation_id": ":tenant", "with_organisation_id": "n"}, ids=True
    )
    relationship = session.execute(
        text("select id from relationship where organisation_id = :tenant limit 1"), {"tenant": tenant_id}
    ).scalar_one()
    session.execute(
        related.bindparams(
            model=relationship, tenant=tenant_id, first=last + 1, last=last + int(wanted * TENANT_SHARE)
        )
    )
    session.commit()
    session.execute(text("analyze organisation"))
    session.execute(text("analyze relationship"))
    session.commit()


def _copy(table: str, model: type, changed: dict[str, str], *, ids: bool = False):
    """A statement that adds copies of the row `:model` of a table, with some columns `changed` by n."""
    columns = [column.name for column in model.__table__.columns if column.name != "id"]
    values = [changed.get(name, f"source.{name}") for name in columns]
    series = "generate_series(:first, :last)" if ids else "generate_series(1, :count)"
    joined = f"organisation target join {series} n on target.id = n" if ids else f"{series} n"
    return text(
        f"insert into {table} ({', '.join(columns)}) select {', '.join(values)} "
        f"from {table} source, {joined} where source.id = :model"
    )
