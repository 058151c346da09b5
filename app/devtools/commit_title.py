"""Check commit titles: `area: Sentence in the imperative.` of at most 72 characters.

python -m app.devtools.commit_title --file .git/COMMIT_EDITMSG    one message (the commit-msg hook)
python -m app.devtools.commit_title --range origin/main..HEAD     the commits of a branch (CI), merges excluded
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

MAX_LENGTH = 72
TITLE = re.compile(r"(?P<area>[a-z0-9][a-z0-9./_-]*): (?P<sentence>[A-Z].*\.)")
GENERATED = re.compile(r"Merge |Revert \"|(fixup|squash|amend)! ")
"""Titles that git writes itself; the hook accepts them."""
NOT_IMPERATIVE = re.compile(r"[A-Z][a-z]+(ed|ing)")
IMPERATIVE = {"Bring", "Embed", "Feed", "Need", "Ping", "Proceed", "Seed", "Shed", "Speed", "String", "Wed"}
"""Verbs in the imperative that end like a past tense or a participle."""


def title_error(message: str) -> str | None:
    """Return the sentence that says how the title of `message` breaks the rule, or None if it is valid."""
    lines = [line for line in message.splitlines() if not line.startswith("#")]
    title = lines[0] if lines else ""
    if GENERATED.match(title):
        return None
    match = TITLE.fullmatch(title)
    if match is None:
        return "The title must look like `area: Sentence in the imperative.`"
    if len(title) > MAX_LENGTH:
        return f"The title has {len(title)} characters; at most {MAX_LENGTH} are allowed. Put the reason in the body."
    verb = match["sentence"].rstrip(".").split()[0]
    if NOT_IMPERATIVE.fullmatch(verb) and verb not in IMPERATIVE:
        return f"Begin the sentence with a verb in the imperative, not with {verb}."
    if len(lines) > 1 and lines[1].strip():
        return "Leave an empty line between title and body."
    return None


def messages_of_range(commits: str) -> list[str]:
    """Return the messages of the commits in `commits`, a range such as `main..HEAD`."""
    command = ["git", "log", "--no-merges", "--format=%B%x00", commits]
    output = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    return [message.strip("\n") for message in output.split("\0") if message.strip()]


def main(arguments: list[str]) -> int:
    """Print each invalid title with its error; return the exit code."""
    parser = argparse.ArgumentParser(prog="commit_title", description="Check commit titles.")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--file", type=Path, help="a file with one commit message")
    source.add_argument("--range", help="a range of commits, such as main..HEAD")
    options = parser.parse_args(arguments)
    messages = (
        messages_of_range(options.range) if options.range else [options.file.read_text(encoding="utf-8")]
    )
    errors = [(message, error) for message in messages if (error := title_error(message)) is not None]
    for message, error in errors:
        print(f"{message.splitlines()[0] if message else '(empty message)'}\n  {error}", file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
