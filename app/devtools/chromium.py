"""Find Chromium: `CHROMIUM`, else on the path, else the one that `make tools` fetched, else playwright's own.

The headless shell comes first: the full browser also draws its tabs and buttons for every page, and takes three times
as long to open one.
"""

import os
import shutil
import subprocess
from pathlib import Path

from app.devtools.bundled_chromium import PROGRAM

HEADLESS = "chromium-headless-shell"
NAMES = (HEADLESS, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""Arguments of a test browser: it must send requests only to the tested server."""


def find_chromium() -> str | None:
    """Return the path of a Chromium that runs on this machine, or None."""
    named = os.environ.get("CHROMIUM")
    for name in [named] if named else NAMES:
        program = shutil.which(name)
        if program is not None and _runs(program):
            return program
    if named:
        return None
    if PROGRAM.exists() and _runs(str(PROGRAM)):
        return str(PROGRAM)
    return _playwrights_own()


def _playwrights_own() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        program = playwright.chromium.executable_path
    return program if Path(program).exists() and _runs(program) else None


def _runs(program: str) -> bool:
    try:
        result = subprocess.run([program, "--version"], capture_output=True, check=False, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return result.returncode == 0
