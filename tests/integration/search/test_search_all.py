"""The search over all types: it finds what the lists show, and nothing else."""

from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, literal, select, text
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.accounts.types import OrganisationStatus, UserStatus
from app.extensions import db
from app.kernel.http.auth import VIEWER
from app.kernel.registry import EXTENSION
from app.ncr.operations.moves import set_deleted
from app.network.types import RelationshipLevel
from app.search.policies import Match, SearchHooks, SearchRow, SearchType
from tests.factories.accounts import UserFactory, actor_of, colleague_of
from tests.factories.documents import make_document, make_parties, make_requirement, submit
from tests.factories.ncr import make_ncr
from tests.factories.network import relate
from tests.factories.rfx import make_form, send_rfx
from tests.factories.search import make_one_of_each, organisation_of
from tests.fixtures.people import SignedIn

ALL_TYPES = {
    "supplier", "rfx", "request", "contact", "assessment", "ncr", "message", "form", "question", "document",
    "supplierDocument",
}  # fmt: skip


def titles(group: dict[str, Any]) -> list[str]:
    return [row["title"] for row in group["rows"]]


def test_every_type_is_found_with_its_count(buyer: User, supplier: User, search: Any) -> None:
    make_one_of_each(buyer, supplier)
    groups = search(buyer, "quillfeather")
    assert set(groups) == ALL_TYPES
    assert {name: group["total"] for name, group in groups.items()} == {
        # The RFx has a thread too.
        **dict.fromkeys(ALL_TYPES, 1),
        "message": 2,
    }
    assert groups["supplierDocument"]["rows"][0]["detail"].endswith("Quillfeather Marks")
    assert all(len(group["rows"]) == group["total"] and not group["isCapped"] for group in groups.values())
    assert groups["supplier"]["rows"][0]["face"]["name"] == "Quillfeather Works"
    assert groups["ncr"]["listUrl"] == "/ncr?search=quillfeather"


def test_every_result_opens_a_page(buyer: User, supplier: User, search: Any, signed_in: SignedIn) -> None:
    make_one_of_each(buyer, supplier)
    client = signed_in(buyer)
    for group in search(buyer, "quillfeather").values():
        for address in (group["rows"][0]["url"], group["listUrl"]):
            if address:
                page = client.get(address)
                assert page.status_code == 200, address
                assert "Quillfeather" in page.text, address


def test_each_party_finds_its_records_and_a_stranger_finds_none(
    buyer: User, supplier: User, search: Any
) -> None:
    make_one_of_each(buyer, supplier)
    groups = search(supplier, "quillfeather")
    # The supplier received the RFx, the non-conformance and the message. The contact is the supplier's own user, and the
    # document its own.
    assert {name: group["total"] for name, group in groups.items()} == {
        "rfx": 1, "ncr": 1, "message": 2, "contact": 1, "document": 1,
    }  # fmt: skip
    # The directory, and the people in it, are public.
    assert set(search(UserFactory(), "quillfeather")) == {"supplier", "contact"}


def test_messages_belong_to_their_participants(buyer: User, supplier: User, search: Any) -> None:
    make_one_of_each(buyer, supplier)
    assert set(search(colleague_of(buyer), "quillfeather")) == ALL_TYPES - {"message"}


def test_number_finds_only_visible_records_and_comes_first(buyer: User, supplier: User, search: Any) -> None:
    db.session.execute(text("select setval(pg_get_serial_sequence('rfx', 'id'), 1187)"))
    sent = send_rfx(buyer, supplier, title="Number")
    assert sent.id == 1188
    other = make_form(buyer, title=f"Form {sent.id}")
    for typed in (str(sent.id), f"#{sent.id}"):
        groups = search(buyer, typed)
        assert next(iter(groups)) == "rfx"
        assert groups["rfx"]["rows"][0]["url"] == f"/rfx/{sent.id}"
        assert "rfx" in search(supplier, typed)
        assert "rfx" not in search(UserFactory(), typed)
    assert titles(search(buyer, str(sent.id))["form"]) == [other.title]


def test_single_digit_is_a_number_and_no_part_of_a_word(buyer: User, search: Any) -> None:
    make_form(buyer, title="Form 7")
    assert search(buyer, "7") == {}


def test_number_and_text_are_found_in_a_title(buyer: User, supplier: User, search: Any) -> None:
    send_rfx(buyer, supplier, title="Burrs on lot 4471 of housings")
    send_rfx(buyer, supplier, title="Lot 9")
    for typed in ("lot 4471", "4471 lot", "housings burrs", "  lot   4471 "):
        assert titles(search(buyer, typed)["rfx"]) == ["Burrs on lot 4471 of housings"]
    assert search(buyer, "lot 4472") == {}


def test_wild_cards_are_text(buyer: User, supplier: User, search: Any) -> None:
    send_rfx(buyer, supplier, title="100%_fair/square")
    send_rfx(buyer, supplier, title="Any other title")
    assert titles(search(buyer, "%_f")["rfx"]) == ["100%_fair/square"]
    assert titles(search(buyer, "r/s")["rfx"]) == ["100%_fair/square"]
    assert search(buyer, "%%") == {}
    assert search(buyer, "__") == {}


def test_two_letters_find_the_beginnings_of_words(buyer: User, supplier: User, search: Any) -> None:
    send_rfx(buyer, supplier, title="Zyx gears")
    assert titles(search(buyer, "zy")["rfx"]) == ["Zyx gears"]
    assert titles(search(buyer, "GE")["rfx"]) == ["Zyx gears"]
    assert search(buyer, "yx") == {}


def test_email_finds_its_owner_if_the_viewer_may_see_it(buyer: User, supplier: User, search: Any) -> None:
    assert search(buyer, supplier.email) == {}
    relate(supplier.organisation_id, buyer.organisation_id, RelationshipLevel.APPROVED)
    assert titles(search(buyer, supplier.email.upper())["contact"]) == ["Sam Supplier"]


def test_registration_number_is_found_in_full(buyer: User, supplier: User, search: Any) -> None:
    organisation_of(supplier).registration_number = "HRB 73-55.219"
    db.session.flush()
    assert titles(search(buyer, "hrb7355219")["supplier"]) == ["Kestrel Works"]
    assert search(buyer, "hrb735521") == {}


def test_duns_number_finds_suppliers_only(buyer: User, supplier: User, search: Any) -> None:
    organisation_of(supplier).duns_number = "15-048-3782"
    db.session.flush()
    assert search(buyer, "150483782") == {}
    relate(buyer.organisation_id, supplier.organisation_id, RelationshipLevel.APPROVED)
    assert titles(search(buyer, "150483782")["supplier"]) == ["Kestrel Works"]


def test_own_number_is_found_by_its_buyer_alone(buyer: User, supplier: User, search: Any) -> None:
    other = UserFactory()
    relate(buyer.organisation_id, supplier.organisation_id).external_ref = "0000-70.417"
    relate(other.organisation_id, supplier.organisation_id).external_ref = "70999"
    organisation_of(other).name = "70417 Trading"
    db.session.flush()
    for typed in ("70417", "0000-70.417", "0070 417"):
        rows = search(buyer, typed)["supplier"]["rows"]
        assert rows[0]["title"] == "Kestrel Works", typed
        assert rows[0]["detail"].startswith("No. 0000-70.417")
    assert titles(search(buyer, "70417")["supplier"]) == ["Kestrel Works", "70417 Trading"]
    assert titles(search(buyer, "704")["supplier"]) == ["70417 Trading", "Kestrel Works"]
    assert search(buyer, "417")["supplier"]["total"] == 1
    assert search(buyer, "70999") == {}
    assert titles(search(UserFactory(), "70417")["supplier"]) == ["70417 Trading"]
    assert titles(search(supplier, "70417")["supplier"]) == ["70417 Trading"]


def test_own_number_without_a_digit_is_found_in_full(buyer: User, supplier: User, search: Any) -> None:
    relate(buyer.organisation_id, supplier.organisation_id).external_ref = "QZX"
    db.session.flush()
    assert titles(search(buyer, "qzx")["supplier"]) == ["Kestrel Works"]
    assert search(buyer, "qz") == {}
    assert search(buyer, "---") == {}


def test_hidden_organisations_and_their_people_are_not_found(
    buyer: User, supplier: User, search: Any
) -> None:
    organisation_of(supplier).status = OrganisationStatus.INVITED
    db.session.flush()
    assert search(buyer, "kestrel") == {}
    assert search(buyer, "Sam Supplier") == {}


def test_suspended_people_are_found_by_colleagues_only(buyer: User, search: Any) -> None:
    leaver = colleague_of(buyer, name="Lea Former", status=UserStatus.SUSPENDED)
    assert titles(search(buyer, "Former")["contact"]) == [leaver.name]
    assert search(UserFactory(), "Former") == {}


def test_deleted_non_conformances_are_not_found(buyer: User, supplier: User, search: Any) -> None:
    relationship = relate(buyer.organisation_id, supplier.organisation_id)
    ncr = make_ncr(buyer, relationship.id, title="Gone again")
    assert search(buyer, "gone again")["ncr"]["total"] == 1
    set_deleted(actor=actor_of(buyer), ncr_id=ncr.ncr.id, deleted=True)
    db.session.flush()
    assert search(buyer, "gone again") == {}
    assert search(buyer, "", recent=f"ncr:{ncr.ncr.id}") == {}


def test_submitted_documents_are_found_by_the_buyer_only_after_the_submission(search: Any) -> None:
    parties = make_parties()
    document = make_document(parties.supplier, number="QX-77102")
    assert search(parties.buyer, "QX-77102") == {}
    submit(parties, make_requirement(parties), document)
    assert titles(search(parties.buyer, "QX-77102")["supplierDocument"]) == [
        organisation_of(parties.supplier).name
    ]
    assert search(UserFactory(), "QX-77102") == {}


def test_counts_stop_at_the_cap_and_rows_at_the_limit(buyer: User, search: Any) -> None:
    db.session.execute(
        text(
            "insert into rfx_question (organisation_id, name, section, html, label, type, attrs, is_archived, created, updated)"
            " select :own, 'many_' || n, 'Many', '', 'Manyfold ' || n, 'TEXT', '{}', false, now(), now()"
            " from generate_series(1, 120) n"
        ),
        {"own": buyer.organisation_id},
    )
    group = search(buyer, "manyfold")["question"]
    assert (group["total"], group["isCapped"], len(group["rows"])) == (99, True, 5)
    assert len(search(buyer, "manyfold", limit=20)["question"]["rows"]) == 20
    ids = db.session.execute(
        select(func.min(text("id"))).select_from(text("rfx_question")).where(text("section = 'Many'"))
    )
    oldest = ids.scalar_one()
    recent = search(buyer, "manyfold", recent=f"question:{oldest}")["question"]
    assert recent["rows"][0]["id"] == oldest
    assert set(search(buyer, "many", types="form")) == set()


def test_recently_viewed_records_are_returned_in_order_while_they_are_visible(
    buyer: User, supplier: User, search: Any
) -> None:
    sent = send_rfx(buyer, supplier, title="Viewed")
    form = make_form(buyer, title="Viewed form")
    keys = [f"form:{form.id}", f"rfx:{sent.id}", "rfx:999999999", "gone:1", f"form:{form.id}"]
    group = search(buyer, "", recent=keys)["recent"]
    assert [row["key"] for row in group["rows"]] == [f"form:{form.id}", f"rfx:{sent.id}"]
    assert [row["key"] for row in search(supplier, "", recent=keys)["recent"]["rows"]] == [f"rfx:{sent.id}"]
    assert search(UserFactory(), "", recent=keys) == {}


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"q": "a"}, "Type at least 2 characters."),
        ({"q": " # "}, "Type at least 2 characters."),
        ({"q": "x" * 201}, "Search for at most 200 characters."),
        ({"recent": "rfx:0"}, "This is not the key of a record."),
        ({"types": "no type"}, "This is not a type."),
    ],
)
def test_bad_queries_get_a_sentence(
    buyer: User, signed_in: SignedIn, query: dict[str, str], sentence: str
) -> None:
    response = signed_in(buyer).get("/api/search", query_string=query)
    assert response.status_code == 422
    assert sentence in response.text


def test_guests_cannot_search(signed_in: SignedIn, session: Session) -> None:
    sent = send_rfx(guest=True)
    client = signed_in(sent.respondent, rfx_id=sent.id)
    assert client.get("/api/search", query_string={"q": "supplier"}).status_code == 403


def test_slow_type_is_skipped_and_the_limit_is_reset(
    app: Flask, buyer: User, supplier: User, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    send_rfx(buyer, supplier, title="Quick one")
    slow = select(User.id).where(User.organisation_id == VIEWER, func.pg_sleep(5).is_not(None))
    registered = SearchType(
        name="slow",
        label="Slow things",
        icon="clock",
        order=1,
        list_path="/slow",
        key=User.id,
        visible=lambda: [slow],
        matches=lambda _term: [Match(slow)],
        rows=lambda ids: select(User.id, literal("x").label("title")).join(ids, ids.c.id == User.id),
        row=lambda row, _actor: SearchRow(id=row.id, title=row.title, detail="", url="/home"),
    )
    hooks = app.extensions[EXTENSION].hooks(SearchHooks)
    monkeypatch.setattr(hooks, "types", hooks.types | {"slow": registered})
    body = signed_in(buyer).get("/api/search", query_string={"q": "quick"}).json
    assert body["skipped"] == [{"type": "slow", "label": "Slow things", "listUrl": "/slow"}]
    assert [group["type"] for group in body["groups"]] == ["rfx", "message"]
    assert db.session.execute(text("show statement_timeout")).scalar() == "0"
