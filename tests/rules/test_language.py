"""The writing rules of docs/writing.md, for comments, docstrings, names and documents."""

import pytest

from tests.rules.comments import Comment, Name, read_sources
from tests.rules.language import (
    debt_errors,
    name_advice,
    read_debt,
    source_paths,
    summary,
    violations,
    violations_of,
)

SCRIPT = """
// One comment
// in two lines.
const url = "https://assay.example/*"; // after code
const text = `// no comment ${"/* no */" /* inside a template */} // no`;
const pattern = /[/*]'"\\/\\/ no/g.test(url) ? 1 / 2 : 3; /* after a division */
/**
 * A block
 * in lines.
 */
export const Greeting = ({ told, ...kept }: { told: string }) => (
  <p title="// no">
    Don't visit https://assay.example // now {/* in JSX */} /* text */
    <br />
  </p>
);
"""


def comments_of(path: str, text: str) -> list[tuple[int, str]]:
    comments = read_sources({path: text})[path].comments
    return [(comment.line, " ".join(comment.text.split())) for comment in comments]


def phrases_of(path: str, text: str) -> list[tuple[int, str]]:
    return [(each.line, each.text) for each in violations(read_sources({path: text})[path])]


def test_files_have_no_more_violations_than_their_debt() -> None:
    files, lines = violations_of(source_paths())
    counts = {path: len(each) for path, each in files.items()}
    print(summary(counts, lines))
    errors = debt_errors(counts, read_debt())
    assert errors == [], "\n".join(errors)


def test_comments_of_typescript_are_separated_from_literals_and_jsx_text() -> None:
    assert comments_of("greeting.tsx", SCRIPT) == [
        (2, "One comment in two lines."),
        (4, "after code"),
        (5, "inside a template"),
        (6, "after a division"),
        (7, "A block in lines."),
        (13, "in JSX"),
    ]


def test_only_declared_names_of_typescript_are_read() -> None:
    names = read_sources({"greeting.tsx": SCRIPT})["greeting.tsx"].names
    assert [(name.text, name.kind) for name in names] == [
        ("url", "value"),
        ("text", "value"),
        ("pattern", "value"),
        ("Greeting", "function"),
        ("told", "value"),
        ("kept", "value"),
        ("told", "value"),
    ]


def test_comments_of_modules_without_types_are_read() -> None:
    assert comments_of("build.mjs", 'import "a"; // one\nconst a = b / c; // two\n') == [
        (1, "one"),
        (2, "two"),
    ]


def test_comments_of_python_are_docstrings_and_lines() -> None:
    text = (
        '"""Module docstring."""\n'
        "LIMIT = 1  # after code\n"
        '"""Docstring of an attribute."""\n'
        "# One comment\n"
        "# in two lines.\n"
        "def function(told, *, kept=None):\n"
        '    text = f"# no {told} #"\n'
        '    return "# no", text\n'
    )
    source = read_sources({"a.py": text})["a.py"]
    assert sorted(source.comments, key=lambda comment: comment.line) == [
        Comment(1, "Module docstring."),
        Comment(2, "after code", is_block=False),
        Comment(3, "Docstring of an attribute."),
        Comment(4, "One comment\nin two lines."),
    ]
    assert set(source.names) == {
        Name(2, "LIMIT", "value"),
        Name(6, "function", "function"),
        Name(6, "told", "value"),
        Name(6, "kept", "value"),
        Name(7, "text", "value"),
    }


def test_comments_of_style_sheets_are_separated_from_addresses_and_strings() -> None:
    text = '// one\na { background: url(https://x.example); content: "/* no */"; /* two */ }\n'
    assert comments_of("a.scss", text) == [(1, "one"), (2, "two")]


def test_documents_are_read_without_code_and_addresses() -> None:
    text = "# Told\n\n```\nnobody\n```\n\n`whoever`, `in two\nlines beside` and [this](what-is.md): anew\n"
    assert phrases_of("a.md", text) == [(1, "Told"), (8, "anew")]


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("Nobody reads it, whoever wrote it.", ["Nobody", "whoever"]),
        ("Made anew: it goes\n# on beside the other.", ["anew", "goes on", "beside"]),
        ("It says what is missing.", ["what is"]),
        ("Visible to who may edit.", ["to who may"]),
        ("The user who may edit.", []),
        ("Used for good reasons.", []),
        ("As soon as it is loaded.", []),
        ("A stand-in that stands alone.", []),
        ("Two colours tell them apart.", []),
        ("Whatsoever, tolderol.", []),
        ("It goes on to the next page.", []),
        ("A pass over the list.", []),
        ("It returns 404.", []),
        ("It answers 404.", ["answers 404"]),
        ("An RFx with 500 answers.", []),
    ],
)
def test_phrases_are_found_as_words(comment: str, expected: list[str]) -> None:
    assert [text for _, text in phrases_of("a.py", f"x = 1\n# {comment}\n")] == expected


@pytest.mark.parametrize(
    ("docstring", "expected"),
    [
        ("What a page shows.", ["What"]),
        ("Whether it is open.", ["Whether"]),
        ("Of two values, the greater.", ["Of"]),
        ("That of the page.", ["That of"]),
        ("What is shown.", ["What is"]),
        ("Return it. Who has none gets None.", ["Who"]),
        ("Return whether it is open.", []),
        ("Whatnots of the page.", []),
    ],
)
def test_docstrings_begin_with_a_verb_or_a_noun(docstring: str, expected: list[str]) -> None:
    assert [text for _, text in phrases_of("a.py", f'"""{docstring}"""\n')] == expected


def test_a_comment_after_code_may_begin_with_a_pronoun() -> None:
    assert phrases_of("a.py", "x = 1  # which one\n") == []


@pytest.mark.parametrize(
    ("name", "is_function", "is_refused"),
    [
        ("told", False, True),
        ("told_users", False, True),
        ("isTold", False, True),
        ("PageKit", False, True),
        ("_kept", False, True),
        ("kept_files", False, False),
        ("holds", True, True),
        ("tellListeners", True, True),
        ("telephone", True, False),
        ("letGo", True, True),
        ("kitchen", False, False),
        ("notified", False, False),
    ],
)
def test_names_are_nouns_and_verbs(name: str, is_function: bool, is_refused: bool) -> None:
    assert (name_advice(name, is_function=is_function) is not None) is is_refused


def test_the_debt_can_only_become_smaller() -> None:
    debt = {"equal.py": 2, "fewer.py": 2, "more.py": 2, "removed.py": 2}
    errors = debt_errors({"equal.py": 2, "fewer.py": 1, "more.py": 3, "new.py": 1, "clean.py": 0}, debt)
    assert [(error.split()[0], "--update" in error) for error in errors] == [
        ("fewer.py", True),
        ("more.py", False),
        ("new.py", False),
        ("removed.py", True),
    ]
