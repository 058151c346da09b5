"""The kernel's own endpoints, jobs and commands."""

from datetime import timedelta

from app.kernel import exports, health, idempotency, jobs, mail_delivery, reference_api
from app.kernel.presence import PresenceStore
from app.kernel.registry import Rank, Registry


def register(registry: Registry) -> None:
    """Register the kernel's endpoints and jobs."""
    registry.presence = PresenceStore(registry.settings.REDIS_URL)
    registry.add_pages(health.blueprint)
    registry.add_api(reference_api.blueprint)
    registry.add_job("mail.send", mail_delivery.send_mail, rank=Rank.MAIL)
    registry.add_job("kernel.makeExport", exports.make_export, rank=Rank.EXPORT)
    registry.add_job("kernel.forgetExports", exports.delete_old_exports, every=timedelta(hours=3))
    registry.add_job("kernel.forgetIdempotencyKeys", idempotency.purge_keys, every=timedelta(hours=1))
    registry.add_job("kernel.forgetDone", jobs.delete_finished, every=timedelta(hours=6))
