"""The matrix of documents of a buyer with 10,000 suppliers and 12 types, each supplier with a requirement of each type."""

import time
from collections.abc import Iterator
from functools import partial

from app.accounts.authentication import access_token
from app.accounts.operations.sessions import start_session
from app.accounts.public import User, actor_of_user, create_guest, grant_access
from app.config import VERSION
from app.documents.exports import build
from app.documents.types import DOCUMENT_GRANT
from app.extensions import db
from bench import forms
from bench.bare import bare_statement
from bench.data import tidy
from bench.measure import ask, in_turns, statements
from bench.table import Row
from bench.world import LIFE, SUPPLIER, World, user_of

BUYER = "elsa.noren@halden-rail.example"
SUPPLIERS = 10_000
TYPES = 12
GOAL = 300
QUERIES = {
    "first page": "",
    "filter Expired": "&state=EXPIRED",
    "filter Missing": "&state=MISSING",
    "search by name": "&search=documented+77",
}
OWN_DOCUMENTS = 500
"""The most that an organisation can have."""
OWN_TYPES = 200
"""The most that an organisation can add."""
FILE_QUESTIONS = 10
GUEST_REQUIREMENTS = 200
SUPPLIER_GOAL = 60
ADD_TYPE = """
insert into document_type (organisation_id, name, validity)
select organisation_id, 'Measured', 'UNTIL_DATE' from app_user where lower(email) = %s
"""
FILL = """
with supplier as (
  insert into organisation (name, status, is_test_organisation, is_placeholder, created)
  select 'Documented ' || n, 'CONFIRMED', false, false, now() from generate_series(1, %s) n returning id
), related as (
  insert into relationship (organisation_id, with_organisation_id, level, by_invitation, created)
  select u.organisation_id, s.id, 'Approved', false, now()
  from supplier s, app_user u where lower(u.email) = %s returning id, organisation_id, with_organisation_id
)
insert into document_requirement (relationship_id, organisation_id, with_organisation_id, document_type_id, state,
  accepted_until, created)
select r.id, r.organisation_id, r.with_organisation_id, t.id,
       case when (r.id + t.id) % 4 = 0 then 'ASKED' else 'ACCEPTED' end,
       case when (r.id + t.id) % 4 > 0 then current_date + ((r.id * 7 + t.id * 13) % 800 - 100)::int end, now()
from related r, (select id from document_type order by id limit %s) t
"""
BARE = """
select r.id, o.name, (select json_agg(d) from document_requirement d where d.relationship_id = r.id) as cells
from relationship r join organisation o on o.id = r.with_organisation_id
where r.organisation_id = (select organisation_id from app_user where lower(email) = %s) and r.level <> 'None'
order by lower(o.name), r.id limit 101
"""
ADD_OWN_DOCUMENTS = """
insert into supplier_document (organisation_id, document_type_id, number, valid_until, attachment_id, created_by_user_id,
  created)
select u.organisation_id, t.id, 'M-' || n, current_date + (n * 7) % 800 - 100, a.id, u.id, now()
from generate_series(1, %s) n, app_user u, (select min(id) as id from attachment) a,
  lateral (select id from document_type where organisation_id is null order by (id + n) % 7 limit 1) t
where lower(u.email) = %s
"""
ADD_OWN_TYPES = """
insert into document_type (organisation_id, name, validity)
select organisation_id, 'Measured ' || n, 'UNTIL_DATE' from app_user, generate_series(1, %s) n where lower(email) = %s
"""

ADD_GUEST_REQUIREMENTS = """
with added as (
  insert into document_type (organisation_id, name, validity)
  select organisation_id, 'Asked ' || n, 'UNTIL_DATE' from app_user, generate_series(1, %s) n where lower(email) = %s
  returning id
), relation as (
  select r.* from relationship r join organisation o on o.id = r.with_organisation_id
  where o.name = 'Documented 1' order by r.id limit 1
)
insert into document_requirement (relationship_id, organisation_id, with_organisation_id, document_type_id, state,
  asked_of_user_id, created)
select r.id, r.organisation_id, r.with_organisation_id, t.id, 'ASKED', %s, now() from relation r, added t
returning relationship_id
"""


def run(world: World) -> Iterator[Row]:
    """Measure pages of 100 suppliers, each next to a bare statement of the same rows, and their statements."""
    with world.connection.transaction():
        world.connection.execute(ADD_TYPE, [BUYER])
        # The percent sign of the modulo operator is doubled for psycopg.
        world.connection.execute(FILL.replace(" % ", " %% "), [SUPPLIERS, BUYER, TYPES])
    tidy(world, "organisation", "relationship", "document_requirement")
    person = world.person(BUYER)
    bare = bare_statement(world.connection, BARE, BUYER)
    for name, query in QUERIES.items():
        page = partial(ask, world.app, f"/api/documentMatrix?pageSize=100{query}", person.headers)
        product, baseline = in_turns(page, bare, seconds=world.sizes.seconds)
        yield Row(
            figure=f"matrix of {SUPPLIERS:,} suppliers x {TYPES} types: {name}, p95",
            measured=product.p95, baseline=baseline.p95, against="bare statement of 100 rows, p95", goal=GOAL,
            tail=product.tail,
        )  # fmt: skip
    yield _workbook(world)
    yield from _supplier(world)
    yield _guest(world)
    counts = []
    for size in (1, 100):
        page = partial(ask, world.app, f"/api/documentMatrix?pageSize={size}", person.headers)
        page()
        with world.app.app_context(), statements() as recorded:
            page()
        counts.append(len(recorded))
    yield Row(
        figure="statements of the matrix, 100 suppliers", measured=counts[1], baseline=counts[0],
        against="the matrix of 1 supplier", unit="", goal=counts[0],
    )  # fmt: skip


def _supplier(world: World) -> Iterator[Row]:
    """Measure what a supplier with many documents loads: My Documents, its types, and the offers in an RFx."""
    with world.connection.transaction():
        world.connection.execute(ADD_OWN_DOCUMENTS.replace(" % ", " %% "), [OWN_DOCUMENTS, SUPPLIER])
        world.connection.execute(ADD_OWN_TYPES, [OWN_TYPES, SUPPLIER])
    tidy(world, "supplier_document", "document_type")
    blocks = [forms.field(number, "FILE", documentType="ISO9001") for number in range(FILE_QUESTIONS)]
    sent = forms.send(world, blocks, title="A form with certificates")
    person = world.person(SUPPLIER)
    figures = {
        f"My Documents, {OWN_DOCUMENTS:,} of them": "/api/document",
        f"document types, {OWN_TYPES} own": "/api/documentType",
        f"documents for {FILE_QUESTIONS} questions": f"/api/rfx/{sent.id}/answerDocument",
    }
    for name, path in figures.items():
        [product] = in_turns(partial(ask, world.app, path, person.headers), seconds=world.sizes.seconds)
        yield Row(figure=f"{name}, p95", measured=product.p95, goal=SUPPLIER_GOAL, tail=product.tail)


def _guest(world: World) -> Row:
    """Measure the list of what a guest is asked for by link."""
    with world.working():
        guest_id = create_guest(name="Measured Guest", email="measured-guest@documents.example").id
    relationship_id = world.value(ADD_GUEST_REQUIREMENTS, GUEST_REQUIREMENTS, BUYER, guest_id)
    with world.working():
        guest = db.session.get_one(User, guest_id)
        grant = grant_access(
            user_id=guest.id,
            subject_type=DOCUMENT_GRANT,
            subject_id=relationship_id,
            created_by_user_id=user_of(BUYER).id,
        )
        session = start_session(user=guest, user_agent="benchmarks", address="127.0.0.1", life=LIFE)
        session.sign_in.grant_id = grant.id
        token = access_token(user_id=guest.id, session_id=session.sign_in.id)
    headers = {"Authorization": f"Bearer {token}", "Client-Version": VERSION}
    [product] = in_turns(partial(ask, world.app, "/api/guestDocument", headers), seconds=world.sizes.seconds)
    return Row(
        figure=f"{GUEST_REQUIREMENTS} documents for a guest, p95", measured=product.p95, goal=SUPPLIER_GOAL,
        tail=product.tail,
    )  # fmt: skip


def _workbook(world: World) -> Row:
    """Measure the workbook of all suppliers, as the worker makes it."""
    with world.app.app_context():
        actor = actor_of_user(user_of(BUYER).id)
        started = time.perf_counter()
        file = build(actor, "xlsx", {"state": None, "search": ""})
        seconds = time.perf_counter() - started
    return Row(
        figure=f"workbook of the matrix, {SUPPLIERS * TYPES:,} rows ({len(file.content) / 1e6:.1f} MB)",
        measured=1000 * seconds, goal=30_000,
    )  # fmt: skip
