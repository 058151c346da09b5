"""The migrations build exactly the schema of the models, up and down, on PostgreSQL."""

from alembic.autogenerate import compare_metadata
from alembic.command import downgrade, upgrade
from alembic.migration import MigrationContext
from flask import Flask
from sqlalchemy import inspect

from app.extensions import db, migrate


def test_up_builds_the_models_and_down_leaves_nothing(committed_app: Flask) -> None:
    with committed_app.app_context():
        config = migrate.get_config()
        upgrade(config, "head")
        with db.engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), db.metadata) == []
        downgrade(config, "base")
        with db.engine.connect() as connection:
            assert inspect(connection).get_table_names() == ["alembic_version"]
        upgrade(config, "head")
        with db.engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), db.metadata) == []
