"""Let LibreOffice save the filled workbook of the tests: `python tests/data/workbooks/make.py`, with soffice on the path."""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parents[2]))

from tests.factories.workbooks import empty_workbook, fill  # noqa: E402 - the path comes first


def convert(source: Path, target: Path, kind: str, *, home: Path) -> None:
    """Open a file in LibreOffice, with its settings in `home`, and save it as another type in the folder `target`."""
    profile = f"-env:UserInstallation=file://{home}/profile"
    subprocess.run(
        ["soffice", profile, "--headless", "--convert-to", kind, "--outdir", str(target), str(source)],
        check=True,
        capture_output=True,
        timeout=120,
    )


def main() -> None:
    """Write filled.xlsx and filled.ods as LibreOffice saves them."""
    with TemporaryDirectory() as folder:
        source = Path(folder) / "filled.xlsx"
        source.write_bytes(fill(empty_workbook()))
        convert(source, FOLDER, "ods", home=Path(folder))
        convert(FOLDER / "filled.ods", FOLDER, "xlsx", home=Path(folder))


if __name__ == "__main__":
    main()
