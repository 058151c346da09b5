"""SQL constructs that all threads of a process share.

SQLAlchemy completes a construct on first use: the columns of an alias or subquery are created on first access, without
a lock. Two threads that do so at once each get columns, and a statement that mixes both sets fails or, worse, reads
wrong rows until the process ends. Shared constructs are therefore completed before a second thread can see them:
statements by `shared_statement`, aliases of a module by `shared_alias`, tables by `complete_tables`.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from threading import RLock
from typing import Any, ParamSpec, Protocol, TypeVar

from psycopg import Cursor, ServerCursor
from psycopg.errors import CardinalityViolation
from sqlalchemy import ClauseElement, FromClause, MetaData, Row, Select, column, inspect, make_url
from sqlalchemy.engine import ExecutionContext
from sqlalchemy.exc import CompileError, InvalidRequestError, NoSuchColumnError, ProgrammingError
from sqlalchemy.orm import aliased

P = ParamSpec("P")
T = TypeVar("T")
AnySelect = Select[*tuple[Any, ...]]
"""A select of any columns."""
AnyRow = Row[*tuple[Any, ...]]
"""A row with any columns, which are read by name."""

_lock = RLock()
_DIALECT = make_url("postgresql+psycopg://").get_dialect()()


class Preparable(Protocol):
    """An object with statements of its own, such as a list."""

    def prepare(self) -> None:
        """Build the statements and pass each to `compile_once`."""


S = TypeVar("S", bound=ClauseElement | Preparable)
PLANNED_ONCE = {"planned_once": True}
"""Execution options of a statement that PostgreSQL plans once for each connection, not once for each execution.

For statements that find a few rows by a unique key: planning them takes longer than running them, and their best plan
does not depend on the values. Searches and lists must be planned for their values: the plan for an unknown search text
or an average tenant can be 100 times slower.
"""


def shared_statement(build: Callable[P, S]) -> Callable[P, S]:
    """Cache the result of `build` for each set of arguments, compiled before any other thread gets it.

    Building a long statement takes as long as running it, so frequent ones are built once in a process; values that
    differ between requests are bound parameters. The arguments must be hashable and few.
    """
    built: dict[object, S] = {}

    @wraps(build)
    def shared(*args: P.args, **kwargs: P.kwargs) -> S:
        key = (args, tuple(kwargs.items()))
        if key not in built:
            with _lock:
                if key not in built:
                    statement = build(*args, **kwargs)
                    if isinstance(statement, ClauseElement):
                        compile_once(statement)
                    else:
                        statement.prepare()
                    built[key] = statement
        return built[key]

    return shared


def compile_once(statement: ClauseElement) -> None:
    """Complete `statement` and all constructs in it by compiling it; the result is discarded."""
    statement.compile(dialect=_DIALECT)


def shared_alias(entity: type[T], name: str) -> type[T]:
    """Alias `entity` at the top of a module, with its columns."""
    alias = aliased(entity, name=name)
    _complete_columns(inspect(alias).selectable)
    return alias


def complete_tables(metadata: MetaData) -> None:
    """Complete the columns of all tables, before the process has a second thread."""
    for table in metadata.tables.values():
        _complete_columns(table)


def _complete_columns(selectable: FromClause) -> None:
    """Create the columns and the index with which SQLAlchemy finds the column that corresponds to one of an entity.

    The index is filled on first use, without a lock. A thread that reads it half filled finds no column, takes the one
    of the plain table instead, and caches that for the rest of the process.
    """
    # Only the search for a column that the selectable does not have fills the index.
    selectable.corresponding_column(column("other"))


def execute_with_chosen_plan(
    cursor: Cursor[Any], statement: str, parameters: Mapping[str, Any], context: ExecutionContext
) -> bool:
    """Execute a statement as a prepared one if it has the options `PLANNED_ONCE`, otherwise with a plan for its values.

    A listener for SQLAlchemy's event `do_execute`; returns True if it executed the statement. Cursors in the database,
    which read long results in batches, cannot be prepared.
    """
    if isinstance(cursor, ServerCursor):
        return False
    cursor.execute(statement, parameters, prepare="planned_once" in context.execution_options)
    return True


def is_statement_error(error: BaseException) -> bool:
    """Return True for errors that mean a damaged statement: no request can cause them, and every later one may fail."""
    if isinstance(error, ProgrammingError):
        return isinstance(error.orig, CardinalityViolation)
    # The subclasses of InvalidRequestError, such as NoResultFound, are about rows and sessions.
    return type(error) is InvalidRequestError or isinstance(error, CompileError | NoSuchColumnError)
