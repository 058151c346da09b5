"""Where Chromium is: `CHROMIUM`, else on the path, else the one that `make tools` fetched, else playwright's own.

The one without a window is taken first: the other draws its tabs and buttons, too, for every page that nobody looks
at, and takes three times as long to open one.
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
"""What a browser of the tests is started with: it is to ask nobody but the tested server."""


def find_chromium() -> str | None:
    """The program of a Chromium that runs here; None where there is none."""
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
