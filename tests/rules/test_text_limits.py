"""Every text that a call takes has its limit: that many characters are taken, one more is refused with a sentence."""

import re
from typing import Any

from sqlalchemy.orm import Session

from app.kernel.auth import Access
from app.kernel.openapi import document
from tests.factories.accounts import UserFactory, token_of
from tests.factories.rfx import field, form_document
from tests.fixtures.client import CheckedClient
from tests.rules.bodies import least_body, resolved
from tests.rules.calls import Call, attempt

NAME, SUBJECT, HTML, TAG = 200, 300, 200_000, 60
ABSTRACT, NOTE = 1_000, 2_000
LIMITS = {
    "accountName": NAME, "basedOn": TAG, "briefDescription": ABSTRACT, "city": NAME, "contactName": NAME, "description": HTML,
    "descriptionHtml": HTML, "dunsNumber": 20, "filename": 1_000, "hint": 1_000, "html": HTML, "jobRef": NAME,
    "jobTitle": NAME, "line1": NAME, "line2": NAME, "message": HTML, "mobile": 50, "name": NAME, "notes": HTML,
    "organisationName": NAME, "pattern": 200, "phone": 50, "prefix": 20, "reason": NOTE,
    "region": NAME, "registrationNumber": NAME, "reportedByName": NAME, "section": NAME, "subject": SUBJECT,
    "suffix": 20, "tags": TAG, "taxIdNumber": 50, "title": NAME, "websiteUrl": SUBJECT, "zipcode": 20,
}  # fmt: skip
"""By the name of a property; `OTHERS` holds where a name means something else."""
OTHERS = {
    ("/api/docFormBundle", "description"): ABSTRACT,
    ("/api/docFormBundle/{bundle_id}", "description"): ABSTRACT,
    ("/api/ncr", "title"): SUBJECT,
    ("/api/ncr/{ncr_id}", "title"): SUBJECT,
    ("/api/question", "name"): 64,
    ("/api/question/{question_id}", "name"): 64,
    ("/api/relationship", "message"): NOTE,
    ("/api/relationship/{relationship_id}/level", "message"): NOTE,
}
NO_WORDS = {
    "contactEmail", "country", "currentPassword", "email", "field", "fields", "internalSurveyRecipients", "max", "min",
    "password", "preferredCurrency", "role", "selfSurveyRecipients", "starter", "toEmails", "uuid",
}  # fmt: skip
"""Addresses, numbers, passwords, and names of what is there: what does not fit is unknown there at any length."""
TOO_LONG = re.compile(r"at most [0-9,]+ (characters|kB)|of more than [0-9,]+ characters")


def texts_of(call: Call) -> list[tuple[str, bool]]:
    """The properties of a call's body that people write a text into, and whether it takes several."""
    content = call.operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    found = []
    for name, given in (
        resolved(document(), content["schema"]).get("properties", {}).items() if content else ()
    ):
        schema = resolved(document(), given)
        several = schema.get("type") == "array"
        item = resolved(document(), schema["items"]) if several else schema
        kind = item.get("type")
        is_text = kind == "string" or (isinstance(kind, list) and "string" in kind)
        if is_text and "enum" not in item and item.get("format") not in {"date", "date-time"}:
            found.append((name, several))
    return [each for each in found if each[0] not in NO_WORDS]


def text_of(name: str, length: int, limit: int) -> str:
    """A text of just that length, as its field wants one."""
    if limit == HTML:
        return "<p>é" + "<br>" * ((length - 9) // 4) + "x" * ((length - 9) % 4) + "</p>"
    return ("https://example.com/" if name == "websiteUrl" else "n_").ljust(length, "x")


def rest_of(path: str, supplier_id: int) -> dict[str, Any]:
    """What a call's other properties have to be for it to be taken."""
    email = {"email": "new@nowhere.example", "role": "Viewer"}
    rest: dict[str, dict[str, Any]] = {
        "/api/attachment/start": {"size": 5},
        "/api/docForm/{form_id}": {"doc": form_document(field("a"))},
        "/api/docFormBundle": {"name": "new"},
        "/api/docFormBundle/{bundle_id}": {"name": "new"},
        "/api/messageThread": {"type": "MESSAGE", "docFormIds": [], "toOrganisationIds": [supplier_id]},
        "/api/ncr": {"eventDate": "2024-01-31", "attachmentIds": []},
        "/api/ncr/{ncr_id}": {"eventDate": "2024-01-31", "attachmentIds": []},
        "/api/organisation/{organisation_id}": {"preferredCurrency": "EUR"},
        "/api/organisation/{organisation_id}/address": {"country": "DEU"},
        "/api/question": {"name": "new", "type": "TEXT"},
        "/api/question/{question_id}": {"name": "new", "type": "TEXT"},
        "/api/relationship/invite": {"contactEmail": email["email"]},
        "/api/user": email,
        "/api/user/{user_id}": email,
    }
    return rest.get(path, {})


def test_every_text_has_its_limit(
    client: CheckedClient, session: Session, calls: list[Call], world: dict[str, Any]
) -> None:
    organisation = world["organisation"]
    colleague = UserFactory(in_organisation=organisation, role_name="Viewer")
    own = world | {"organisation_id": organisation.id, "user_id": colleague.id}
    owner, admin = token_of(world["owner"]), token_of(UserFactory(is_admin=True))
    wrong, tried = [], set()
    for call in calls:
        client.token = admin if call.rule.rule is Access.ADMIN else owner
        for name, several in texts_of(call):
            tried.add(name)
            limit = OTHERS.get((call.path, name)) or LIMITS[name]
            for length in (limit, limit + 1):
                text = text_of(name, length, limit)
                assert len(text.encode()) == length
                body = least_body(document(), call.operation, world) | rest_of(
                    call.path, world["organisation_id"]
                )
                written = body | {name: [text] if several else text}
                answer = attempt(client, call, call.path.format_map(own), json=written)
                refused = answer.status_code == 422
                told = refused and TOO_LONG.search(answer.json["message"])
                if refused is not (length > limit) or (refused and not told):
                    wrong.append(f"{call.method} {call.path}, {name} of {length}: {answer.text[:200]}")
    assert "\n".join(wrong) == ""
    assert tried == set(LIMITS)
