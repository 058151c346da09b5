"""HTTP behaviour of all responses: one error body, security headers, request id, log line, the server's version."""

import secrets
import time
from typing import Any
from urllib.parse import quote

import structlog
from flask import Flask, Response, current_app, g, jsonify, request
from flask.typing import ResponseReturnValue
from flask_compress import Compress
from flask_limiter.errors import RateLimitExceeded
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import IntegerConverter, Map
from whitenoise import WhiteNoise

from app.config import ROOT, VERSION, Settings
from app.extensions import limiter
from app.kernel.db.session import commit, rollback
from app.kernel.db.statements import is_statement_error
from app.kernel.http.auth import load_viewer, optional_actor
from app.kernel.http.errors import InvalidError, NotFoundError, ProblemError, TooManyError
from app.kernel.http.json import OrjsonProvider
from app.kernel.http.schema_faults import schema_error
from app.kernel.http.schemas import MAX_ID
from app.kernel.pages.shell import csp_nonce, render_page

log = structlog.get_logger("http")

REPLACE_PROCESS = "assay_replace_process"
"""The extension that replaces this process with a new one. Only web processes of gunicorn have it."""

HTTP_SENTENCES = {
    400: ("badRequest", "The request could not be understood."),
    405: ("methodNotAllowed", "That is not possible at this address."),
    406: ("notAcceptable", "The answer cannot be given in that form."),
    408: ("timeout", "The request took too long."),
    411: ("lengthRequired", "The length of what is sent must be given."),
    413: ("tooLarge", "That is more than can be accepted."),
    414: ("uriTooLong", "The address is too long."),
    415: ("unsupportedMediaType", "This must be sent as JSON."),
    416: ("rangeNotSatisfiable", "That part of the file does not exist."),
    431: ("headersTooLarge", "The headers are too long."),
    503: ("unavailable", "The service is away for a moment."),
}

DATABASE_RETRY_SECONDS = 5
"""Seconds after which the client may retry."""


class RowIdConverter(IntegerConverter):
    """Ids in paths: values beyond the database's integers match no route (404)."""

    def __init__(self, map: Map) -> None:
        super().__init__(map, max=MAX_ID)


class AssayFlask(Flask):
    """Flask with one commit for each request: after the view has succeeded and before the response is sent."""

    json_provider_class = OrjsonProvider

    def dispatch_request(self) -> Response:
        response = self.make_response(super().dispatch_request())
        if response.status_code < 400:
            commit()
        else:
            rollback()
        return response


def init_app(app: Flask, settings: Settings) -> None:
    """Add the hooks and error handlers to `app`."""
    app.url_map.converters["int"] = RowIdConverter
    # Files are sent as they are stored: most are already compressed, and they are streamed.
    app.config.update(
        COMPRESS_MIMETYPES=["text/html", "application/json"],
        COMPRESS_ALGORITHM=["zstd", "br", "gzip"],
        COMPRESS_STREAMS=False,
    )
    Compress(app)
    app.before_request(_begin)
    app.after_request(_finish)
    app.register_error_handler(ProblemError, _problem)
    app.register_error_handler(RateLimitExceeded, _too_many)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(RecursionError, _too_deep)
    app.register_error_handler(Exception, _unexpected)
    app.config["ASSAY_HSTS"] = settings.is_production
    if hops := settings.TRUSTED_PROXIES:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops)  # type: ignore[method-assign]
    whitenoise = WhiteNoise(
        app.wsgi_app,
        autorefresh=not settings.is_production,
        immutable_file_test=lambda _path, url: url.startswith("/static/build/"),
        add_headers_function=_add_nosniff_header,
        allow_all_origins=False,
    )
    whitenoise.add_files(str(ROOT / "app" / "static"), prefix="static/")
    app.wsgi_app = whitenoise  # type: ignore[method-assign]


def _add_nosniff_header(headers: Any, _path: str, _url: str) -> None:
    headers["X-Content-Type-Options"] = "nosniff"


def configure_logging(settings: Settings) -> None:
    """Configure structured logs to standard output, as text or JSON, with the request id in each line."""
    renderer: Any = (
        structlog.processors.JSONRenderer()
        if settings.LOG_FORMAT == "json"
        else structlog.dev.ConsoleRenderer(colors=False)
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(settings.LOG_LEVEL),
        cache_logger_on_first_use=False,
    )


def is_api() -> bool:
    """Return True if this request is for the API."""
    return request.path.startswith("/api/")


def _begin() -> None:
    sent_id = request.headers.get("X-Request-ID", "")
    g.request_id = (
        sent_id if sent_id.isascii() and sent_id.isalnum() and len(sent_id) <= 64 else secrets.token_hex(8)
    )
    g.started = time.perf_counter()
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request_id=g.request_id)
    if b"%00" in request.query_string or "\x00" in request.path:
        raise InvalidError("The address holds a character that no text can have.")


def _finish(response: Response) -> Response:
    headers = response.headers
    headers["X-Request-ID"] = g.get("request_id", "")
    headers["Server-Version"] = VERSION
    headers.setdefault("X-Content-Type-Options", "nosniff")
    headers.setdefault("Referrer-Policy", "same-origin")
    headers.setdefault("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()")
    headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    headers.setdefault("X-Frame-Options", "SAMEORIGIN")
    if "Content-Security-Policy" not in headers:
        nonce = csp_nonce()
        headers["Content-Security-Policy"] = (
            f"default-src 'none'; script-src 'self' 'nonce-{nonce}'; style-src 'self' 'nonce-{nonce}'; "
            "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src 'self' blob:; "
            "form-action 'self'; base-uri 'none'; frame-ancestors 'self'; object-src 'none'"
        )
    if is_api():
        headers.setdefault("Cache-Control", "no-store")
    if response.headers.get("Strict-Transport-Security") is None and _sends_hsts():
        headers["Strict-Transport-Security"] = "max-age=63072000; includeSubDomains"
    if request.path not in {"/healthz", "/readyz"} and not (
        request.path == "/api/updates" and response.status_code == 204
    ):
        actor = g.get("actor")
        log.info(
            "request",
            method=request.method,
            path=_path_without_secrets(),
            status=response.status_code,
            ms=round((time.perf_counter() - g.get("started", time.perf_counter())) * 1000, 1),
            user_id=actor.user_id if actor else None,
        )
    return response


def _path_without_secrets() -> str:
    """Return the path for the log, with text parameters as `<name>`: they may be the secret of a mailed link."""
    path = request.path
    for name, value in (request.view_args or {}).items():
        if isinstance(value, str) and value:
            path = path.replace(quote(value), f"<{name}>").replace(value, f"<{name}>")
    return path


def _sends_hsts() -> bool:
    return bool(current_app.config["ASSAY_HSTS"])


def _problem(error: ProblemError) -> Response:
    rollback()
    if is_api() or g.get("answers_json"):
        response = jsonify({**error.body(), **error.data})
        response.status_code = error.status
    else:
        response = current_app.make_response(_problem_page_for_viewer(error))
    response.headers.update(error.headers)
    return response


def _problem_page_for_viewer(error: ProblemError) -> ResponseReturnValue:
    try:
        load_viewer()
        return _problem_page(error)
    except Exception:
        # The query that failed may be one that every page with a signed-in user runs.
        log.exception("problem_page_failed", path=_path_without_secrets())
        rollback()
        g.actor = None
        return _problem_page(error)


def _problem_page(error: ProblemError) -> ResponseReturnValue:
    actor = optional_actor()
    # Show the navigation on 4xx pages only: after a 5xx the code that renders it may be what failed.
    is_signed_in = actor is not None and not actor.is_guest and error.status < 500
    layout = "main" if is_signed_in else "plain"
    if error.status == 404:
        return render_page("Not found", "errors/not-found", layout=layout, status=404)
    can_retry = error.status >= 500 and request.method == "GET"
    return render_page(
        "Something went wrong",
        "errors/problem",
        {"message": error.sentence, "again": can_retry},
        layout=layout,
        status=error.status,
    )


def _too_many(_error: RateLimitExceeded) -> Response:
    """Handle an exceeded rate limit: report when it ends, or 1 second if Redis does not know."""
    limit = limiter.current_limit
    try:
        seconds = limit.reset_at - int(time.time()) if limit else 1
    except Exception:
        log.warning("rate_limit_unread", exc_info=True)
        seconds = 1
    return _problem(TooManyError(retry_after=seconds))


def _too_deep(_error: RecursionError) -> Response:
    """Handle JSON with thousands of nested levels, the only recursion whose depth the client controls."""
    log.warning("nested_too_deeply", path=_path_without_secrets())
    return _problem(InvalidError("The request could not be understood: it nests too deeply."))


def _http_error(error: HTTPException) -> Response | HTTPException:
    rollback()
    if error.response is not None and not is_api():
        return error
    status = error.code or 500
    if status == 404:
        return _problem(NotFoundError())
    if status in {400, 422} and is_api():
        return _problem(schema_error(getattr(error, "data", None) or {}))
    code, sentence = HTTP_SENTENCES.get(status, ("error", "Something went wrong."))
    problem = ProblemError(sentence, code=code)
    problem.status = status
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        problem.headers["Allow"] = ", ".join(sorted(error.valid_methods))
    return _problem(problem)


def _replace_process() -> None:
    """Replace this web process: a damaged statement would make every later request that needs it fail."""
    replace = current_app.extensions.get(REPLACE_PROCESS)
    if replace is not None:
        log.error("process_replaced")
        replace()


def _unexpected(error: Exception) -> Response:
    rollback()
    log.error("unexpected_error", path=_path_without_secrets(), exc_info=error)
    if is_statement_error(error):
        _replace_process()
    problem = ProblemError("Something went wrong on our side. Please try again.", code="internal")
    problem.status = 500
    if isinstance(error, (OperationalError, PoolTimeoutError)):
        code, sentence = HTTP_SENTENCES[503]
        problem = ProblemError(sentence, code=code)
        problem.status = 503
        # Open pages navigate to a 503 response unless it has Retry-After; with it they stay and retry.
        problem.headers["Retry-After"] = str(DATABASE_RETRY_SECONDS)
    return _problem(problem)
