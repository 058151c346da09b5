"""A big tenant: hundreds of thousands of each kind of record, copied inside the database from a demo record."""

import time
from collections.abc import Mapping

from sqlalchemy import text

from app.accounts.public import User
from app.assessments.models import Assessment
from app.events.models import EventLog
from app.extensions import db
from app.messages.models import Message, MessageThread, ThreadParticipant
from app.ncr.models import NonConformance
from app.rfx.models import Rfx, RfxDocForm, RfxRequest, RfxResponse
from app.tasks.public import UserTask
from bench.data import copy_rows, number, tidy
from bench.world import World

COMMON, FREQUENT = "measured", "delivery"
"""Words of every generated title, and of one title in eight."""
SUBJECTS = ("Late delivery", "Damaged packaging", "Wrong label", "Missing certificate", "Out of tolerance", "Contaminated lot",
            "Short shipment", "Unannounced change")  # fmt: skip
TITLE = (
    "'Measured ' || (array["
    + ", ".join(f"'{subject}'" for subject in SUBJECTS)
    + f"])[1 + n % {len(SUBJECTS)}] || ' ' || left(md5(n::text), 10)"
)
SERIES = "generate_series(1, cast(:count as int)) n"
DAYS = 900
"""The creation dates of the records are spread over this many days."""
EARLIER = f"interval '1 minute' * (n::bigint * 7919 % ({DAYS} * 1440))"
STATUSES = "array['NEW', 'PENDING', 'INPROGRESS', 'COMPLETED', 'DECLINED', 'EXPIRED']"
EVENTS_PER_RECORD = 3
NOTIFICATIONS = 10_000
"""The notifications of each user, many more than 90 days bring."""
READER_SHARE = 3_000
"""One user in this many contacts has notifications, in addition to the measured user."""
CODES = "array(select id from defect_code where organisation_id = :tenant order by id)"
"""The defect codes of the tenant."""
REQUEST_SIZE = 10
"""RFxs of each request."""
BUSY_SHARE = 300
"""Every 300th record belongs to the supplier with the highest id, whose summary is measured."""
OWN_SHARE = 4
"""Every fourth event is caused by the measured user."""


def grow_records(world: World, *, tenant_id: int, user_id: int, to: int) -> None:
    """Add `to` contacts, NCRs, RFxs, threads, assessments and three times as many events of the tenant.

    They belong to the suppliers that `grow_directory` has connected with the tenant; `user_id` is a participant of the
    threads. A second call does nothing.
    """
    started = time.monotonic()
    with world.working():
        if number("select count(*) from app_user where email like 'measured-%'"):
            return
        _make_suppliers(tenant_id)
        _make_contacts(to)
        _make_ncrs(to, tenant_id)
        _make_rfxs(to, tenant_id, first_request=_make_requests(to // REQUEST_SIZE + 1, tenant_id))
        _make_threads(to, tenant_id, user_id)
        _make_assessments(to, tenant_id)
        _make_events(to * EVENTS_PER_RECORD, tenant_id, user_id)
        _make_notifications(to, tenant_id, user_id)
    tidy(
        world, "app_user", "non_conformance", "user_task", "rfx", "rfx_request", "rfx_doc_form", "rfx_response", "message_thread",
        "message", "thread_participant", "assessment", "event_log", "notification",
    )  # fmt: skip
    world.notes.append(f"Creating {to:,} records of each kind took {time.monotonic() - started:.0f} s.")


def _make_suppliers(tenant_id: int) -> None:
    """Number the tenant's suppliers, so that records are distributed over all of them."""
    _run(
        "create temporary table supplier on commit drop as select row_number() over (order by id) - 1 as place, id, "
        "with_organisation_id as organisation_id from relationship where organisation_id = :t",
        t=tenant_id,
    )
    _run("create unique index on supplier (place)")
    _run("analyze supplier")


def _supplier() -> str:
    """Return the part of a statement that joins the supplier of record `n`."""
    count = "(select count(*) from supplier)"
    return (
        f"join supplier on supplier.place = "
        f"case when n % {BUSY_SHARE} = 0 then {count} - 1 else n % {count} end"
    )


def _make_contacts(count: int) -> None:
    model = number(
        "select min(u.id) from app_user u join supplier s on s.organisation_id = u.organisation_id"
    )
    name = (
        "(array['Anna', 'Bruno', 'Chiara', 'David', 'Elena', 'Femi', 'Grace', 'Hugo'])[1 + n % 8] || ' ' || "
        "(array['Miller', 'Rossi', 'Tanaka', 'Novak', 'Okafor'])[1 + n % 5] || ' ' || left(md5(n::text), 10)"
    )
    _copy(
        User,
        {"organisation_id": "supplier.organisation_id", "name": name, "email": "'measured-' || n || '@people.example'",
         "role_id": "null", "picture_id": "null", "password_hash": "null"},
        f"{SERIES} {_supplier()}", model, count=count,
    )  # fmt: skip


def _make_ncrs(count: int, tenant_id: int) -> None:
    model = number("select max(id) from non_conformance where organisation_id = :t", t=tenant_id)
    last = number("select max(id) from non_conformance")
    _copy(
        NonConformance,
        {"id": f"{last} + n", "title": TITLE, "relationship_id": "supplier.id",
         "with_organisation_id": "supplier.organisation_id", "account_name": "'Account ' || n % 500",
         "severity": "(array['CRITICAL', 'MAJOR', 'MINOR'])[1 + n % 3]",
         "status": "(array['PENDING', 'INPROGRESS', 'RESOLVED'])[1 + n / 7 % 3]",
         "event_date": f"(now() - {EARLIER})::date", "created": f"now() - {EARLIER}",
         "part_number": "'P-' || n % 2000", "quantity_delivered": "1000 + n % 9000", "quantity_checked": "100",
         "quantity_defective": "n % 100", "defect_code_id": f"({CODES})[1 + n % 16]", "cost": "n % 5000", "currency": "'EUR'"},
        f"{SERIES} {_supplier()}", model, count=count, tenant=tenant_id,
    )  # fmt: skip
    task = number("select min(id) from user_task where subject_type = 'ncr' and subject_id = :of", of=model)
    _copy(
        UserTask,
        {"subject_id": "n.id", "title": "n.title", "subject_title": "n.title", "message_thread_id": "null",
         "assigned_organisation_id": "n.with_organisation_id", "assigned_user_id": "null",
         "is_open": "n.status <> 'RESOLVED'"},
        "non_conformance n", task, where="n.id > :last", last=last,
    )  # fmt: skip
    _advance("non_conformance")


def _make_requests(count: int, tenant_id: int) -> int:
    """Add requests that were sent; return the id of the first one."""
    model = number(
        "select max(id) from rfx_request where organisation_id = :t and state = 'OPEN' and not is_sealed",
        t=tenant_id,
    )
    first = number("select max(id) + 1 from rfx_request")
    _copy(
        RfxRequest,
        {"id": f"{first} - 1 + n", "title": TITLE, "created": f"now() - {EARLIER}", "sent_date": f"now() - {EARLIER}"},
        SERIES, model, count=count,
    )  # fmt: skip
    _advance("rfx_request")
    return first


def _make_rfxs(count: int, tenant_id: int, *, first_request: int) -> None:
    """Add RFxs, REQUEST_SIZE of each request, one in six expired and the others with deadlines in the next 60 days.

    Their reminders count as sent, so that none are mailed.
    """
    model = number(
        "select max(id) from rfx where organisation_id = :t and assessment_id is null and guest_user_id is null",
        t=tenant_id,
    )
    last = number("select max(id) from rfx")
    _copy(
        Rfx,
        {"id": f"{last} + n", "title": TITLE, "relationship_id": "supplier.id", "thread_id": "null",
         "request_id": f"{first_request} + n / {REQUEST_SIZE}",
         "with_organisation_id": "supplier.organisation_id", "created": f"now() - {EARLIER}",
         "sent_date": f"now() - {EARLIER}", "status": f"({STATUSES})[1 + n / 7 % 6]",
         "deadline": f"case when n / 7 % 6 = 5 then now() - {EARLIER} else now() + interval '1 hour' * (1 + n % 1440) end",
         "closed": f"case when n / 7 % 6 = 5 then now() - {EARLIER} end",
         "ignored": "false", "reminder_sent_date": "now()"},
        f"{SERIES} {_supplier()}", model, count=count,
    )  # fmt: skip
    for table in (RfxDocForm, RfxResponse):
        copy_rows(
            table, {"rfx_id": "target.id"}, "rfx target", "source.rfx_id = :model and target.id > :last",
            model=model, last=last,
        )  # fmt: skip
    _advance("rfx")


def _make_threads(count: int, tenant_id: int, user_id: int) -> None:
    model = number("select min(thread_id) from thread_participant where user_id = :u", u=user_id)
    message = number("select max(id) from message where thread_id = :of", of=model)
    participant = number(
        "select id from thread_participant where thread_id = :of and user_id = :u", of=model, u=user_id
    )
    last, last_message = (
        number("select max(id) from message_thread"),
        number("select max(id) from message"),
    )
    _copy(
        MessageThread,
        {"id": f"{last} + n", "subject": TITLE, "organisation_id": ":tenant", "message_count": "1",
         "with_organisation_id": "supplier.organisation_id", "last_message_id": "null",
         "created": f"now() - {EARLIER}", "last_activity": f"now() - {EARLIER}"},
        f"{SERIES} {_supplier()}", model, count=count, tenant=tenant_id,
    )  # fmt: skip
    _copy(
        Message,
        {"id": f"{last_message} - {last} + t.id", "thread_id": "t.id",
         "created_by_user_id": "case when t.id % 2 = 0 then source.created_by_user_id else author.id end",
         "sample": "'Please look at ' || t.subject || ', line ' || t.id % 40"},
        f"message_thread t join app_user author on author.id = :author + (t.id - {last}) % :count", message,
        where="t.id > :last", last=last, count=count,
        author=number("select min(id) from app_user where email like 'measured-%'"),
    )  # fmt: skip
    _run(
        f"update message_thread set last_message_id = {last_message} - {last} + id where id > :last",
        last=last,
    )
    _copy(
        ThreadParticipant,
        {"thread_id": "t.id", "last_activity": "t.last_activity", "mail_due": "null", "mailed_message_id": "null",
         "tags": "'{inbox}'"},
        "message_thread t", participant, where="t.id > :last", last=last,
    )  # fmt: skip
    _advance("message_thread")
    _advance("message")


def _make_assessments(count: int, tenant_id: int) -> None:
    model = number(
        "select max(id) from assessment where organisation_id = :t and status <> 'COMPLETED'", t=tenant_id
    )
    _copy(
        Assessment,
        {"title": TITLE, "relationship_id": "supplier.id", "with_organisation_id": "supplier.organisation_id",
         "created": f"now() - {EARLIER}"},
        f"{SERIES} {_supplier()}", model, count=count,
    )  # fmt: skip


def _make_events(count: int, tenant_id: int, user_id: int) -> None:
    """Add events of the tenant, most of them caused by a colleague and some of each type by the measured user."""
    model = number(
        "select max(id) from event_log where organisation_id = :t and type = 'organisation.updated' or organisation_id = :t",
        t=tenant_id,
    )
    kinds = (
        "user.login",
        "user.viewed.organisation",
        "rfx.sent",
        "ncr.added",
        "user.viewed.user",
        "messageThread.replied",
    )
    types = "(array[" + ", ".join(f"'{kind}'" for kind in kinds) + f"])[1 + n % {len(kinds)}]"
    colleague = number(
        "select coalesce(max(id), :u) from app_user where organisation_id = :t and id <> :u and type = 'USER'",
        t=tenant_id, u=user_id,
    )  # fmt: skip
    _copy(
        EventLog,
        {"type": types, "created": f"now() - {EARLIER}", "subject_user_id": "null", "relationship_id": "null",
         "created_by_user_id": f"case when n / 7 % {OWN_SHARE} = 0 then cast(:own as bigint) else cast(:other as bigint) end"},
        SERIES, model, count=count, own=user_id, other=colleague,
    )  # fmt: skip


def _make_notifications(count: int, tenant_id: int, user_id: int) -> None:
    """Notify the measured user, and one of READER_SHARE contacts, of the newest events; every tenth one is unread."""
    _run(
        "insert into notification (user_id, event_id, kind, subject_type, subject_id, is_task, awaits_daily_mail, "
        "created, read_at) select reader.id, event.id, 'RFX_DECLINED', 'rfx', event.id, false, false, now(), "
        "case when event.id % 10 = 0 then null else now() end from "
        "(select id from event_log where organisation_id = :t and created_by_user_id <> :u order by created desc limit :each) "
        "event, (select cast(:u as bigint) as id union all "
        "(select id from app_user where email like 'measured-%' order by id limit :readers)) reader on conflict do nothing",
        u=user_id, t=tenant_id, each=NOTIFICATIONS, readers=count // READER_SHARE,
    )  # fmt: skip


def _copy(
    kind: type,
    changed: Mapping[str, str],
    others: str,
    model: int,
    *,
    where: str = "true",
    **parameters: object,
) -> None:
    copy_rows(kind, changed, others, f"source.id = :model and {where}", model=model, **parameters)


def _advance(table: str) -> None:
    number(f"select setval(pg_get_serial_sequence('{table}', 'id'), max(id)) from {table}")


def _run(statement: str, **parameters: object) -> None:
    db.session.execute(text(statement), parameters)
