"""The kernel's own endpoints, jobs and commands."""

from datetime import timedelta

from app.kernel import exports, health, idempotency, jobs, mail_delivery, reference_api
from app.kernel.bulk import api as bulk_api
from app.kernel.bulk import pages as bulk_pages
from app.kernel.bulk import running as bulk_running
from app.kernel.presence import PresenceStore
from app.kernel.registry import Rank, Registry


def register(registry: Registry) -> None:
    """Register the kernel's endpoints and jobs."""
    registry.presence = PresenceStore(registry.settings.REDIS_URL)
    registry.add_pages(health.blueprint, bulk_pages.blueprint)
    registry.add_api(reference_api.blueprint, bulk_api.blueprint)
    registry.add_job("mail.send", mail_delivery.send_mail, rank=Rank.MAIL)
    registry.add_job("kernel.makeExport", exports.make_export, rank=Rank.EXPORT)
    registry.add_job("kernel.forgetExports", exports.delete_old_exports, every=timedelta(hours=3))
    registry.add_job("kernel.forgetIdempotencyKeys", idempotency.purge_keys, every=timedelta(hours=1))
    registry.add_job("kernel.forgetDone", jobs.delete_finished, every=timedelta(hours=6))
    registry.add_job("kernel.bulk", bulk_running.run_batch)
    registry.add_job("kernel.resumeBulkJobs", bulk_running.resume_jobs, every=timedelta(hours=1))
    registry.add_job("kernel.forgetBulkJobs", bulk_running.delete_old_jobs, every=timedelta(hours=6))
