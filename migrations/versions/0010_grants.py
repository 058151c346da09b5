"""grants: access of guests to single records.

Each guest with links or sign-ins for an RFx gets one grant for it, so that mailed links and open sessions keep working.
The end of a link, 90 days after its RFx was closed, becomes the end of the grant.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0010_grants"
down_revision = "0009_starter_texts"
branch_labels = None
depends_on = None

LINKED = ("mail_link", "sign_in")
GRANTS_OF_LINKS = """
    INSERT INTO access_grant (user_id, subject_type, subject_id, scope, created_by_user_id, created, expires)
    SELECT linked.user_id, 'RFX', linked.guest_rfx_id, '{}', rfx.created_by_user_id, min(linked.created),
           rfx.closed + interval '90 days'
    FROM (
        SELECT user_id, guest_rfx_id, created FROM mail_link
        UNION ALL
        SELECT user_id, guest_rfx_id, created FROM sign_in
    ) AS linked
    LEFT JOIN rfx ON rfx.id = linked.guest_rfx_id
    WHERE linked.guest_rfx_id IS NOT NULL
    GROUP BY linked.user_id, linked.guest_rfx_id, rfx.id
"""
FIND_GRANT = """
    CREATE FUNCTION find_access_grant() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        INSERT INTO access_grant (user_id, subject_type, subject_id, scope, created_by_user_id, created, expires)
        SELECT NEW.user_id, 'RFX', linked.rfx_id, '{}', rfx.created_by_user_id, NEW.created,
               rfx.closed + interval '90 days'
        FROM (VALUES (NEW.guest_rfx_id)) AS linked (rfx_id) LEFT JOIN rfx ON rfx.id = linked.rfx_id
        ON CONFLICT (subject_type, subject_id, user_id) WHERE revoked IS NULL DO NOTHING;
        SELECT id INTO NEW.grant_id FROM access_grant
        WHERE subject_type = 'RFX' AND subject_id = NEW.guest_rfx_id AND user_id = NEW.user_id AND revoked IS NULL;
        RETURN NEW;
    END
    $$
"""
"""The previous release runs until it is replaced, and again after a rollback. It writes links without a grant."""


def upgrade() -> None:
    op.create_table(
        "access_grant",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("subject_type", sa.Text(), nullable=False),
        sa.Column("subject_id", sa.BigInteger(), nullable=False),
        sa.Column("scope", postgresql.JSONB(), nullable=False),
        sa.Column("created_by_user_id", sa.BigInteger(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["app_user.id"], name=op.f("fk_access_grant_user_id")),
        sa.ForeignKeyConstraint(
            ["created_by_user_id"], ["app_user.id"], name=op.f("fk_access_grant_created_by_user_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_access_grant")),
    )
    op.create_index(
        "uq_access_grant_subject",
        "access_grant",
        ["subject_type", "subject_id", "user_id"],
        unique=True,
        postgresql_where=sa.text("revoked is null"),
    )
    op.create_index("ix_access_grant_user_id", "access_grant", ["user_id"])
    op.execute(FIND_GRANT)
    for table in LINKED:
        # In one statement, because PostgreSQL then does not check the rows against the empty column.
        op.execute(
            f"ALTER TABLE {table} ADD COLUMN grant_id bigint CONSTRAINT fk_{table}_grant_id REFERENCES access_grant"
        )
        op.execute(
            f"CREATE TRIGGER find_access_grant BEFORE INSERT ON {table} FOR EACH ROW"
            " WHEN (NEW.grant_id IS NULL AND NEW.guest_rfx_id IS NOT NULL) EXECUTE FUNCTION find_access_grant()"
        )
    op.execute(GRANTS_OF_LINKS)
    op.execute(
        "UPDATE mail_link SET grant_id = access_grant.id, expires = NULL FROM access_grant"
        " WHERE access_grant.user_id = mail_link.user_id AND access_grant.subject_id = mail_link.guest_rfx_id"
    )
    op.execute(
        "UPDATE sign_in SET grant_id = access_grant.id FROM access_grant"
        " WHERE access_grant.user_id = sign_in.user_id AND access_grant.subject_id = sign_in.guest_rfx_id"
    )


def downgrade() -> None:
    op.execute(
        "UPDATE mail_link SET expires = least(access_grant.expires, access_grant.revoked) FROM access_grant"
        " WHERE access_grant.id = mail_link.grant_id"
    )
    op.execute(
        "UPDATE sign_in SET ended = coalesce(ended, access_grant.revoked) FROM access_grant"
        " WHERE access_grant.id = sign_in.grant_id"
    )
    for table in LINKED:
        op.execute(f"DROP TRIGGER find_access_grant ON {table}")
        op.drop_column(table, "grant_id")
    op.execute("DROP FUNCTION find_access_grant()")
    op.drop_table("access_grant")
