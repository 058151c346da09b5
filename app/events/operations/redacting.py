"""Replacing the name of a person in events, whose arguments contain the names at that time."""

from collections.abc import Sequence

from sqlalchemy import text

from app.events.models import EVENT_LOG
from app.extensions import db
from app.kernel.db.session import commit
from app.kernel.jobs.queue import enqueue

REDACT_JOB = "events.redactNames"
_REPLACE = """
update {partition} set args = (
    select jsonb_object_agg(key, case when {is_name} then to_jsonb(cast(:replacement as text)) else value end)
    from jsonb_each(args)
)
where {condition} and exists (select from jsonb_each(args) where {is_name})
"""
_IS_NAME = "key like '%Name' and value = to_jsonb(cast(:name as text))"
_IS_AUTHOR = "key = 'byUserName' and value <> to_jsonb(cast(:replacement as text))"
_IS_SUBJECT = "key = 'userName' and value <> to_jsonb(cast(:replacement as text))"
_BY_USER = "created_by_user_id = :user_id"
_ABOUT_USER = (
    "(subject_user_id = :user_id or {by_user} and args->'userId' = to_jsonb(cast(:user_id as bigint)))"
)
_OF_ORGANISATIONS = "organisation_id = any(:organisation_ids)"


def request_redaction(*, user_id: int, organisation_ids: Sequence[int], name: str, replacement: str) -> None:
    """Request that `replacement` replaces the name of a user in events: as author and subject everywhere, also under
    former names, and other mentions of `name` in the logs of `organisation_ids`.
    """
    enqueue(
        REDACT_JOB,
        user_id=user_id,
        organisation_ids=list(organisation_ids),
        former_name=name,
        replacement=replacement,
    )


def redact_names(*, user_id: int, organisation_ids: Sequence[int], name: str, replacement: str) -> None:
    """Replace the name in each month's partition. Commits after each; repeating it changes nothing more."""
    parameters = {
        "user_id": user_id, "organisation_ids": list(organisation_ids), "name": name, "replacement": replacement,
    }  # fmt: skip
    about_user = _ABOUT_USER.format(by_user=_BY_USER)
    for partition in EVENT_LOG.partitions():
        for condition, is_name in (
            (_BY_USER, _IS_AUTHOR),
            (about_user, _IS_SUBJECT),
            (_OF_ORGANISATIONS, _IS_NAME),
        ):
            statement = _REPLACE.format(partition=partition.name, condition=condition, is_name=is_name)
            db.session.execute(text(statement), parameters)
        commit()
