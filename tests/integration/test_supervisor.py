"""The supervisor with real web and worker processes: restarts, stopping and invalid settings."""

import os
import secrets
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import psutil
import pytest

from app import supervisor
from app.config import ROOT, load_settings
from app.supervisor import FIRST_GAP, LONGEST_GAP, Child
from tests.fixtures.databases import server_environment
from tests.fixtures.live_server import StartLiveServer, is_alive, wait_until


def test_killed_web_and_worker_processes_are_restarted(start_live_server: StartLiveServer) -> None:
    server = start_live_server(as_deployed=True)
    assert server.is_responding("/readyz"), server.tail()
    for part in ("gunicorn", "assay: worker"):
        wait_until(lambda part=part: server.processes(part) != [])
        first = server.processes(part)[0]
        first.kill()
        wait_until(lambda part=part, first=first: first.pid not in {p.pid for p in server.processes(part)})
        wait_until(lambda part=part: server.processes(part) != [])
    wait_until(server.is_responding)


def test_stop_takes_seconds_and_leaves_no_process(start_live_server: StartLiveServer) -> None:
    server = start_live_server(as_deployed=True)
    wait_until(lambda: server.processes("assay: worker") != [])
    # Rendering a page starts the JavaScript engine, which must be stopped too.
    assert all(server.is_responding("/login") for _ in range(20))
    below = server.processes("")
    started = time.monotonic()
    assert server.stop() == 0, server.tail()
    assert time.monotonic() - started < 10
    wait_until(lambda: not any(is_alive(process) for process in below), seconds=3)
    assert "was sent SIG" not in server.tail()


def test_run_worker_0_starts_no_worker(start_live_server: StartLiveServer) -> None:
    server = start_live_server(as_deployed=True, RUN_WORKER="0")
    assert server.processes("gunicorn")
    assert server.processes("assay: worker") == []


def test_invalid_settings_are_reported_at_once() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "app.supervisor"],
        cwd=ROOT,
        env=server_environment({"ENVIRONMENT": "production", "DATABASE_URL": "postgresql:///x"}),
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    assert done.returncode == 1
    assert "SECRET_KEY must be set" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("environment", "storage", "has_note"),
    [
        ("production", "", True),
        ("production", "/srv/files", True),
        ("production", "s3://bucket/files", False),
        ("development", "", False),
    ],
)
def test_production_start_with_local_storage_is_for_one_machine(
    capsys: pytest.CaptureFixture[str], environment: str, storage: str, has_note: bool
) -> None:
    settings = load_settings(
        {
            "ENVIRONMENT": environment,
            "DATABASE_URL": "postgresql:///x",
            "SECRET_KEY": secrets.token_hex(32),
            "BASE_URL": "https://assay.example",
            "STORAGE_URL": storage,
        }
    )
    supervisor.warn_of_local_storage(settings)
    assert ("run Assay on this machine only" in capsys.readouterr().err) is has_note


def test_gaps_between_restarts_grow_to_a_limit() -> None:
    child = Child("brief", partial(sys.exit, 7))
    gaps = []
    for _ in range(7):
        child.start()
        assert child.process is not None
        child.process.join()
        assert child.watch() == 7
        gaps.append(child.gap)
    assert gaps == sorted(gaps)
    assert gaps[0] == FIRST_GAP * 2
    assert gaps[-1] == LONGEST_GAP
    assert child.watch() is None
    assert not child.is_running


def start_a_program_and_wait(started: Path) -> None:
    program = subprocess.Popen(["sleep", "60"])
    started.write_text(str(program.pid))
    program.wait()


def test_child_is_stopped_with_its_process_group(tmp_path: Path) -> None:
    started = tmp_path / "pid"
    child = Child("parent", partial(start_a_program_and_wait, started))
    child.start()
    wait_until(lambda: started.exists() and started.read_text() != "")
    program, process = psutil.Process(int(started.read_text())), child.process
    assert process is not None
    assert process.pid is not None
    os.kill(process.pid, signal.SIGSTOP)
    child.kill()
    assert process.exitcode == -signal.SIGKILL
    wait_until(lambda: not is_alive(program))
