"""Numbers in sentences."""

from app.kernel.numbers import counted


def test_nouns_agree_with_their_number() -> None:
    assert [counted(number, "row") for number in (0, 1, 2, 2_000)] == [
        "0 rows",
        "1 row",
        "2 rows",
        "2,000 rows",
    ]
    assert [counted(number, "task is due", "tasks are due") for number in (1, 2)] == [
        "1 task is due",
        "2 tasks are due",
    ]
