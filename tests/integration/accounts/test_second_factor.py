"""Signing in with a second factor: codes of an authenticator app, recovery codes, lost factors."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from threading import Barrier, Thread

import pyotp
import pytest
from flask import Flask
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from app.accounts.models import Role, SignIn, SpentTicket, Totp, User
from app.accounts.operations.codes import use_code
from app.accounts.operations.tickets import TicketPurpose, delete_spent_tickets, new_ticket
from app.accounts.types import UserStatus
from app.events.models import EventLog
from app.extensions import db
from app.kernel.clock import shifted
from app.kernel.db.session import commit
from app.kernel.mail.outbox import OutboxMail
from tests.factories.accounts import PASSWORD, UserFactory, colleague_of
from tests.factories.factors import STEP, add_app, add_recovery_codes, code_of
from tests.fixtures.client import CheckedClient
from tests.fixtures.mailbox import Mailbox
from tests.fixtures.people import SignedIn

NEW = "Another-horse-77"


@pytest.fixture
def user(session: Session) -> User:
    created: User = UserFactory()
    return created


def begin(client: CheckedClient, user: User, password: str = PASSWORD) -> str:
    """Send the right password; return the ticket of the second step."""
    response = client.post("/api/session", json={"email": user.email, "password": password})
    assert response.status_code == 200
    assert response.json["next"] == "secondFactor"
    assert "accessToken" not in response.json
    ticket: str = response.json["ticket"]
    return ticket


def finish(client: CheckedClient, ticket: str, code: str) -> TestResponse:
    return client.post("/api/session/factor", json={"ticket": ticket, "code": code})


def events(type: str) -> int:
    return db.session.query(EventLog).filter_by(type=type).count()


def subjects_to(user: User) -> list[str]:
    mails = db.session.query(OutboxMail).filter_by(to_user_id=user.id).order_by(OutboxMail.id)
    return [mail.subject for mail in mails]


def test_app_is_added_with_its_first_code_and_asked_for_at_the_next_sign_in(
    user: User, signed_in: SignedIn, client: CheckedClient
) -> None:
    here = signed_in(user)
    new = here.post("/api/user/totp").json
    assert new["uri"].startswith("otpauth://totp/")
    assert new["secret"] in new["uri"]
    stored = db.session.get_one(Totp, user.id)
    assert new["secret"] not in stored.secret_encrypted
    client.sign_in(user.email, PASSWORD)
    app = pyotp.TOTP(new["secret"])
    wrong = here.post("/api/user/totp/confirm", json={"code": "000000"})
    assert (wrong.status_code, list(wrong.json["fields"])) == (422, ["code"])
    code = code_of(app)
    confirmed = here.post("/api/user/totp/confirm", json={"code": code})
    assert len(set(confirmed.json["recoveryCodes"])) == 10
    assert subjects_to(user) == ["An authenticator app was added to your account"]
    assert events("user.factorAdded") == 1
    ticket = begin(client, user)
    assert finish(client, ticket, code).status_code == 422, "the code that confirmed the app is used"
    with shifted(STEP):
        assert finish(client, ticket, code_of(app)).status_code == 200
    [sign_in] = db.session.query(SignIn).order_by(SignIn.id.desc()).limit(1)
    assert sign_in.methods == ["password", "code"]


def test_password_alone_is_not_enough_for_a_user_with_a_factor(user: User, client: CheckedClient) -> None:
    add_app(user)
    begin(client, user)
    assert db.session.query(SignIn).count() == 0
    assert client.get_cookie("assay_session") is None
    assert client.get("/home").status_code == 302
    assert client.post("/api/session/refresh").status_code == 401


def test_code_works_once(user: User, client: CheckedClient) -> None:
    """SIGN-1."""
    code = code_of(add_app(user))
    assert finish(client, begin(client, user), code).status_code == 200
    assert finish(client, begin(client, user), code).status_code == 422
    assert events("user.factorFailed") == 1


@pytest.mark.parametrize(
    ("off", "status"), [(-2, 422), (-1, 200), (0, 200), (1, 200), (2, 422), (20, 422), (-20, 422)]
)
def test_clock_may_be_one_step_off(user: User, client: CheckedClient, off: int, status: int) -> None:
    """Twenty steps are ten minutes."""
    app = add_app(user)
    assert finish(client, begin(client, user), code_of(app, later=off * STEP)).status_code == status


def test_earlier_code_is_refused_after_a_later_one(user: User, client: CheckedClient) -> None:
    app = add_app(user)
    before, after = code_of(app), code_of(app, later=STEP)
    assert finish(client, begin(client, user), after).status_code == 200
    assert finish(client, begin(client, user), before).status_code == 422


def test_ticket_works_once_and_for_five_minutes(user: User, client: CheckedClient) -> None:
    app = add_app(user)
    ticket = begin(client, user)
    assert finish(client, ticket, code_of(app)).status_code == 200
    with shifted(STEP):
        again = finish(client, ticket, code_of(app))
        assert (again.status_code, again.json["code"]) == (401, "ticketGone")
        ticket = begin(client, user)
        assert finish(client, ticket, code_of(app)).status_code == 200, "a refused ticket uses no code"
        ticket = begin(client, user)
    with shifted(timedelta(minutes=6)):
        late = finish(client, ticket, code_of(app))
        assert (late.status_code, late.json["code"]) == (401, "ticketGone")
        assert db.session.query(SpentTicket).count() == 2
        delete_spent_tickets()
        assert db.session.query(SpentTicket).count() == 0


def test_two_tabs_finish_their_own_sign_ins(user: User, new_client: Callable[[], CheckedClient]) -> None:
    app = add_app(user)
    first, second = new_client(), new_client()
    tickets = begin(first, user), begin(second, user)
    assert finish(first, tickets[0], code_of(app)).status_code == 200
    assert finish(second, tickets[1], code_of(app)).status_code == 422
    assert finish(second, tickets[1], code_of(app, later=STEP)).status_code == 200


def test_foreign_forged_and_misused_tickets_are_refused(user: User, client: CheckedClient) -> None:
    app, stranger = add_app(user), UserFactory()
    code = code_of(app)
    add_app(stranger)
    for ticket in (
        "nonsense",
        begin(client, user)[:-8],
        new_ticket(TicketPurpose.STEP_UP, user)[0],
        new_ticket(TicketPurpose.SIGN_IN)[0],
        new_ticket(TicketPurpose.NEW_PASSKEY, user)[0],
    ):
        assert finish(client, ticket, code).json["code"] == "ticketGone"
    assert finish(client, begin(client, stranger), code).status_code == 422, "the code of another user"
    assert finish(client, begin(client, user), code).status_code == 200


@pytest.mark.parametrize("change", ["password", "suspended"])
def test_ticket_ends_with_the_password_and_the_suspension(
    user: User, client: CheckedClient, change: str
) -> None:
    app = add_app(user)
    ticket = begin(client, user)
    if change == "password":
        user.password_hash = "another"
    else:
        user.status = UserStatus.SUSPENDED
    assert finish(client, ticket, code_of(app)).json["code"] == "ticketGone"


def test_five_tries_in_ten_minutes_for_all_tickets_of_an_account(
    user: User, new_client: Callable[[], CheckedClient]
) -> None:
    app, other = add_app(user), UserFactory()
    other_app = add_app(other)
    for number in range(5):
        client = new_client()
        assert finish(client, begin(client, user), f"00000{number}").status_code == 422
    client = new_client()
    refused = finish(client, begin(client, user), code_of(app))
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) > 500
    assert finish(client, begin(client, other), code_of(other_app)).status_code == 200
    assert events("user.factorFailed") == 5


def test_tries_elsewhere_do_not_lock_the_owner_out_of_a_known_browser(
    user: User, new_client: Callable[[], CheckedClient]
) -> None:
    app, owner = add_app(user), new_client()
    assert finish(owner, begin(owner, user), code_of(app)).status_code == 200
    attacker = new_client()
    for _ in range(6):
        last = finish(attacker, begin(attacker, user), "000000")
    assert last.status_code == 429
    assert finish(owner, begin(owner, user), code_of(app, later=STEP)).status_code == 200


def test_recovery_code_works_once_in_any_spelling_and_is_reported(user: User, client: CheckedClient) -> None:
    add_app(user)
    code = add_recovery_codes(user)[0]
    assert finish(client, begin(client, user), f" {code.lower().replace('-', ' ')} ").status_code == 200
    assert finish(client, begin(client, user), code).status_code == 422
    assert subjects_to(user) == ["A recovery code was used"]
    [body] = [mail.text for mail in db.session.query(OutboxMail).filter_by(to_user_id=user.id)]
    assert "You have 9 codes left." in " ".join(body.split())


def test_recovery_codes_of_others_and_replaced_ones_are_refused(
    user: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    stranger = UserFactory()
    for person in (user, stranger):
        add_app(person)
    foreign, old = add_recovery_codes(stranger)[0], add_recovery_codes(user)[0]
    new = signed_in(user).post("/api/user/recoveryCode").json["recoveryCodes"]
    assert len(new) == 10
    ticket = begin(client, user)
    assert [finish(client, ticket, code).status_code for code in (foreign, old, new[0])] == [422, 422, 200]


def test_password_reset_leaves_the_factor_on_and_asks_for_it(
    user: User, client: CheckedClient, run_jobs: Callable[[], int], mailbox: Mailbox
) -> None:
    """SIGN-2, by the API."""
    app = add_app(user)
    client.post("/api/user/sendPasswordReset", json={"email": user.email})
    run_jobs()
    token = mailbox.to(user.email)[-1].links[0].split("/passwordReset/")[1]
    assert client.put(f"/api/user/{token}/resetPassword", json={"password": NEW}).status_code == 200
    assert finish(client, begin(client, user, NEW), code_of(app)).status_code == 200


def test_lost_factor_needs_a_colleague_and_the_mailed_link(
    user: User, client: CheckedClient, signed_in: SignedIn, run_jobs: Callable[[], int], mailbox: Mailbox
) -> None:
    lead = colleague_of(user, name="Rosa Meyer")
    add_app(user)
    add_recovery_codes(user)
    assert signed_in(lead).post(f"/api/user/{user.id}/factorReset").status_code == 204
    begin(client, user)
    assert events("user.factorResetRequested") == 1
    run_jobs()
    mail = mailbox.to(user.email)[-1]
    assert "Rosa Meyer says" in mail.text
    token = mail.links[0].split("/passwordReset/")[1]
    assert client.get(f"/passwordReset/{token}").status_code == 200
    begin(client, user)
    assert client.put(f"/api/user/{token}/resetPassword", json={"password": NEW}).status_code == 200
    client.sign_in(user.email, NEW)
    factors = client.get("/api/user/factor").json
    assert (factors["app"], factors["passkeys"], factors["recoveryCodes"]) == (None, [], 0)


def test_factor_reset_is_for_active_colleagues_with_a_factor_who_manage_no_more(
    user: User, signed_in: SignedIn
) -> None:
    manager = colleague_of(user, role_name="Viewer")
    stranger = UserFactory()
    for person in (user, stranger):
        add_app(person)

    def ask(actor: User, target: User) -> int:
        return signed_in(actor).post(f"/api/user/{target.id}/factorReset").status_code

    lead = colleague_of(user)
    assert ask(manager, user) == 403
    assert ask(lead, stranger) == 404
    assert ask(user, user) == 403
    assert ask(lead, manager) == 409
    db.session.get_one(Role, manager.role_id).permissions = ["MANAGE_USERS"]
    assert ask(manager, user) == 403, "the target manages the organisation too"
    with shifted(timedelta(minutes=11)):
        stale = signed_in(lead)
    db.session.query(SignIn).update({"assured_at": None})
    assert stale.post(f"/api/user/{user.id}/factorReset").json["code"] == "stepUp"


def test_factors_are_removed_after_a_confirmation_with_the_factor(user: User, signed_in: SignedIn) -> None:
    app, client = add_app(user), signed_in(user)
    add_recovery_codes(user)
    with shifted(timedelta(minutes=11)):
        assert client.delete("/api/user/totp").json["code"] == "stepUp"
        assert set(client.get("/api/session/stepUp").json["methods"]) == {"code", "recoveryCode"}
        by_password = client.post("/api/session/stepUp", json={"currentPassword": PASSWORD})
        assert by_password.status_code == 422, "a factor cannot be replaced by the password"
        assert client.post("/api/session/stepUp", json={"code": code_of(app)}).status_code == 204
        assert client.delete("/api/user/totp").status_code == 204
        assert client.delete("/api/user/totp").status_code == 404
        assert client.get("/api/user/factor").json["recoveryCodes"] == 0
    assert subjects_to(user) == ["An authenticator app was removed from your account"]
    assert events("user.factorRemoved") == 1


def test_app_is_added_once_and_needs_data_keys(
    user: User, app: Flask, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = signed_in(user)
    assert client.post("/api/user/totp/confirm", json={"code": "000000"}).status_code == 404
    add_app(user)
    assert client.post("/api/user/totp").status_code == 409
    assert client.post("/api/user/totp/confirm", json={"code": "000000"}).status_code == 404
    stranger = signed_in(UserFactory())
    settings = app.config["ASSAY"]
    monkeypatch.setitem(app.config, "ASSAY", replace(settings, DATA_KEYS=""))
    refused = stranger.post("/api/user/totp")
    assert (refused.status_code, "DATA_KEYS" in refused.json["message"]) == (409, True)
    assert stranger.get("/api/user/factor").json["canAddApp"] is False


def test_simultaneous_requests_use_a_code_once(committed_app: Flask) -> None:
    with committed_app.app_context():
        user = UserFactory()
        app = add_app(user)
        code, user_id = code_of(app), user.id
        commit()
    accepted, start = [], Barrier(4)

    def attempt() -> None:
        with committed_app.app_context():
            start.wait(10)
            if use_code(user_id=user_id, code=code):
                accepted.append(True)
            commit()

    threads = [Thread(target=attempt) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert accepted == [True]
