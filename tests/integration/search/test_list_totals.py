"""The links "All n" of the search over all types: each list has as many rows as its group has results."""

import json
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from flask import Flask

from app.accounts.models import User
from app.kernel.db.list_kinds import ListKind
from app.kernel.registry import EXTENSION
from app.network.public import relationship_with
from app.network.types import RelationshipLevel
from app.search.policies import SearchHooks, SearchType
from tests.factories.accounts import UserFactory, actor_of
from tests.factories.assessments import make_assessment
from tests.factories.documents import Parties, make_document, make_requirement, make_type, submit
from tests.factories.forms import make_question
from tests.factories.messages import make_thread
from tests.factories.ncr import make_ncr
from tests.factories.network import relate
from tests.factories.requests import request_of
from tests.factories.rfx import make_form, send_rfx
from tests.factories.search import make_one_of_each, organisation_of
from tests.fixtures.people import SignedIn

SHELF = "/setup/document"
"""The list of own documents, which has no saved views."""


def kind_of(app: Flask, search_type: SearchType) -> ListKind | None:
    kinds = app.extensions[EXTENSION].list_kinds.values()
    return next((each for each in kinds if each.path == search_type.list_path), None)


def api_address(app: Flask, search_type: SearchType, list_url: str) -> str:
    """Return the address of the endpoint that the page of a list reads."""
    kind = kind_of(app, search_type)
    if kind is None:
        assert search_type.list_path == SHELF
    shown = dict(parse_qsl(urlsplit(list_url).query))
    shown.pop("tab", None)
    query = {**(kind.defaults if kind else {}), **shown}
    return f"/api/{kind.name if kind else 'document'}?{urlencode(query)}"


@pytest.fixture
def check_totals(app: Flask, signed_in: SignedIn, search: Any) -> Any:
    """Return a function that searches as a user, compares each count with its list, and returns the counts."""

    def check(user: User, text: str) -> dict[str, int]:
        types = app.extensions[EXTENSION].hooks(SearchHooks).types
        client, counts, totals = signed_in(user), {}, {}
        for name, group in search(user, text).items():
            if group["listUrl"] is None:
                continue
            response = client.get(api_address(app, types[name], group["listUrl"]))
            assert response.status_code == 200, response.json
            counts[name] = group["total"]
            totals[name] = json.loads(response.headers["X-Pagination"])["total"]
        assert totals == counts
        return counts

    return check


def make_more(buyer: User, supplier: User) -> None:
    """Create records that match by another text than their title, and records that must not be counted."""
    first = make_parties_with(buyer, supplier)
    other = UserFactory(name="Pia Plain", in_organisation__name="Plain Castings")
    second = Parties(buyer, other, relate(buyer.organisation_id, other.organisation_id))
    reverse = relate(other.organisation_id, buyer.organisation_id, RelationshipLevel.APPROVED)
    send_rfx(buyer, supplier, title="By the name of the supplier")
    send_rfx(other, buyer, title="Received with Quillfeather in it")
    send_rfx(buyer, guest=True, title="Guest of Quillfeather")
    make_assessment(buyer, first.relationship, title="By the name again")
    make_ncr(buyer, first.relationship.id, title="Supplier's name")
    make_ncr(other, reverse.id, title="About us: Quillfeather")
    make_thread(other, [buyer], subject="Plain subject", html="<p>The Quillfeather parts are late.</p>")
    make_thread(supplier, [buyer], subject="Sender's name")
    make_form(buyer, title="Second form of QUILLFEATHER")
    make_question(buyer, html="<p>Plain</p>", section="Quillfeather", name="by_topic")
    make_question(buyer, html="<p>Plain</p>", name="quillfeather_by_name")
    own_type = make_type(buyer, name="Quillfeather rules")
    make_document(buyer, own_type)
    replaced = make_document(buyer, number="QUILLFEATHER-1")
    make_document(buyer, number="QUILLFEATHER-2", supersedes_id=replaced.id)
    submit(second, make_requirement(second), make_document(other, scope="Quillfeather castings"))
    # A document that was never submitted stays the supplier's own.
    make_document(other, number="Quillfeather draft")


def make_parties_with(buyer: User, supplier: User) -> Parties:
    """Return the parties of the relationship that `make_one_of_each` has created."""
    relationship = relationship_with(actor=actor_of(buyer), organisation_id=supplier.organisation_id)
    assert relationship is not None
    return Parties(buyer, supplier, relationship)


@pytest.fixture
def records(buyer: User, supplier: User) -> None:
    make_one_of_each(buyer, supplier)
    make_more(buyer, supplier)


@pytest.mark.usefixtures("records")
@pytest.mark.parametrize("text", ["quillfeather", "Quíllfeather", "works quill", "feather -", "qu_llfeather"])
def test_lists_have_as_many_rows_as_their_groups(
    buyer: User, supplier: User, check_totals: Any, text: str
) -> None:
    for user in (buyer, supplier, UserFactory()):
        check_totals(user, text)


@pytest.mark.usefixtures("records")
def test_every_type_links_to_its_list(app: Flask, buyer: User, check_totals: Any) -> None:
    types = app.extensions[EXTENSION].hooks(SearchHooks).types
    assert set(check_totals(buyer, "quillfeather")) == set(types)
    assert min(count for name, count in check_totals(buyer, "quillfeather").items() if name == "message") > 2


def test_number_is_found_by_the_list_too(buyer: User, supplier: User, check_totals: Any, search: Any) -> None:
    sent = send_rfx(buyer, supplier, title="Numbered")
    request = request_of(sent)
    relationship = make_parties_with(buyer, supplier).relationship
    assessment = make_assessment(buyer, relationship, title="Numbered")
    ncr = make_ncr(buyer, relationship.id, title="Numbered").ncr
    for record in (sent, request, assessment, ncr):
        for text in (f"#{record.id}", f"{record.id:d}"):
            check_totals(buyer, text)
    assert search(buyer, f"#{sent.id}")["rfx"]["total"] == 1


def test_address_of_a_contact_is_found_by_the_list_too(
    buyer: User, supplier: User, check_totals: Any
) -> None:
    assert check_totals(buyer, supplier.email) == {}
    relate(supplier.organisation_id, buyer.organisation_id, RelationshipLevel.APPROVED)
    assert check_totals(buyer, supplier.email.upper()) == {"contact": 1}


def test_short_texts_have_no_link(buyer: User, search: Any) -> None:
    organisation_of(buyer)
    make_form(buyer, title="Zyx gears")
    assert search(buyer, "zy")["form"]["listUrl"] is None
    assert search(buyer, "zyx")["form"]["listUrl"] == "/forms?title=zyx"
