"""Passwords as they are kept."""

from app.accounts.operations.passwords import HASHER, NOBODYS_HASH, verify


def test_the_hash_of_nobody_costs_what_every_other_one_costs() -> None:
    """Else an unknown address could be told from a known one by the time that the answer takes."""
    assert not HASHER.check_needs_rehash(NOBODYS_HASH)
    assert not verify(NOBODYS_HASH, "")
