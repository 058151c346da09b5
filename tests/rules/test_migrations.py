"""The migrations build exactly the schema of the models, up and down, on PostgreSQL."""

from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.command import downgrade, upgrade
from alembic.migration import MigrationContext
from flask import Flask
from sqlalchemy import Connection, inspect

from app.extensions import db
from app.factory import add_migrations


def differences(connection: Connection) -> list[Any]:
    """What the database has otherwise than the models, but for trigram indexes: servers without pg_trgm have none."""
    found = compare_metadata(MigrationContext.configure(connection), db.metadata)
    return [
        each for each in found if not (each[0] == "remove_index" and str(each[1].name).endswith("_trigram"))
    ]


def test_up_builds_the_models_and_down_leaves_nothing(committed_app: Flask) -> None:
    with committed_app.app_context():
        config = add_migrations(committed_app).get_config()
        upgrade(config, "head")
        with db.engine.connect() as connection:
            assert differences(connection) == []
        downgrade(config, "base")
        with db.engine.connect() as connection:
            assert inspect(connection).get_table_names() == ["alembic_version"]
        upgrade(config, "head")
        with db.engine.connect() as connection:
            assert differences(connection) == []
