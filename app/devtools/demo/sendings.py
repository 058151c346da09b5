"""The demo's requests to several suppliers: one that is under way, a sealed one, and one that waits for its time."""

from collections.abc import Iterator, Sequence
from datetime import timedelta

from app.compose.public import RecipientChoice
from app.devtools.demo.network import Network
from app.devtools.demo.timeline import Story, ago
from app.extensions import db
from app.forms.models import DocForm
from app.kernel import clock
from app.network.public import RelationshipLevel
from app.requests.operations.sending import NewRequest, create_and_send
from app.rfx.public import RequestType

SECURITY = ("Kestrel Data Services", "Northfold Electronics", "Orion Bearings s.r.o.", "Glasgow Fine Wire")
PACKAGING = ("Harbour Mills Packaging", "Jade River Moulding", "Valmont Textiles")


def plan_sendings(network: Network) -> Iterator[Story]:
    """Plan requests that are sealed, under way and scheduled."""
    yield _send(
        network, days_ago=6, title="Packaging tender: sealed answers", suppliers=PACKAGING, sealed_days=12,
        guests="Sam Rivers <sam.rivers@elsewhere.example>",
    )  # fmt: skip
    yield _send(network, days_ago=2, title="Security check before the audit", suppliers=SECURITY)
    yield _schedule(network)


def _send(
    network: Network,
    *,
    days_ago: int,
    title: str,
    suppliers: Sequence[str],
    sealed_days: int | None = None,
    guests: str = "",
) -> Story:
    yield ago(days_ago, 1)
    create_and_send(
        actor=network.meridian.lead,
        new=NewRequest(
            type=RequestType.RFI,
            subject=title,
            html="<p>Hello,</p><p>please answer the questionnaire by the deadline.</p>",
            recipients=RecipientChoice(
                organisation_ids=[network.suppliers[name] for name in suppliers], pasted=guests
            ),
            doc_form_ids=[_form(network, "Information security").id],
            deadline=clock.now() + timedelta(days=days_ago + (sealed_days or 20)),
            is_sealed=sealed_days is not None,
            links_need_code=sealed_days is not None,
        ),
    )


def _schedule(network: Network) -> Story:
    yield ago(1, 3)
    create_and_send(
        actor=network.meridian.lead,
        new=NewRequest(
            type=RequestType.RFI,
            subject="Yearly supplier qualification",
            html="<p>Hello,</p><p>this is our yearly questionnaire. You have four weeks.</p>",
            recipients=RecipientChoice(levels=[RelationshipLevel.PREFERRED]),
            doc_form_ids=[_form(network, "Supplier qualification").id],
            send_at=clock.now() + timedelta(days=10),
            deadline=clock.now() + timedelta(days=38),
        ),
    )


def _form(network: Network, title: str) -> DocForm:
    forms = db.session.query(DocForm).filter_by(
        organisation_id=network.meridian.organisation_id, is_in_use=True, is_archived=False
    )
    return forms.filter(DocForm.title.startswith(title)).order_by(DocForm.id).limit(1).one()
