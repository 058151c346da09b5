"""Titles of commits: `area: Sentence in the imperative.`, at most 72 characters."""

from pathlib import Path

import pytest

from app.devtools.commit_title import main, title_error

LONG = "rfx: " + "A" + "a" * 65 + "."


@pytest.mark.parametrize(
    "message",
    [
        "rfx: Block submit while an upload is pending.",
        "rfx: Block submit while an upload is pending.\n\nThe answer would be lost.",
        "seed: Seed the demo data in the order of its dates.",
        "form-editor: Keep the selection.\n# Please enter the commit message",
        "Merge branch 'main' into rfx",
        'Revert "rfx: Block submit."',
        "fixup! rfx: Block submit.",
        LONG,
    ],
)
def test_valid_titles_are_accepted(message: str) -> None:
    assert title_error(message) is None


@pytest.mark.parametrize(
    ("message", "error"),
    [
        ("", "must look like"),
        ("Block submit while an upload is pending.", "must look like"),
        ("rfx: block submit.", "must look like"),
        ("rfx: Block submit", "must look like"),
        ("Rfx: Block submit.", "must look like"),
        ("rfx:Block submit.", "must look like"),
        (LONG.replace("a.", "aa."), "has 73 characters"),
        ("rfx: Blocked submit.", "not with Blocked"),
        ("rfx: Blocking submit.", "not with Blocking"),
        ("rfx: Block submit.\nThe answer would be lost.", "empty line"),
    ],
)
def test_invalid_titles_are_rejected(message: str, error: str) -> None:
    assert error in (title_error(message) or "")


def test_hook_reads_the_message_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "message"
    path.write_text("rfx: Block submit.\n")
    assert main(["--file", str(path)]) == 0
    path.write_text("Blocked submit\n")
    assert main(["--file", str(path)]) == 1
    assert "Blocked submit\n  The title must look like" in capsys.readouterr().err
