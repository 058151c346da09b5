"""The kernel's own endpoints, jobs and commands."""

from datetime import timedelta

from app.kernel import commands, data_keys
from app.kernel.bulk import api as bulk_api
from app.kernel.bulk import pages as bulk_pages
from app.kernel.bulk import running as bulk_running
from app.kernel.http import health, idempotency, reference_api
from app.kernel.jobs import exports, queue
from app.kernel.mail import delivery, outbox
from app.kernel.pages import builds
from app.kernel.presence import PresenceStore
from app.kernel.registry import Rank, Registry


def register(registry: Registry) -> None:
    """Register the kernel's endpoints and jobs."""
    registry.presence = PresenceStore(registry.settings.REDIS_URL)
    registry.add_pages(health.blueprint, bulk_pages.blueprint, builds.blueprint)
    registry.add_commands(builds.assets)
    registry.add_api(reference_api.blueprint, bulk_api.blueprint)
    registry.add_commands(commands.keys)
    registry.add_health_check("secrets", data_keys.check_secrets)
    registry.add_job("mail.send", delivery.send_mail, rank=Rank.MAIL)
    registry.add_job("kernel.makeExport", exports.make_export, rank=Rank.EXPORT)
    registry.add_job("kernel.forgetExports", exports.delete_old_exports, every=timedelta(hours=3))
    registry.add_job("kernel.forgetIdempotencyKeys", idempotency.purge_keys, every=timedelta(hours=1))
    registry.add_job("kernel.forgetDone", queue.delete_finished, every=timedelta(hours=6))
    registry.add_job("kernel.forgetMails", outbox.delete_old_mails, every=timedelta(hours=6))
    registry.add_job("kernel.bulk", bulk_running.run_batch)
    registry.add_job("kernel.resumeBulkJobs", bulk_running.resume_jobs, every=timedelta(hours=1))
    registry.add_job("kernel.forgetBulkJobs", bulk_running.delete_old_jobs, every=timedelta(hours=6))
