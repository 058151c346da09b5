"""A local PostgreSQL server, started if `DATABASE_URL` is not set.

The server listens only on a Unix socket, in a folder that only its owner can enter.
"""

import hashlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

import psycopg
from psycopg import sql

from app.devtools.postgres_binaries import Binaries, choose_binaries
from app.devtools.service_account import (
    ServiceError,
    identity,
    opened_as,
    own_folder,
    reachable_folder,
    remove_system_folder,
    unprivileged_account,
)

SOCKET_PATH_LIMIT = 100
START_SECONDS = 60
STOP_SECONDS = 20
ICU_SINCE, BUILTIN_SINCE = 15, 17
"""The first major versions whose servers can use a locale of this provider."""


class PostgresServer:
    """One server on one data folder. `start` reuses a server that a killed process left running."""

    def __init__(self, folder: Path, *, throwaway: bool = False) -> None:
        """Prepare the server; `folder` contains data, socket and log. A `throwaway` server is fast but loses its data in a crash."""
        self._throwaway = throwaway
        self._account = unprivileged_account() if os.geteuid() == 0 else None
        self.folder = reachable_folder(folder.absolute(), self._account)
        self.data = self.folder / "data"
        self.log = self.folder / "postgresql.log"
        self._sockets = _socket_folder(self.folder)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Create the data folder if it is missing, start the server and wait until it accepts connections."""
        own_folder(self.folder, self._account)
        own_folder(self._sockets, self._account)
        if self.is_answering():
            return
        binaries = choose_binaries(self._major_of_data(), self._account)
        if self._major_of_data() is None:
            self._initialise(binaries)
        self._delete_stale_pid()
        self._launch(binaries)

    def url(self, database: str = "postgres") -> str:
        """Return the URL of `database` on this server."""
        return f"postgresql://postgres@/{database}?host={quote(str(self._sockets), safe='/')}"

    def is_answering(self) -> bool:
        """Return True if the server of this folder accepts connections."""
        if not (self._sockets / ".s.PGSQL.5432").exists():
            return False
        try:
            with psycopg.connect(self.url(), connect_timeout=5, autocommit=True) as connection:
                (folder,) = connection.execute("show data_directory").fetchone() or ("",)
        except psycopg.OperationalError:
            return False
        return Path(folder) == self.data

    def ensure_database(self, name: str) -> None:
        """Create the database `name` if it does not exist."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            if connection.execute("select 1 from pg_database where datname = %s", [name]).fetchone() is None:
                connection.execute(sql.SQL("create database {}").format(sql.Identifier(name)))

    def stop(self) -> None:
        """Stop the server: connections are closed, committed data is safe."""
        pid = self._pid()
        if pid is None:
            return
        for number, seconds in ((signal.SIGINT, STOP_SECONDS), (signal.SIGQUIT, 5)):
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                break
            if self._has_ended(pid, seconds):
                break

    def remove(self) -> None:
        """Stop the server and delete its folder."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.rmtree(self._sockets, ignore_errors=True)
        remove_system_folder(self.folder.parent)

    def _major_of_data(self) -> int | None:
        try:
            return int((self.data / "PG_VERSION").read_text(encoding="ascii"))
        except FileNotFoundError:
            return None

    def _initialise(self, binaries: Binaries) -> None:
        """Create the data folder under another name and rename it, so that an incomplete one is never used."""
        unfinished = self.folder / "data.new"
        shutil.rmtree(unfinished, ignore_errors=True)
        arguments = ["--pgdata", str(unfinished), "--username=postgres", "--auth=trust", "--encoding=UTF8"]
        arguments += ["--no-instructions", *(["--no-sync"] if self._throwaway else [])]
        failure = ""
        for locale in _locales(binaries):
            done = self._run([binaries.program("initdb"), *arguments, *locale])
            if done.returncode == 0:
                unfinished.rename(self.data)
                return
            failure = done.stderr.strip()
            shutil.rmtree(unfinished, ignore_errors=True)
        raise ServiceError(f"PostgreSQL could not make its folder {self.data}: {failure}")

    def _delete_stale_pid(self) -> None:
        """Delete the PID file of a server that has ended, if another program now has its process id."""
        note = self.data / "postmaster.pid"
        try:
            pid = int(note.read_text(encoding="utf-8").split("\n", 1)[0])
        except (FileNotFoundError, ValueError):
            return
        if "postgres" not in _command_of(pid):
            note.unlink()

    def _launch(self, binaries: Binaries) -> None:
        """Start the server in a separate session, so that Ctrl-C stops the product first."""
        settings = {"listen_addresses": "", "unix_socket_directories": str(self._sockets), "port": "5432"}
        settings["unix_socket_permissions"] = "0700"
        settings["max_connections"] = "200"
        if self._throwaway:
            settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
            settings |= {"max_wal_size": "4GB", "autovacuum": "off"}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with opened_as(self.log, self._account) as log:
            self._process = subprocess.Popen(
                [binaries.program("postgres"), "-D", str(self.data), *options],
                cwd=self.folder,
                env=_environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                **identity(self._account),
            )
        deadline = time.monotonic() + START_SECONDS
        while not self.is_answering():
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                raise ServiceError(
                    f"PostgreSQL did not start. Its last words in {self.log}:\n{_tail(self.log)}"
                )
            time.sleep(0.05)

    def _run(self, command: list[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            cwd=self.folder,
            env=_environment(),
            capture_output=True,
            text=True,
            check=False,
            **identity(self._account),
        )

    def _pid(self) -> int | None:
        """Return the process id of the server of this folder, also if another process started it."""
        if self._process is not None:
            return self._process.pid if self._process.poll() is None else None
        try:
            first = (self.data / "postmaster.pid").read_text(encoding="utf-8").split("\n", 1)[0]
        except FileNotFoundError:
            return None
        return int(first) if self.is_answering() else None

    def _has_ended(self, pid: int, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if self._process is not None:
                if self._process.poll() is not None:
                    return True
            else:
                try:
                    os.kill(pid, 0)
                except ProcessLookupError:
                    return True
            time.sleep(0.05)
        return False


def _locales(binaries: Binaries) -> list[list[str]]:
    """Return the locales to try, best first: alphabetical order as users expect it (ICU), then at least Unicode letters.

    Not every build has ICU, and not every machine has a locale with Unicode letters.
    """
    letters = ["--locale=C.UTF-8", "--locale=en_US.UTF-8"]
    names = [[locale, "--locale-provider=icu", "--icu-locale=und"] for locale in letters]
    builtin = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    return [
        *(names if binaries.major >= ICU_SINCE else []),
        *([builtin] if binaries.major >= BUILTIN_SINCE else []),
        *([locale] for locale in letters),
        [],
    ]


def _socket_folder(folder: Path) -> Path:
    """Return the folder of the socket: `folder`, or one with a short path if the path is too long for a socket."""
    if len(str(folder / ".s.PGSQL.5432.lock")) < SOCKET_PATH_LIMIT:
        return folder
    mark = hashlib.sha256(str(folder).encode()).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"assay-{os.geteuid()}-{mark}"


def _environment() -> dict[str, str]:
    """Return the environment of the server: without our secrets, and with messages that `_tail` can show."""
    return {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_MESSAGES": "C", "TZ": "UTC"}


def _command_of(pid: int) -> str:
    """Return the command line of a process, or an empty text if it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except FileNotFoundError:
        if Path("/proc/self").exists():
            return ""
    result = subprocess.run(
        ["ps", "-p", str(pid), "-o", "args="], capture_output=True, text=True, check=False
    )
    return result.stdout


def _tail(path: Path, lines: int = 12) -> str:
    return "\n".join(path.read_text(encoding="utf-8", errors="replace").splitlines()[-lines:])
