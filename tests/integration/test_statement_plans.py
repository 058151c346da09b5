"""Statements that are planned once for a connection, and statements that are planned for their values."""

from collections.abc import Sequence

from flask import Flask
from sqlalchemy import bindparam, func, select, text

from app.accounts.public import User
from app.extensions import db
from app.kernel.db.statements import PLANNED_ONCE

STATEMENT = select(User.name).where(User.id == bindparam("of"))
PREPARED = text("select statement from pg_prepared_statements")
SETTING = text("show plan_cache_mode")


def test_only_marked_statements_are_prepared(app: Flask) -> None:
    with app.app_context():
        db.session.execute(STATEMENT.execution_options(**PLANNED_ONCE), {"of": 1})
        assert [sql for sql in _prepared() if "FROM app_user" in sql] != []


def test_other_statements_are_planned_each_time_however_often_they_run(app: Flask) -> None:
    with app.app_context():
        for _ in range(12):
            db.session.execute(STATEMENT, {"of": 1})
        assert _prepared() == []


def test_results_are_read_in_batches_by_cursors_in_the_database(app: Flask) -> None:
    with app.app_context():
        numbers = select(func.generate_series(1, 2_500)).execution_options(yield_per=1_000)
        assert len(list(db.session.execute(numbers))) == 2_500


def _prepared() -> Sequence[str]:
    assert db.session.execute(SETTING).scalar_one() == "auto"
    return db.session.execute(PREPARED).scalars().all()
