"""Threads that use a shared alias for the first time at the same moment all get its columns."""

import sys
from collections.abc import Iterator
from importlib import import_module
from threading import Barrier, Thread

import pytest
from sqlalchemy import select
from sqlalchemy.orm import configure_mappers

from app.accounts.models import Organisation
from app.kernel.db.statements import shared_alias

ALIASES, THREADS = 100, 4


@pytest.fixture
def frequent_thread_switches() -> Iterator[None]:
    """Switch threads so often that about a third of the aliases would fail if they were not complete."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("frequent_thread_switches")
def test_first_uses_at_the_same_moment_select_from_the_alias_only() -> None:
    # Importing the factory maps all models.
    import_module("app.factory")
    configure_mappers()
    for number in range(ALIASES):
        alias = shared_alias(Organisation, f"alias_{number}")
        barrier = Barrier(THREADS)
        statements: list[str] = []

        def build(
            alias: type[Organisation] = alias, barrier: Barrier = barrier, built: list[str] = statements
        ) -> None:
            barrier.wait()
            built.append(str(select(alias).where(alias.name == "x")))

        threads = [Thread(target=build) for _ in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        sources = [
            " ".join(statement.split("FROM ")[1].split("WHERE")[0].split()) for statement in statements
        ]
        assert sources == [f"organisation AS alias_{number}"] * THREADS
