"""The import rules of setup.cfg cover every feature, and each rule detects a violation."""

import configparser
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.config import ROOT

NOT_FEATURES = {"devtools", "kernel", "static"}


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """Check the import rules of the copy of the application in `folder`."""
    return subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Copy the application's Python files to a folder where rules may be broken."""
    ignore = shutil.ignore_patterns("static", "__pycache__")
    shutil.copytree(ROOT / "app", tmp_path / "app", ignore=ignore)
    shutil.copy(ROOT / "setup.cfg", tmp_path)
    return tmp_path


def test_rules_cover_every_feature() -> None:
    config = configparser.ConfigParser()
    config.read(ROOT / "setup.cfg")
    listed = set(config["importlinter:contract:inside"]["containers"].split())
    packages = {path.parent.name for path in (ROOT / "app").glob("*/__init__.py")} - NOT_FEATURES
    assert listed == {f"app.{name}" for name in packages}


def test_the_code_follows_the_rules() -> None:
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("module", "line", "contract"),
    [
        ("kernel/clock.py", "import app.accounts.public", "Features know only what stands below them"),
        ("accounts/operations/sessions.py", "import app.network.public", "Features know only what stands below them"),
        ("home/pages.py", "import app.sysadmin.public", "Features know only what stands below them"),
        ("accounts/models.py", "import app.accounts.queries", "Inside a feature, imports point down"),
        ("network/queries/contacts.py", "import app.accounts.models", "Features import another feature's public module alone"),
        ("network/operations.py", "import flask", "Types, models, policies, queries and operations know nothing of HTTP"),
        ("rfx/types.py", "from marshmallow import Schema", "Types, models, policies, queries and operations know nothing"),
    ],
)  # fmt: skip
def test_violations_are_detected(copy: Path, module: str, line: str, contract: str) -> None:
    path = copy / "app" / module
    for feature in ("home", "sysadmin"):
        (copy / "app" / feature / "public.py").touch()
    path.write_text((path.read_text() if path.exists() else "") + f"\n{line}\n")
    done = lint(copy)
    assert done.returncode != 0
    assert any(contract in text and "BROKEN" in text for text in done.stdout.splitlines()), done.stdout
