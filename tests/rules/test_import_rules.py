"""The import rules of setup.cfg cover every feature, and each rule detects a violation."""

import ast
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


@pytest.mark.parametrize(
    "path", sorted((ROOT / "app").glob("*/public.py")), ids=lambda path: path.parent.name
)
def test_public_modules_only_import_and_export(path: Path) -> None:
    """Every name that `public` imports is in `__all__`; functions and classes belong to other modules."""
    docstring, *imports, exports = ast.parse(path.read_text(encoding="utf-8")).body
    assert isinstance(docstring, ast.Expr)
    names = [
        alias.asname or alias.name
        for node in imports
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    ]
    assert all(isinstance(node, ast.ImportFrom) for node in imports)
    assert isinstance(exports, ast.Assign)
    assert sorted(names) == sorted(ast.literal_eval(exports.value))


def test_every_public_name_has_a_reader_in_another_feature() -> None:
    read = {
        f"{node.module}.{alias.name}"
        for folder in ("app", "bench", "tests")
        for path in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    unread = [
        f"{path.parent.name}.{name}"
        for path in (ROOT / "app").glob("*/public.py")
        for name in ast.literal_eval(ast.parse(path.read_text(encoding="utf-8")).body[-1].value)
        if f"app.{path.parent.name}.public.{name}" not in read
    ]
    assert unread == []


def test_the_code_follows_the_rules() -> None:
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("module", "line", "contract"),
    [
        ("kernel/clock.py", "import app.accounts.public", "Features know only the layers below them"),
        ("accounts/operations/sessions.py", "import app.network.public", "Features know only the layers below them"),
        ("home/pages.py", "import app.sysadmin.public", "Features know only the layers below them"),
        ("accounts/models/company.py", "import app.accounts.queries", "Inside a feature, imports point down"),
        ("network/queries/contacts.py", "import app.accounts.models", "Features import another feature's public module alone"),
        ("network/operations.py", "import flask", "Only endpoints, schemas and public modules know of HTTP"),
        ("rfx/types.py", "from marshmallow import Schema", "Only endpoints, schemas and public modules know of HTTP"),
        ("ncr/api.py", "import app.ncr.mails", "Operations send mails, endpoints do not"),
        ("tasks/queries.py", "import app.tasks.serializers", "Inside a feature, imports point down"),
        ("home/greetings.py", "HELLO = 1", "Inside a feature, imports point down"),
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
