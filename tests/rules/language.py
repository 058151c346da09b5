"""List violations of the writing rules (docs/writing.md), and keep the debt of files that still have some.

python -m tests.rules.language app/kernel     list the violations below a path, with their lines
python -m tests.rules.language                print the violations per 1,000 lines of each folder
python -m tests.rules.language --update       write the debt file; a debt can only become smaller
python -m tests.rules.language --accept PATH  write the debt of moved or split files, after a review
"""

import argparse
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.config import ROOT
from tests.rules.comments import SUFFIXES, Source, read_sources

DEBT = Path(__file__).with_name("language_debt.json")
FOLDERS = ("app", "static_src", "bench", "tests", "docs")
PATHS = (*FOLDERS, "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
EXCLUDED = {
    "static_src/api/schema.d.ts",  # generated
    "docs/benchmarks.md",  # generated
    "docs/writing.md",  # quotes the phrases
}
UPDATE = "run `python -m tests.rules.language --update`"

PHRASES = {
    r"whoever|whomever|whom|whichever": "who, which user, any",
    r"whatever": "any, everything, the value",
    r"somebody|nobody": "a user, no user, someone, no one",
    r"anew": "again",
    r"begun": "started",
    r"besides?(?! \w+ing)": "next to, in addition to",
    r"lest|sought|reckon\w*|mend(?:s|ed|ing)?|thereof|therein|upon|till": "the word of today",
    r"be it(?! \w+ed)": "even if, including",
    r"told|tells?(?! (?:\w+ )?apart)|hears?|heard": "notify, return, report, show; called with",
    r"what (?:is|was|are|were|has|had)": "name the thing",
    r"(?:of|for|to|by|from|with|at|in|and|or|but|than|as|lets?|sees?|says?|shows?|only|not|is|are) who "
    r"(?:may|has|is|can|was|had|are|were|have)": "the user who, users who",
    r"those of": "repeat the noun",
    r"where there (?:is|was|are|were) (?:one|none|nothing|any)": "if it exists, if there is one",
    r"the one before": "the previous ...",
    r"st(?:ands?|ood)(?! (?:alone|out)|-)": "is, is in, represents, replaces",
    r"lies": "is, is in",
    r"(?:goes|go|going|gone|went) on(?! to)": "continues",
    r"pass(?:ed|es) over": "ignored, skipped",
    r"by (?:it|them)sel(?:f|ves)": "automatically, separately",
    r"for good(?! reason)": "permanently",
    r"(?<!soon\s)(?<!long\s)(?<!far\s)(?<!well\s)as it (?:is|was)(?! being)": "unchanged, the current ...",
    r"(?:gives?|given|giving) back": "returns, releases",
    r"lets? go|lets? in": "discards, releases; admits",
    r"com(?:es?|ing) to rest|at rest": "idle",
    r"one's|oneself|as one \w+s": "the user's, the user",
    r"answers? (?:with )?[2-5]\d\d(?!,\d| (?:questions|fields|rows))": "returns 404",
}
SPACE = r"\s+"
PHRASE = re.compile(
    "|".join(rf"(?P<p{i}>\b(?:{pattern.replace(' ', SPACE)})\b)" for i, pattern in enumerate(PHRASES)),
    re.IGNORECASE,
)
HINTS = list(PHRASES.values())

OPENING = re.compile(
    r"(?:\A\s*|(?<=[.!?:]\s)\s*)(?P<opening>What|Who|Whose|Whom|Whoever|Whatever|Whether|Whichever|Which|Those)\b"
    r"|\A\s*(?P<of>Of|That of)\b"
)

WORDS = {
    "told",
    "begun",
    "anew",
    "beside",
    "kit",
    "patient",
    "heard",
    "somebody",
    "nobody",
    "whoever",
    "whatever",
}
"""Words that no name may contain (`told_users`, `isTold`)."""
VALUES = {"given", "kept", "found", "made", "known", "gave", "holds", "away", "gone"}
"""Names that say nothing about their value."""
FUNCTIONS = {"holds", "gave", "ends"}
FUNCTION_VERBS = {"tell", "hear", "forget", "reckon", "mend"}
REPLACED = {
    "beside_others": "merge_changes",
    "demand_unchanged": "check_version",
    "keys_apart": "independent_keys",
    "reopened_keys": "keys_to_reopen",
    "pass_on_answers": "copy_to_custom_fields",
    "register_part": "register_section",
    "letGo": "discard",
    "let_go": "discard",
    "takeUp": "restore",
    "take_up": "restore",
    "goOn": "resume",
    "go_on": "resume",
    "isAway": "isDeleted",
    "isGone": "isNotFound",
    "isLost": "isOffline",
    "useLost": "useOfflineError",
    "LostNote": "FailureAlert",
    "useKeptEntries": "useDraft",
    "useKeeping": "useDraft",
    "KeptNote": "DraftRestoredAlert",
    "Dumped": "ApiResponse",
    "RfxHead": "RfxView",
}
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")


@dataclass(frozen=True, order=True)
class Violation:
    """A phrase or a name at a line, with the advice for a replacement."""

    line: int
    text: str
    advice: str


def violations(source: Source) -> list[Violation]:
    """Return the violations of one file in the order of its lines."""
    result = [
        item for comment in source.comments for item in _in_text(comment.line, comment.text, comment.is_block)
    ]
    for name in source.names:
        advice = name_advice(name.text, is_function=name.kind == "function")
        if advice is not None:
            result.append(Violation(name.line, name.text, advice))
    return sorted(result)


def name_advice(name: str, *, is_function: bool) -> str | None:
    """Return the advice for a name that breaks the rules, or None if the name is fine."""
    if name in REPLACED:
        return REPLACED[name]
    plain = name.strip("_")
    words = [word.lower() for word in WORD.findall(plain)]
    if WORDS & set(words):
        return "the term of the field"
    if plain in VALUES:
        return "a noun that names the value"
    if is_function and (plain in FUNCTIONS or (words and words[0] in FUNCTION_VERBS)):
        return "a verb that says what the function does"
    return None


def _in_text(first: int, text: str, is_block: bool) -> Iterator[Violation]:
    """Find the phrases of `text`, and the openings if it is a block; an opening that is part of a phrase is left out."""
    phrases = list(PHRASE.finditer(text))
    for match in phrases:
        advice = HINTS[int((match.lastgroup or "")[1:])]
        yield Violation(_line(first, text, match.start()), _plain(match[0]), advice)
    for match in OPENING.finditer(text) if is_block else ():
        start, end = match.span("opening" if match["opening"] else "of")
        if not any(phrase.start() < end and start < phrase.end() for phrase in phrases):
            yield Violation(_line(first, text, start), _plain(text[start:end]), "begin with a verb or a noun")


def _line(first: int, text: str, position: int) -> int:
    return first + text.count("\n", 0, position)


def _plain(text: str) -> str:
    return " ".join(text.split())


def source_paths(under: Sequence[str] = PATHS) -> list[str]:
    """Return the paths of the files below `under` that the rules apply to, relative to the root."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *under]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    return sorted(
        path
        for path in listed.splitlines()
        if Path(path).suffix in SUFFIXES and path not in EXCLUDED and (ROOT / path).is_file()
    )


def violations_of(paths: Iterable[str]) -> tuple[dict[str, list[Violation]], dict[str, int]]:
    """Read files; return the violations and the number of lines of each path."""
    sources = read_sources({path: (ROOT / path).read_text(encoding="utf-8") for path in paths})
    return (
        {path: violations(source) for path, source in sources.items()},
        {path: source.lines for path, source in sources.items()},
    )


def debt_errors(counts: dict[str, int], debt: dict[str, int]) -> list[str]:
    """Compare the violations of each file with its debt; return a sentence for each difference."""
    errors = []
    for path in sorted({*counts, *debt}):
        count, allowed = counts.get(path), debt.get(path, 0)
        if count is None:
            errors.append(f"{path} no longer exists: {UPDATE}.")
        elif count > allowed:
            errors.append(
                f"{path} has {count} violations, {allowed} allowed: `python -m tests.rules.language {path}` lists them."
            )
        elif count < allowed:
            errors.append(f"{path} has {count} violations, fewer than its debt of {allowed}: {UPDATE}.")
    return errors


def summary(counts: dict[str, int], lines: dict[str, int]) -> str:
    """Return the violations per 1,000 lines of each folder."""
    by_folder: dict[str, Counter[str]] = {folder: Counter() for folder in FOLDERS}
    for path, count in counts.items():
        folder = path.split("/")[0]
        by_folder[folder if folder in by_folder else "docs"].update(violations=count, lines=lines[path])
    return "\n".join(
        f"{folder:<11}{total['violations']:>6} violations in {total['lines']:>6,} lines: "
        f"{1000 * total['violations'] / total['lines']:.1f} per 1,000"
        for folder, total in by_folder.items()
        if total["lines"]
    )


def read_debt() -> dict[str, int]:
    """Return the number of violations that each listed file may still have."""
    debt: dict[str, int] = json.loads(DEBT.read_text(encoding="utf-8"))
    return debt


def write_debt(debt: dict[str, int]) -> None:
    """Write the debt file, without the files that have no debt."""
    left = {path: count for path, count in sorted(debt.items()) if count}
    DEBT.write_text(json.dumps(left, indent=2) + "\n", encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.rules.language")
    parser.add_argument("paths", nargs="*", help="files or folders whose violations are listed")
    parser.add_argument("--update", action="store_true", help="lower the debt to the present violations")
    parser.add_argument(
        "--accept", nargs="+", metavar="PATH", default=[], help="set the debt of these files or folders"
    )
    options = parser.parse_args(arguments)
    files, lines = violations_of(source_paths(options.paths or PATHS))
    counts = {path: len(each) for path, each in files.items()}
    if options.update or options.accept:
        debt = read_debt()
        accepted = set(source_paths(options.accept)) if options.accept else set()
        write_debt(
            {
                path: count if path in accepted else min(count, debt.get(path, 0))
                for path, count in counts.items()
            }
        )
    if options.paths:
        for path, each in files.items():
            for violation in each:
                print(f"{path}:{violation.line}: {violation.text!r} -> {violation.advice}")
        print(f"{sum(counts.values())} violations")
    else:
        print(summary(counts, lines))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
