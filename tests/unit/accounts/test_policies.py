"""Rules of accounts that need no database."""

import pytest

from app.accounts.policies import (
    PASSWORD_MIN,
    colour,
    common_passwords,
    initials,
    mixes_alphabets,
    password_fault,
    same_origin_path,
)
from tests.fixtures.vectors import vectors

RETURN_URLS: dict[str, list[str | None]] = vectors("return-urls")


@pytest.mark.parametrize(
    ("password", "reason"),
    [
        ("short12", "at least 8"),
        ("x" * 129, "at most 128"),
        ("Password1", "too common"),
        ("Liverpool1", "too common"),
        ("qazwsxedc", "too common"),
        ("aaaaaaaaaa", "too common"),
        ("jo@firm.example", "must not be your e-mail"),
        ("JO.SMITHSON", "must not be your e-mail"),
        ("Harbour Mills", "organisation's name"),
    ],
)
def test_weak_password_is_rejected_with_its_reason(password: str, reason: str) -> None:
    email = "jo.smithson@firm.example" if "SMITHSON" in password else "jo@firm.example"
    assert reason in (password_fault(password, email=email, organisation_name="Harbour Mills") or "")


def test_three_thousand_common_passwords_are_listed() -> None:
    passwords = common_passwords()
    assert len(passwords) >= 3_000
    assert all(len(word) >= PASSWORD_MIN and word == word.strip().casefold() for word in passwords)


@pytest.mark.parametrize(
    "password",
    [
        "correct horse battery",
        "x1!漢字パスワード",
        "a b c d e f",
        "🔑🧷🪝🧲🔩🪛🧰🪤",
        "kx9-wq7z",
        "p" * 7 + "q" * 121,
    ],
)
def test_other_passwords_are_accepted(password: str) -> None:
    assert password_fault(password, email="jo@firm.example", organisation_name="Firm") is None


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Rosa Meyer", "RM"),
        ("Ishikawa Seals K.K.", "IK"),
        ("Cher", "C"),
        ("  ", "?"),
        ("Étienne de la Tour", "ÉT"),
    ],
)
def test_initials(name: str, letters: str) -> None:
    assert initials(name) == letters


@pytest.mark.parametrize("url", [*RETURN_URLS["elsewhere"], "/a\nb"])
def test_foreign_return_url_becomes_home(url: str | None) -> None:
    assert same_origin_path(url) == "/home"


@pytest.mark.parametrize("url", RETURN_URLS["kept"])
def test_own_return_url_is_used(url: str) -> None:
    assert same_origin_path(url) == url


def test_every_row_has_a_colour() -> None:
    assert {colour(i) for i in range(1, 50)} == {"teal", "amber", "rose", "blue", "violet", "olive"}


@pytest.mark.parametrize(
    ("email", "mixed"),
    [
        ("alice@a5.example", False),
        ("jos\u00e9.garc\u00eda@b\u00fccher.example", False),
        ("\u0438\u0432\u0430\u043d@example.com", False),
        ("\u0438\u0432\u0430\u043d@\u043f\u0440\u0438\u043c\u0435\u0440.example", False),
        ("\u7530\u4e2d\u30bf\u30ed\u30a6tanaka@example.jp", False),
        ("\u03bc\u03b1\u03c1\u03af\u03b1.smith@example.gr", False),
        ("\u0430lice@a5.example", True),
        ("alice@\u0430pple.example", True),
        ("alice@g\u03bfogle.example", True),
        ("alice@shop.p\u0430ypal.example", True),
        ("\u0430@b.example", True),
        ("\uff47\uff49\uff4e\uff41@works.example", True),
        ("gina\uff11@works.example", True),
        ("\u0441\u043e\u0440\u0430@\u0440\u0435\u0441\u0443.\u0440\u0444", False),
    ],
)
def test_words_with_mixed_alphabets_are_detected(email: str, mixed: bool) -> None:
    assert mixes_alphabets(email) is mixed
