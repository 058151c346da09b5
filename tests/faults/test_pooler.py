"""The product behind PgBouncer in transaction mode, where each transaction may use another connection."""

import os
import subprocess
import sys

from app.config import ROOT
from tests.fixtures.pooler import POOLED

DIRECT = (
    "test_backup.py::test_restored_copy_works",  # a dump sets the search path of its whole connection
    "test_statement_plans.py::test_only_marked_statements_are_prepared",  # nothing is prepared
    "test_web_process.py::test_closed_connection_is_replaced",  # PgBouncer replaces it
)
"""Tests of what the product does only on PostgreSQL itself."""
OPTIONS = ("-n", "2", "-q", "--tb=short", "-p", "no:cacheprovider")


def test_integration_suite_passes_behind_a_pooler() -> None:
    deselected = [f"--deselect=tests/integration/{name}" for name in DIRECT]
    result = subprocess.run(
        [sys.executable, "-m", "pytest", "tests/integration", *OPTIONS, *deselected],
        cwd=ROOT,
        env={**os.environ, POOLED: "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout[-8000:]
