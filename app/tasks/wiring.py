"""Registrations of tasks, which replies in their threads answer."""

from app.due.public import DueHooks
from app.kernel.http.auth import Actor
from app.kernel.registry import Registry
from app.messages.public import ThreadHooks, thread_replied
from app.network.public import MergeHooks
from app.notifications.public import DailyMailHooks
from app.tasks import api
from app.tasks.duties import DUTIES
from app.tasks.operations import answer_by_reply, register_merging
from app.tasks.queries import due_tasks, has_task
from app.tasks.types import TaskMail


def register(registry: Registry) -> None:
    """Register the endpoints, the mails, due tasks for lists and the daily mail, and the effect of replies on tasks."""
    registry.add_api(api.blueprint)
    registry.add_mail_templates(TaskMail)
    registry.hooks(ThreadHooks).task_condition = has_task
    registry.hooks(DailyMailHooks).due_tasks.append(due_tasks)
    registry.hooks(DueHooks).add(*DUTIES)
    register_merging(registry.hooks(MergeHooks))
    registry.connect(thread_replied, _answer_tasks_of_thread)


def _answer_tasks_of_thread(_app: object, *, actor: Actor, thread_id: int, **_values: object) -> None:
    answer_by_reply(actor=actor, thread_id=thread_id)
