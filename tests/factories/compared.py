"""Answered requests to several suppliers for tests of the comparison."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.accounts.models import User
from app.rfx.models import RfxRequest
from tests.factories.accounts import OrganisationFactory, UserFactory
from tests.factories.requests import make_request
from tests.factories.rfx import Node, SentRfx, answers_json
from tests.fixtures.people import SignedIn


@dataclass(frozen=True)
class SentRequest:
    """A request with its RFxs, in the order of the suppliers."""

    request: RfxRequest
    sender: User
    rfxs: Sequence[SentRfx]

    @property
    def id(self) -> int:
        return self.request.id

    @property
    def path(self) -> str:
        return f"/api/rfxRequest/{self.id}"


def send_request(
    *suppliers: str,
    blocks: Sequence[Node],
    sender: User | None = None,
    guests: int = 0,
    title: str = "Housing 4711",
    is_sealed: bool = False,
) -> SentRequest:
    """Send a request with one form to new organisations with these names, then to `guests` guests."""
    buyer = sender or UserFactory(in_organisation=OrganisationFactory(name="Northwind Buying"))
    users = [UserFactory(in_organisation=OrganisationFactory(name=name)) for name in suppliers]
    request, rfxs = make_request(
        buyer, *users, guests=guests, blocks=blocks, title=title, is_sealed=is_sealed
    )
    return SentRequest(request, buyer, rfxs)


def answer(signed_in: SignedIn, sent: SentRfx, *, submit: bool = True, **values: Any) -> None:
    """Save the first answers of a respondent and, by default, submit them."""
    client = signed_in(sent.respondent)
    saved = client.put(f"{sent.path}/value", json=answers_json(**values))
    assert saved.status_code == 200, saved.text
    assert saved.json["refused"] == {}
    if submit:
        done = client.post(f"{sent.path}/submission", json={})
        assert done.status_code == 200, done.text


def eur(amount: str, currency: str = "EUR") -> dict[str, str]:
    """Return an amount as a form stores it."""
    return {"amount": amount, "currency": currency}


def compare(signed_in: SignedIn, request: SentRequest, **query: object) -> Any:
    """Return the comparison of a request as its sender reads it."""
    response = signed_in(request.sender).get(f"{request.path}/comparison", query_string=query)
    assert response.status_code == 200, response.text
    return response.json


def question(comparison: Any, key: str) -> Any:
    """Return the question with this key."""
    return next(each for each in comparison["questions"] if each["key"] == key)


def column(comparison: Any, name: str) -> int:
    """Return the index of a supplier."""
    return next(i for i, each in enumerate(comparison["suppliers"]) if each["name"] == name)


def marks(comparison: Any, key: str) -> dict[str, str]:
    """Return the marks of a question by supplier."""
    cells = question(comparison, key)["cells"]
    names = [supplier["name"] for supplier in comparison["suppliers"]]
    return {name: cell["mark"] for name, cell in zip(names, cells, strict=True) if cell and "mark" in cell}


def put_rates(
    signed_in: SignedIn, request: SentRequest, base: str | None, *rates: object, **more: Any
) -> Any:
    """Replace the exchange rates of a request."""
    body = {"baseCurrency": base, "rates": list(rates), **more}
    return signed_in(request.sender).put(f"{request.path}/comparison/rates", json=body)


def rate(currency: str, value: str, date: str = "2026-01-05") -> dict[str, str]:
    """Return an exchange rate as the API takes it."""
    return {"currency": currency, "rate": value, "date": date}


def put_direction(
    signed_in: SignedIn, request: SentRequest, key: str, direction: str | None, **more: Any
) -> Any:
    """Choose the better end of a question."""
    body = {"key": key, "direction": direction, **more}
    return signed_in(request.sender).put(f"{request.path}/comparison/direction", json=body)
