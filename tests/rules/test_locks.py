"""The locked packages are complete on every platform and independent of a registry."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from app.config import ROOT
from app.devtools.deployed import deployed_python

IMPORT_ALL = """
import importlib, pkgutil, app
for module in pkgutil.walk_packages(app.__path__, "app."):
    if not module.name.startswith("app.devtools."):
        importlib.import_module(module.name)
print("all")
"""


def resolved_path(packages: dict[str, Any], dependent: str, name: str) -> str | None:
    """Return the path where `dependent` finds the package `name` (its own node_modules or one above), or None."""
    base = dependent
    while True:
        candidate = f"{base}/node_modules/{name}" if base else f"node_modules/{name}"
        if candidate in packages:
            return candidate
        if not base:
            return None
        base = base.rpartition("/node_modules/")[0] if "/node_modules/" in base else ""


def test_every_dependency_is_locked() -> None:
    """A registry without a platform's package leaves it out of the lock file; `npm ci` then fails everywhere."""
    packages = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    missing = [
        f"{dependent or 'the product'} needs {name}"
        for dependent, package in packages.items()
        for name in {**package.get("dependencies", {}), **package.get("optionalDependencies", {})}
        if resolved_path(packages, dependent, name) is None
    ]
    assert missing == []


def test_lock_file_matches_package_json() -> None:
    requested = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    locked = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"][""]
    for kind in ("dependencies", "devDependencies"):
        assert locked[kind] == requested[kind]


def test_product_runs_without_development_packages(tmp_path: Path) -> None:
    """A server installs requirements.txt only."""
    python = deployed_python(tmp_path)
    imported = subprocess.run(
        [python, "-c", IMPORT_ALL], cwd=ROOT, env={"PATH": ""}, capture_output=True, text=True, check=False
    )
    assert (imported.stdout, imported.stderr) == ("all\n", "")
    failed = subprocess.run([python, "-c", "import pytest"], capture_output=True, text=True, check=False)
    assert "No module named 'pytest'" in failed.stderr


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_every_python_package_has_hashes(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    pinned = re.findall(
        r"^[A-Za-z0-9_.\[\],-]+==[^\n]*(?:\\\n    --hash=sha256:[0-9a-f]{64}[^\n]*)+", text, re.MULTILINE
    )
    assert len(pinned) == len(re.findall(r"^[A-Za-z0-9]", text, re.MULTILINE)) > 0


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt", "package-lock.json"])
def test_lock_files_name_no_registry(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "index-url" not in text
    assert '"resolved"' not in text
