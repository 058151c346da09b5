"""The company sign-in of a user, shown and removed in My Details."""

from datetime import timedelta
from typing import Any

from app.accounts.models import User
from app.extensions import db
from app.kernel.clock import shifted
from tests.factories.accounts import colleague_of
from tests.factories.company import add_company, link_identity
from tests.fixtures.client import CheckedClient
from tests.fixtures.identity_provider import IdentityProvider


class TestOwnIdentity:
    """The company sign-in in My Details."""

    def test_identity_is_removed_if_another_way_exists(
        self,
        lead: User,
        owner: CheckedClient,
        identity_provider: IdentityProvider,
        run_jobs: Any,
        mailbox: Any,
    ) -> None:
        add_company(lead, identity_provider)
        identity = link_identity(lead, identity_provider)
        [row] = owner.get("/api/user/identity").json
        assert (row["id"], row["issuer"]) == (identity.id, identity_provider.issuer)
        assert (row["isUsable"], row["isRemovable"]) == (True, True)
        lead.password_hash = None
        db.session.flush()
        assert owner.get("/api/user/identity").json[0]["isRemovable"] is False
        response = owner.delete(f"/api/user/identity/{identity.id}")
        assert response.status_code == 409
        assert "only way to sign in" in response.json["message"]
        lead.password_hash = "x"
        db.session.flush()
        with shifted(timedelta(minutes=11)):
            assert owner.delete(f"/api/user/identity/{identity.id}").status_code == 403
        assert owner.delete(f"/api/user/identity/{identity.id}").status_code == 204
        assert owner.get("/api/user/identity").json == []
        run_jobs()
        assert mailbox.mails[-1].subject == "Your company sign-in was removed"

    def test_identity_of_others_does_not_exist(
        self, lead: User, owner: CheckedClient, identity_provider: IdentityProvider
    ) -> None:
        identity = link_identity(colleague_of(lead), identity_provider)
        assert owner.delete(f"/api/user/identity/{identity.id}").status_code == 404
        assert owner.get("/api/user/identity").json == []
