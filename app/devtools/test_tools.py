"""Install the programs that `make test` needs: Chromium, and PostgreSQL and Redis if their addresses are not set.

Missing programs are installed from the system's packages if that works without a password; otherwise a sentence names
the program to install.
"""

import os
import shutil
import subprocess
import sys

from app.devtools import bundled_chromium
from app.devtools.chromium import HEADLESS, find_chromium
from app.devtools.postgres_binaries import find_binaries
from app.devtools.redis_server import find_program

FONTS = "fonts-liberation"


def main() -> int:
    """Install the missing programs. Return 1, with a sentence for each, if some could not be installed."""
    faults = [fault for fault in (_provide_chromium(), _provide_redis(), _need_postgres()) if fault]
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


def _provide_chromium() -> str:
    if find_chromium() is not None:
        return ""
    if os.environ.get("CHROMIUM"):
        return "CHROMIUM does not name a program that runs."
    if (_install(HEADLESS, FONTS) or _install("chromium", FONTS)) and find_chromium() is not None:
        return ""
    if bundled_chromium.install() and find_chromium() is not None:
        return ""
    print("Installing playwright's Chromium ...", flush=True)
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
    if find_chromium() is not None:
        return ""
    return "The browser tests need Chromium: install it, or name its program in CHROMIUM."


def _provide_redis() -> str:
    if os.environ.get("REDIS_URL") or find_program() is not None:
        return ""
    if _install("redis-server") and find_program() is not None:
        return ""
    return "The tests need Redis: install redis-server or valkey-server, or name one in REDIS_URL."


def _need_postgres() -> str:
    if os.environ.get("DATABASE_URL") or find_binaries():
        return ""
    return "The tests need PostgreSQL 14 or newer: install it, or name a database in DATABASE_URL."


def _install(*packages: str) -> bool:
    """Install Debian packages. Return False on other systems or if a password is needed."""
    if shutil.which("apt-get") is None:
        return False
    prefix: list[str] = []
    if os.geteuid() != 0:
        prefix = ["sudo", "-n"]
        if shutil.which("sudo") is None or subprocess.run([*prefix, "true"], check=False).returncode != 0:
            return False
    print(f"Installing {', '.join(packages)} ...", flush=True)
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
    for command in (["apt-get", "update"], install):
        done = subprocess.run([*prefix, *command], env=environ, stdout=subprocess.DEVNULL, check=False)
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
