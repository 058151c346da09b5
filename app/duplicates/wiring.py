"""Registrations of duplicates: endpoints, the tab of the network, jobs, addresses and references of merged suppliers."""

from datetime import timedelta

from app.duplicates import api, jobs, pages
from app.duplicates.models import OrganisationAlias
from app.duplicates.operations.comparing import compare_later
from app.duplicates.queries.merging import survivor_of
from app.duplicates.queries.similar import most_similar
from app.duplicates.serializers import serialize_merges
from app.duplicates.types import DAILY_JOB, FOLLOW_JOB, PURGE_JOB, SCAN_JOB
from app.kernel.registry import Rank, Registry
from app.network.public import (
    MatchHooks,
    MergeHooks,
    NetworkPageHooks,
    OrganisationHooks,
    Reference,
    relationship_created,
)

OF_COMPARISONS = "the next comparison builds the pairs again"


def register(registry: Registry) -> None:
    """Register endpoints, pages, jobs, the section of an organisation, old addresses and the columns of merges."""
    registry.add_api(api.blueprint)
    registry.add_pages(pages.blueprint)
    page = registry.hooks(NetworkPageHooks)
    page.tabs["duplicates"] = pages.duplicate_list
    page.aliases.append(survivor_of)
    registry.hooks(MatchHooks).similar = most_similar
    registry.hooks(OrganisationHooks).sections["merged"] = serialize_merges
    registry.add_job(SCAN_JOB, jobs.compare, rank=Rank.LOW_PRIORITY)
    registry.add_job(DAILY_JOB, jobs.compare_all, every=timedelta(days=1))
    registry.add_job(FOLLOW_JOB, jobs.follow)
    registry.add_job(PURGE_JOB, jobs.purge, every=timedelta(days=1))
    registry.connect(relationship_created, _compare_later)
    merging = registry.hooks(MergeHooks)
    merging.references.append(
        Reference(column=OrganisationAlias.organisation_id, owner=OrganisationAlias.for_organisation_id)
    )
    merging.staying |= {
        "organisation_alias.old_id": "the former address",
        "organisation_alias.for_organisation_id": "the owner of the network",
        **{
            f"merge_log.{column}": "the record of the merge"
            for column in ("organisation_id", "survivor_id", "gone_id")
        },
        **{
            f"{table}.{column}": OF_COMPARISONS
            for table in ("duplicate_pair", "duplicate_verdict")
            for column in ("organisation_id", "first_id", "second_id")
        },
        "duplicate_scan.organisation_id": "the owner of the network",
    }


def _compare_later(_app: object, *, organisation_id: int) -> None:
    compare_later(organisation_id)
