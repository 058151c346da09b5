-- The schema of the last migration before 1.0.0, written by pg_dump; without indexes that need pg_trgm.
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE FUNCTION public.folded(given text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT CASE WHEN octet_length(given) = char_length(given) THEN lower(given)
  ELSE replace(replace(replace(translate(
    lower(normalize(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]', '', 'g'), NFC)),
    'øØłŁđĐðÐħĦŧŦıẞÆŒ', 'oollddddhhttißæœ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe') END
$$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.app_user (
    id bigint NOT NULL,
    organisation_id bigint NOT NULL,
    role_id bigint,
    type text NOT NULL,
    status text NOT NULL,
    is_admin boolean NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    phone text,
    mobile text,
    job_title text,
    password_hash text,
    picture_id bigint,
    join_date timestamp with time zone,
    created timestamp with time zone NOT NULL,
    gets_optional_mail boolean DEFAULT true NOT NULL,
    picture_version text
);
CREATE SEQUENCE public.app_user_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.app_user_id_seq OWNED BY public.app_user.id;
CREATE TABLE public.assessment (
    id bigint NOT NULL,
    organisation_id bigint NOT NULL,
    relationship_id bigint NOT NULL,
    with_organisation_id bigint NOT NULL,
    type text NOT NULL,
    title text NOT NULL,
    status text NOT NULL,
    deadline timestamp with time zone,
    created_by_user_id bigint NOT NULL,
    created timestamp with time zone NOT NULL,
    completed_date timestamp with time zone,
    closed_by_user_id bigint,
    previous_score numeric(12,6),
    completed_score numeric(12,6),
    scoreboard jsonb
);
CREATE SEQUENCE public.assessment_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.assessment_id_seq OWNED BY public.assessment.id;
CREATE TABLE public.attachment (
    id bigint NOT NULL,
    kind text NOT NULL,
    filename text NOT NULL,
    size bigint NOT NULL,
    content_type text,
    sha256 text,
    storage_key text,
    organisation_id bigint NOT NULL,
    created_by_user_id bigint NOT NULL,
    created timestamp with time zone NOT NULL,
    stored timestamp with time zone,
    small_size bigint
);
CREATE SEQUENCE public.attachment_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.attachment_id_seq OWNED BY public.attachment.id;
CREATE TABLE public.attachment_use (
    id bigint NOT NULL,
    attachment_id bigint NOT NULL,
    subject_type text NOT NULL,
    subject_id bigint NOT NULL
);
CREATE SEQUENCE public.attachment_use_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.attachment_use_id_seq OWNED BY public.attachment_use.id;
CREATE TABLE public.doc_form (
    id bigint NOT NULL,
    organisation_id bigint NOT NULL,
    series_id text NOT NULL,
    revision bigint NOT NULL,
    title text NOT NULL,
    type text NOT NULL,
    status text NOT NULL,
    is_latest boolean NOT NULL,
    is_in_use boolean NOT NULL,
    is_archived boolean NOT NULL,
    version bigint NOT NULL,
    doc jsonb NOT NULL,
    html text NOT NULL,
    created_by_user_id bigint,
    created timestamp with time zone NOT NULL,
    updated timestamp with time zone NOT NULL,
    thumbnail_id bigint,
    updated_by_user_id bigint
);
CREATE TABLE public.doc_form_bundle (
    id bigint NOT NULL,
    organisation_id bigint NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    created_by_user_id bigint NOT NULL,
    created timestamp with time zone NOT NULL,
    updated timestamp with time zone NOT NULL
);
CREATE SEQUENCE public.doc_form_bundle_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.doc_form_bundle_id_seq OWNED BY public.doc_form_bundle.id;
CREATE TABLE public.doc_form_bundle_item (
    bundle_id bigint NOT NULL,
    series_id text NOT NULL,
    "position" bigint NOT NULL
);
CREATE SEQUENCE public.doc_form_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.doc_form_id_seq OWNED BY public.doc_form.id;
CREATE TABLE public.event_log (
    id bigint NOT NULL,
    type text NOT NULL,
    created timestamp with time zone NOT NULL,
    organisation_id bigint NOT NULL,
    created_by_user_id bigint,
    relationship_id bigint,
    subject_user_id bigint,
    args jsonb NOT NULL
);
CREATE SEQUENCE public.event_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.event_log_id_seq OWNED BY public.event_log.id;
CREATE TABLE public.export (
    id bigint NOT NULL,
    kind text NOT NULL,
    format text NOT NULL,
    args jsonb NOT NULL,
    actor jsonb NOT NULL,
    user_id bigint NOT NULL,
    organisation_id bigint NOT NULL,
    status text NOT NULL,
    progress bigint NOT NULL,
    filename text,
    content_type text,
    storage_key text,
    created timestamp with time zone NOT NULL
);
CREATE SEQUENCE public.export_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.export_id_seq OWNED BY public.export.id;
CREATE TABLE public.form_value (
    id bigint NOT NULL,
    rfx_id bigint NOT NULL,
    doc_form_id bigint NOT NULL,
    key text NOT NULL,
    fid text NOT NULL,
    type text NOT NULL,
    question_id bigint,
    iteration bigint NOT NULL,
    is_current boolean NOT NULL,
    value jsonb,
    organisation_id bigint NOT NULL,
    created_by_user_id bigint NOT NULL,
    updated timestamp with time zone NOT NULL,
    accepted timestamp with time zone,
    accepted_by_user_id bigint
);
CREATE SEQUENCE public.form_value_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.form_value_id_seq OWNED BY public.form_value.id;
CREATE TABLE public.home_layout (
    user_id bigint NOT NULL,
    charts text[] NOT NULL
);
CREATE TABLE public.idempotency_record (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    key text NOT NULL,
    request_hash text NOT NULL,
    status bigint,
    body text,
    created timestamp with time zone NOT NULL
);
CREATE SEQUENCE public.idempotency_record_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.idempotency_record_id_seq OWNED BY public.idempotency_record.id;
CREATE TABLE public.invitation (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    invited_by_user_id bigint NOT NULL,
    relationship_id bigint,
    message_html text,
    created timestamp with time zone NOT NULL,
    expires timestamp with time zone NOT NULL,
    accepted timestamp with time zone
);
CREATE SEQUENCE public.invitation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.invitation_id_seq OWNED BY public.invitation.id;
CREATE TABLE public.invite_template (
    organisation_id bigint NOT NULL,
    message_html text NOT NULL,
    updated timestamp with time zone NOT NULL
);
CREATE TABLE public.job (
    id bigint NOT NULL,
    name text NOT NULL,
    args jsonb NOT NULL,
    status text NOT NULL,
    attempts bigint NOT NULL,
    run_at timestamp with time zone NOT NULL,
    dedupe_key text,
    last_error text,
    created timestamp with time zone NOT NULL,
    finished timestamp with time zone,
    rank smallint DEFAULT 20 NOT NULL
);
CREATE SEQUENCE public.job_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.job_id_seq OWNED BY public.job.id;
CREATE TABLE public.known_contact (
    organisation_id bigint NOT NULL,
    user_id bigint NOT NULL
);
CREATE TABLE public.mail_link (
    id bigint NOT NULL,
    purpose text NOT NULL,
    token_hash text NOT NULL,
    user_id bigint NOT NULL,
    invitation_id bigint,
    guest_rfx_id bigint,
    new_email text,
    created timestamp with time zone NOT NULL,
    expires timestamp with time zone,
    used timestamp with time zone
);
CREATE SEQUENCE public.mail_link_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.mail_link_id_seq OWNED BY public.mail_link.id;
CREATE TABLE public.message (
    id bigint NOT NULL,
    thread_id bigint NOT NULL,
    type text NOT NULL,
    created timestamp with time zone NOT NULL,
    created_by_user_id bigint NOT NULL,
    html text NOT NULL,
    sample text NOT NULL
);
CREATE SEQUENCE public.message_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.message_id_seq OWNED BY public.message.id;
CREATE TABLE public.message_thread (
    id bigint NOT NULL,
    type text NOT NULL,
    subject text NOT NULL,
    organisation_id bigint NOT NULL,
    with_organisation_id bigint NOT NULL,
    created_by_user_id bigint NOT NULL,
    created timestamp with time zone NOT NULL,
    last_activity timestamp with time zone NOT NULL,
    last_message_id bigint,
    message_count bigint NOT NULL
);
CREATE SEQUENCE public.message_thread_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.message_thread_id_seq OWNED BY public.message_thread.id;
CREATE TABLE public.non_conformance (
    id bigint NOT NULL,
    title text NOT NULL,
    description_html text,
    organisation_id bigint NOT NULL,
    with_organisation_id bigint NOT NULL,
    relationship_id bigint NOT NULL,
    event_date date NOT NULL,
    account_name text NOT NULL,
    type text NOT NULL,
    severity text NOT NULL,
    status text NOT NULL,
    status_before_deletion text,
    job_title text,
    job_ref text,
    created_by_user_id bigint NOT NULL,
    reported_by_name text,
    resolution_asked timestamp with time zone,
    created timestamp with time zone NOT NULL,
    updated timestamp with time zone NOT NULL,
    resolved timestamp with time zone,
    version bigint DEFAULT 1 NOT NULL,
    edited_by_user_id bigint
);
CREATE SEQUENCE public.non_conformance_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.non_conformance_id_seq OWNED BY public.non_conformance.id;
CREATE TABLE public.organisation (
    id bigint NOT NULL,
    name text NOT NULL,
    status text NOT NULL,
    is_test_organisation boolean NOT NULL,
    is_placeholder boolean NOT NULL,
    logo_id bigint,
    brief_description text,
    description_html text,
    website_url text,
    registration_number text,
    tax_id_number text,
    duns_number text,
    ownership_type text,
    preferred_currency text,
    address_line1 text,
    address_line2 text,
    address_city text,
    address_region text,
    address_zipcode text,
    address_country text,
    created timestamp with time zone NOT NULL,
    logo_version text
);
CREATE SEQUENCE public.organisation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.organisation_id_seq OWNED BY public.organisation.id;
CREATE TABLE public.outbox_mail (
    id bigint NOT NULL,
    dedupe_key text NOT NULL,
    template text NOT NULL,
    organisation_id bigint,
    to_user_id bigint,
    to_name text NOT NULL,
    to_email text NOT NULL,
    subject text NOT NULL,
    html text NOT NULL,
    text text NOT NULL,
    message_id text NOT NULL,
    status text NOT NULL,
    attempts bigint DEFAULT 0 NOT NULL,
    last_error text,
    created timestamp with time zone NOT NULL,
    sent timestamp with time zone,
    unsubscribe_url text
);
CREATE SEQUENCE public.outbox_mail_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.outbox_mail_id_seq OWNED BY public.outbox_mail.id;
CREATE TABLE public.preview_values (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    series_id text NOT NULL,
    "values" jsonb NOT NULL,
    updated timestamp with time zone NOT NULL
);
CREATE SEQUENCE public.preview_values_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.preview_values_id_seq OWNED BY public.preview_values.id;
CREATE TABLE public.relationship (
    id bigint NOT NULL,
    organisation_id bigint NOT NULL,
    with_organisation_id bigint NOT NULL,
    level text NOT NULL,
    notes text,
    by_invitation boolean NOT NULL,
    created timestamp with time zone NOT NULL,
    message text
);
CREATE TABLE public.relationship_custom_values (
    relationship_id bigint NOT NULL,
    "values" jsonb NOT NULL,
    updated timestamp with time zone NOT NULL
);
CREATE SEQUENCE public.relationship_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.relationship_id_seq OWNED BY public.relationship.id;
CREATE TABLE public.relationship_tag (
    relationship_id bigint NOT NULL,
    tag_id bigint NOT NULL
);
CREATE TABLE public.rfx (
    id bigint NOT NULL,
    type text NOT NULL,
    title text NOT NULL,
    status text NOT NULL,
    status_before_expiry text,
    organisation_id bigint NOT NULL,
    with_organisation_id bigint NOT NULL,
    guest_user_id bigint,
    relationship_id bigint,
    thread_id bigint,
    bundle_name text,
    created_by_user_id bigint NOT NULL,
    created timestamp with time zone NOT NULL,
    sent_date timestamp with time zone,
    deadline timestamp with time zone,
    reminder_sent_date timestamp with time zone,
    closed timestamp with time zone,
    ignored boolean NOT NULL,
    decline_reason text,
    reopened_fields text[],
    recipient_user_id bigint,
    assessment_id bigint,
    assessment_title text,
    assessment_closed boolean DEFAULT false NOT NULL
);
CREATE TABLE public.rfx_doc_form (
    rfx_id bigint NOT NULL,
    "position" bigint NOT NULL,
    doc_form_id bigint NOT NULL
);
CREATE SEQUENCE public.rfx_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.rfx_id_seq OWNED BY public.rfx.id;
CREATE TABLE public.rfx_question (
    id bigint NOT NULL,
    organisation_id bigint,
    name text NOT NULL,
    section text NOT NULL,
    html text NOT NULL,
    label text NOT NULL,
    type text NOT NULL,
    attrs jsonb NOT NULL,
    is_archived boolean NOT NULL,
    created_by_user_id bigint,
    created timestamp with time zone NOT NULL,
    updated timestamp with time zone NOT NULL
);
CREATE SEQUENCE public.rfx_question_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.rfx_question_id_seq OWNED BY public.rfx_question.id;
CREATE TABLE public.rfx_response (
    id bigint NOT NULL,
    rfx_id bigint NOT NULL,
    organisation_id bigint NOT NULL,
    status text NOT NULL,
    created_by_user_id bigint,
    updated timestamp with time zone,
    submitted timestamp with time zone,
    submitted_by_user_id bigint
);
CREATE SEQUENCE public.rfx_response_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.rfx_response_id_seq OWNED BY public.rfx_response.id;
CREATE TABLE public.rfx_score (
    rfx_id bigint NOT NULL,
    overall numeric,
    sections jsonb NOT NULL,
    computed timestamp with time zone NOT NULL
);
CREATE TABLE public.role (
    id bigint NOT NULL,
    organisation_id bigint NOT NULL,
    name text NOT NULL,
    permissions text[] NOT NULL
);
CREATE SEQUENCE public.role_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.role_id_seq OWNED BY public.role.id;
CREATE TABLE public.sign_in (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    token_hash text NOT NULL,
    guest_rfx_id bigint,
    link_id bigint,
    user_agent text NOT NULL,
    address text NOT NULL,
    created timestamp with time zone NOT NULL,
    last_seen timestamp with time zone NOT NULL,
    expires timestamp with time zone NOT NULL,
    ended timestamp with time zone
);
CREATE SEQUENCE public.sign_in_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.sign_in_id_seq OWNED BY public.sign_in.id;
CREATE TABLE public.tag (
    id bigint NOT NULL,
    organisation_id bigint NOT NULL,
    name text NOT NULL
);
CREATE SEQUENCE public.tag_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.tag_id_seq OWNED BY public.tag.id;
CREATE TABLE public.thread_participant (
    id bigint NOT NULL,
    thread_id bigint NOT NULL,
    user_id bigint NOT NULL,
    organisation_id bigint NOT NULL,
    tags text[] NOT NULL,
    last_activity timestamp with time zone NOT NULL,
    mail_due timestamp with time zone,
    mailed_message_id bigint
);
CREATE SEQUENCE public.thread_participant_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.thread_participant_id_seq OWNED BY public.thread_participant.id;
CREATE TABLE public.user_task (
    id bigint NOT NULL,
    type text NOT NULL,
    status text NOT NULL,
    is_open boolean NOT NULL,
    title text NOT NULL,
    subject_type text NOT NULL,
    subject_id bigint NOT NULL,
    subject_title text NOT NULL,
    organisation_id bigint NOT NULL,
    assigned_organisation_id bigint NOT NULL,
    assigned_user_id bigint,
    assigned_by_user_id bigint,
    message_thread_id bigint,
    doc_form_id bigint,
    field_key text,
    description_html text,
    due date,
    created timestamp with time zone NOT NULL,
    closed timestamp with time zone,
    about_organisation_id bigint,
    expires timestamp with time zone
);
CREATE SEQUENCE public.user_task_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.user_task_id_seq OWNED BY public.user_task.id;
ALTER TABLE ONLY public.app_user ALTER COLUMN id SET DEFAULT nextval('public.app_user_id_seq'::regclass);
ALTER TABLE ONLY public.assessment ALTER COLUMN id SET DEFAULT nextval('public.assessment_id_seq'::regclass);
ALTER TABLE ONLY public.attachment ALTER COLUMN id SET DEFAULT nextval('public.attachment_id_seq'::regclass);
ALTER TABLE ONLY public.attachment_use ALTER COLUMN id SET DEFAULT nextval('public.attachment_use_id_seq'::regclass);
ALTER TABLE ONLY public.doc_form ALTER COLUMN id SET DEFAULT nextval('public.doc_form_id_seq'::regclass);
ALTER TABLE ONLY public.doc_form_bundle ALTER COLUMN id SET DEFAULT nextval('public.doc_form_bundle_id_seq'::regclass);
ALTER TABLE ONLY public.event_log ALTER COLUMN id SET DEFAULT nextval('public.event_log_id_seq'::regclass);
ALTER TABLE ONLY public.export ALTER COLUMN id SET DEFAULT nextval('public.export_id_seq'::regclass);
ALTER TABLE ONLY public.form_value ALTER COLUMN id SET DEFAULT nextval('public.form_value_id_seq'::regclass);
ALTER TABLE ONLY public.idempotency_record ALTER COLUMN id SET DEFAULT nextval('public.idempotency_record_id_seq'::regclass);
ALTER TABLE ONLY public.invitation ALTER COLUMN id SET DEFAULT nextval('public.invitation_id_seq'::regclass);
ALTER TABLE ONLY public.job ALTER COLUMN id SET DEFAULT nextval('public.job_id_seq'::regclass);
ALTER TABLE ONLY public.mail_link ALTER COLUMN id SET DEFAULT nextval('public.mail_link_id_seq'::regclass);
ALTER TABLE ONLY public.message ALTER COLUMN id SET DEFAULT nextval('public.message_id_seq'::regclass);
ALTER TABLE ONLY public.message_thread ALTER COLUMN id SET DEFAULT nextval('public.message_thread_id_seq'::regclass);
ALTER TABLE ONLY public.non_conformance ALTER COLUMN id SET DEFAULT nextval('public.non_conformance_id_seq'::regclass);
ALTER TABLE ONLY public.organisation ALTER COLUMN id SET DEFAULT nextval('public.organisation_id_seq'::regclass);
ALTER TABLE ONLY public.outbox_mail ALTER COLUMN id SET DEFAULT nextval('public.outbox_mail_id_seq'::regclass);
ALTER TABLE ONLY public.preview_values ALTER COLUMN id SET DEFAULT nextval('public.preview_values_id_seq'::regclass);
ALTER TABLE ONLY public.relationship ALTER COLUMN id SET DEFAULT nextval('public.relationship_id_seq'::regclass);
ALTER TABLE ONLY public.rfx ALTER COLUMN id SET DEFAULT nextval('public.rfx_id_seq'::regclass);
ALTER TABLE ONLY public.rfx_question ALTER COLUMN id SET DEFAULT nextval('public.rfx_question_id_seq'::regclass);
ALTER TABLE ONLY public.rfx_response ALTER COLUMN id SET DEFAULT nextval('public.rfx_response_id_seq'::regclass);
ALTER TABLE ONLY public.role ALTER COLUMN id SET DEFAULT nextval('public.role_id_seq'::regclass);
ALTER TABLE ONLY public.sign_in ALTER COLUMN id SET DEFAULT nextval('public.sign_in_id_seq'::regclass);
ALTER TABLE ONLY public.tag ALTER COLUMN id SET DEFAULT nextval('public.tag_id_seq'::regclass);
ALTER TABLE ONLY public.thread_participant ALTER COLUMN id SET DEFAULT nextval('public.thread_participant_id_seq'::regclass);
ALTER TABLE ONLY public.user_task ALTER COLUMN id SET DEFAULT nextval('public.user_task_id_seq'::regclass);
ALTER TABLE ONLY public.app_user
    ADD CONSTRAINT pk_app_user PRIMARY KEY (id);
ALTER TABLE ONLY public.assessment
    ADD CONSTRAINT pk_assessment PRIMARY KEY (id);
ALTER TABLE ONLY public.attachment
    ADD CONSTRAINT pk_attachment PRIMARY KEY (id);
ALTER TABLE ONLY public.attachment_use
    ADD CONSTRAINT pk_attachment_use PRIMARY KEY (id);
ALTER TABLE ONLY public.doc_form
    ADD CONSTRAINT pk_doc_form PRIMARY KEY (id);
ALTER TABLE ONLY public.doc_form_bundle
    ADD CONSTRAINT pk_doc_form_bundle PRIMARY KEY (id);
ALTER TABLE ONLY public.doc_form_bundle_item
    ADD CONSTRAINT pk_doc_form_bundle_item PRIMARY KEY (bundle_id, series_id);
ALTER TABLE ONLY public.event_log
    ADD CONSTRAINT pk_event_log PRIMARY KEY (id);
ALTER TABLE ONLY public.export
    ADD CONSTRAINT pk_export PRIMARY KEY (id);
ALTER TABLE ONLY public.form_value
    ADD CONSTRAINT pk_form_value PRIMARY KEY (id);
ALTER TABLE ONLY public.home_layout
    ADD CONSTRAINT pk_home_layout PRIMARY KEY (user_id);
ALTER TABLE ONLY public.idempotency_record
    ADD CONSTRAINT pk_idempotency_record PRIMARY KEY (id);
ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT pk_invitation PRIMARY KEY (id);
ALTER TABLE ONLY public.invite_template
    ADD CONSTRAINT pk_invite_template PRIMARY KEY (organisation_id);
ALTER TABLE ONLY public.job
    ADD CONSTRAINT pk_job PRIMARY KEY (id);
ALTER TABLE ONLY public.known_contact
    ADD CONSTRAINT pk_known_contact PRIMARY KEY (organisation_id, user_id);
ALTER TABLE ONLY public.mail_link
    ADD CONSTRAINT pk_mail_link PRIMARY KEY (id);
ALTER TABLE ONLY public.message
    ADD CONSTRAINT pk_message PRIMARY KEY (id);
ALTER TABLE ONLY public.message_thread
    ADD CONSTRAINT pk_message_thread PRIMARY KEY (id);
ALTER TABLE ONLY public.non_conformance
    ADD CONSTRAINT pk_non_conformance PRIMARY KEY (id);
ALTER TABLE ONLY public.organisation
    ADD CONSTRAINT pk_organisation PRIMARY KEY (id);
ALTER TABLE ONLY public.outbox_mail
    ADD CONSTRAINT pk_outbox_mail PRIMARY KEY (id);
ALTER TABLE ONLY public.preview_values
    ADD CONSTRAINT pk_preview_values PRIMARY KEY (id);
ALTER TABLE ONLY public.relationship
    ADD CONSTRAINT pk_relationship PRIMARY KEY (id);
ALTER TABLE ONLY public.relationship_custom_values
    ADD CONSTRAINT pk_relationship_custom_values PRIMARY KEY (relationship_id);
ALTER TABLE ONLY public.relationship_tag
    ADD CONSTRAINT pk_relationship_tag PRIMARY KEY (relationship_id, tag_id);
ALTER TABLE ONLY public.rfx
    ADD CONSTRAINT pk_rfx PRIMARY KEY (id);
ALTER TABLE ONLY public.rfx_doc_form
    ADD CONSTRAINT pk_rfx_doc_form PRIMARY KEY (rfx_id, "position");
ALTER TABLE ONLY public.rfx_question
    ADD CONSTRAINT pk_rfx_question PRIMARY KEY (id);
ALTER TABLE ONLY public.rfx_response
    ADD CONSTRAINT pk_rfx_response PRIMARY KEY (id);
ALTER TABLE ONLY public.rfx_score
    ADD CONSTRAINT pk_rfx_score PRIMARY KEY (rfx_id);
ALTER TABLE ONLY public.role
    ADD CONSTRAINT pk_role PRIMARY KEY (id);
ALTER TABLE ONLY public.sign_in
    ADD CONSTRAINT pk_sign_in PRIMARY KEY (id);
ALTER TABLE ONLY public.tag
    ADD CONSTRAINT pk_tag PRIMARY KEY (id);
ALTER TABLE ONLY public.thread_participant
    ADD CONSTRAINT pk_thread_participant PRIMARY KEY (id);
ALTER TABLE ONLY public.user_task
    ADD CONSTRAINT pk_user_task PRIMARY KEY (id);
ALTER TABLE ONLY public.attachment_use
    ADD CONSTRAINT uq_attachment_use_attachment_id_subject_type_subject_id UNIQUE (attachment_id, subject_type, subject_id);
ALTER TABLE ONLY public.doc_form
    ADD CONSTRAINT uq_doc_form_series_id_revision UNIQUE (series_id, revision);
ALTER TABLE ONLY public.form_value
    ADD CONSTRAINT uq_form_value_rfx_id_key_iteration UNIQUE (rfx_id, key, iteration);
ALTER TABLE ONLY public.idempotency_record
    ADD CONSTRAINT uq_idempotency_record_user_id_key UNIQUE (user_id, key);
ALTER TABLE ONLY public.mail_link
    ADD CONSTRAINT uq_mail_link_token_hash UNIQUE (token_hash);
ALTER TABLE ONLY public.preview_values
    ADD CONSTRAINT uq_preview_values_user_id_series_id UNIQUE (user_id, series_id);
ALTER TABLE ONLY public.relationship
    ADD CONSTRAINT uq_relationship_organisation_id_with_organisation_id UNIQUE (organisation_id, with_organisation_id);
ALTER TABLE ONLY public.rfx_response
    ADD CONSTRAINT uq_rfx_response_rfx_id_organisation_id UNIQUE (rfx_id, organisation_id);
ALTER TABLE ONLY public.role
    ADD CONSTRAINT uq_role_organisation_id_name UNIQUE (organisation_id, name);
ALTER TABLE ONLY public.sign_in
    ADD CONSTRAINT uq_sign_in_token_hash UNIQUE (token_hash);
ALTER TABLE ONLY public.thread_participant
    ADD CONSTRAINT uq_thread_participant_thread_id_user_id UNIQUE (thread_id, user_id);
CREATE INDEX ix_app_user_mail_domain ON public.app_user USING btree (split_part(lower(email), '@'::text, 2)) WHERE (type = 'USER'::text);
CREATE INDEX ix_app_user_name ON public.app_user USING btree (lower(name), id);
CREATE INDEX ix_app_user_organisation_id ON public.app_user USING btree (organisation_id, name, id);
CREATE INDEX ix_app_user_role_id ON public.app_user USING btree (role_id);
CREATE INDEX ix_assessment_completed ON public.assessment USING btree (relationship_id, type, completed_date) WHERE (status = 'COMPLETED'::text);
CREATE INDEX ix_assessment_organisation ON public.assessment USING btree (organisation_id, id);
CREATE INDEX ix_assessment_relationship ON public.assessment USING btree (relationship_id, id);
CREATE INDEX ix_assessment_with_organisation ON public.assessment USING btree (with_organisation_id, id);
CREATE INDEX ix_attachment_created_by ON public.attachment USING btree (created_by_user_id, created);
CREATE INDEX ix_attachment_use_subject ON public.attachment_use USING btree (subject_type, subject_id);
CREATE INDEX ix_attachment_without_small ON public.attachment USING btree (id) WHERE ((small_size IS NULL) AND (stored IS NOT NULL) AND (kind = ANY (ARRAY['COMPANYLOGO'::text, 'USERPICLARGE'::text])));
CREATE INDEX ix_doc_form_bundle_item_series_id ON public.doc_form_bundle_item USING btree (series_id);
CREATE INDEX ix_doc_form_organisation ON public.doc_form USING btree (organisation_id, title, id);
CREATE INDEX ix_event_log_of_user ON public.event_log USING btree (created_by_user_id, created, id) INCLUDE (organisation_id, type);
CREATE INDEX ix_event_log_organisation ON public.event_log USING btree (organisation_id, created, id);
CREATE INDEX ix_event_log_relationship ON public.event_log USING btree (relationship_id, created, id) WHERE (relationship_id IS NOT NULL);
CREATE INDEX ix_event_log_subject_user ON public.event_log USING btree (subject_user_id, created, id) WHERE (subject_user_id IS NOT NULL);
CREATE INDEX ix_event_log_views ON public.event_log USING btree (created_by_user_id, created, id) INCLUDE (organisation_id) WHERE (type = ANY (ARRAY['user.viewed.organisation'::text, 'user.viewed.user'::text, 'user.viewed.assessment'::text, 'user.viewed.rfx.sent'::text, 'user.viewed.rfx.received'::text]));
CREATE INDEX ix_export_created ON public.export USING btree (created);
CREATE INDEX ix_export_user ON public.export USING btree (user_id, created);
CREATE UNIQUE INDEX ix_form_value_current ON public.form_value USING btree (rfx_id, key) WHERE is_current;
CREATE INDEX ix_form_value_question ON public.form_value USING btree (organisation_id, question_id, updated) WHERE ((question_id IS NOT NULL) AND is_current);
CREATE INDEX ix_idempotency_record_created ON public.idempotency_record USING btree (created);
CREATE INDEX ix_invitation_user_id ON public.invitation USING btree (user_id);
CREATE INDEX ix_job_due ON public.job USING btree (rank, run_at) WHERE (status = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text]));
CREATE INDEX ix_mail_link_user_id ON public.mail_link USING btree (user_id);
CREATE INDEX ix_message_created_by_user ON public.message USING btree (created_by_user_id, id);
CREATE INDEX ix_message_thread_id ON public.message USING btree (thread_id, id);
CREATE INDEX ix_message_thread_last_activity ON public.message_thread USING btree (last_activity, id);
CREATE INDEX ix_message_thread_last_message ON public.message_thread USING btree (last_message_id);
CREATE INDEX ix_non_conformance_date ON public.non_conformance USING btree (organisation_id, event_date, id);
CREATE INDEX ix_non_conformance_open ON public.non_conformance USING btree (organisation_id, severity, event_date) WHERE (status = ANY (ARRAY['PENDING'::text, 'INPROGRESS'::text]));
CREATE INDEX ix_non_conformance_organisation ON public.non_conformance USING btree (organisation_id, id);
CREATE INDEX ix_non_conformance_relationship_id ON public.non_conformance USING btree (relationship_id);
CREATE INDEX ix_non_conformance_severity ON public.non_conformance USING btree (organisation_id, severity, id);
CREATE INDEX ix_non_conformance_status ON public.non_conformance USING btree (organisation_id, status, id);
CREATE INDEX ix_non_conformance_title ON public.non_conformance USING btree (organisation_id, lower(title), id);
CREATE INDEX ix_non_conformance_with_organisation ON public.non_conformance USING btree (with_organisation_id, id);
CREATE INDEX ix_organisation_city ON public.organisation USING btree (lower(COALESCE(address_city, ''::text)), id);
CREATE INDEX ix_organisation_city_ascending ON public.organisation USING btree (((lower(COALESCE(address_city, ''::text)) = ''::text)), lower(COALESCE(address_city, ''::text)), id);
CREATE INDEX ix_organisation_in_directory ON public.organisation USING btree (id) WHERE ((status = 'CONFIRMED'::text) AND (is_test_organisation IS FALSE) AND (is_placeholder IS FALSE));
CREATE INDEX ix_organisation_name ON public.organisation USING btree (lower(name), id);
CREATE INDEX ix_outbox_mail_status ON public.outbox_mail USING btree (status, id);
CREATE INDEX ix_relationship_by_invitation ON public.relationship USING btree (organisation_id, with_organisation_id) WHERE by_invitation;
CREATE INDEX ix_relationship_level ON public.relationship USING btree (organisation_id, level);
CREATE INDEX ix_relationship_tag_tag_id ON public.relationship_tag USING btree (tag_id);
CREATE INDEX ix_relationship_with_organisation_id ON public.relationship USING btree (with_organisation_id);
CREATE INDEX ix_rfx_assessment ON public.rfx USING btree (assessment_id, id) WHERE (assessment_id IS NOT NULL);
CREATE INDEX ix_rfx_date ON public.rfx USING btree (organisation_id, COALESCE(sent_date, created), id);
CREATE INDEX ix_rfx_deadline ON public.rfx USING btree (deadline) WHERE (status = ANY (ARRAY['NEW'::text, 'PENDING'::text, 'INPROGRESS'::text]));
CREATE INDEX ix_rfx_doc_form_doc_form_id ON public.rfx_doc_form USING btree (doc_form_id);
CREATE INDEX ix_rfx_guest ON public.rfx USING btree (guest_user_id) WHERE (guest_user_id IS NOT NULL);
CREATE INDEX ix_rfx_organisation ON public.rfx USING btree (organisation_id, id);
CREATE INDEX ix_rfx_question_organisation ON public.rfx_question USING btree (organisation_id, section, name, id);
CREATE INDEX ix_rfx_relationship ON public.rfx USING btree (relationship_id, id);
CREATE INDEX ix_rfx_status ON public.rfx USING btree (organisation_id, status, id);
CREATE INDEX ix_rfx_thread ON public.rfx USING btree (thread_id);
CREATE INDEX ix_rfx_title ON public.rfx USING btree (organisation_id, lower(title), id);
CREATE INDEX ix_rfx_type ON public.rfx USING btree (organisation_id, type, id);
CREATE INDEX ix_rfx_with_organisation ON public.rfx USING btree (with_organisation_id, id);
CREATE INDEX ix_sign_in_user_id ON public.sign_in USING btree (user_id);
CREATE INDEX ix_thread_participant_new ON public.thread_participant USING btree (user_id) WHERE (tags @> '{new}'::text[]);
CREATE INDEX ix_thread_participant_user ON public.thread_participant USING btree (user_id, last_activity, thread_id);
CREATE INDEX ix_user_task_assignee ON public.user_task USING btree (assigned_user_id, id) WHERE is_open;
CREATE INDEX ix_user_task_message_thread_id ON public.user_task USING btree (message_thread_id) WHERE (message_thread_id IS NOT NULL);
CREATE INDEX ix_user_task_organisation ON public.user_task USING btree (assigned_organisation_id, id) WHERE is_open;
CREATE INDEX ix_user_task_subject ON public.user_task USING btree (subject_type, subject_id, id);
CREATE UNIQUE INDEX uq_app_user_email ON public.app_user USING btree (lower(email)) WHERE (type = 'USER'::text);
CREATE UNIQUE INDEX uq_doc_form_bundle_name ON public.doc_form_bundle USING btree (organisation_id, lower(name));
CREATE UNIQUE INDEX uq_doc_form_custom_fields ON public.doc_form USING btree (organisation_id) WHERE ((type = 'CUSTOM_FIELDS'::text) AND is_latest AND (NOT is_archived));
CREATE UNIQUE INDEX uq_doc_form_in_use ON public.doc_form USING btree (series_id) WHERE is_in_use;
CREATE UNIQUE INDEX uq_doc_form_latest ON public.doc_form USING btree (series_id) WHERE is_latest;
CREATE UNIQUE INDEX uq_job_dedupe_key ON public.job USING btree (dedupe_key) WHERE (dedupe_key IS NOT NULL);
CREATE UNIQUE INDEX uq_outbox_mail_dedupe_key ON public.outbox_mail USING btree (dedupe_key);
CREATE UNIQUE INDEX uq_rfx_question_global_name ON public.rfx_question USING btree (lower(name)) WHERE ((organisation_id IS NULL) AND (NOT is_archived));
CREATE UNIQUE INDEX uq_rfx_question_name ON public.rfx_question USING btree (organisation_id, lower(name)) WHERE ((organisation_id IS NOT NULL) AND (NOT is_archived));
CREATE UNIQUE INDEX uq_tag_organisation_name ON public.tag USING btree (organisation_id, lower(name));
ALTER TABLE ONLY public.app_user
    ADD CONSTRAINT fk_app_user_organisation_id FOREIGN KEY (organisation_id) REFERENCES public.organisation(id);
ALTER TABLE ONLY public.app_user
    ADD CONSTRAINT fk_app_user_picture_id FOREIGN KEY (picture_id) REFERENCES public.attachment(id);
ALTER TABLE ONLY public.app_user
    ADD CONSTRAINT fk_app_user_role_id FOREIGN KEY (role_id) REFERENCES public.role(id);
ALTER TABLE ONLY public.assessment
    ADD CONSTRAINT fk_assessment_closed_by_user_id FOREIGN KEY (closed_by_user_id) REFERENCES public.app_user(id);
ALTER TABLE ONLY public.assessment
    ADD CONSTRAINT fk_assessment_created_by_user_id FOREIGN KEY (created_by_user_id) REFERENCES public.app_user(id);
ALTER TABLE ONLY public.assessment
    ADD CONSTRAINT fk_assessment_organisation_id FOREIGN KEY (organisation_id) REFERENCES public.organisation(id);
ALTER TABLE ONLY public.assessment
    ADD CONSTRAINT fk_assessment_relationship_id FOREIGN KEY (relationship_id) REFERENCES public.relationship(id);
ALTER TABLE ONLY public.assessment
    ADD CONSTRAINT fk_assessment_with_organisation_id FOREIGN KEY (with_organisation_id) REFERENCES public.organisation(id);
ALTER TABLE ONLY public.attachment
    ADD CONSTRAINT fk_attachment_created_by_user_id FOREIGN KEY (created_by_user_id) REFERENCES public.app_user(id);
ALTER TABLE ONLY public.attachment
    ADD CONSTRAINT fk_attachment_organisation_id FOREIGN KEY (organisation_id) REFERENCES public.organisation(id);
ALTER TABLE ONLY public.attachment_use
    ADD CONSTRAINT fk_attachment_use_attachment_id FOREIGN KEY (attachment_id) REFERENCES public.attachment(id);
ALTER TABLE ONLY public.doc_form_bundle
    ADD CONSTRAINT fk_doc_form_bundle_created_by_user_id FOREIGN KEY (created_by_user_id) REFERENCES public.app_user(id);
ALTER TABLE ONLY public.doc_form_bundle_item
    ADD CONSTRAINT fk_doc_form_bundle_item_bundle_id FOREIGN KEY (bundle_id) REFERENCES public.doc_form_bundle(id);
ALTER TABLE ONLY public.doc_form_bundle
    ADD CONSTRAINT fk_doc_form_bundle_organisation_id FOREIGN KEY (organisation_id) REFERENCES public.organisation(id);
ALTER TABLE ONLY public.doc_form
    ADD CONSTRAINT fk_doc_form_created_by_user_id FOREIGN KEY (created_by_user_id) REFERENCES public.app_user(id);
ALTER TABLE ONLY public.doc_form
    ADD CONSTRAINT fk_doc_form_organisation_id FOREIGN KEY (organisation_id) REFERENCES public.organisation(id);
ALTER TABLE ONLY public.doc_form
    ADD CONSTRAINT fk_doc_form_thumbnail_id FOREIGN KEY (thumbnail_id) REFERENCES public.attachment(id);
ALTER TABLE ONLY public.doc_form
    ADD CONSTRAINT fk_doc_form_updated_by_user_id FOREIGN KEY (updated_by_user_id) REFERENCES public.app_user(id);
ALTER TABLE ONLY public.event_log
    ADD CONSTRAINT fk_event_log_created_by_user_id FOREIGN KEY (created_by_user_id) REFERENCES public.app_user(id);
ALTER TABLE ONLY public.event_log
    ADD CONSTRAINT fk_event_log_organisation_id FOREIGN KEY (organisation_id) REFERENCES public.organisation(id);
ALTER TABLE ONLY public.event_log
    ADD CONSTRAINT fk_event_log_relationship_id FOREIGN KEY (relationship_id) REFERENCES public.relationship(id);
ALTER TABLE ONLY public.event_log
    ADD CONSTRAINT fk_event_log_subject_user_id FOREIGN KEY (subject_user_id) REFERENCES public.app_user(id);
ALTER TABLE ONLY public.form_value
    ADD CONSTRAINT fk_form_value_accepted_by_user_id FOREIGN KEY (accepted_by_user_id) REFERENCES public.app_user(id);
ALTER TABLE ONLY public.form_value
    ADD CONSTRAINT fk_form_value_created_by_user_id FOREIGN KEY (created_by_user_id) REFERENCES public.app_user(id);
ALTER TABLE ONLY public.form_value
    ADD CONSTRAINT fk_form_value_doc_form_id FOREIGN KEY (doc_form_id) REFERENCES public.doc_form(id);
ALTER TABLE ONLY public.form_value
    ADD CONSTRAINT fk_form_value_organisation_id FOREIGN KEY (organisation_id) REFERENCES public.organisation(id);
ALTER TABLE ONLY public.form_value
    ADD CONSTRAINT fk_form_value_rfx_id FOREIGN KEY (rfx_id) REFERENCES public.rfx(id);
ALTER TABLE ONLY public.home_layout
    ADD CONSTRAINT fk_home_layout_user_id FOREIGN KEY (user_id) REFERENCES public.app_user(id);
ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT fk_invitation_invited_by_user_id FOREIGN KEY (invited_by_user_id) REFERENCES public.app_user(id);
ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT fk_invitation_relationship_id FOREIGN KEY (relationship_id) REFERENCES public.relationship(id);
ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT fk_invitation_user_id FOREIGN KEY (user_id) REFERENCES public.app_user(id);
ALTER TABLE ONLY public.invite_template
    ADD CONSTRAINT fk_invite_template_organisation_id FOREIGN KEY (organisation_id) REFERENCES public.organisation(id);
ALTER TABLE ONLY public.known_contact
    ADD CONSTRAINT fk_known_contact_organisation_id FOREIGN KEY (organisation_id) REFERENCES public.organisation(id);
ALTER TABLE ONLY public.known_contact
    ADD CONSTRAINT fk_known_contact_user_id FOREIGN KEY (user_id) REFERENCES public.app_user(id);
ALTER TABLE ONLY public.mail_link
    ADD CONSTRAINT fk_mail_link_invitation_id FOREIGN KEY (invitation_id) REFERENCES public.invitation(id);
ALTER TABLE ONLY public.mail_link
    ADD CONSTRAINT fk_mail_link_user_id FOREIGN KEY (user_id) REFERENCES public.app_user(id);
ALTER TABLE ONLY public.message
    ADD CONSTRAINT fk_message_created_by_user_id FOREIGN KEY (created_by_user_id) REFERENCES public.app_user(id);
ALTER TABLE ONLY public.message_thread
    ADD CONSTRAINT fk_message_thread_created_by_user_id FOREIGN KEY (created_by_user_id) REFERENCES public.app_user(id);
ALTER TABLE ONLY public.message
    ADD CONSTRAINT fk_message_thread_id FOREIGN KEY (thread_id) REFERENCES public.message_thread(id);
ALTER TABLE ONLY public.message_thread
    ADD CONSTRAINT fk_message_thread_last_message_id FOREIGN KEY (last_message_id) REFERENCES public.message(id);
ALTER TABLE ONLY public.message_thread
    ADD CONSTRAINT fk_message_thread_organisation_id FOREIGN KEY (organisation_id) REFERENCES public.organisation(id);
ALTER TABLE ONLY public.message_thread
    ADD CONSTRAINT fk_message_thread_with_organisation_id FOREIGN KEY (with_organisation_id) REFERENCES public.organisation(id);
ALTER TABLE ONLY public.non_conformance
    ADD CONSTRAINT fk_non_conformance_created_by_user_id FOREIGN KEY (created_by_user_id) REFERENCES public.app_user(id);
ALTER TABLE ONLY public.non_conformance
    ADD CONSTRAINT fk_non_conformance_edited_by_user_id FOREIGN KEY (edited_by_user_id) REFERENCES public.app_user(id);
ALTER TABLE ONLY public.non_conformance
    ADD CONSTRAINT fk_non_conformance_organisation_id FOREIGN KEY (organisation_id) REFERENCES public.organisation(id);
ALTER TABLE ONLY public.non_conformance
    ADD CONSTRAINT fk_non_conformance_relationship_id FOREIGN KEY (relationship_id) REFERENCES public.relationship(id);
ALTER TABLE ONLY public.non_conformance
    ADD CONSTRAINT fk_non_conformance_with_organisation_id FOREIGN KEY (with_organisation_id) REFERENCES public.organisation(id);
ALTER TABLE ONLY public.organisation
    ADD CONSTRAINT fk_organisation_logo_id FOREIGN KEY (logo_id) REFERENCES public.attachment(id);
ALTER TABLE ONLY public.preview_values
    ADD CONSTRAINT fk_preview_values_user_id FOREIGN KEY (user_id) REFERENCES public.app_user(id);
ALTER TABLE ONLY public.relationship_custom_values
    ADD CONSTRAINT fk_relationship_custom_values_relationship_id FOREIGN KEY (relationship_id) REFERENCES public.relationship(id);
ALTER TABLE ONLY public.relationship
    ADD CONSTRAINT fk_relationship_organisation_id FOREIGN KEY (organisation_id) REFERENCES public.organisation(id);
ALTER TABLE ONLY public.relationship_tag
    ADD CONSTRAINT fk_relationship_tag_relationship_id FOREIGN KEY (relationship_id) REFERENCES public.relationship(id);
ALTER TABLE ONLY public.relationship_tag
    ADD CONSTRAINT fk_relationship_tag_tag_id FOREIGN KEY (tag_id) REFERENCES public.tag(id);
ALTER TABLE ONLY public.relationship
    ADD CONSTRAINT fk_relationship_with_organisation_id FOREIGN KEY (with_organisation_id) REFERENCES public.organisation(id);
ALTER TABLE ONLY public.rfx
    ADD CONSTRAINT fk_rfx_assessment_id FOREIGN KEY (assessment_id) REFERENCES public.assessment(id);
ALTER TABLE ONLY public.rfx
    ADD CONSTRAINT fk_rfx_created_by_user_id FOREIGN KEY (created_by_user_id) REFERENCES public.app_user(id);
ALTER TABLE ONLY public.rfx_doc_form
    ADD CONSTRAINT fk_rfx_doc_form_doc_form_id FOREIGN KEY (doc_form_id) REFERENCES public.doc_form(id);
ALTER TABLE ONLY public.rfx_doc_form
    ADD CONSTRAINT fk_rfx_doc_form_rfx_id FOREIGN KEY (rfx_id) REFERENCES public.rfx(id);
ALTER TABLE ONLY public.rfx
    ADD CONSTRAINT fk_rfx_guest_user_id FOREIGN KEY (guest_user_id) REFERENCES public.app_user(id);
ALTER TABLE ONLY public.rfx
    ADD CONSTRAINT fk_rfx_organisation_id FOREIGN KEY (organisation_id) REFERENCES public.organisation(id);
ALTER TABLE ONLY public.rfx_question
    ADD CONSTRAINT fk_rfx_question_created_by_user_id FOREIGN KEY (created_by_user_id) REFERENCES public.app_user(id);
ALTER TABLE ONLY public.rfx_question
    ADD CONSTRAINT fk_rfx_question_organisation_id FOREIGN KEY (organisation_id) REFERENCES public.organisation(id);
ALTER TABLE ONLY public.rfx
    ADD CONSTRAINT fk_rfx_recipient_user_id FOREIGN KEY (recipient_user_id) REFERENCES public.app_user(id);
ALTER TABLE ONLY public.rfx
    ADD CONSTRAINT fk_rfx_relationship_id FOREIGN KEY (relationship_id) REFERENCES public.relationship(id);
ALTER TABLE ONLY public.rfx_response
    ADD CONSTRAINT fk_rfx_response_created_by_user_id FOREIGN KEY (created_by_user_id) REFERENCES public.app_user(id);
ALTER TABLE ONLY public.rfx_response
    ADD CONSTRAINT fk_rfx_response_organisation_id FOREIGN KEY (organisation_id) REFERENCES public.organisation(id);
ALTER TABLE ONLY public.rfx_response
    ADD CONSTRAINT fk_rfx_response_rfx_id FOREIGN KEY (rfx_id) REFERENCES public.rfx(id);
ALTER TABLE ONLY public.rfx_response
    ADD CONSTRAINT fk_rfx_response_submitted_by_user_id FOREIGN KEY (submitted_by_user_id) REFERENCES public.app_user(id);
ALTER TABLE ONLY public.rfx_score
    ADD CONSTRAINT fk_rfx_score_rfx_id FOREIGN KEY (rfx_id) REFERENCES public.rfx(id);
ALTER TABLE ONLY public.rfx
    ADD CONSTRAINT fk_rfx_thread_id FOREIGN KEY (thread_id) REFERENCES public.message_thread(id);
ALTER TABLE ONLY public.rfx
    ADD CONSTRAINT fk_rfx_with_organisation_id FOREIGN KEY (with_organisation_id) REFERENCES public.organisation(id);
ALTER TABLE ONLY public.role
    ADD CONSTRAINT fk_role_organisation_id FOREIGN KEY (organisation_id) REFERENCES public.organisation(id);
ALTER TABLE ONLY public.sign_in
    ADD CONSTRAINT fk_sign_in_link_id FOREIGN KEY (link_id) REFERENCES public.mail_link(id);
ALTER TABLE ONLY public.sign_in
    ADD CONSTRAINT fk_sign_in_user_id FOREIGN KEY (user_id) REFERENCES public.app_user(id);
ALTER TABLE ONLY public.tag
    ADD CONSTRAINT fk_tag_organisation_id FOREIGN KEY (organisation_id) REFERENCES public.organisation(id);
ALTER TABLE ONLY public.thread_participant
    ADD CONSTRAINT fk_thread_participant_organisation_id FOREIGN KEY (organisation_id) REFERENCES public.organisation(id);
ALTER TABLE ONLY public.thread_participant
    ADD CONSTRAINT fk_thread_participant_thread_id FOREIGN KEY (thread_id) REFERENCES public.message_thread(id);
ALTER TABLE ONLY public.thread_participant
    ADD CONSTRAINT fk_thread_participant_user_id FOREIGN KEY (user_id) REFERENCES public.app_user(id);
ALTER TABLE ONLY public.user_task
    ADD CONSTRAINT fk_user_task_about_organisation_id FOREIGN KEY (about_organisation_id) REFERENCES public.organisation(id);
ALTER TABLE ONLY public.user_task
    ADD CONSTRAINT fk_user_task_assigned_by_user_id FOREIGN KEY (assigned_by_user_id) REFERENCES public.app_user(id);
ALTER TABLE ONLY public.user_task
    ADD CONSTRAINT fk_user_task_assigned_organisation_id FOREIGN KEY (assigned_organisation_id) REFERENCES public.organisation(id);
ALTER TABLE ONLY public.user_task
    ADD CONSTRAINT fk_user_task_assigned_user_id FOREIGN KEY (assigned_user_id) REFERENCES public.app_user(id);
ALTER TABLE ONLY public.user_task
    ADD CONSTRAINT fk_user_task_doc_form_id FOREIGN KEY (doc_form_id) REFERENCES public.doc_form(id);
ALTER TABLE ONLY public.user_task
    ADD CONSTRAINT fk_user_task_message_thread_id FOREIGN KEY (message_thread_id) REFERENCES public.message_thread(id);
ALTER TABLE ONLY public.user_task
    ADD CONSTRAINT fk_user_task_organisation_id FOREIGN KEY (organisation_id) REFERENCES public.organisation(id);
