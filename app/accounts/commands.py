"""`flask --app wsgi accounts ...`: commands for the platform's operator, including the first sign-in."""

import click
from flask.cli import AppGroup
from marshmallow import ValidationError

from app.accounts.operations.factors import remove_all_factors
from app.accounts.operations.invitations import INVITATION_LIFE, invite
from app.accounts.operations.organisations import create_organisation
from app.accounts.operations.resets import NO_FACTOR
from app.accounts.operations.sessions import end_sessions_of
from app.accounts.operations.users import EMAIL_IN_USE, set_admin
from app.accounts.queries.actors import actor_of_user
from app.accounts.queries.people import email_taken, user_by_email
from app.accounts.schemas import NewOrganisationSchema
from app.kernel.db.session import unit_of_work
from app.kernel.mail.outbox import absolute_url

accounts = AppGroup("accounts", help="Organisations and administrators.")


@accounts.command("add-organisation")
@click.argument("name")
@click.option("--person", required=True, help="The name of its first user, who becomes its Super User.")
@click.option("--email", required=True, help="Where the invitation goes.")
def add_organisation(name: str, person: str, email: str) -> None:
    """Create the organisation NAME and invite its first user; the link is printed and mailed."""
    new = _validated({"name": name, "person": person, "email": email})
    with unit_of_work():
        if email_taken(new["email"]):
            raise click.ClickException(EMAIL_IN_USE)
        created = create_organisation(name=new["name"], user_name=new["person"], user_email=new["email"])
        _, token = invite(user=created.user, invited_by=actor_of_user(created.user.id))
    click.echo(f"{new['name']} was made. {new['person']} begins here, within {INVITATION_LIFE.days} days:")
    click.echo(absolute_url(f"/acceptInvite/{token}"))


@accounts.command("set-admin")
@click.argument("email")
@click.option("--remove", is_flag=True, help="Take the right away again.")
def change_admin(email: str, *, remove: bool) -> None:
    """Make the user EMAIL an administrator of the platform, who sees its figures, mails and jobs."""
    with unit_of_work():
        user = user_by_email(email)
        if user is None:
            raise click.ClickException("No user has this e-mail address.")
        set_admin(user=user, admin=not remove)
        name = user.name
    click.echo(f"{name} is {'no longer' if remove else 'now'} an administrator of the platform.")


@accounts.command("reset-factor")
@click.argument("email")
def reset_factor(email: str) -> None:
    """Remove every second factor of the user EMAIL, who then signs in with the password alone and gets a mail.

    For the only Super User of an organisation, who has no colleague to ask. Check the person's identity first.
    """
    with unit_of_work():
        user = user_by_email(email)
        if user is None:
            raise click.ClickException("No user has this e-mail address.")
        if not remove_all_factors(user=user):
            raise click.ClickException(NO_FACTOR)
        end_sessions_of(user_id=user.id)
        name = user.name
    click.echo(f"{name} has no second factor any more, and is signed out everywhere.")


def _validated(values: dict[str, str]) -> dict[str, str]:
    try:
        new: dict[str, str] = NewOrganisationSchema().load(values)
    except ValidationError as error:
        errors = (f"{name}: {' '.join(sentences)}" for name, sentences in error.messages_dict.items())
        raise click.ClickException("\n".join(errors)) from error
    return new
