"""Runs the migrations with the application's engine (`flask --app wsgi db upgrade`).

The lock timeout is short, so that a deployment does not block the running release.
"""

from alembic import context
from flask import current_app
from sqlalchemy import text


def is_included(name: str | None, kind: str, _parents: object) -> bool:
    """Leave out the partitions of the event log, which a job makes: the models have the whole table only."""
    return not (kind == "table" and name is not None and name.startswith("event_log_"))


database = current_app.extensions["migrate"].db

with database.engine.connect() as connection:
    connection.execute(text("SET lock_timeout = '5s'"))
    connection.commit()
    context.configure(
        connection=connection,
        target_metadata=database.metadata,
        compare_type=True,
        include_name=is_included,
        transaction_per_migration=True,
    )
    with context.begin_transaction():
        context.run_migrations()
