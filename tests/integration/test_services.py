"""PostgreSQL and Redis of our own: started, kept, taken up again after a crash, stopped."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from app.config import ROOT
from app.devtools import postgres_binaries, redis_server
from app.devtools.postgres_binaries import Binaries, find_binaries
from app.devtools.postgres_server import PostgresServer
from app.devtools.redis_server import RedisServer
from app.devtools.service_account import ServiceError
from app.devtools.services import ThrowawayServices, fast_folder, running_services


def each_postgres() -> list[Binaries]:
    """One set of programs of the machine's, where it has any, and the bundled one."""
    found = find_binaries()
    return [*[binaries for binaries in found if not binaries.bundled][:1], *[b for b in found if b.bundled]]


@pytest.fixture(params=each_postgres(), ids=lambda binaries: "bundled" if binaries.bundled else "machine")
def only_postgres(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Binaries:
    """A machine that has one PostgreSQL alone."""
    monkeypatch.setattr(postgres_binaries, "find_binaries", lambda: [request.param])
    return request.param


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that the server's account can reach; removed with what lies in it."""
    above = Path(tempfile.mkdtemp(prefix="assay-services-", dir=fast_folder()))
    above.chmod(0o755)
    yield above / "var"
    RedisServer(above / "var" / "redis").stop()
    PostgresServer(above / "var" / "pg").remove()
    shutil.rmtree(above)


def test_data_outlives_a_stop(folder: Path, only_postgres: Binaries) -> None:
    with running_services(folder, {}) as services, psycopg.connect(services.database_url) as connection:
        connection.execute("create table kept (word text)")
        connection.execute("insert into kept values ('Ärger')")
        assert connection.info.server_version // 10000 == only_postgres.major
    with running_services(folder, {}) as services, psycopg.connect(services.database_url) as connection:
        assert connection.execute("select lower(word) from kept").fetchone() == ("ärger",)
    assert not PostgresServer(folder / "pg").is_answering()


def test_names_stand_where_people_look_for_them(folder: Path, only_postgres: Binaries) -> None:
    with running_services(folder, {}) as services, psycopg.connect(services.database_url) as connection:
        known = connection.execute(
            "select exists (select from pg_collation where collname = 'und-x-icu')"
        ).fetchone()
        sort = "select array_agg(name order by name) from unnest(array['Zeta', 'Österreich', 'anton', 'Oslo']) name"
        by_names = ["anton", "Oslo", "Österreich", "Zeta"]
        by_letters = ["Oslo", "Zeta", "anton", "Österreich"]
        has_rules = known == (True,) and only_postgres.major >= 15
        assert connection.execute(sort).fetchone() == (by_names if has_rules else by_letters,)


def test_the_servers_of_a_killed_process_are_taken_up_again(folder: Path) -> None:
    program = (
        "import os, pathlib, sys\n"
        "from app.devtools.services import running_services\n"
        "with running_services(pathlib.Path(sys.argv[1]), {}) as services:\n"
        "    print(services.redis_url, flush=True)\n"
        "    os.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(folder)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    with running_services(folder, {}) as services:
        assert services.redis_url == done.stdout.strip()
        with psycopg.connect(services.database_url) as connection:
            assert connection.execute("select 1").fetchone() == (1,)
    assert not PostgresServer(folder / "pg").is_answering()
    with pytest.raises(RedisConnectionError):
        Redis.from_url(done.stdout.strip()).ping()


def test_a_folder_that_only_its_owner_may_enter_is_no_obstacle(folder: Path) -> None:
    """Root's PostgreSQL runs as another account, which gets a folder elsewhere; anybody else's stays."""
    folder.mkdir(mode=0o700)
    server = PostgresServer(folder / "pg")
    try:
        server.start()
        with psycopg.connect(server.url()) as connection:
            (data,) = connection.execute("show data_directory").fetchone() or ("",)
        assert (folder in Path(data).parents) is (os.geteuid() != 0)
        assert Path(data) == server.data
    finally:
        server.remove()


def test_a_stale_pid_file_is_no_obstacle(folder: Path) -> None:
    with running_services(folder, {}):
        pass
    server = PostgresServer(folder / "pg")
    (server.data / "postmaster.pid").write_text(f"{os.getpid()}\n{server.data}\n")
    with running_services(folder, {}) as services, psycopg.connect(services.database_url) as connection:
        assert connection.execute("select 1").fetchone() == (1,)


def test_data_of_a_missing_version_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running_services(folder, {}):
        pass
    (PostgresServer(folder / "pg").data / "PG_VERSION").write_text("9\n")
    with pytest.raises(ServiceError, match="made by PostgreSQL 9"), running_services(folder, {}):
        pass


def test_no_postgres_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_binaries, "find_binaries", list)
    with pytest.raises(ServiceError, match="Install PostgreSQL"), running_services(folder, {}):
        pass


def test_without_redis_its_address_is_empty(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_server, "find_program", lambda: None)
    with running_services(folder, {}) as services:
        assert services.redis_url == ""


def test_redis_wants_its_password(folder: Path) -> None:
    server = RedisServer(folder / "redis")
    assert server.start()
    assert Redis.from_url(server.url).ping()
    with pytest.raises(Exception, match=r"(?i)auth"):
        Redis.from_url(f"redis://{server.url.rpartition('@')[2]}").ping()
    server.stop()


def test_given_services_are_used_as_they_are(folder: Path) -> None:
    given = {"DATABASE_URL": "postgresql://elsewhere/db", "REDIS_URL": "redis://elsewhere/0"}
    with running_services(folder, given) as services:
        assert services.environment() == given
    assert not folder.exists()


def test_throw_away_services_end_with_their_owner() -> None:
    kept = ThrowawayServices({**os.environ, "DATABASE_URL": "", "REDIS_URL": ""})
    with psycopg.connect(kept.services.database_url) as connection:
        (data,) = connection.execute("show data_directory").fetchone() or ("",)
        assert connection.execute("show fsync").fetchone() == ("off",)
    kept.stop()
    assert not Path(data).exists()
