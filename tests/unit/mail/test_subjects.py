"""Subjects: title first, bounded, without legal forms."""

import pytest

from app.kernel.mail.subjects import SUBJECT_LIMIT, short_name, shorten, subject_line


def test_subject_begins_with_the_title() -> None:
    subject = subject_line("Pump supplier check 2027", "please answer by 10 Dec", "Meridian Surgical Ltd")
    assert subject == "Pump supplier check 2027: please answer by 10 Dec (Meridian Surgical)"


def test_long_titles_and_names_are_cut_at_a_word() -> None:
    subject = subject_line(
        "Qualification of pump suppliers " * 9, "please answer by 10 Dec 2027", "Surgical " * 30
    )
    assert subject.startswith(
        "Qualification of pump suppliers Qualification of pump suppliers\u2026: please answer by 10 Dec 2027 (Surgical"
    )
    assert subject.endswith("Surgical\u2026)")
    assert len(subject) <= SUBJECT_LIMIT


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("short", "short"),
        ("ten  and\nmore", "ten and\u2026"),
        ("abcdefghijkl", "abcdefghi\u2026"),
        ("exactly 10", "exactly 10"),
        ("a word, and", "a word\u2026"),
    ],
)
def test_text_is_cut_at_the_end_of_a_word(text: str, cut: str) -> None:
    assert shorten(text, 10) == cut


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Meridian Surgical Ltd", "Meridian Surgical"),
        ("Muster GmbH & Co. KG", "Muster"),
        ("Acme, Inc.", "Acme"),
        ("Calder & Sons Coatings", "Calder & Sons Coatings"),
        ("Lund Medico ApS", "Lund Medico"),
        ("SE", "SE"),
    ],
)
def test_short_name_has_no_legal_form(name: str, short: str) -> None:
    assert short_name(name) == short
