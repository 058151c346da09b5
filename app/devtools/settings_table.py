"""The table of settings in README.md, and .env.example: both are generated from app/config.py.

python -m app.devtools.settings_table
"""

import re
from dataclasses import fields
from pathlib import Path

from app.config import ROOT, Settings, setting_text

BEGIN = "<!-- settings: written by `python -m app.devtools.settings_table` -->"
END = "<!-- end of settings -->"


def table() -> str:
    """Return all settings as a Markdown table."""
    lines = ["| setting | default | meaning |", "| --- | --- | --- |"]
    for name, default, meaning in _settings():
        lines.append(f"| `{name}` | {f'`{default}`' if default else ''} | {meaning} |")
    return "\n".join(lines)


def env_example() -> str:
    """Return all settings in the format of `.env`, each commented out."""
    parts = [
        "# Copy this to .env and take the # from what you want to set. The environment wins over this file."
    ]
    for name, default, meaning in _settings():
        parts.append(f"# {meaning.replace('`', '')}\n#{name}={default}")
    return "\n\n".join(parts) + "\n"


def with_table(readme: str) -> str:
    """Return `readme` with the current table."""
    return re.sub(f"(?s){re.escape(BEGIN)}.*{re.escape(END)}", lambda _: f"{BEGIN}\n{table()}\n{END}", readme)


def write(root: Path) -> None:
    """Write the table into README.md and all of .env.example below `root`."""
    readme = root / "README.md"
    readme.write_text(with_table(readme.read_text(encoding="utf-8")), encoding="utf-8")
    (root / ".env.example").write_text(env_example(), encoding="utf-8")


def _settings() -> list[tuple[str, str, str]]:
    return [
        (f.name, setting_text(getattr(Settings, f.name)), f.metadata["meaning"]) for f in fields(Settings)
    ]


if __name__ == "__main__":
    write(ROOT)
