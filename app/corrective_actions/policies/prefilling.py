"""The first content of D2: the facts of the non-conformance."""

from app.corrective_actions.types import TEXT_LIMIT
from app.kernel.clock import format_day
from app.kernel.sanitise import plain_text
from app.ncr.public import NcrContext


def prefilled(context: NcrContext) -> dict[str, object]:
    """Return the fields of D2 that the non-conformance answers; the supplier sees all of them in it too."""
    ncr = context.ncr
    description = plain_text(ncr.description_html or "")
    values = {
        "what": "\n".join(text for text in (ncr.title, description) if text)[:TEXT_LIMIT],
        "where": ncr.account_name,
        "when": format_day(ncr.event_date),
        "who": ncr.reported_by_name or context.creator.name,
    }
    return {key: text for key, text in values.items() if text}
