"""What the sysadmin area gives to its own calls and pages."""

from typing import Any

from app.events.public import events_by_day, events_by_type
from app.kernel.health import check_parts
from app.sysadmin.queries import figures
from app.sysadmin.samples import SAMPLES, rendered_sample, sample_of

DAYS = 30
PAGE_SIZE = 20


def dashboard() -> dict[str, Any]:
    """The figures of SysAdmin Home, as `DashboardSchema` dumps them. Three statements."""
    return {
        "events_created": [{"day": day, "count": count} for day, count in events_by_day(days=DAYS)],
        "top_types": [{"type": name, "count": count} for name, count in events_by_type(days=DAYS)],
        "figures": figures(),
        "health": [{"name": name, "state": state} for name, state in check_parts().items()],
    }


def email_sample(template_id: str) -> dict[str, Any]:
    """A sample as `EmailSampleSchema` dumps it; NotFoundError for an id that no template has."""
    sample = sample_of(template_id)
    made = rendered_sample(template_id)
    return {
        "id": template_id,
        "meaning": sample.meaning,
        "subject": made.subject,
        "html": made.html,
    }


def email_templates() -> list[dict[str, Any]]:
    """All templates as `EmailTemplateSchema` dumps them."""
    return [{"id": template, "meaning": sample.meaning} for template, sample in SAMPLES.items()]
