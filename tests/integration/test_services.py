"""Own PostgreSQL and Redis servers: starting, stopping, persistence and recovery after a crash."""

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


def postgres_installations() -> list[Binaries]:
    """Return one installation of the machine, if it has any, and the bundled one."""
    binaries_found = find_binaries()
    return [
        *[binaries for binaries in binaries_found if not binaries.bundled][:1],
        *[b for b in binaries_found if b.bundled],
    ]


@pytest.fixture(
    params=postgres_installations(), ids=lambda binaries: "bundled" if binaries.bundled else "machine"
)
def only_postgres(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Binaries:
    """Simulate a machine with only one PostgreSQL installation."""
    monkeypatch.setattr(postgres_binaries, "find_binaries", lambda: [request.param])
    return request.param


@pytest.fixture
def folder() -> Iterator[Path]:
    """Create a folder that the server's account can access; it is removed at the end."""
    above = Path(tempfile.mkdtemp(prefix="assay-services-", dir=fast_folder()))
    above.chmod(0o755)
    yield above / "var"
    RedisServer(above / "var" / "redis").stop()
    PostgresServer(above / "var" / "pg").remove()
    shutil.rmtree(above)


def test_data_survives_a_stop(folder: Path, only_postgres: Binaries) -> None:
    with running_services(folder, {}) as services, psycopg.connect(services.database_url) as connection:
        connection.execute("create table kept (word text)")
        connection.execute("insert into kept values ('Ärger')")
        assert connection.info.server_version // 10000 == only_postgres.major
    with running_services(folder, {}) as services, psycopg.connect(services.database_url) as connection:
        assert connection.execute("select lower(word) from kept").fetchone() == ("ärger",)
    assert not PostgresServer(folder / "pg").is_answering()


def test_names_are_sorted_by_language_rules(folder: Path, only_postgres: Binaries) -> None:
    with running_services(folder, {}) as services, psycopg.connect(services.database_url) as connection:
        has_icu = connection.execute(
            "select exists (select from pg_collation where collname = 'und-x-icu')"
        ).fetchone()
        sort = "select array_agg(name order by name) from unnest(array['Zeta', 'Österreich', 'anton', 'Oslo']) name"
        language_order = ["anton", "Oslo", "Österreich", "Zeta"]
        code_point_order = ["Oslo", "Zeta", "anton", "Österreich"]
        has_rules = has_icu == (True,) and only_postgres.major >= 15
        assert connection.execute(sort).fetchone() == (language_order if has_rules else code_point_order,)


def test_servers_of_a_killed_process_are_reused(folder: Path) -> None:
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


def test_private_folder_is_no_obstacle(folder: Path) -> None:
    """As root, PostgreSQL runs as another account in another folder; for other users the folder stays."""
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


def test_stale_pid_file_is_no_obstacle(folder: Path) -> None:
    with running_services(folder, {}):
        pass
    server = PostgresServer(folder / "pg")
    (server.data / "postmaster.pid").write_text(f"{os.getpid()}\n{server.data}\n")
    with running_services(folder, {}) as services, psycopg.connect(services.database_url) as connection:
        assert connection.execute("select 1").fetchone() == (1,)


def test_data_of_a_missing_postgres_version_is_reported(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running_services(folder, {}):
        pass
    (PostgresServer(folder / "pg").data / "PG_VERSION").write_text("9\n")
    with pytest.raises(ServiceError, match="made by PostgreSQL 9"), running_services(folder, {}):
        pass


def test_missing_postgres_is_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_binaries, "find_binaries", list)
    with pytest.raises(ServiceError, match="Install PostgreSQL"), running_services(folder, {}):
        pass


def test_redis_url_is_empty_without_redis(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_server, "find_program", lambda: None)
    with running_services(folder, {}) as services:
        assert services.redis_url == ""


def test_bundled_valkey_starts_on_a_machine_without_redis(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda *_args, **_rest: None)
    assert (redis_server.find_program() or "").endswith("/valkey-server")
    server = RedisServer(folder / "redis")
    assert server.start()
    assert Redis.from_url(server.url).info("server")["server_name"] == "valkey"
    server.stop()


def test_redis_requires_its_password(folder: Path) -> None:
    server = RedisServer(folder / "redis")
    assert server.start()
    assert Redis.from_url(server.url).ping()
    with pytest.raises(Exception, match=r"(?i)auth"):
        Redis.from_url(f"redis://{server.url.rpartition('@')[2]}").ping()
    server.stop()


def test_configured_services_are_used(folder: Path) -> None:
    configured = {"DATABASE_URL": "postgresql://elsewhere/db", "REDIS_URL": "redis://elsewhere/0"}
    with running_services(folder, configured) as services:
        assert services.environment() == configured
    assert not folder.exists()


def test_temporary_services_are_deleted_when_stopped() -> None:
    temporary = ThrowawayServices({**os.environ, "DATABASE_URL": "", "REDIS_URL": ""})
    with psycopg.connect(temporary.services.database_url) as connection:
        (data,) = connection.execute("show data_directory").fetchone() or ("",)
        assert connection.execute("show fsync").fetchone() == ("off",)
    temporary.stop()
    assert not Path(data).exists()
