"""The rules of an organisation for signing in: who needs a second factor, and how long sign-ins last."""

from collections.abc import Sequence
from datetime import date

from sqlalchemy import func, select, update

from app.accounts.models import Organisation, Role, SignIn, User
from app.accounts.policies import require_step_up
from app.accounts.types import FactorRequirement
from app.events.public import record
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import InvalidError
from app.kernel.registry import current_registry

DATE_NEEDED = "Choose the day from which a second factor is required."
ROLES_NEEDED = "Choose at least one role."
UNKNOWN_ROLE = "Choose your organisation's roles."


def save_policy(
    *,
    actor: Actor,
    requirement: FactorRequirement,
    role_ids: Sequence[int],
    starts: date | None,
    session_days: int | None,
) -> None:
    """Change the rules for signing in of the actor's organisation; shorter sign-ins apply to existing ones too.

    `role_ids` are the roles whose users need a second factor, for FactorRequirement.ROLES; `starts` is the first day of
    a requirement. Raises StepUpError, and InvalidError with fields.
    """
    require_step_up(actor)
    organisation = db.session.get_one(
        Organisation, actor.organisation_id, with_for_update={"key_share": True}
    )
    chosen = set(role_ids) if requirement is FactorRequirement.ROLES else set()
    roles = db.session.execute(
        select(Role).where(Role.organisation_id == organisation.id).with_for_update()
    ).scalars().all()  # fmt: skip
    _check(requirement, chosen, {role.id for role in roles}, starts, session_days)
    for role in roles:
        role.requires_factor = role.id in chosen
    organisation.factor_requirement = requirement
    organisation.factor_from = None if requirement is FactorRequirement.OPTIONAL else starts
    organisation.session_days = session_days
    if session_days is not None:
        _shorten_sign_ins(organisation.id, session_days)
    record(
        "organisation.signInChanged",
        actor=actor,
        organisationId=organisation.id,
        organisationName=organisation.name,
    )
    db.session.flush()


def _check(
    requirement: FactorRequirement,
    chosen: set[int],
    own: set[int],
    starts: date | None,
    session_days: int | None,
) -> None:
    fields: dict[str, list[str]] = {}
    if requirement is FactorRequirement.ROLES and not chosen:
        fields["roleIds"] = [ROLES_NEEDED]
    elif not chosen <= own:
        fields["roleIds"] = [UNKNOWN_ROLE]
    if requirement is not FactorRequirement.OPTIONAL and starts is None:
        fields["starts"] = [DATE_NEEDED]
    limit = current_registry().settings.SESSION_DAYS
    if session_days is not None and session_days > limit:
        fields["sessionDays"] = [f"At most {limit} days are possible."]
    if fields:
        raise InvalidError(fields=fields)


def _shorten_sign_ins(organisation_id: int, days: int) -> None:
    users = select(User.id).where(User.organisation_id == organisation_id)
    latest = SignIn.last_seen + func.make_interval(0, 0, 0, days)
    db.session.execute(
        update(SignIn)
        .where(
            SignIn.user_id.in_(users), SignIn.ended.is_(None), SignIn.expires > now(), SignIn.expires > latest
        )
        .values(expires=latest)
        .execution_options(synchronize_session=False)
    )
