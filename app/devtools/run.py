"""`make run`: services, migrations, demo data, then web and worker under the supervisor, in one terminal.

    python -m app.devtools.run

Settings come from the environment, then from a file `.env`, then from the defaults. A missing secret key and, without
`DATABASE_URL`, the database are created once and stored in var/.
"""

import base64
import fcntl
import http.client
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, LiteralString

import psycopg
from alembic.script import ScriptDirectory

from app.config import ROOT, Settings, SettingsError, load_settings
from app.devtools.demo_accounts import DEMO_EMAILS, DEMO_PASSWORD
from app.devtools.service_account import ServiceError
from app.devtools.services import running_services
from app.supervisor import run_product

VAR = ROOT / "var"
ANY_ADDRESS = {"0.0.0.0", "::", ""}  # noqa: S104  (for comparison, not for binding)


class Announcement:
    """Prints the address of the product once, as soon as it responds."""

    def __init__(self, settings: Settings, *, started: float) -> None:
        self._settings = settings
        self._started = started
        self._said = False

    def __call__(self) -> None:
        if not self._said and _is_healthy(self._settings):
            self._said = True
            print(_welcome(self._settings, time.monotonic() - self._started), flush=True)


def development_environment(environ: Mapping[str, str], var: Path, env_file: Path) -> dict[str, str]:
    """Return the environment of the product: `environ` overrides `env_file`, which overrides development defaults."""
    environment = {name: value for name, value in environ.items() if value != ""}
    chosen = {**_read_env_file(env_file), **environment}
    chosen.setdefault("ENVIRONMENT", "development")
    chosen.setdefault("RUN_WORKER", "1")
    chosen.setdefault("HOST", "127.0.0.1")
    chosen.setdefault("PORT", "5000")
    chosen.setdefault("BASE_URL", f"http://{_reachable_host(chosen['HOST'])}:{chosen['PORT']}")
    chosen.setdefault("STORAGE_URL", str(var / "files"))
    chosen.setdefault("PYTHONUNBUFFERED", "1")
    if "SECRET_KEY" not in chosen:
        chosen["SECRET_KEY"] = _stored_secret(var / "secret_key", secrets.token_urlsafe(48))
    if "DATA_KEYS" not in chosen:
        key = base64.urlsafe_b64encode(secrets.token_bytes(32)).decode()
        chosen["DATA_KEYS"] = _stored_secret(var / "data_keys", key)
    return chosen


def main() -> int:
    """Run the product until Ctrl-C. Return 0 then, or 1 with a sentence if a service or setting is missing."""
    started = time.monotonic()
    # For the time before the supervisor sets its handlers: some shells start background processes with SIGINT ignored.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    VAR.mkdir(exist_ok=True)
    try:
        with _only_one(VAR / "run.lock"):
            return _run(started)
    except (ServiceError, SettingsError) as error:
        print(error, file=sys.stderr)
    except KeyboardInterrupt:
        return 0
    return 1


def _run(started: float) -> int:
    environ = development_environment(os.environ, VAR, ROOT / ".env")
    _refuse_taken_port(environ["HOST"], environ["PORT"])
    with running_services(VAR, environ) as services:
        environ |= services.environment()
        settings = load_settings(environ)
        if not is_migrated(services.database_url):
            _flask(["db", "upgrade"], environ)
        if not has_data(services.database_url):
            _flask(["demo", "load"], environ)
        return run_product(environ, on_look=Announcement(settings, started=started))


def is_migrated(database_url: str) -> bool:
    """Return True if the database has the newest migration. Checked here, because starting the command takes seconds."""
    newest = ScriptDirectory(str(ROOT / "migrations")).get_current_head()
    return _answer(database_url, "select version_num from alembic_version") == newest


def has_data(database_url: str) -> bool:
    """Return True if there is an organisation other than the one for guests, which the migrations create."""
    return bool(_answer(database_url, "select count(*) > 1 from organisation"))


def _answer(database_url: str, question: LiteralString) -> object:
    """Return the single value of a query, or None if the table does not exist. Raises ServiceError without a connection."""
    try:
        with psycopg.connect(database_url.replace("postgres://", "postgresql://", 1)) as connection:
            (answer,) = connection.execute(question).fetchone() or (None,)
    except psycopg.errors.UndefinedTable:
        return None
    except psycopg.OperationalError as error:
        raise ServiceError(f"The database of DATABASE_URL cannot be reached: {error}") from None
    return answer


def _flask(arguments: list[str], environ: Mapping[str, str]) -> None:
    """Run a flask command in a separate process, because this process must not hold connections."""
    command = [sys.executable, "-m", "flask", "--app", "wsgi", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=dict(environ), check=False)
    if done.returncode != 0:
        raise ServiceError(f"`flask --app wsgi {' '.join(arguments)}` failed; the reason is above.")


def _read_env_file(path: Path) -> dict[str, str]:
    """Return the `NAME=value` lines of `path`; empty if the file does not exist."""
    if not path.exists():
        return {}
    values = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        name, separator, value = line.strip().partition("=")
        if separator and not name.startswith("#") and value.strip():
            values[name.removeprefix("export ").strip()] = value.strip().strip("\"'")
    return values


def _stored_secret(path: Path, new: str) -> str:
    """Return the key that is stored in a file, so that sign-ins survive a restart; without one store `new`."""
    if not path.exists():
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(new)
    return path.read_text(encoding="ascii").strip()


@contextmanager
def _only_one(path: Path) -> Iterator[IO[str]]:
    """Hold the lock of this folder: two instances would share services, and each would stop the other's."""
    with path.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ServiceError(
                "This folder's product is running already (`make run` in another terminal)."
            ) from None
        yield lock


def _refuse_taken_port(host: str, port: str) -> None:
    if not port.isdigit():
        return
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, int(port)))
        except OSError as error:
            raise ServiceError(
                f"{host}:{port} cannot be used ({error.strerror}). Choose another port: PORT=5001 make run"
            ) from None


def _reachable_host(host: str) -> str:
    """Return the address at which this machine reaches a server that listens on `host`."""
    if host in ANY_ADDRESS:
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _is_healthy(settings: Settings) -> bool:
    connection = http.client.HTTPConnection(f"{_reachable_host(settings.HOST)}:{settings.PORT}", timeout=2)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _welcome(settings: Settings, seconds: float) -> str:
    mails = "are sent by SMTP" if settings.SMTP_URL else f"can be read at {settings.BASE_URL}/sysadmin/outbox"
    lines = ["", f"{settings.PRODUCT_NAME} is running at {settings.BASE_URL} (after {seconds:.1f} s).", ""]
    lines += ["Demo accounts:", *(f"  {email}" for email in DEMO_EMAILS), f"  password: {DEMO_PASSWORD}", ""]
    lines += [f"Mails {mails}.", "Ctrl-C stops all of it.", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
