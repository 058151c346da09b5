"""The demo data: ids of records follow their dates."""

from collections.abc import Iterator

import psycopg
import pytest
from psycopg import sql

from tests.fixtures.databases import copy_database, drop_database
from tests.fixtures.services import Services


@pytest.fixture(scope="module")
def demo(services: Services, demo_template: str, worker_id: str) -> Iterator[psycopg.Connection]:
    """Open a connection to a database with the demo data."""
    name = f"order_{worker_id}"
    try:
        with psycopg.connect(copy_database(services, demo_template, name)) as connection:
            yield connection
    finally:
        drop_database(services, name)


@pytest.mark.parametrize(
    "table", ["assessment", "message", "message_thread", "non_conformance", "rfx", "user_task"]
)
def test_records_with_higher_ids_were_created_later(demo: psycopg.Connection, table: str) -> None:
    query = sql.SQL("select created, id from {} order by id").format(sql.Identifier(table))
    moments = [created for created, _ in demo.execute(query)]
    assert len(moments) > 1
    assert moments == sorted(moments)


def test_platform_administrator_has_no_test_account(demo: psycopg.Connection) -> None:
    query = "select is_test_organisation from organisation where name = 'Assay Platform'"
    assert demo.execute(query).fetchall() == [(False,)]
