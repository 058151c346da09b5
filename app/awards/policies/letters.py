"""The text of the letters: the standard wording, and its placeholders for each supplier. Needs no database.

A letter contains only values of its own supplier, so that suppliers do not learn of each other.
"""

import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from html import escape

from app.kernel.clock import format_day
from app.kernel.sanitise import clean_html

AWARDED = (
    "<p>Thank you for your response to “{request}”.</p>"
    "<p>We are pleased to tell you that we have decided to award this request to {supplier}.</p>"
    "<p>{standstill}</p><p>{score}</p>"
    "<p>We will contact you about the next steps.</p>"
)
"""Standard text for awarded suppliers."""
NOT_AWARDED = (
    "<p>Thank you for your response to “{request}” and the work that you put into it.</p>"
    "<p>We have decided not to award this request to {supplier}.</p>"
    "<p>{standstill}</p><p>{score}</p>"
    "<p>We hope that you will take part in our future requests.</p>"
)
"""Standard text for the other suppliers."""
STANDSTILL = "We will not sign a contract before the end of the standstill period on {day}."
SCORE = "Your score: {score} of 100."
SCORE_AND_RANK = "Your score: {score} of 100. Your rank: {rank}."
PLACEHOLDER = re.compile(r"\{(supplier|request|standstill|score)\}")
EMPTY_PARAGRAPH = re.compile(r"<p>(\s|&nbsp;|<br>)*</p>")


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterFacts:
    """The values of one supplier's letter. `score` and `rank` are None unless the letter includes them."""

    supplier: str
    request: str
    standstill_until: date | None = None
    score: Decimal | None = None
    rank: int | None = None


def write_letter(template: str, facts: LetterFacts) -> str:
    """Return a letter as sanitised HTML: `template` with the values of one supplier, without empty paragraphs."""
    values = {
        "supplier": facts.supplier,
        "request": facts.request,
        "standstill": STANDSTILL.format(day=format_day(facts.standstill_until))
        if facts.standstill_until
        else "",
        "score": _score(facts),
    }
    # One pass over the template, so that a placeholder in a name stays text.
    html = PLACEHOLDER.sub(lambda match: escape(values[match[1]]), template)
    # A placeholder may be in the address of a link.
    return EMPTY_PARAGRAPH.sub("", clean_html(html))


def standard_text(*, is_awarded: bool) -> str:
    """Return the standard text of a letter with its placeholders."""
    return AWARDED if is_awarded else NOT_AWARDED


def score_text(score: Decimal) -> str:
    """Return a score of 0 to 100 with at most one decimal place."""
    return f"{score.quantize(Decimal('0.1')).normalize():f}"


def _score(facts: LetterFacts) -> str:
    if facts.score is None:
        return ""
    score = score_text(facts.score)
    return (
        SCORE.format(score=score)
        if facts.rank is None
        else SCORE_AND_RANK.format(score=score, rank=facts.rank)
    )
