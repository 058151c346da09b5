"""What a search as typed takes for the same, and what it doesn't."""

import pytest
from sqlalchemy import literal, select
from sqlalchemy.orm import Session

from app.kernel.search import contains_text


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("Müller GmbH", "MULLER"),
        ("Muller", "müller"),
        ("Gebrüder Groß & Söhne", "gross & sohne"),
        ("Société Générale", "societe"),
        ("Ørsted", "orsted"),
        ("Łódź", "lodz"),
        ("I\u015eIK", "\u0131\u015f\u0131k"),
        ("Œuvre Ægir", "oeuvre aegir"),
        ("Mu\u0308ller", "Mü"),
        ("100%_fair/square", "%_FAIR/"),
        ("サプライヤー", "プラ"),
        ("서울각", "울각"),
        ("ΑΘΉΝΑ", "αθηνα"),
        ("شركة البناء", "البناء"),
    ],
)
def test_what_is_written_otherwise_is_found(session: Session, text: str, typed: str) -> None:
    assert session.scalar(select(contains_text(literal(text), typed))) is True


@pytest.mark.parametrize(
    ("text", "typed"),
    [("Müller", "Mahler"), ("100 fair", "100%"), ("a b", "a_b"), ("ガラス", "カラス"), ("", "a")],
)
def test_what_is_another_word_is_not_found(session: Session, text: str, typed: str) -> None:
    assert session.scalar(select(contains_text(literal(text), typed))) is False
