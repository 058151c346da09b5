"""What can go wrong, as exceptions that any layer may raise, and the one error body of the API.

`{"code", "status", "message", "errors": [sentence, ...]}`; where faults belong to fields of the
request, `fields` names them as well, `{"contactEmail": [sentence, ...]}` (specification section 8).
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

FIELD_PATH = re.compile(r"[a-z][A-Za-z0-9]*(\.[\w-]+)*", re.ASCII)
"""How the fields of a request are named: `values.vat_number`."""


class ProblemError(Exception):
    """A refusal that the caller is told about. Subclasses say which status it has."""

    status = 400
    code = "invalid"
    message = "The request could not be understood."

    def __init__(
        self,
        sentence: str | None = None,
        *,
        code: str | None = None,
        fields: Mapping[str, Sequence[str]] | None = None,
        data: Mapping[str, Any] | None = None,
    ) -> None:
        self.fields = {name: list(sentences) for name, sentences in (fields or {}).items()}
        self.errors = [sentence] if sentence else [s for faults in self.fields.values() for s in faults]
        self.sentence = self.errors[0] if self.errors else self.message
        self.code = code or self.code
        self.data = dict(data or {})
        self.headers: dict[str, str] = {}
        """Of the answer, beside those that every answer has."""
        super().__init__(self.sentence)

    def body(self) -> dict[str, Any]:
        body: dict[str, Any] = {
            "code": self.code,
            "status": self.status,
            "message": self.sentence,
            "errors": self.errors or [self.message],
        }
        for name, sentences in self.fields.items():
            # A name that the caller made up is no key, unless it is like one of ours.
            named = (key for key in (name, name.partition(".")[0]) if FIELD_PATH.fullmatch(key))
            body.setdefault("fields", {}).setdefault(next(named, "request"), []).extend(sentences)
        return body


class InvalidError(ProblemError):
    """What was sent breaks a rule (422)."""

    status = 422
    code = "invalid"
    message = "Some of what was sent is not valid."


class UnauthorizedError(ProblemError):
    """Nobody is signed in, or the sign-in has ended (401)."""

    status = 401
    code = "unauthorized"
    message = "Please sign in again."


class ForbiddenError(ProblemError):
    """The viewer may see this but not do that (403)."""

    status = 403
    code = "forbidden"
    message = "You don't have permission to do that."


class NotFoundError(ProblemError):
    """It does not exist, or the viewer may not know that it does (404): always the same body."""

    status = 404
    code = "notFound"
    message = "Nothing was found here."


class ConflictError(ProblemError):
    """The state of things does not allow it (409)."""

    status = 409
    code = "conflict"
    message = "That is not possible now."


class TooLargeError(ProblemError):
    """More was sent than is accepted (413)."""

    status = 413
    code = "tooLarge"
    message = "That is more than can be accepted."


class TooManyError(ProblemError):
    """Too many attempts in too short a time (429); `retry_after` says in how many seconds one is possible again."""

    status = 429
    code = "tooMany"
    message = "Too many attempts. Please wait a little and try again."

    def __init__(self, sentence: str | None = None, *, retry_after: int) -> None:
        super().__init__(sentence)
        self.headers["Retry-After"] = str(max(1, retry_after))
