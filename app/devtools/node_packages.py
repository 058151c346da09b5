"""Check that node_modules contains the packages of package-lock.json: exit code 0 if it does, 1 if not.

The check reads npm's own lock file in node_modules, so that nothing is installed again if an image, a link or another
work tree already provides all packages.
"""

import json
import sys
from pathlib import Path
from typing import Any

from app.config import ROOT


def are_installed(root: Path) -> bool:
    """Return True if node_modules below `root` contains every package of the lock file in its version."""
    try:
        locked = _packages(root / "package-lock.json")
        installed = _packages(root / "node_modules" / ".package-lock.json")
    except (OSError, ValueError):
        return False
    for path, package in locked.items():
        if path not in installed:
            if not package.get("optional"):
                return False
        elif installed[path].get("version") != package.get("version"):
            return False
    return True


def _packages(path: Path) -> dict[str, dict[str, Any]]:
    packages: dict[str, dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["packages"]
    return {name: package for name, package in packages.items() if name}


if __name__ == "__main__":
    sys.exit(0 if are_installed(ROOT) else 1)
