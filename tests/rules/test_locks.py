"""The locked packages: complete on every platform, and from no particular registry."""

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


def resolved_path(packages: dict[str, Any], asking: str, name: str) -> str | None:
    """Where `asking` finds the package `name`: in its own node_modules or in one above; None where nowhere."""
    base = asking
    while True:
        candidate = f"{base}/node_modules/{name}" if base else f"node_modules/{name}"
        if candidate in packages:
            return candidate
        if not base:
            return None
        base = base.rpartition("/node_modules/")[0] if "/node_modules/" in base else ""


def test_every_package_that_one_needs_is_locked() -> None:
    """A registry that lacks a platform's package leaves it out of the lock, and then `npm ci` refuses everywhere."""
    packages = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    missing = [
        f"{asking or 'the product'} needs {name}"
        for asking, package in packages.items()
        for name in {**package.get("dependencies", {}), **package.get("optionalDependencies", {})}
        if resolved_path(packages, asking, name) is None
    ]
    assert missing == []


def test_the_lock_fits_the_packages_asked_for() -> None:
    asked = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    locked = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"][""]
    for kind in ("dependencies", "devDependencies"):
        assert locked[kind] == asked[kind]


def test_the_product_needs_no_package_of_development(tmp_path: Path) -> None:
    """A server installs requirements.txt alone."""
    python = deployed_python(tmp_path)
    done = subprocess.run(
        [python, "-c", IMPORT_ALL], cwd=ROOT, env={"PATH": ""}, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("all\n", "")
    refused = subprocess.run([python, "-c", "import pytest"], capture_output=True, text=True, check=False)
    assert "No module named 'pytest'" in refused.stderr


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_every_python_package_has_its_hashes(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    pinned = re.findall(
        r"^[A-Za-z0-9_.\[\],-]+==[^\n]*(?:\\\n    --hash=sha256:[0-9a-f]{64}[^\n]*)+", text, re.MULTILINE
    )
    assert len(pinned) == len(re.findall(r"^[A-Za-z0-9]", text, re.MULTILINE)) > 0


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt", "package-lock.json"])
def test_no_registry_is_named(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "index-url" not in text
    assert '"resolved"' not in text
