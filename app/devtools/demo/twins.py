"""Suppliers of the demo buyer that were invited a second time, for the list of duplicates."""

from app.devtools.demo.network import Network
from app.duplicates.public import compare_suppliers
from app.network.public import RelationshipLevel, invite_supplier, save_notes, save_tags

CONFIRMED_TWIN, INVITED_TWIN = "Calder and Sons Coatings Ltd", "Calder Sons Coating"


def load_twins(network: Network) -> None:
    """Invite a supplier that has an account, and the same one under a third name, and compare all suppliers."""
    actor = network.meridian.lead
    for name, contact, email, tags, notes in (
        (
            CONFIRMED_TWIN, "Gwen Calder", "gwen.calder@caldercoatings.example", ("surface", "passivation"),
            "<p>Invited for the second site. Gwen handles the invoices.</p>",
        ),
        (INVITED_TWIN, "Owen Price", "owen.price@calder-leeds.example", ("surface",), ""),
    ):  # fmt: skip
        relationship = invite_supplier(
            actor=actor,
            contact_name=contact,
            contact_email=email,
            organisation_name=name,
            level=RelationshipLevel.EVALUATION,
            is_test=False,
            message_html=None,
            save_message=False,
        ).relationship
        save_tags(actor=actor, relationship_id=relationship.id, names=tags)
        if notes:
            save_notes(actor=actor, relationship_id=relationship.id, notes=notes)
    compare_suppliers(actor.organisation_id)
