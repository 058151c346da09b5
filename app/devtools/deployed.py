"""The interpreter of a deployment: with the packages of requirements.txt, and none that only development needs.

Libraries load what they find beside them (colours for logs, keys of kinds that are not used), so that a development
environment starts later and takes more memory than a server does.
"""

import re
import sysconfig
import venv
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from app.config import ROOT

PINNED = re.compile(r"^([A-Za-z0-9][\w.-]*)==", re.MULTILINE)


def deployed_python(folder: Path) -> Path:
    """Make an environment in `folder` whose packages are those that are installed here; answer its interpreter."""
    venv.create(folder, with_pip=False, symlinks=True)
    packages = Path(sysconfig.get_path("purelib", "venv", {"base": str(folder)}))
    for name in PINNED.findall((ROOT / "requirements.txt").read_text(encoding="utf-8")):
        try:
            found = distribution(name)
        except PackageNotFoundError:
            # Pinned for another platform or another version of Python.
            continue
        for entry in {file.parts[0] for file in found.files or () if file.parts[0] != ".."}:
            link = packages / entry
            if not link.exists():
                link.symlink_to(Path(str(found.locate_file(entry))))
    return folder / "bin" / "python"
