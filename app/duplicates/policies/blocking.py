"""Candidates for a comparison: pairs that share a number, a domain, a word, or a place in the order of the names.

Comparing every supplier with every other takes a minute for 10,000 of them. The candidates are a hundredth of these pairs.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from app.duplicates.policies.identity import Identity, Likeness, compare

NEIGHBOURS = 8
"""Number of following names, in alphabetical order, that each name is compared with."""
MAX_BLOCK = 60
"""A word or domain of more suppliers ("services") makes no candidates; the order of the names still does."""
MIN_WORD = 4
"""Shorter words make no candidates."""


def likely_pairs(identities: Mapping[int, Identity]) -> Iterator[tuple[int, int, Likeness]]:
    """Yield the pairs that look alike, the smaller id first, with their likeness."""
    for first, second in candidates(identities):
        likeness = compare(identities[first], identities[second])
        if likeness is not None:
            yield first, second, likeness


def candidates(identities: Mapping[int, Identity]) -> set[tuple[int, int]]:
    """Return the pairs of ids to compare, the smaller id first."""
    blocks: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for organisation_id, identity in identities.items():
        for reason, number in identity.numbers.items():
            blocks[reason, number].append(organisation_id)
        for domain in identity.domains:
            blocks["domain", domain].append(organisation_id)
        for word in {word for word in identity.name.split() if len(word) >= MIN_WORD}:
            blocks["word", word].append(organisation_id)
    pairs = {
        (min(pair), max(pair))
        for ids in blocks.values()
        if 1 < len(ids) <= MAX_BLOCK
        for pair in combinations(ids, 2)
    }
    for order in (_by_name, _by_sorted_words, _by_reversed_name):
        keys = {organisation_id: order(identity) for organisation_id, identity in identities.items()}
        pairs |= _neighbours(
            sorted(keys, key=lambda organisation_id: (keys[organisation_id], organisation_id))
        )
    return pairs


def _by_name(identity: Identity) -> str:
    return identity.name.replace(" ", "")


def _by_sorted_words(identity: Identity) -> str:
    return " ".join(sorted(identity.name.split()))


def _by_reversed_name(identity: Identity) -> str:
    """Bring names together that differ in their first letters."""
    return _by_name(identity)[::-1]


def _neighbours(ids: Sequence[int]) -> set[tuple[int, int]]:
    return {
        (min(one, other), max(one, other))
        for distance in range(1, NEIGHBOURS + 1)
        for one, other in zip(ids, ids[distance:], strict=False)
    }
