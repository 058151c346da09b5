"""The processes: time to start and to migrate, and memory."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import psutil
from sqlalchemy import create_engine, make_url

from app.config import ROOT, load_settings
from app.devtools.deployed import deployed_python
from app.extensions import db
from app.kernel.http.auth import SESSION_COOKIE
from bench.server import Client, Server, environment
from bench.table import Row
from bench.world import Person, World

MEGABYTE = 1024 * 1024
EARLY = 10
"""Memory is measured for the first time after a tenth of the requests."""
CLIENTS = 3
BARE_SERVER = ("-m", "gunicorn", "--bind", "127.0.0.1:{port}", "--workers", "1", "bench.bare:hello")
BARE_PROCESS = """
import flask, flask_smorest, psycopg, sqlalchemy.orm
from py_mini_racer import MiniRacer
engine = MiniRacer(); engine.eval("1")
print("ready", flush=True); input(); engine.close()
"""
VISITED = ("/organisations", "/rfx", "/home", "/messages")
CALLED = ("/api/organisation?allOrganisations=true", "/api/rfx", "/api/messageThread", "/api/updates")


def run_flask(arguments: list[str], settings: Mapping[str, str]) -> None:
    """Run a flask command in a separate process. Raises RuntimeError with the end of its error output."""
    done = subprocess.run(
        [sys.executable, "-m", "flask", "--app", "wsgi", *arguments],
        cwd=ROOT,
        env=environment(settings),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError(f"flask {' '.join(arguments)} failed: {done.stderr[-300:]}")


def start(world: World) -> Iterator[Row]:
    """Measure the migrations of an empty database, and the time to the first response of the product."""
    url = make_url(world.settings["DATABASE_URL"])
    for name in ("migrated", "bare"):
        world.connection.execute(f"create database {name}")
    migrated = {**world.settings, "DATABASE_URL": _text(url.set(database="migrated"))}
    started = time.perf_counter()
    run_flask(["db", "upgrade"], migrated)
    seconds = time.perf_counter() - started
    bare = {**world.settings, "DATABASE_URL": _text(url.set(database="bare"))}
    engine = create_engine(load_settings(bare).database_url)
    started = time.perf_counter()
    db.metadata.create_all(engine)
    bare_seconds = time.perf_counter() - started
    engine.dispose()
    yield Row(
        figure="all migrations on an empty database", measured=seconds, unit="s", baseline=bare_seconds,
        against="bare statements for the same tables", goal=10,
    )  # fmt: skip
    python = deployed_python(world.folder / "deployed")
    with (
        Server(migrated, python=python) as server,
        Server({}, arguments=BARE_SERVER, path="/", python=python) as least,
    ):
        yield Row(
            figure="first answer after a restart", measured=server.started_in, unit="s", baseline=least.started_in,
            against="gunicorn with one bare function", goal=2,
        )  # fmt: skip


def memory(world: World) -> Iterator[Row]:
    """Measure the memory of a web process after a tenth of many requests, and after all of them."""
    person = world.person()
    python = deployed_python(world.folder / "deployed")
    bare = _bare_memory(python)
    alone = {**world.settings, "WEB_CONCURRENCY": "1", "RUN_WORKER": "0"}
    with Server(alone, python=python) as server:
        web = server.web_process()
        _visit(server, person, world.sizes.requests // EARLY)
        early = own_memory(web)
        _visit(server, world.person(), world.sizes.requests - world.sizes.requests // EARLY)
        late = own_memory(web)
    yield Row(
        figure=f"memory of a web process after {world.sizes.requests:,} requests", measured=late, unit="MB",
        baseline=bare, against="a process with the same libraries and an empty engine", goal=120,
    )  # fmt: skip
    yield Row(
        figure="the same, flat", measured=late, unit="MB", baseline=early,
        against=f"the same process after {world.sizes.requests // EARLY:,}", goal=1.1, of="ratio",
    )  # fmt: skip


def _bare_memory(python: Path) -> float:
    with subprocess.Popen(
        [python, "-c", BARE_PROCESS], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        if process.stdout is None or process.stdout.readline() != "ready\n":
            raise RuntimeError("the baseline of the memory did not start")
        taken = own_memory(psutil.Process(process.pid))
        process.communicate("\n")
    return taken


def own_memory(process: psutil.Process) -> float:
    """Return the megabytes of a process: its own pages and its share of pages that it shares with other processes."""
    info = process.memory_full_info()
    return float(getattr(info, "pss", 0) or info.uss) / MEGABYTE


def tree(pid: int) -> list[psutil.Process]:
    """Return a process and all its descendants."""
    process = psutil.Process(pid)
    return [process, *process.children(recursive=True)]


def _visit(server: Server, person: Person, requests: int) -> None:
    """Request pages and API endpoints alternately with several clients. Raises RuntimeError for a failed request."""
    faults: list[str] = []
    paths = [*VISITED, *CALLED]

    def client() -> None:
        caller = Client(server.port, {**person.headers, "Cookie": f"{SESSION_COOKIE}={person.cookie}"})
        for number in range(requests // CLIENTS):
            path = paths[number % len(paths)]
            try:
                status, body = caller.call("GET", path)
            except OSError as error:
                status, body = 0, str(error).encode()
            if status != 200:
                faults.append(f"{path} answered {status}: {body[:100]!r}")
                return
        caller.close()

    threads = [threading.Thread(target=client) for _ in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise RuntimeError(faults[0])


def _text(url: object) -> str:
    return str(url.render_as_string(hide_password=False))  # type: ignore[attr-defined]
