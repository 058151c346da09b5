"""The account of a local service, and folders that this account can reach.

PostgreSQL refuses to run as root, so root runs it as an unprivileged account. If that account cannot reach a folder (a
clone below /root), a folder below /var/lib is used instead.
"""

import hashlib
import os
import pwd
import subprocess
from pathlib import Path
from typing import BinaryIO, TypedDict

ACCOUNTS = ("postgres", "nobody")
"""The accounts that root can run a service as, in order of preference."""

SYSTEM_FOLDER = Path("/var/lib")
PREFIX = "assay-"


class ServiceError(Exception):
    """Raised if a service cannot be started; the message is a sentence for the user at the terminal."""


class Identity(TypedDict, total=False):
    """The arguments of `subprocess` for the account of a program."""

    user: int
    group: int
    extra_groups: list[int]


def unprivileged_account() -> pwd.struct_passwd:
    """Return the account that root runs a service as. Raises ServiceError if the machine has none."""
    for name in ACCOUNTS:
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise ServiceError(
        "PostgreSQL does not run as root, and there is no account for it. Run this as another account, or set "
        "DATABASE_URL to a database of your own."
    )


def identity(account: pwd.struct_passwd | None) -> Identity:
    """Return the arguments that make `subprocess` run a program as `account`."""
    if account is None:
        return {}
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


def reachable_folder(folder: Path, account: pwd.struct_passwd | None) -> Path:
    """Return `folder`, or a folder below /var/lib if `account` cannot enter the parents of `folder`."""
    if account is None:
        return folder
    above = folder
    while not above.exists():
        above = above.parent
    above = above if above != folder else folder.parent
    probe = subprocess.run(
        ["/bin/sh", "-c", 'cd "$0"', str(above)], check=False, capture_output=True, **identity(account)
    )
    return folder if probe.returncode == 0 else system_folder(folder) / folder.name


def system_folder(path: Path) -> Path:
    """Create a folder for the data of `path`, outside homes that only root can enter."""
    mark = hashlib.sha256(str(path).encode()).hexdigest()[:12]
    folder = SYSTEM_FOLDER / f"{PREFIX}{mark}"
    folder.mkdir(mode=0o755, parents=True, exist_ok=True)
    return folder


def remove_system_folder(folder: Path) -> None:
    """Delete `folder` if `system_folder` created it and it is empty."""
    if folder.parent == SYSTEM_FOLDER and folder.name.startswith(PREFIX) and not any(folder.iterdir()):
        folder.rmdir()


def own_folder(folder: Path, account: pwd.struct_passwd | None) -> None:
    """Create `folder` for the server's account, closed to all others. Raises ServiceError if it belongs to another account."""
    folder.mkdir(parents=True, exist_ok=True)
    owner = account.pw_uid if account is not None else os.geteuid()
    if folder.stat().st_uid not in {owner, os.geteuid()}:
        raise ServiceError(f"{folder} belongs to another account.")
    if account is not None:
        os.chown(folder, account.pw_uid, account.pw_gid)
    folder.chmod(0o700)


def opened_as(path: Path, account: pwd.struct_passwd | None) -> BinaryIO:
    """Open the file at `path` for appending, owned by the server's account."""
    file = path.open("ab")
    if account is not None:
        os.chown(path, account.pw_uid, account.pw_gid)
    return file
