"""Source files have one subject, and therefore at most 400 lines."""

import subprocess

from app.config import ROOT

MOST_LINES = 400
SOURCES = ("*.py", "*.ts", "*.tsx", "*.mjs", "*.scss", "*.html")
LONGER = {
    "migrations/versions/0001_initial.py": "one migration creates the whole schema of 1.0.0",
    "static_src/api/schema.d.ts": "generated from the OpenAPI document",
}
"""Files that may be longer, with the reason."""


def test_files_have_at_most_400_lines() -> None:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *SOURCES]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    lines = {
        path: (ROOT / path).read_bytes().count(b"\n")
        for path in listed.splitlines()
        if (ROOT / path).is_file()
    }
    longer = {path: count for path, count in lines.items() if count > MOST_LINES and path not in LONGER}
    assert longer == {}
