"""Let LibreOffice save the filled workbook of the tests: `python -m tests.data.workbooks.make`, with soffice on the path."""

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.factories.workbooks import empty_workbook, fill

FOLDER = Path(__file__).parent


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
