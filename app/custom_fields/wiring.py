"""Registrations of custom fields: their section on organisation pages and access to their files."""

from app.custom_fields import api
from app.custom_fields.operations import SUBJECT, register_merging
from app.custom_fields.queries import custom_part
from app.files.public import FileHooks
from app.kernel.http.auth import Actor
from app.kernel.registry import Registry
from app.network.public import MergeHooks, OrganisationHooks, Relationship, keeps_any_relationship


def register(registry: Registry) -> None:
    """Register the endpoint, the section `custom` of an organisation, and file access."""
    registry.add_api(api.blueprint)
    registry.hooks(OrganisationHooks).sections["custom"] = _section
    register_merging(registry.hooks(MergeHooks))
    registry.hooks(FileHooks).add_access(
        SUBJECT, lambda actor, ids: keeps_any_relationship(actor=actor, relationship_ids=ids)
    )


def _section(actor: Actor, relationship: Relationship | None) -> dict[str, object] | None:
    if relationship is None:
        return None
    return custom_part(organisation_id=actor.organisation_id, relationship_id=relationship.id)
