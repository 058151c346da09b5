"""Endpoints of webhooks and their deliveries. No existing row changes; the previous release does not know the tables."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0053_webhooks"
down_revision = "0052_api_keys"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "webhook_endpoint",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("event_types", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("secret_encrypted", sa.Text(), nullable=False),
        sa.Column("former_secret_ends", sa.DateTime(timezone=True), nullable=True),
        sa.Column("is_active", sa.Boolean(), nullable=False),
        sa.Column("disabled_reason", sa.Text(), nullable=True),
        sa.Column("removed", sa.DateTime(timezone=True), nullable=True),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by_user_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["created_by_user_id"], ["app_user.id"], name=op.f("fk_webhook_endpoint_created_by_user_id")
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_webhook_endpoint_organisation_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhook_endpoint")),
    )
    op.create_index(
        "ix_webhook_endpoint_organisation",
        "webhook_endpoint",
        ["organisation_id", "id"],
        postgresql_where=sa.text("removed is null"),
    )
    op.create_table(
        "webhook_delivery",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("endpoint_id", sa.BigInteger(), nullable=False),
        sa.Column("event_id", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("body", postgresql.JSONB(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_attempt", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_attempt", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_status", sa.Integer(), nullable=True),
        sa.Column("last_answer", sa.Text(), nullable=True),
        sa.Column("last_error", sa.Text(), nullable=True),
        sa.Column("duration_ms", sa.Integer(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "state IN ('PENDING', 'DELIVERED', 'FAILED')", name=op.f("ck_webhook_delivery_state")
        ),
        sa.ForeignKeyConstraint(
            ["endpoint_id"], ["webhook_endpoint.id"], name=op.f("fk_webhook_delivery_endpoint_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhook_delivery")),
    )
    op.create_index(
        "uq_webhook_delivery_event",
        "webhook_delivery",
        ["endpoint_id", "event_id"],
        unique=True,
        postgresql_where=sa.text("event_id is not null"),
    )
    op.create_index(
        "ix_webhook_delivery_due",
        "webhook_delivery",
        ["endpoint_id", "next_attempt"],
        postgresql_where=sa.text("state = 'PENDING'"),
    )
    op.create_index("ix_webhook_delivery_endpoint", "webhook_delivery", ["endpoint_id", "id"])
    op.create_index("ix_webhook_delivery_state", "webhook_delivery", ["endpoint_id", "state", "id"])
    op.create_index("ix_webhook_delivery_type", "webhook_delivery", ["endpoint_id", "type", "id"])
    op.create_index("ix_webhook_delivery_created", "webhook_delivery", ["created"])


def downgrade() -> None:
    op.drop_table("webhook_delivery")
    op.drop_table("webhook_endpoint")
