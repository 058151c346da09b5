"""Exceptions that any layer may raise, and the one error body of the API.

`{"code", "status", "message", "errors": [sentence, ...]}`; if errors belong to fields of the request, `fields` names
them too, `{"contactEmail": [sentence, ...]}` (specification section 8).
"""

import re
from collections.abc import Mapping, Sequence

FIELD_PATH = re.compile(r"[a-z][A-Za-z0-9]*(\.[\w-]+)*", re.ASCII)
"""The format of a field's name in a response: `values.vat_number`."""

LINK_GONE = "Sorry, that link is no longer valid."
"""The sentence for a mailed link that has ended, in the API and on pages."""


class ProblemError(Exception):
    """An error that is reported to the client. Subclasses define its status."""

    status = 400
    code = "invalid"
    message = "The request could not be understood."

    def __init__(
        self,
        sentence: str | None = None,
        *,
        code: str | None = None,
        fields: Mapping[str, Sequence[str]] | None = None,
        data: Mapping[str, object] | None = None,
    ) -> None:
        self.fields = {name: list(sentences) for name, sentences in (fields or {}).items()}
        self.errors = [sentence] if sentence else [s for faults in self.fields.values() for s in faults]
        self.sentence = self.errors[0] if self.errors else self.message
        self.code = code or self.code
        self.data = dict(data or {})
        self.headers: dict[str, str] = {}
        """Headers of this response, in addition to the common ones."""
        super().__init__(self.sentence)

    def body(self) -> dict[str, object]:
        body: dict[str, object] = {
            "code": self.code,
            "status": self.status,
            "message": self.sentence,
            "errors": self.errors or [self.message],
        }
        fields: dict[str, list[str]] = {}
        for name, sentences in self.fields.items():
            # Do not repeat a name that the client invented, unless it has the format of our names.
            keys = (key for key in (name, name.partition(".")[0]) if FIELD_PATH.fullmatch(key))
            fields.setdefault(next(keys, "request"), []).extend(sentences)
        if fields:
            body["fields"] = fields
        return body


class InvalidError(ProblemError):
    """The request breaks a rule (422)."""

    status = 422
    code = "invalid"
    message = "Some of what was sent is not valid."


class UnauthorizedError(ProblemError):
    """No user is signed in, or the session has ended (401)."""

    status = 401
    code = "unauthorized"
    message = "Please sign in again."


class ForbiddenError(ProblemError):
    """The actor may see the record but not do this (403)."""

    status = 403
    code = "forbidden"
    message = "You don't have permission to do that."


class StepUpError(ForbiddenError):
    """The user has to confirm their identity before this (403, code `stepUp`); the client then repeats the request."""

    code = "stepUp"
    message = "Please confirm that it's you, and try again."


class NotFoundError(ProblemError):
    """The record does not exist, or the actor may not know that it does (404): always the same body."""

    status = 404
    code = "notFound"
    message = "Nothing was found here."


class ConflictError(ProblemError):
    """The current state of the record does not allow the request (409)."""

    status = 409
    code = "conflict"
    message = "That is not possible now."


class TooLargeError(ProblemError):
    """The request or file is larger than the limit (413)."""

    status = 413
    code = "tooLarge"
    message = "That is more than can be accepted."


class TooManyError(ProblemError):
    """Too many attempts in a short time (429); `retry_after` is the number of seconds until the next is possible."""

    status = 429
    code = "tooMany"
    message = "Too many attempts. Please wait a little and try again."

    def __init__(self, sentence: str | None = None, *, retry_after: int) -> None:
        super().__init__(sentence)
        self.headers["Retry-After"] = str(max(1, retry_after))
