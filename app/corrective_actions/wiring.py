"""Registrations of corrective actions: endpoints, pages, the grant of a link, the job, due records, file access."""

from datetime import timedelta

from app.accounts.public import user_erased
from app.corrective_actions import api, jobs, pages
from app.corrective_actions.duties import DUTIES
from app.corrective_actions.exports.report import report_action
from app.corrective_actions.operations.erasing import release_actions
from app.corrective_actions.operations.following import follow_status
from app.corrective_actions.operations.merging import register_merging
from app.corrective_actions.policies.access import guest_path
from app.corrective_actions.queries.actions import is_unfinished, may_read_action_files, may_read_step_files
from app.corrective_actions.queries.figures import figure_actions
from app.corrective_actions.serializers import serialize_brief
from app.corrective_actions.types import ACTION_SUBJECT, CORRECTIVE_GRANT, REMINDER_JOB, STEP_SUBJECT
from app.due.public import DueHooks
from app.files.public import FileHooks
from app.kernel.http.auth import Actor
from app.kernel.registry import Registry
from app.ncr.public import NcrContext, NcrHooks, ncr_status_changed
from app.network.public import MergeHooks


def register(registry: Registry) -> None:
    """Register endpoints, pages, the grant of a link, the job, due records, file access and the hooks of non-conformances."""
    registry.add_api(api.blueprint)
    registry.add_pages(pages.blueprint)
    registry.add_grant_subject(CORRECTIVE_GRANT, guest_path)
    registry.add_job(REMINDER_JOB, jobs.remind, every=timedelta(hours=1))
    registry.hooks(DueHooks).add(*DUTIES)
    hooks = registry.hooks(NcrHooks)
    hooks.is_unfinished = is_unfinished
    hooks.find_action = serialize_brief
    hooks.report_action = report_action
    hooks.figure_actions = figure_actions
    files = registry.hooks(FileHooks)
    files.add_access(STEP_SUBJECT, may_read_step_files)
    files.add_access(ACTION_SUBJECT, may_read_action_files)
    register_merging(registry.hooks(MergeHooks))
    registry.connect(ncr_status_changed, _follow_status)
    registry.connect(user_erased, _release_actions)


def _follow_status(_app: object, *, actor: Actor, context: NcrContext) -> None:
    follow_status(actor=actor, context=context)


def _release_actions(_app: object, *, user_id: int) -> None:
    release_actions(user_id)
