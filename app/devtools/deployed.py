"""The interpreter of a deployment: only with the packages of requirements.txt, without development packages.

Libraries load optional packages that are installed (colours for logs, unused key types), so a development environment
starts more slowly and takes more memory than a server.
"""

import re
import sysconfig
import venv
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from app.config import ROOT

PINNED = re.compile(r"^([A-Za-z0-9][\w.-]*)==", re.MULTILINE)


def deployed_python(folder: Path) -> Path:
    """Create an environment in `folder` that links to the packages installed here; return its interpreter."""
    venv.create(folder, with_pip=False, symlinks=True)
    packages = Path(sysconfig.get_path("purelib", "venv", {"base": str(folder)}))
    for name in PINNED.findall((ROOT / "requirements.txt").read_text(encoding="utf-8")):
        try:
            package = distribution(name)
        except PackageNotFoundError:
            # The package is pinned for another platform or Python version.
            continue
        for entry in {file.parts[0] for file in package.files or () if file.parts[0] != ".."}:
            link = packages / entry
            if not link.exists():
                link.symlink_to(Path(str(package.locate_file(entry))))
    return folder / "bin" / "python"
