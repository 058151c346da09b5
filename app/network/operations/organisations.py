"""Change the actor's organisation: its profile, registered address and logo."""

from collections.abc import Mapping

from app.accounts.public import Organisation
from app.events.public import record
from app.extensions import db
from app.files.public import AttachmentKind, attach_picture
from app.kernel.db.merging import merge_changes
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ForbiddenError, InvalidError
from app.kernel.reference import is_country, is_currency
from app.kernel.time_zones import is_time_zone
from app.network.queries.directory import organisation_for


def save_profile(
    *,
    actor: Actor,
    organisation_id: int,
    profile: Mapping[str, object],
    based_on: Mapping[str, object] | None = None,
) -> None:
    """Replace the columns of the Company Profile, by name (specification section 2, Setup).

    Raises NotFoundError for an organisation that the actor may not see, ForbiddenError for any organisation other than
    the actor's, InvalidError for an unknown currency or time zone, ConflictError for columns that a colleague has changed since
    `based_on` was loaded (`merge_changes`).
    """
    organisation = _own_organisation(actor, organisation_id)
    if not is_currency(str(profile["preferred_currency"] or "")):
        raise InvalidError(fields={"preferredCurrency": ["Choose a currency from the list."]})
    profile = with_time_zone(profile)
    db.session.refresh(organisation, with_for_update={"key_share": True})
    stored = {name: getattr(organisation, name) for name in profile}
    for name, value in merge_changes(profile, based_on=based_on, stored=stored).items():
        setattr(organisation, name, value)
    _record_event(actor, organisation)


def save_address(
    *,
    actor: Actor,
    organisation_id: int,
    address: Mapping[str, str | None],
    based_on: Mapping[str, object] | None = None,
) -> None:
    """Replace the registered address: line1, line2, city, region, zipcode and country (alpha3).

    Raises the errors of `save_profile`, and InvalidError for an unknown country.
    """
    organisation = _own_organisation(actor, organisation_id)
    if not is_country(address["country"] or ""):
        raise InvalidError(fields={"country": ["Choose a country from the list."]})
    db.session.refresh(organisation, with_for_update={"key_share": True})
    stored = {name: getattr(organisation, f"address_{name}") for name in address}
    for name, value in merge_changes(address, based_on=based_on, stored=stored).items():
        setattr(organisation, f"address_{name}", value)
    _record_event(actor, organisation)


def change_logo(*, actor: Actor, organisation_id: int, attachment_id: int) -> None:
    """Set an uploaded picture (COMPANYLOGO) as the organisation's logo."""
    organisation = _own_organisation(actor, organisation_id)
    organisation.logo_version = attach_picture(
        actor=actor, attachment_id=attachment_id, kind=AttachmentKind.COMPANYLOGO,
        subject_type="organisation", subject_id=organisation.id,
    )  # fmt: skip
    organisation.logo_id = attachment_id
    _record_event(actor, organisation)


def change_award_approval(*, actor: Actor, organisation_id: int, is_needed: bool) -> None:
    """Choose whether a second user has to approve each award of a request. Raises the errors of `save_profile`."""
    organisation = _own_organisation(actor, organisation_id)
    db.session.refresh(organisation, with_for_update={"key_share": True})
    if organisation.award_needs_approval == is_needed:
        return
    organisation.award_needs_approval = is_needed
    record(
        "organisation.awardApprovalChanged",
        actor=actor,
        organisationId=organisation.id,
        organisationName=organisation.name,
        isNeeded=is_needed,
    )


def with_time_zone(columns: Mapping[str, object]) -> dict[str, object]:
    """Return the columns of a request: without a `time_zone` of None, which keeps the stored one, and None for an empty one.

    Raises InvalidError for an unknown zone.
    """
    time_zone = columns.get("time_zone")
    if time_zone and not is_time_zone(str(time_zone)):
        raise InvalidError(fields={"timeZone": ["Choose a time zone from the list."]})
    others = {name: value for name, value in columns.items() if name != "time_zone"}
    return others if time_zone is None else others | {"time_zone": time_zone or None}


def _own_organisation(actor: Actor, organisation_id: int) -> Organisation:
    organisation = organisation_for(actor=actor, organisation_id=organisation_id).organisation
    if organisation.id != actor.organisation_id:
        raise ForbiddenError
    return organisation


def _record_event(actor: Actor, organisation: Organisation) -> None:
    record(
        "organisation.updated",
        actor=actor,
        organisationId=organisation.id,
        organisationName=organisation.name,
    )
