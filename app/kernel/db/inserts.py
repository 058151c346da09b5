"""INSERT statements that take any number of rows as one JSON parameter.

PostgreSQL reads the rows from the parameter, so the statement text does not depend on their number, and neither
SQLAlchemy nor the driver converts the values of each row.
"""

from collections.abc import Sequence
from typing import cast

from sqlalchemy import FromClause, Table, bindparam, column, func, select
from sqlalchemy.dialects.postgresql import JSONB, Insert, insert


def insert_from_json(table: FromClause, *, columns: Sequence[str], shared: Sequence[str]) -> Insert:
    """Build an INSERT of the rows in the parameter `rows`, a list of objects with a key for each of `columns`.

    The `shared` columns are parameters of their own, with one value for all rows. Other columns get the default of the
    database, not that of the model.
    """
    types = {name: table.c[name].type for name in (*columns, *shared)}
    rows = (
        func.jsonb_to_recordset(bindparam("rows", type_=JSONB))
        .table_valued(*(column(name, types[name]) for name in columns))
        .render_derived(with_types=True)
    )
    return insert(cast("Table", table)).from_select(
        [*columns, *shared],
        select(*rows.c, *(bindparam(name, type_=types[name]) for name in shared)),
        include_defaults=False,
    )
