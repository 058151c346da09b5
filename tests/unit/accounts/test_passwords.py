"""Stored passwords."""

from app.accounts.operations.passwords import HASHER, NOBODYS_HASH, verify


def test_hash_for_unknown_users_costs_the_same() -> None:
    """With a cheaper hash, response times would reveal known addresses."""
    assert not HASHER.check_needs_rehash(NOBODYS_HASH)
    assert not verify(NOBODYS_HASH, "")
