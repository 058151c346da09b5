"""Every text in a request documents its maximum length, which is accepted; one character more is rejected."""

import re
from typing import Any

from sqlalchemy.orm import Session

from app.kernel.http.auth import Access
from tests.factories.accounts import UserFactory, token_of
from tests.factories.documents import upload
from tests.factories.rfx import field, form_document
from tests.fixtures.client import CheckedClient
from tests.fixtures.contract import api_document
from tests.rules.bodies import minimal_body, resolve
from tests.rules.endpoints import Endpoint, attempt

HTML = 200_000
NOT_FREE_TEXT = {
    "addresses", "baseCurrency", "code", "contactEmail", "cost", "country", "credential", "currency", "currentPassword", "documentType", "domain", "email", "field", "fields", "internalSurveyRecipients", "key", "kind", "max", "min",
    "password", "preferredCurrency", "role", "selfSurveyRecipients", "starter", "ticket", "timeZone", "toEmails", "uuid",
}  # fmt: skip
"""Addresses, numbers, passwords and references: a wrong value is rejected at any length."""
TOO_LONG = re.compile(r"at most [0-9,]+ (characters|kB)|of more than [0-9,]+ characters")


def texts_of(endpoint: Endpoint) -> list[tuple[str, bool, int]]:
    """Return the free text properties of a request body, True for those that are lists, and the maximum length."""
    content = endpoint.operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    properties = []
    for name, schema_or_reference in (
        resolve(api_document(), content["schema"]).get("properties", {}).items() if content else ()
    ):
        schema = resolve(api_document(), schema_or_reference)
        several = schema.get("type") == "array"
        item = resolve(api_document(), schema["items"]) if several else schema
        kind = item.get("type")
        is_text = kind == "string" or (isinstance(kind, list) and "string" in kind)
        if is_text and "enum" not in item and item.get("format") not in {"date", "date-time"}:
            properties.append((name, several, item.get("maxLength", 0)))
    return [each for each in properties if each[0] not in NOT_FREE_TEXT]


PROVIDER = {"issuer": "https://sign-in.example.com", "clientId": "n", "clientSecret": "n"}


def text_of(name: str, length: int, limit: int) -> str:
    """Return a valid text of exactly `length` bytes for the property `name`."""
    if limit == HTML:
        return "<p>é" + "<br>" * ((length - 9) // 4) + "x" * ((length - 9) % 4) + "</p>"
    return ("https://example.com/" if name in {"issuer", "url", "websiteUrl"} else "n_").ljust(length, "x")


def other_properties(path: str, supplier_id: int) -> dict[str, Any]:
    """Return the other properties that the endpoint needs for a valid request."""
    email = {"email": "new@nowhere.example", "role": "Viewer"}
    rest: dict[str, dict[str, Any]] = {
        "/api/apiKey": {"scopes": ["rfx:read"]},
        "/api/apiKey/{api_key_id}": {"scopes": ["rfx:read"]},
        "/api/attachment/start": {"size": 5},
        "/api/docForm/{form_id}": {"doc": form_document(field("a"))},
        "/api/docFormBundle": {"name": "new"},
        "/api/docFormImport/{doc_form_import_id}/create": {"type": "RFI"},
        "/api/docFormBundle/{bundle_id}": {"name": "new"},
        "/api/documentType": {"validity": "ALWAYS"},
        "/api/documentType/{document_type_id}": {"validity": "ALWAYS"},
        "/api/messageThread": {"type": "MESSAGE", "docFormIds": [], "toOrganisationIds": [supplier_id]},
        "/api/ncr": {"eventDate": "2024-01-31", "attachmentIds": []},
        "/api/ncr/{ncr_id}": {"eventDate": "2024-01-31", "attachmentIds": []},
        "/api/rfxRequest/{request_id}/evaluation/evaluator": {"email": "vera@nowhere.example"},
        "/api/organisation/{organisation_id}": {"preferredCurrency": "EUR"},
        "/api/organisation/{organisation_id}/address": {"country": "DEU"},
        "/api/question": {"name": "new", "type": "TEXT"},
        "/api/question/{question_id}": {"name": "new", "type": "TEXT"},
        "/api/webhook": {"url": "https://hooks.example.com/"},
        "/api/webhook/{webhook_id}": {"url": "https://hooks.example.com/"},
        "/api/companySignIn": PROVIDER,
        "/api/relationship/invite": {"contactEmail": email["email"]},
        "/api/relationship/inviteMany/check": {"rows": [{}]},
        "/api/relationship/inviteMany": {
            "relationshipLevel": "Evaluation",
            "rows": [{"contactName": "n", "contactEmail": email["email"], "organisationName": "n"}],
        },
        "/api/rfxRequest": {"type": "RFI", "recipients": {"organisationIds": [supplier_id]}},
        "/api/user": email,
        "/api/user/{user_id}": email,
    }
    return rest.get(path, {})


def test_every_text_has_a_limit(
    client: CheckedClient, session: Session, endpoints: list[Endpoint], world: dict[str, Any]
) -> None:
    organisation = world["organisation"]
    colleague = UserFactory(in_organisation=organisation, role_name="Viewer")
    own = world | {"organisation_id": organisation.id, "user_id": colleague.id}
    named = world | {"attachmentId": upload(world["owner"])}
    owner, admin = token_of(world["owner"]), token_of(UserFactory(is_admin=True))
    wrong, tested = [], 0
    for endpoint in endpoints:
        client.token = admin if endpoint.rule.rule is Access.ADMIN else owner
        for name, several, limit in texts_of(endpoint):
            tested += 1
            if not limit:
                wrong.append(f"{endpoint.method} {endpoint.path} documents no maximum length of {name}")
                continue
            for length in (limit, limit + 1):
                text = text_of(name, length, limit)
                assert len(text.encode()) == length
                body = minimal_body(api_document(), endpoint.operation, named) | other_properties(
                    endpoint.path, world["organisation_id"]
                )
                written = body | {name: [text] if several else text}
                response = attempt(client, endpoint, endpoint.path.format_map(own), json=written)
                is_rejected = response.status_code == 422
                if endpoint.path == "/api/companySignIn" and "host was not found" in response.text:
                    is_rejected = False  # Nothing answers at the address, whose text is accepted.
                has_message = is_rejected and TOO_LONG.search(response.json["message"])
                if is_rejected is not (length > limit) or (is_rejected and not has_message):
                    wrong.append(
                        f"{endpoint.method} {endpoint.path}, {name} of {length}: {response.text[:200]}"
                    )
    assert "\n".join(wrong) == ""
    assert tested > 50
