"""Custom fields of the first buyer's suppliers, a suspended colleague and an invited one."""

from collections.abc import Iterator, Mapping
from typing import Any

from app.accounts.operations.invitations import accept_invitation
from app.accounts.public import User, UserStatus, mail_again, open_invitation_of
from app.custom_fields.public import save_values
from app.devtools.demo.network import Network
from app.devtools.demo.timeline import Story, ago
from app.devtools.demo_accounts import DEMO_PASSWORD
from app.extensions import db
from app.kernel import clock
from app.network.public import add_user, relationship_with, suspend


def _values(number: str, category: str, risk: str, spend: int, until: str, **extra: Any) -> dict[str, object]:
    return {
        "supplier_number": number,
        "category": category,
        "risk": risk,
        "annual_spend": {"amount": str(spend), "currency": "GBP"},
        "contract_until": until,
        "payment_days": "30",
        **extra,
    }


RECORDS: Mapping[str, Mapping[str, Any]] = {
    "Bergmann Präzision GmbH": _values(
        "70113", "direct", "low", 1_840_000, "2028-03-31", account_manager="Rosa Meyer", single_source=False,
        remarks="Frame contract with a price formula for titanium; the formula is reviewed each January.",
    ),
    "Ishikawa Seals K.K.": _values(
        "70120", "direct", "high", 415_000, "2027-06-30", account_manager="Daniel Asante", single_source=True,
        payment_days="60", remarks="Six months of safety stock until a second source is approved.",
    ),
    "Northfold Electronics": _values("70131", "direct", "medium", 690_000, "2027-12-31", single_source=False),
    "Aurora Sterilisation AB": _values("70144", "services", "high", 228_000, "2027-05-31", single_source=True),
    "Fjordkraft Logistikk AS": _values("70150", "logistics", "low", 96_000, "2027-09-30"),
}  # fmt: skip


def plan_records(network: Network) -> Iterator[Story]:
    """Plan the custom fields, a colleague who is suspended later, and an invited colleague."""
    yield _keep_values(network)
    yield _suspend_leaver(network)
    yield _invite_colleague(network)
    yield _join_supplier(network)


def _keep_values(network: Network) -> Story:
    boss = network.meridian.lead
    yield ago(120)
    for supplier, values in RECORDS.items():
        relationship = relationship_with(actor=boss, organisation_id=network.suppliers[supplier])
        if relationship is not None:
            save_values(actor=boss, relationship_id=relationship.id, values=values)


def _suspend_leaver(network: Network) -> Story:
    yield ago(300)
    leaver = _colleague(network, "Peter Novak", "peter.novak@meridian-surgical.example")
    leaver.status, leaver.join_date, leaver.job_title = UserStatus.ACTIVE, clock.now(), "Incoming inspection"
    yield ago(30)
    suspend(actor=network.meridian.lead, user_id=leaver.id, suspended=True)


def _invite_colleague(network: Network) -> Story:
    yield ago(3)
    _colleague(network, "Nadia Karim", "nadia.karim@meridian-surgical.example")


def _join_supplier(network: Network) -> Story:
    """Let a supplier's user invite a colleague, who accepts: both ends of the demo have updates."""
    boss, email = network.first_users["Bergmann Präzision GmbH"], "lena.vogt@bergmann.example"
    yield ago(4)
    user = add_user(actor=boss, name="Lena Vogt", email=email, role="Contributor")
    db.session.flush()
    invitation = open_invitation_of(user.id)
    if invitation is None:
        raise LookupError("the colleague was not invited")
    token = mail_again(invitation=invitation)
    yield ago(1)
    accept_invitation(
        token=token, name="Lena Vogt", email=email, password=DEMO_PASSWORD, organisation_name=""
    )


def _colleague(network: Network, name: str, email: str) -> User:
    user = add_user(actor=network.meridian.lead, name=name, email=email, role="Contributor")
    db.session.flush()
    return user
