"""Registrations of the audit log."""

from datetime import timedelta

from app.audit import api, jobs, pages
from app.audit.commands import audit
from app.audit.exports import KIND, build
from app.audit.operations.changes import watch_changes
from app.audit.operations.recording import write_entry
from app.events.public import event_recorded
from app.kernel.http.auth import Permission
from app.kernel.pages.shell import MenuEntry
from app.kernel.registry import Registry


def register(registry: Registry) -> None:
    """Register the endpoints, the page, the export, the jobs, the command and the writer of entries."""
    registry.add_api(api.blueprint)
    registry.add_pages(pages.blueprint)
    registry.pages.settings_menu.append(
        MenuEntry(pages.TITLE, "audit", 80, href=pages.PATH, permission=Permission.MANAGE_ORGANISATION)
    )
    registry.add_export(KIND, build)
    registry.add_commands(audit)
    registry.add_job("audit.seal", jobs.seal, every=timedelta(hours=1))
    registry.add_job("audit.maintainPartitions", jobs.maintain_partitions, every=timedelta(hours=1))
    registry.connect(event_recorded, write_entry)
    watch_changes()
