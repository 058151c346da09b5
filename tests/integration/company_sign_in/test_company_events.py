"""The events of the company sign-in."""

from collections.abc import Callable

from app.accounts.models import User
from app.accounts.types import CompanySignInUse
from app.extensions import db
from tests.factories.accounts import PASSWORD, OrganisationFactory, UserFactory
from tests.factories.company import add_company, make_break_glass
from tests.fixtures.identity_provider import IdentityProvider
from tests.fixtures.mailbox import Mailbox
from tests.fixtures.people import SignedIn
from tests.integration.company_sign_in.conftest import Browser
from tests.integration.events.log import assert_story, send


def test_company_sign_in_events(
    reaching: None,
    new_browser: Callable[[], Browser],
    identity_provider: IdentityProvider,
    signed_in: SignedIn,
    mailbox: Mailbox,
    run_jobs: Callable[[], int],
) -> None:
    buyer: User = UserFactory(
        in_organisation=OrganisationFactory(name="Brightwater"),
        name="Ann Buyer",
        email="ann@northwind.example",
    )
    company = add_company(buyer, identity_provider, joins=True)
    client = signed_in(buyer)
    identity_provider.be(sub="ann", email=buyer.email, name=buyer.name)
    new_browser().sign_in()
    run_jobs()
    token = next(link for link in mailbox.mails[-1].links if "/confirm/" in link).rpartition("/")[2]
    assert new_browser().sign_in(f"/signin/company/northwind?link={token}").status_code == 302
    identity_provider.be()
    browser = new_browser()
    browser.client = client
    assert browser.sign_in("/signin/company/northwind?stepUp=1").status_code == 403
    assert new_browser().sign_in().status_code == 302
    [identity] = send(client, "GET", "/api/user/identity")
    send(client, "DELETE", f"/api/user/identity/{identity['id']}")
    make_break_glass(buyer)
    company.use = CompanySignInUse.REQUIRED
    db.session.flush()
    send(new_browser().client, "POST", "/api/session", {"email": buyer.email, "password": PASSWORD})
    assert_story(client, "company sign-in")
