"""Comparison of node_modules with package-lock.json."""

import json
from pathlib import Path

import pytest

from app.devtools.node_packages import are_installed

LOCKED = {
    "": {"name": "assay"},
    "node_modules/react": {"version": "19.3.1"},
    "node_modules/esbuild-other": {"version": "0.28.2", "optional": True},
}


@pytest.mark.parametrize(
    ("installed", "expected"),
    [
        ({"node_modules/react": {"version": "19.3.1"}}, True),
        ({"node_modules/react": {"version": "19.3.0"}}, False),
        ({"node_modules/esbuild-other": {"version": "0.28.2"}}, False),
        (LOCKED, True),
        ({}, False),
    ],
)
def test_versions_are_compared(tmp_path: Path, installed: dict[str, object], expected: bool) -> None:
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "package-lock.json").write_text(json.dumps({"packages": LOCKED}))
    (tmp_path / "node_modules" / ".package-lock.json").write_text(json.dumps({"packages": installed}))
    assert are_installed(tmp_path) is expected


def test_clean_machine_has_no_packages_installed(tmp_path: Path) -> None:
    (tmp_path / "package-lock.json").write_text(json.dumps({"packages": LOCKED}))
    assert not are_installed(tmp_path)
