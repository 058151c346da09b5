"""A backup and a restore with the two commands of the README give a working product."""

import json
import re
import shlex
import subprocess
import urllib.request
from pathlib import Path

import psycopg
import pytest

from app.config import ROOT
from app.devtools.demo_accounts import DEMO_EMAILS, DEMO_PASSWORD
from app.devtools.postgres_binaries import find_binaries
from tests.fixtures.databases import NewDatabase
from tests.fixtures.live_server import LiveServer, StartLiveServer, wait_until

TRANSIENT = {"job"}
"""Tables whose rows are deleted when they are done."""


def documented_command(program: str) -> str:
    """Return the command of the README that begins with `program`."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    match = re.search(rf"^{program} .*$", readme, re.MULTILINE)
    assert match is not None
    return match[0]


def run(program: str, database_url: str, folder: Path) -> None:
    """Run the command of the README with programs that match the server's version."""
    with psycopg.connect(database_url) as connection:
        major = connection.info.server_version // 10000
    suitable = [binaries for binaries in find_binaries() if binaries.major >= major]
    assert suitable, f"no {program} of PostgreSQL {major} or newer on this machine"
    command = documented_command(program).replace('"$DATABASE_URL"', shlex.quote(database_url))
    command = command.replace(program, shlex.quote(suitable[0].program(program)), 1)
    done = subprocess.run(["/bin/sh", "-c", command], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def row_counts(database_url: str) -> dict[str, int]:
    """Return the number of rows of each table."""
    with psycopg.connect(database_url) as connection:
        names = connection.execute(
            "select table_name from information_schema.tables where table_schema = 'public'"
        ).fetchall()
        counts = {}
        for (name,) in names:
            row = connection.execute(
                psycopg.sql.SQL("select count(*) from {}").format(psycopg.sql.Identifier(name))
            )
            counts[name] = row.fetchone()[0]
    return counts


def has_due_jobs(database_url: str) -> bool:
    due = "select exists (select from job where status in ('QUEUED', 'RUNNING') and run_at < now() + interval '1 minute')"
    with psycopg.connect(database_url) as connection:
        return bool(connection.execute(due).fetchone()[0])


def test_restored_copy_works(
    live_server: LiveServer, start_live_server: StartLiveServer, new_database: NewDatabase, tmp_path: Path
) -> None:
    # Drawing a thumbnail inserts an attachment and deletes the previous one.
    wait_until(lambda: not has_due_jobs(live_server.database_url), seconds=60)
    before = row_counts(live_server.database_url)
    run("pg_dump", live_server.database_url, tmp_path)
    after = row_counts(live_server.database_url)
    copy = new_database()
    run("pg_restore", copy, tmp_path)
    restored = row_counts(copy)
    assert restored.keys() == before.keys()
    # The worker continues during the backup: each count is between those before and after it.
    lost = {
        name: count
        for name, count in restored.items()
        if name not in TRANSIENT and not before[name] <= count <= after[name]
    }
    assert lost == {}
    assert restored["organisation"] > 10
    server = start_live_server(DATABASE_URL=copy)
    assert server.is_responding("/readyz"), server.tail()
    credentials = json.dumps({"email": DEMO_EMAILS[0], "password": DEMO_PASSWORD}).encode()
    request = urllib.request.Request(
        f"{server.url}/api/session", data=credentials, headers={"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as response:
        assert json.load(response)["accessToken"]


@pytest.mark.parametrize("program", ["pg_dump", "pg_restore"])
def test_backup_and_restore_are_one_command_each(program: str) -> None:
    assert documented_command(program).count("\n") == 0
