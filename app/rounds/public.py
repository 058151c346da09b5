"""Names of the rounds of an RFx for other features."""

from app.rfx.public import carry_answers

__all__ = ["carry_answers"]
