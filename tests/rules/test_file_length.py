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
TO_SPLIT = {
    "app/accounts/queries.py": 425,
    "app/rfx/operations/moves.py": 419,
    "app/rfx/serializers/rfxs.py": 407,
    "static_src/features/compose/new-message-modal.test.tsx": 503,
    "static_src/features/requests/comparison/comparison.scss": 597,
    "static_src/styles/_shell.scss": 417,
    "tests/integration/messages/test_threads.py": 410,
    "tests/integration/requests/test_comparison.py": 442,
}
"""Files with a second subject to move out, and their lines, which may not grow."""


def test_files_have_at_most_400_lines() -> None:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *SOURCES]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    lines = {
        path: (ROOT / path).read_bytes().count(b"\n")
        for path in listed.splitlines()
        if (ROOT / path).is_file()
    }
    longer = {path: count for path, count in lines.items() if count > MOST_LINES and path not in LONGER}
    assert longer.keys() == TO_SPLIT.keys()
    assert {path for path, count in longer.items() if count > TO_SPLIT[path]} == set()
