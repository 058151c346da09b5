"""Read the comments, docstrings and declared names of source files, and the prose of Markdown files."""

import ast
import io
import json
import re
import subprocess
import tokenize
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

TYPESCRIPT = {".ts", ".tsx", ".mjs"}
SUFFIXES = TYPESCRIPT | {".py", ".scss", ".md"}
READER = Path(__file__).with_name("typescript_comments.mjs")
MARKS = re.compile(r"^[ \t]*(?:#+|//+|/?\*+(?!/))[ \t]?|[ \t]*\*+/", re.MULTILINE)
"""The characters that make a line a comment."""
SCSS = re.compile(
    r"""(?P<skip>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|url\([^)]*\))|(?P<comment>/\*.*?\*/|//[^\n]*)""",
    re.DOTALL,
)
MARKDOWN_CODE = re.compile(
    r"^```.*?^```|`(?:[^`\n]|\n(?!\n))*`|<!--.*?-->|\]\([^)\s]*\)", re.MULTILINE | re.DOTALL
)


@dataclass(frozen=True)
class Comment:
    """A docstring or a run of comment lines; `text` keeps its line breaks and starts at `line`."""

    line: int
    text: str
    is_block: bool = True
    """False for a comment after code on the same line, and for the prose of Markdown."""


@dataclass(frozen=True)
class Name:
    """A declared name; `kind` is function or value (variables, parameters, properties, classes, types)."""

    line: int
    text: str
    kind: str


@dataclass
class Source:
    """The comments and names of one file, and its number of lines."""

    lines: int
    comments: list[Comment] = field(default_factory=list)
    names: list[Name] = field(default_factory=list)


def read_sources(texts: dict[str, str]) -> dict[str, Source]:
    """Read files by their path, which decides the language; {path: text} -> {path: source}."""
    scripts = {path: text for path, text in texts.items() if Path(path).suffix in TYPESCRIPT}
    if not scripts:
        return {path: READERS[Path(path).suffix](text) for path, text in texts.items()}
    with subprocess.Popen(["node", READER], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(
            json.dumps([{"path": path, "text": text} for path, text in scripts.items()]).encode()
        )
        process.stdin.close()
        # The compiler parses meanwhile.
        sources = {
            path: READERS[Path(path).suffix](text) for path, text in texts.items() if path not in scripts
        }
        output = json.loads(process.stdout.read())
    for (path, text), file in zip(scripts.items(), output, strict=True):
        comments = list(_joined(file["comments"]))
        sources[path] = Source(_lines(text), comments, [Name(*name) for name in file["names"]])
    return {path: sources[path] for path in texts}


def read_python(text: str) -> Source:
    """Read comments, docstrings (including attribute docstrings) and the names that are bound."""
    source = Source(_lines(text), list(_joined(_python_comments(text))))
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(docstring))):
                source.comments.append(Comment(node.lineno, docstring))
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                source.names.append(Name(node.lineno, name, "function"))
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) | ast.ClassDef(name=name):
                source.names.append(Name(node.lineno, name, "value"))
    return source


def _python_comments(text: str) -> list[tuple[int, str, bool]]:
    if "#" not in text:
        return []
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return [
        (token.start[0], token.string, not token.line[: token.start[1]].strip())
        for token in tokens
        if token.type == tokenize.COMMENT
    ]


def read_scss(text: str) -> Source:
    """Read the comments of a style sheet."""
    comments = []
    for match in SCSS.finditer(text):
        if match["comment"]:
            begin = text.rfind("\n", 0, match.start()) + 1
            line = text.count("\n", 0, match.start()) + 1
            comments.append((line, match["comment"], not text[begin : match.start()].strip()))
    return Source(_lines(text), list(_joined(comments)))


def read_markdown(text: str) -> Source:
    """Read the prose of a document, without its code and the targets of its links."""
    prose = MARKDOWN_CODE.sub(lambda match: "\n" * match[0].count("\n"), text)
    return Source(_lines(text), [Comment(1, prose, is_block=False)])


READERS: dict[str, Callable[[str], Source]] = {
    ".py": read_python,
    ".scss": read_scss,
    ".md": read_markdown,
}


def _joined(comments: Iterable[tuple[int, str, bool]]) -> Iterator[Comment]:
    """Join comment lines that follow one another, because a phrase may be broken between two of them."""
    lines: list[str] = []
    start = 0
    for line, text, begins_line in comments:
        plain = MARKS.sub("", text)
        if lines and begins_line and line == start + len(lines):
            lines += plain.split("\n")
            continue
        if lines:
            yield Comment(start, "\n".join(lines))
            lines = []
        if begins_line:
            start, lines = line, plain.split("\n")
        else:
            yield Comment(line, plain, is_block=False)
    if lines:
        yield Comment(start, "\n".join(lines))


def _lines(text: str) -> int:
    return len(text.splitlines())
