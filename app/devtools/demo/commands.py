"""Command `flask --app wsgi demo load`, which loads the demo data."""

import click
from flask.cli import AppGroup
from sqlalchemy import func, select

from app.accounts.public import Organisation
from app.extensions import db
from app.forms.public import DRAW_THUMBNAIL
from app.kernel.db.session import unit_of_work
from app.kernel.jobs.queue import run_waiting
from app.kernel.mail.outbox import discard_mails
from app.kernel.registry import current_registry

IN_PRODUCTION = "Demo data is not loaded where ENVIRONMENT is production: its accounts have a password that everybody knows."


demo = AppGroup("demo", help="Demo data.")


@demo.command("load")
def load() -> None:
    """Load the demo data into an empty database; does nothing if the database has data already.

    Refused in production, because the accounts, one of them an administrator, have a public password.
    """
    if current_registry().settings.is_production:
        raise click.ClickException(IN_PRODUCTION)
    # Import here: the modules and the libraries for PDFs and pictures take 30 MB, which web processes do not need.
    from app.devtools.demo.assessments import plan_assessments
    from app.devtools.demo.awards import plan_awards
    from app.devtools.demo.carried import plan_second_round
    from app.devtools.demo.certificates import plan_certificates
    from app.devtools.demo.conversations import plan_conversations
    from app.devtools.demo.corrective import plan_corrective_actions
    from app.devtools.demo.documents import plan_documents
    from app.devtools.demo.due import plan_due_days
    from app.devtools.demo.evaluations import plan_evaluations
    from app.devtools.demo.form_imports import plan_form_imports
    from app.devtools.demo.imports import plan_imports
    from app.devtools.demo.library import load_library
    from app.devtools.demo.network import hide_first_steps, load_network
    from app.devtools.demo.offers import plan_offers
    from app.devtools.demo.parts import plan_parts
    from app.devtools.demo.records import plan_records
    from app.devtools.demo.reports import plan_reports
    from app.devtools.demo.requests import plan_progress
    from app.devtools.demo.revisions import plan_revisions
    from app.devtools.demo.rounds import plan_rounds
    from app.devtools.demo.schedules import plan_schedules
    from app.devtools.demo.security import load_security
    from app.devtools.demo.sendings import plan_sendings
    from app.devtools.demo.timeline import read_old_notifications, run_stories
    from app.devtools.demo.twins import load_twins
    from app.devtools.demo.views import plan_views
    from app.devtools.demo.workbooks import plan_workbooks
    from app.documents.types import ASKED_JOB

    with unit_of_work():
        if db.session.execute(select(func.count()).select_from(Organisation)).scalar_one() > 1:
            click.echo("There is data already: nothing was loaded.")
            return
        with discard_mails():
            network = load_network()
            load_library(network)
            plans = (
                plan_conversations, plan_reports, plan_assessments, plan_records, plan_offers, plan_progress,
                plan_sendings, plan_evaluations, plan_awards, plan_parts, plan_rounds,
                plan_due_days,
                plan_workbooks,
                plan_documents,
                plan_revisions,
                plan_second_round,
                plan_schedules,
                plan_certificates,
                plan_corrective_actions,
                plan_views,
                plan_imports,
                plan_form_imports,
            )  # fmt: skip
            run_stories(story for plan in plans for story in plan(network))
            read_old_notifications()
            hide_first_steps(network)
            load_twins(network)
            load_security(network)
    # Draw the thumbnails now; otherwise the worker draws them one by one while the first screens are already in use.
    run_waiting(DRAW_THUMBNAIL)
    with discard_mails():
        run_waiting(ASKED_JOB)
    click.echo("The demo data is loaded.")
