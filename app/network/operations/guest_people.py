"""People without an account who are asked by e-mail, such as evaluators."""

from app.accounts.public import User, create_guest, user_by_email
from app.kernel.http.auth import Actor
from app.kernel.http.errors import InvalidError
from app.network.queries.relationships import message_partners

COLLEAGUE = "{name} is your colleague. Choose them by name, so that they sign in with their own account."
SUPPLIER_ADDRESS = "This address belongs to a supplier of yours."


def guest_to_ask(*, actor: Actor, name: str, email: str) -> User:
    """Create a guest for a person outside the network; the caller grants access to one record.

    Raises InvalidError with a sentence for the address of a colleague, or of a user of an organisation in the actor's
    network. Users of other organisations become guests, so that the response does not show if an address has an account.
    """
    user = user_by_email(email)
    if user is not None and user.organisation_id == actor.organisation_id:
        raise InvalidError(fields={"email": [COLLEAGUE.format(name=user.name)]})
    if user is not None and message_partners(actor=actor, ids=[user.organisation_id]):
        raise InvalidError(fields={"email": [SUPPLIER_ADDRESS]})
    return create_guest(name=name, email=email)
