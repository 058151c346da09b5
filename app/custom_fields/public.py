"""What custom fields give to pages of organisations, and to the features above."""

from typing import Any

from app.custom_fields.operations import SUBJECT, save_values, take_answers
from app.custom_fields.queries import custom_part
from app.files.public import register_access
from app.kernel.auth import Actor
from app.network.public import Relationship, keeps_any_relationship, register_part


def _custom(actor: Actor, relationship: Relationship | None) -> dict[str, Any] | None:
    if relationship is None:
        return None
    return custom_part(organisation_id=actor.organisation_id, relationship_id=relationship.id)


def _sees_files(actor: Actor, relationship_ids: list[int]) -> bool:
    return keeps_any_relationship(actor=actor, relationship_ids=relationship_ids)


register_part("custom", _custom)
register_access(SUBJECT, _sees_files)

__all__ = ["custom_part", "save_values", "take_answers"]
