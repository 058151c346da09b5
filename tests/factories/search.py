"""A record of each type of the search."""

from app.accounts.models import Organisation, User
from app.extensions import db
from tests.factories.assessments import make_assessment
from tests.factories.documents import Parties, make_document, make_requirement, submit
from tests.factories.forms import make_question
from tests.factories.messages import make_thread
from tests.factories.ncr import make_ncr
from tests.factories.network import relate
from tests.factories.requests import request_of
from tests.factories.rfx import make_form, send_rfx


def organisation_of(user: User) -> Organisation:
    """Return the organisation of a user."""
    return db.session.get_one(Organisation, user.organisation_id)


def make_one_of_each(buyer: User, supplier: User) -> None:
    """Create a record of every type with the word Quillfeather, which both parties may see or only the buyer."""
    supplier_organisation = organisation_of(supplier)
    supplier_organisation.name = "Quillfeather Works"
    supplier.name = "Una Quillfeather"
    relationship = relate(buyer.organisation_id, supplier.organisation_id)
    sent = send_rfx(buyer, supplier, title="Quillfeather questions")
    request_of(sent)
    make_assessment(buyer, relationship, title="Quillfeather review")
    make_ncr(buyer, relationship.id, title="Quillfeather burrs")
    make_thread(buyer, [supplier], subject="Quillfeather delivery")
    make_form(buyer, title="Quillfeather form")
    make_question(buyer, html="<p>Is Quillfeather insured?</p>")
    make_document(buyer, issuer="Quillfeather Registrars")
    parties = Parties(buyer, supplier, relationship)
    submit(parties, make_requirement(parties), make_document(supplier, issuer="Quillfeather Marks"))
    db.session.flush()
