"""A dump and a restore by the two commands of the README give a product that works."""

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
from tests.fixtures.live_server import LiveServer, StartLiveServer

PASSING = {"job"}
"""What is removed once it is done."""


def documented(program: str) -> str:
    """The README's command that begins with `program`."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(rf"^{program} .*$", readme, re.MULTILINE)
    assert found is not None
    return found[0]


def run(program: str, database_url: str, folder: Path) -> None:
    """Run the README's command with the programs that fit the server."""
    with psycopg.connect(database_url) as connection:
        major = connection.info.server_version // 10000
    fitting = [binaries for binaries in find_binaries() if binaries.major >= major]
    assert fitting, f"no {program} of PostgreSQL {major} or newer is on this machine"
    command = documented(program).replace('"$DATABASE_URL"', shlex.quote(database_url))
    command = command.replace(program, shlex.quote(fitting[0].program(program)), 1)
    done = subprocess.run(["/bin/sh", "-c", command], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def figures(database_url: str) -> dict[str, int]:
    """How many rows each table has."""
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


def test_a_restored_copy_works(
    live_server: LiveServer, start_live_server: StartLiveServer, new_database: NewDatabase, tmp_path: Path
) -> None:
    before = figures(live_server.database_url)
    run("pg_dump", live_server.database_url, tmp_path)
    after = figures(live_server.database_url)
    copy = new_database()
    run("pg_restore", copy, tmp_path)
    restored = figures(copy)
    assert restored.keys() == before.keys()
    # The worker goes on meanwhile: what it writes is in the copy or came after it; what was there is.
    lost = {
        name: count
        for name, count in restored.items()
        if name not in PASSING and not before[name] <= count <= after[name]
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
def test_it_is_one_command_each(program: str) -> None:
    assert documented(program).count("\n") == 0
