"""The migrations build exactly the schema of the models, up and down, and take over databases from before 1.0.0."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.command import downgrade, stamp, upgrade
from alembic.migration import MigrationContext
from flask import Flask
from sqlalchemy import Connection, inspect, text

from app.extensions import db
from app.factory import add_migrations
from app.kernel.http.auth import Permission

SCHEMA_BEFORE_1_0 = Path(__file__).parents[1] / "data" / "schema_0028.sql"
"""The schema that the 28 migrations before 1.0.0 built, as pg_dump wrote it."""
# PostgreSQL 18 names NOT NULL constraints by the order of their creation; the columns say the same without names.
CATALOG = """
    SELECT 'column ' || c.table_name || '.' || c.column_name || ' ' || c.data_type || ' ' || c.is_nullable
           || ' ' || coalesce(c.column_default, '')
    FROM information_schema.columns c WHERE c.table_schema = 'public' AND c.table_name <> 'alembic_version'
    UNION ALL
    SELECT 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text <> 'alembic_version'
      AND contype <> 'n' AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = conrelid)
    UNION ALL
    SELECT 'index ' || indexdef FROM pg_indexes
    WHERE schemaname = 'public' AND tablename <> 'alembic_version' AND indexname NOT LIKE '%_trigram'
    UNION ALL
    SELECT 'function ' || proname || ' ' || prosrc FROM pg_proc p
    WHERE pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
"""


def differences(connection: Connection) -> list[Any]:
    """Differences between database and models.

    Except trigram indexes, because servers without pg_trgm have none, and the partitions of the event and audit logs.
    """
    partitions = ("event_log_", "audit_entry_")
    options = {"include_name": lambda name, _type, _parents: not str(name).startswith(partitions)}
    changes = compare_metadata(MigrationContext.configure(connection, opts=options), db.metadata)
    return [
        change
        for change in changes
        if not (change[0] == "remove_index" and str(change[1].name).endswith("_trigram"))
    ]


def catalog() -> set[str]:
    with db.engine.connect() as connection:
        return set(connection.scalars(text(CATALOG)))


def constraints() -> set[str]:
    return {line for line in catalog() if line.startswith("constraint ")}


def test_up_builds_the_models_and_down_leaves_nothing(committed_app: Flask) -> None:
    with committed_app.app_context():
        config = add_migrations(committed_app).get_config()
        upgrade(config, "head")
        with db.engine.connect() as connection:
            assert differences(connection) == []
        downgrade(config, "base")
        with db.engine.connect() as connection:
            assert inspect(connection).get_table_names() == ["alembic_version"]
        upgrade(config, "head")
        with db.engine.connect() as connection:
            assert differences(connection) == []


def test_the_migrations_build_the_constraints_of_the_models(committed_app: Flask) -> None:
    with committed_app.app_context():
        config = add_migrations(committed_app).get_config()
        upgrade(config, "head")
        migrated = constraints()
        downgrade(config, "base")
        db.metadata.create_all(db.engine)
        assert constraints() == migrated
        db.metadata.drop_all(db.engine)
        upgrade(config, "head")


def test_a_database_from_before_1_0_becomes_the_same_as_a_new_one(committed_app: Flask) -> None:
    with committed_app.app_context():
        config = add_migrations(committed_app).get_config()
        upgrade(config, "head")
        new = catalog()
        downgrade(config, "base")
        load(SCHEMA_BEFORE_1_0.read_text(encoding="utf-8"))
        stamp(config, "0001_initial", purge=True)
        upgrade(config, "head")
        assert catalog() == new


def test_organisations_start_with_the_time_zone_of_their_country(committed_app: Flask) -> None:
    countries = {"Meridian": "GBR", "Bergmann": "DEU", "Delta Precision": "USA", "New": None}
    with committed_app.app_context():
        config = add_migrations(committed_app).get_config()
        upgrade(config, "head")
        downgrade(config, "0004_time_zones-1")
        insert = text(
            "INSERT INTO organisation (name, status, is_test_organisation, is_placeholder, address_country, created) "
            "VALUES (:name, 'CONFIRMED', false, false, :country, now())"
        )
        with db.engine.begin() as connection:
            connection.execute(insert, [{"name": n, "country": c} for n, c in countries.items()])
        upgrade(config, "head")
        with db.engine.begin() as connection:
            zones = {
                row.name: row.time_zone
                for row in connection.execute(
                    text("SELECT name, time_zone FROM organisation WHERE NOT is_placeholder")
                )
            }
            connection.execute(text("DELETE FROM organisation WHERE NOT is_placeholder"))
    assert zones == {
        "Meridian": "Europe/London",
        "Bergmann": "Europe/Berlin",
        "Delta Precision": None,
        "New": None,
    }


def test_first_steps_are_hidden_for_existing_accounts(committed_app: Flask) -> None:
    with committed_app.app_context():
        config = add_migrations(committed_app).get_config()
        upgrade(config, "head")
        downgrade(config, "0006_first_steps-1")
        with db.engine.begin() as connection:
            connection.execute(text(FIRST_STEPS_USERS))
        upgrade(config, "head")
        with db.engine.begin() as connection:
            rows = connection.execute(
                text(
                    "SELECT name, charts, steps_hidden IS NOT NULL AS is_hidden FROM home_layout"
                    " JOIN app_user ON app_user.id = user_id ORDER BY name"
                )
            ).all()
        downgrade(config, "0006_first_steps-1")
        with db.engine.begin() as connection:
            charts_after_downgrade = connection.scalars(text("SELECT charts FROM home_layout")).all()
            connection.execute(text("DELETE FROM home_layout"))
            connection.execute(text("DELETE FROM app_user"))
            connection.execute(text("DELETE FROM organisation WHERE NOT is_placeholder"))
        upgrade(config, "head")
    assert [tuple(row) for row in rows] == [("Chooser", ["RFX_STATUS"], True), ("Plain", None, True)]
    assert charts_after_downgrade == [["RFX_STATUS"]]


def test_events_stay_where_they_are_when_the_log_gets_partitions(committed_app: Flask) -> None:
    ids = text(
        "SELECT tableoid::regclass::text AS partition, ctid::text AS place, id FROM event_log ORDER BY id"
    )
    with committed_app.app_context():
        config = add_migrations(committed_app).get_config()
        upgrade(config, "head")
        downgrade(config, "0042_event_partitions-1")
        with db.engine.begin() as connection:
            connection.execute(text(EVENTS_OF_BEFORE))
            before = connection.execute(ids).all()
        upgrade(config, "head")
        with db.engine.begin() as connection:
            after = connection.execute(ids).all()
            connection.execute(text(EVENT_OF_PREVIOUS_RELEASE), {"days": 0})
            connection.execute(text(EVENT_OF_PREVIOUS_RELEASE), {"days": 40})
            connection.execute(text(EVENT_OF_PREVIOUS_RELEASE), {"days": 4_000})
            partitions = connection.scalars(
                text("SELECT DISTINCT tableoid::regclass::text FROM event_log ORDER BY 1")
            ).all()
            notified = connection.scalars(text("SELECT event_id FROM notification")).all()
        downgrade(config, "0042_event_partitions-1")
        with db.engine.begin() as connection:
            again = connection.execute(ids).all()
            key = connection.scalar(
                text("SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'pk_event_log'")
            )
            connection.execute(text(EVENT_OF_PREVIOUS_RELEASE), {"days": 0})
            last = connection.scalar(text("SELECT max(id) FROM event_log"))
            for table in ("notification", "event_log", "app_user"):
                connection.execute(text(f"DELETE FROM {table}"))
            connection.execute(text("DELETE FROM organisation WHERE NOT is_placeholder"))
        upgrade(config, "head")
        with db.engine.connect() as connection:
            assert differences(connection) == []
    assert [row.partition for row in before] == ["event_log"] * 3
    assert [(row.place, row.id) for row in after] == [(row.place, row.id) for row in before]
    assert {row.partition for row in after} == {"event_log_first"}
    assert partitions[0].startswith("event_log_2")
    assert partitions[1:] == ["event_log_first", "event_log_later"]
    assert notified == [after[0].id]
    ids_before = [row.id for row in before]
    assert [row.id for row in again] == [*ids_before, *range(ids_before[-1] + 1, ids_before[-1] + 4)]
    assert key == "PRIMARY KEY (id)"
    assert last == again[-1].id + 1


EVENTS_OF_BEFORE = """
    WITH own AS (
        INSERT INTO organisation (name, status, is_test_organisation, is_placeholder, created)
        VALUES ('Meridian', 'CONFIRMED', false, false, now()) RETURNING id
    ), person AS (
        INSERT INTO app_user (organisation_id, type, status, is_admin, name, email, created)
        SELECT id, 'USER', 'ACTIVE', false, 'Ann', 'ann@meridian.example', now() FROM own
        RETURNING id, organisation_id
    ), events AS (
        INSERT INTO event_log (type, created, organisation_id, created_by_user_id, args)
        SELECT 'user.login', now() - days * interval '1 day', organisation_id, id, '{}'
        FROM person, (VALUES (900), (40), (0)) AS age (days) RETURNING id, created_by_user_id
    )
    INSERT INTO notification (user_id, event_id, kind, subject_type, subject_id, is_task, awaits_daily_mail, created)
    SELECT created_by_user_id, id, 'RFX_DECLINED', 'rfx', 1, false, false, now() FROM events ORDER BY id LIMIT 1
"""
EVENT_OF_PREVIOUS_RELEASE = """
    INSERT INTO event_log (type, created, organisation_id, args)
    SELECT 'user.login', now() + :days * interval '1 day', id, '{}' FROM organisation WHERE name = 'Meridian'
"""


FIRST_STEPS_USERS = """
    WITH own AS (
        INSERT INTO organisation (name, status, is_test_organisation, is_placeholder, created)
        VALUES ('Meridian', 'CONFIRMED', false, false, now()) RETURNING id
    ), people AS (
        INSERT INTO app_user (organisation_id, type, status, is_admin, name, email, created)
        SELECT own.id, 'USER', person.status, false, person.name, person.name || '@meridian.example', now()
        FROM own, (VALUES ('Chooser', 'ACTIVE'), ('Plain', 'SUSPENDED'), ('Invited', 'INVITED')) AS person (name, status)
        RETURNING id, name
    )
    INSERT INTO home_layout (user_id, charts) SELECT id, ARRAY['RFX_STATUS'] FROM people WHERE name = 'Chooser'
"""


def test_guest_links_and_sessions_become_grants(committed_app: Flask) -> None:
    with committed_app.app_context():
        config = add_migrations(committed_app).get_config()
        upgrade(config, "head")
        downgrade(config, "0010_grants-1")
        with db.engine.begin() as connection:
            connection.execute(text(GUEST_LINKS))
        upgrade(config, "head")
        with db.engine.begin() as connection:
            migrated = grants_of_guests(connection)
            ends = connection.scalars(
                text("SELECT expires - created FROM access_grant ORDER BY expires NULLS FIRST")
            ).all()
            link_ends = connection.scalars(
                text("SELECT count(expires) FROM mail_link WHERE purpose = 'GUEST'")
            ).one()
            # The previous release may still run, and writes no grant.
            connection.execute(text(GUEST_LINK_OF_PREVIOUS_RELEASE), {"name": "One", "token": "late one"})
            connection.execute(text(GUEST_LINK_OF_PREVIOUS_RELEASE), {"name": "New", "token": "first new"})
            after_old_writes = grants_of_guests(connection)
            connection.execute(
                text(
                    "UPDATE access_grant SET revoked = now() FROM app_user"
                    " WHERE app_user.id = user_id AND app_user.name = 'One'"
                )
            )
        downgrade(config, "0010_grants-1")
        with db.engine.begin() as connection:
            links = connection.execute(
                text("SELECT token_hash, expires <= now() AS is_gone FROM mail_link ORDER BY token_hash")
            ).all()
            ended = connection.scalars(text("SELECT ended IS NOT NULL FROM sign_in")).all()
            for table in ("sign_in", "mail_link", "rfx", "app_user"):
                connection.execute(text(f"DELETE FROM {table}"))
            connection.execute(text("DELETE FROM organisation WHERE NOT is_placeholder"))
        upgrade(config, "head")
    one = [("One", "link one"), ("One", "second link one"), ("One", "session one")]
    assert migrated == [[("Closed", "link closed")], one]
    assert ends == [None, timedelta(days=90)]
    assert link_ends == 0
    assert after_old_writes == [
        [("Closed", "link closed")],
        [("New", "first new")],
        [("One", "late one"), *one],
    ]
    assert [tuple(link) for link in links] == [
        ("first new", None),
        ("late one", True),
        ("link closed", False),
        ("link one", True),
        ("second link one", True),
        ("user's link", False),
    ]
    assert ended == [True]


def grants_of_guests(connection: Connection) -> list[list[tuple[str, str]]]:
    """Return the links and sessions of each grant as (guest, token), and check that the subject is the guest's RFx."""
    rows = connection.execute(
        text(
            "SELECT access_grant.id, app_user.name, linked.token_hash FROM access_grant"
            " JOIN app_user ON app_user.id = access_grant.user_id"
            " JOIN rfx ON rfx.id = subject_id AND guest_user_id = app_user.id"
            "  AND rfx.created_by_user_id = access_grant.created_by_user_id"
            " JOIN (SELECT grant_id, token_hash FROM mail_link UNION ALL SELECT grant_id, token_hash FROM sign_in)"
            "  AS linked ON linked.grant_id = access_grant.id"
            " WHERE subject_type = 'RFX' AND scope = '{}' ORDER BY app_user.name, linked.token_hash"
        )
    ).all()
    grants: dict[int, list[tuple[str, str]]] = {}
    for row in rows:
        grants.setdefault(row.id, []).append((row.name, row.token_hash))
    return list(grants.values())


GUEST_LINKS = """
    WITH own AS (
        INSERT INTO organisation (name, status, is_test_organisation, is_placeholder, created)
        VALUES ('Meridian', 'CONFIRMED', false, false, now()) RETURNING id
    ), people AS (
        INSERT INTO app_user (organisation_id, type, status, is_admin, name, email, created)
        SELECT own.id, person.type, 'ACTIVE', false, person.name, person.name || '@meridian.example', now()
        FROM own, (VALUES ('Buyer', 'USER'), ('One', 'GUEST'), ('Closed', 'GUEST'), ('New', 'GUEST')) AS person (name, type)
        RETURNING id, organisation_id, name
    ), sent AS (
        INSERT INTO rfx (type, title, status, organisation_id, with_organisation_id, created_by_user_id, guest_user_id,
                         closed, created, ignored)
        SELECT 'RFI', guest.name, 'NEW', buyer.organisation_id, buyer.organisation_id, buyer.id, guest.id,
               CASE guest.name WHEN 'Closed' THEN now() END, now(), false
        FROM people AS guest, people AS buyer WHERE buyer.name = 'Buyer' AND guest.name <> 'Buyer'
        RETURNING id, guest_user_id, title, closed
    ), links AS (
        INSERT INTO mail_link (purpose, token_hash, user_id, guest_rfx_id, created, expires)
        SELECT 'GUEST', link.token, guest_user_id, sent.id, now(), closed + interval '90 days'
        FROM sent JOIN (VALUES ('One', 'link one'), ('One', 'second link one'), ('Closed', 'link closed'))
            AS link (name, token) ON name = title
        UNION ALL
        SELECT 'PASSWORD_RESET', 'user''s link', people.id, NULL, now(), now() + interval '1 hour'
        FROM people WHERE name = 'Buyer'
    )
    INSERT INTO sign_in (user_id, token_hash, guest_rfx_id, user_agent, address, created, last_seen, expires)
    SELECT guest_user_id, 'session one', id, '', '', now(), now(), now() + interval '30 days' FROM sent WHERE title = 'One'
"""
GUEST_LINK_OF_PREVIOUS_RELEASE = """
    INSERT INTO mail_link (purpose, token_hash, user_id, guest_rfx_id, created)
    SELECT 'GUEST', :token, guest_user_id, id, now() FROM rfx WHERE title = :name
"""


def load(schema: str) -> None:
    """Run a dump of pg_dump in the empty database, without the lines that psql reads itself."""
    script = "\n".join(line for line in schema.splitlines() if not line.startswith("\\"))
    connection = db.engine.raw_connection()
    try:
        connection.cursor().execute("DROP TABLE alembic_version")
        connection.cursor().execute(script)
        connection.cursor().execute("SET search_path TO public")
        connection.commit()
    finally:
        connection.close()


def test_roles_with_all_other_permissions_manage_integrations(committed_app: Flask) -> None:
    others = [p.value for p in Permission if p is not Permission.MANAGE_INTEGRATIONS]
    roles = {"Super User": others, "Custom": [*others[1:]], "Viewer": []}
    with committed_app.app_context():
        config = add_migrations(committed_app).get_config()
        upgrade(config, "head")
        downgrade(config, "0050_manage_integrations-1")
        with db.engine.begin() as connection:
            organisation_id = connection.execute(text("SELECT min(id) FROM organisation")).scalar_one()
            connection.execute(
                text(
                    "INSERT INTO role (organisation_id, name, permissions) VALUES (:id, :name, :permissions)"
                ),
                [{"id": organisation_id, "name": name, "permissions": p} for name, p in roles.items()],
            )
        upgrade(config, "head")
        with db.engine.begin() as connection:
            after = {row.name: row.permissions for row in connection.execute(text("SELECT * FROM role"))}
            connection.execute(text("DELETE FROM role"))
    assert {name: after[name] for name in roles} == {**roles, "Super User": [*others, "MANAGE_INTEGRATIONS"]}
