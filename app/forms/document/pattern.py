r"""Patterns for text answers: a safe subset of regular expressions that is the same in Python and JavaScript.

A pattern must match the whole answer. Supported are letters and digits, `.` (any character except a line break),
classes such as `[A-Z0-9_]` and `[^ ]`, `\d \w \s \D \W \S` (ASCII), `\n`, `\t`, a backslash before punctuation, groups
`( )`, alternatives `|` and the counts `? * + {n} {n,} {n,m}`. A pattern is compiled to a Glushkov automaton that reads
each character once, so no pattern takes exponential time. Look-around, back-references and lazy counts raise an error
with a sentence. The twin is static_src/domain/questionnaire/rules/pattern.ts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NoReturn, TypeAlias

MAX_PATTERN_LENGTH = 200
MAX_COUNT = 100
MAX_POSITIONS = 300
MAX_DEPTH = 10

_CACHED_STEPS = 2_000

Ranges: TypeAlias = tuple[tuple[int, int], ...]

_DIGITS: Ranges = ((48, 57),)
_WORD: Ranges = ((48, 57), (65, 90), (95, 95), (97, 122))
_SPACE: Ranges = ((9, 13), (32, 32))
_CLASSES: dict[str, Ranges] = {"d": _DIGITS, "w": _WORD, "s": _SPACE}
_CONTROLS = {"n": "\n", "t": "\t"}
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


class PatternError(ValueError):
    """Pattern outside the safe subset; the message is a sentence for its author."""


@dataclass(frozen=True, slots=True)
class _Leaf:
    ranges: Ranges
    negated: bool = False

    def accepts(self, char: str) -> bool:
        code = ord(char)
        return any(low <= code <= high for low, high in self.ranges) != self.negated


@dataclass(frozen=True, slots=True)
class _Series:
    parts: tuple["_Node", ...]


@dataclass(frozen=True, slots=True)
class _Choice:
    parts: tuple["_Node", ...]


@dataclass(frozen=True, slots=True)
class _Repeat:
    part: "_Node"
    least: int
    most: int | None


_Node: TypeAlias = _Leaf | _Series | _Choice | _Repeat


@dataclass(slots=True)
class Pattern:
    """Compiled pattern. Positions are leaves; `follow[p]` has the positions that may come after `p`."""

    leaves: list[_Leaf] = field(default_factory=list)
    follow: list[set[int]] = field(default_factory=list)
    first: frozenset[int] = frozenset()
    last: frozenset[int] = frozenset()
    matches_empty: bool = False
    _steps: dict[tuple[frozenset[int], str], tuple[frozenset[int], frozenset[int]]] = field(
        default_factory=dict
    )

    def matches(self, text: str) -> bool:
        """True if the whole `text` matches."""
        if not text:
            return self.matches_empty
        current, candidates = frozenset[int](), self.first
        for char in text:
            step = self._steps.get((candidates, char))
            if step is None:
                step = self._remember(candidates, char)
            current, candidates = step
            if not current:
                return False
        return not current.isdisjoint(self.last)

    def _remember(self, candidates: frozenset[int], char: str) -> tuple[frozenset[int], frozenset[int]]:
        if len(self._steps) >= _CACHED_STEPS:
            self._steps.clear()
        current = frozenset(p for p in candidates if self.leaves[p].accepts(char))
        following = frozenset[int]().union(*(self.follow[p] for p in current))
        self._steps[candidates, char] = current, following
        return current, following


@lru_cache(maxsize=512)
def compile_pattern(source: str) -> Pattern:
    """Compile `source`; raises `PatternError` if it is outside the safe subset."""
    if len(source) > MAX_PATTERN_LENGTH:
        raise PatternError(f"The pattern is longer than {MAX_PATTERN_LENGTH} characters.")
    tree = _Parser(source).parse()
    if _size(tree) > MAX_POSITIONS:
        raise PatternError("The pattern is too large: use smaller counts.")
    pattern = Pattern()
    pattern.matches_empty, pattern.first, pattern.last = _build(tree, pattern)
    return pattern


def pattern_fault(source: str) -> str | None:
    """Return the sentence that explains why `source` is not a valid pattern; None if it is valid."""
    try:
        compile_pattern(source)
    except PatternError as error:
        return str(error)
    return None


class _Parser:
    def __init__(self, source: str) -> None:
        self.chars = source
        self.at = 0
        self.depth = 0

    def parse(self) -> _Node:
        self._take("^")
        tree = self._choice()
        self._take("$")
        if self.at < len(self.chars):
            self._refuse(self.chars[self.at])
        return tree

    def _choice(self) -> _Node:
        parts = [self._series()]
        while self._take("|"):
            parts.append(self._series())
        return parts[0] if len(parts) == 1 else _Choice(tuple(parts))

    def _series(self) -> _Node:
        parts: list[_Node] = []
        while self.at < len(self.chars) and self.chars[self.at] not in "|)":
            if self.chars[self.at] == "$" and self.at == len(self.chars) - 1:
                break
            parts.append(self._counted(self._atom()))
        return _Series(tuple(parts))

    def _atom(self) -> _Node:
        char = self.chars[self.at]
        if char in "^$*+?{}]":
            self._refuse(char)
        self.at += 1
        if char == ".":
            return _Leaf(((10, 10),), negated=True)
        if char == "(":
            return self._group()
        if char == "[":
            return self._class()
        if char == "\\":
            return self._escape()
        return _leaf_of(char)

    def _group(self) -> _Node:
        if self._take("?") and not self._take(":"):
            raise PatternError("Only plain groups ( ) are supported, not those that begin with (?.")
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise PatternError(f"The pattern nests more than {MAX_DEPTH} groups.")
        inner = self._choice()
        if not self._take(")"):
            raise PatternError("A group ( is not closed.")
        self.depth -= 1
        return inner

    def _class(self) -> _Node:
        negated = self._take("^")
        ranges: list[tuple[int, int]] = []
        while not self._take("]"):
            low = self._class_item()
            if isinstance(low, tuple):
                ranges.extend(low)
                continue
            high = low
            if self.chars[self.at : self.at + 1] == "-" and self.chars[self.at + 1 : self.at + 2] not in (
                "",
                "]",
            ):
                self.at += 1
                bound = self._class_item()
                if isinstance(bound, tuple) or bound < low:
                    raise PatternError("A range in [ ] must run from a lower to a higher character.")
                high = bound
            ranges.append((low, high))
        if not ranges:
            raise PatternError("A class [ ] is empty.")
        return _Leaf(tuple(ranges), negated)

    def _class_item(self) -> int | Ranges:
        if self.at >= len(self.chars):
            raise PatternError("A class [ is not closed.")
        char = self.chars[self.at]
        self.at += 1
        if char == "[":
            raise PatternError("Write \\[ for a bracket inside a class.")
        if char != "\\":
            return ord(char)
        leaf = self._escape()
        if leaf.negated:
            raise PatternError("\\D, \\W and \\S cannot stand inside [ ].")
        return leaf.ranges if len(leaf.ranges) > 1 or leaf.ranges == _DIGITS else leaf.ranges[0][0]

    def _escape(self) -> _Leaf:
        if self.at >= len(self.chars):
            raise PatternError("The pattern ends with a lone backslash.")
        char = self.chars[self.at]
        self.at += 1
        if char in _CLASSES:
            return _Leaf(_CLASSES[char])
        if char.lower() in _CLASSES and char != char.lower():
            return _Leaf(_CLASSES[char.lower()], negated=True)
        if char in _CONTROLS:
            return _leaf_of(_CONTROLS[char])
        if char in _PUNCTUATION:
            return _leaf_of(char)
        raise PatternError(f"\\{char} is not supported.")

    def _counted(self, atom: _Node) -> _Node:
        counts: dict[str, tuple[int, int | None]] = {"?": (0, 1), "*": (0, None), "+": (1, None)}
        char = self.chars[self.at : self.at + 1]
        if char in counts:
            self.at += 1
            least, most = counts[char]
        elif char == "{":
            least, most = self._braces()
        else:
            return atom
        if self.chars[self.at : self.at + 1] in ("?", "*", "+", "{"):
            raise PatternError("A count cannot follow another count.")
        return _Repeat(atom, least, most)

    def _braces(self) -> tuple[int, int | None]:
        end = self.chars.find("}", self.at)
        low, comma, high = self.chars[self.at + 1 : max(end, self.at)].partition(",")
        if not _is_count(low) or (high and not _is_count(high)):
            raise PatternError(f"Write a count as {{3}}, {{2,}} or {{2,5}}, with numbers up to {MAX_COUNT}.")
        self.at = end + 1
        least = int(low)
        most = (int(high) if high else None) if comma else least
        if most is not None and most < max(least, 1):
            raise PatternError("A count must run from a lower to a higher number.")
        return least, most

    def _take(self, char: str) -> bool:
        if self.chars[self.at : self.at + 1] != char:
            return False
        self.at += 1
        return True

    def _refuse(self, char: str) -> NoReturn:
        if char in "*+?{":
            raise PatternError(f"There is nothing before {char} to repeat.")
        raise PatternError(f"Write \\{char} for the character {char} itself.")


def _leaf_of(char: str) -> _Leaf:
    return _Leaf(((ord(char), ord(char)),))


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 3 and int(text) <= MAX_COUNT


def _size(node: _Node) -> int:
    """Count the positions that `node` needs, before any is created."""
    if isinstance(node, _Leaf):
        return 1
    if isinstance(node, _Repeat):
        return _size(node.part) * max(node.least if node.most is None else node.most, 1)
    return sum(_size(part) for part in node.parts)


_Part: TypeAlias = tuple[bool, frozenset[int], frozenset[int]]


def _build(node: _Node, pattern: Pattern) -> _Part:
    if isinstance(node, _Leaf):
        pattern.leaves.append(node)
        pattern.follow.append(set())
        position = frozenset({len(pattern.leaves) - 1})
        return False, position, position
    if isinstance(node, _Series):
        return _joined([_build(part, pattern) for part in node.parts], pattern)
    if isinstance(node, _Choice):
        built = [_build(part, pattern) for part in node.parts]
        return (
            any(empty for empty, _, _ in built),
            frozenset().union(*(first for _, first, _ in built)),
            frozenset().union(*(last for _, _, last in built)),
        )
    return _repeated(node, pattern)


def _repeated(node: _Repeat, pattern: Pattern) -> _Part:
    copies: list[_Part] = []
    for number in range(max(node.least if node.most is None else node.most, 1)):
        empty, first, last = _build(node.part, pattern)
        copies.append((empty or number >= node.least, first, last))
    if node.most is None:
        _, first, last = copies[-1]
        _link(last, first, pattern)
    return _joined(copies, pattern)


def _joined(parts: Sequence[_Part], pattern: Pattern) -> _Part:
    nullable, first, last = True, frozenset[int](), frozenset[int]()
    for empty, part_first, part_last in parts:
        _link(last, part_first, pattern)
        first = first | part_first if nullable else first
        last = last | part_last if empty else part_last
        nullable = nullable and empty
    return nullable, first, last


def _link(before: frozenset[int], after: frozenset[int], pattern: Pattern) -> None:
    for position in before:
        pattern.follow[position] |= after
