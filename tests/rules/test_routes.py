"""Every route states its rule; jobs, templates and generated types match their use."""

import json
import re
import subprocess

from flask import Flask

from app.config import ROOT
from app.kernel.http.auth import ADMIN, Permission
from app.kernel.http.openapi import document
from app.kernel.registry import EXTENSION, Registry

WRITES_WITHOUT_A_PERMISSION = {
    "POST /api/session": "signing in",
    "POST /api/session/refresh": "signing in, by the cookie",
    "POST /api/session/guest": "signing in, by the link",
    "POST /api/session/guest/code": "the secret in the link",
    "PUT /api/session/guest/code": "the secret in the link, and the mailed code",
    "DELETE /api/session": "the own sign-in",
    "POST /api/session/stepUp": "the own sign-in",
    "POST /api/session/factor": "signing in, by the ticket of a right password",
    "POST /api/session/passkey/options": "before the sign-in",
    "POST /api/session/passkey": "signing in, by the passkey",
    "DELETE /api/user/identity/<int:identity_id>": "the own company sign-in",
    "POST /api/user/passkey/options": "the own passkeys",
    "POST /api/user/passkey": "the own passkeys",
    "DELETE /api/user/passkey/<int:passkey_id>": "the own passkey",
    "POST /api/user/totp": "the own authenticator app",
    "DELETE /api/user/totp": "the own authenticator app",
    "POST /api/user/totp/confirm": "the own authenticator app",
    "POST /api/user/recoveryCode": "the own recovery codes",
    "POST /api/user/sendPasswordReset": "before the sign-in",
    "PUT /api/user/<string:uuid>/resetPassword": "the secret in the link",
    "PUT /api/user/invite/<string:uuid>": "the secret in the link",
    "POST /api/user/invite/<string:uuid>/passwordCheck": "it changes nothing",
    "PUT /api/user/confirmEmail/<string:uuid>": "the secret in the link",
    "PUT /api/user/unsubscribe/<string:token>": "the secret in the link",
    "POST /unsubscribe/<string:token>": "the secret in the link",
    "PUT /api/user/password": "the own password",
    "DELETE /api/signIn": "the own sign-ins",
    "DELETE /api/signIn/<int:sign_in_id>": "the own sign-in",
    "PUT /api/user/<int:user_id>": "the own details, else MANAGE_USERS",
    "PUT /api/user/<int:user_id>/image": "the own picture, else MANAGE_USERS",
    "POST /api/attachment/start": "checked where the file is attached",
    "PUT /api/attachment/<int:attachment_id>/content": "the own upload",
    "PUT /api/messageThread/<int:thread_id>/seen": "the own tags",
    "PUT /api/messageThread/<int:thread_id>/trash": "the own tags",
    "PUT /api/home/chart": "the own charts",
    "PUT /api/home/firstSteps/hidden": "the own Home",
    "POST /api/calendarFeed": "the own calendar link",
    "DELETE /api/calendarFeed": "the own calendar link",
    "PUT /api/notification/read": "the own notifications",
    "PUT /api/notification/setting": "the own mails",
    "PUT /api/userTask/<int:task_id>/done": "the own task, else the permission to review",
    "POST /api/messageThread/<int:thread_id>/message": "a participant may always reply",
    "POST /api/messageThread": "SEND_MESSAGES, or SEND_RFX, by what is sent",
    "PUT /api/rfx/<int:rfx_id>/value": "ANSWER_RFX of the respondent, or the guest",
    "POST /api/documentMatrix/export": "everyone who may read it",
    "POST /api/documentRequirement/<int:requirement_id>/file": "the guest who is asked for the document",
    "POST /api/rfx/<int:rfx_id>/confirmation": "ANSWER_RFX of the respondent, or the guest",
    "POST /api/rfx/<int:rfx_id>/opened": "ANSWER_RFX of the respondent, or the guest",
    "POST /api/rfx/<int:rfx_id>/submission": "SUBMIT_RFX of the respondent, or the guest",
    "POST /api/rfx/<int:rfx_id>/decline": "SUBMIT_RFX of the respondent, or the guest",
    "POST /api/rfx/<int:rfx_id>/task/<int:task_id>/message": "ANSWER_RFX or SEND_RFX, by the writer's party",
    "PUT /api/rfx/<int:rfx_id>/acceptance": "SEND_RFX of the requester, or the own review part",
    "POST /api/rfx/<int:rfx_id>/task": "SEND_RFX of the requester, or the own review part",
    "PUT /api/rfx/<int:rfx_id>/task/<int:task_id>": "SEND_RFX of the requester, or the own review part",
    "POST /api/rfx/<int:rfx_id>/export": "everyone who may read it",
    "POST /api/rfx/answers": "everyone who may read the RFxs",
    "POST /api/savedView": "the own views; sharing needs a permission by list",
    "PUT /api/savedView/<int:view_id>": "the own view, else MANAGE_ORGANISATION",
    "DELETE /api/savedView/<int:view_id>": "the own view, else MANAGE_ORGANISATION",
    "POST /api/savedView/<int:view_id>/restore": "the own view, else MANAGE_ORGANISATION",
    "PUT /api/savedView/<int:view_id>/start": "the own start view",
    "POST /api/<string:list_name>/export": "everyone who may read it",
    "POST /api/merge/<int:merge_id>/undo": "who ran the merge, else MANAGE_ORGANISATION",
    "POST /api/schedule": "SEND_RFX or MANAGE_ASSESSMENTS, by what repeats",
    "PUT /api/schedule/<int:schedule_id>": "SEND_RFX or MANAGE_ASSESSMENTS, by what repeats",
    "DELETE /api/schedule/<int:schedule_id>": "SEND_RFX or MANAGE_ASSESSMENTS, by what repeats",
    "POST /api/schedule/<int:schedule_id>/hold": "SEND_RFX or MANAGE_ASSESSMENTS, by what repeats",
    "POST /api/schedule/<int:schedule_id>/resume": "SEND_RFX or MANAGE_ASSESSMENTS, by what repeats",
    "POST /api/schedule/<int:schedule_id>/skip": "SEND_RFX or MANAGE_ASSESSMENTS, by what repeats",
    "POST /api/schedule/<int:schedule_id>/run": "SEND_RFX or MANAGE_ASSESSMENTS, by what repeats",
    "POST /api/rfx/<int:rfx_id>/part": "ANSWER_RFX of the respondent, or the guest",
    "PUT /api/rfx/<int:rfx_id>/part/<int:part_id>": "ANSWER_RFX of the respondent, or the guest",
    "POST /api/rfx/<int:rfx_id>/part/<int:part_id>/reminder": "ANSWER_RFX of the respondent, or the guest",
    "POST /api/rfx/<int:rfx_id>/part/<int:part_id>/withdraw": "ANSWER_RFX of the respondent, or the guest",
    "POST /api/rfx/<int:rfx_id>/part/<int:part_id>/done": "the own part",
    "POST /api/rfx/<int:rfx_id>/part/<int:part_id>/return": "the own part",
    "POST /api/rfx/<int:rfx_id>/answerImport": "ANSWER_RFX of the respondent, or the guest",
    "PUT /api/rfx/<int:rfx_id>/answerImport/<int:import_id>": "the own import",
    "DELETE /api/rfx/<int:rfx_id>/answerImport/<int:import_id>": "the own import",
    "POST /api/rfx/<int:rfx_id>/answerImport/<int:import_id>/apply": "the own import",
    "POST /api/rfx/<int:rfx_id>/handover": "ANSWER_RFX of the respondent, or the guest",
    "POST /api/rfxRequest/<int:request_id>/export": "everyone who may read it",
    "POST /api/rfxRequest/<int:request_id>/comparison/export": "everyone who may read it",
    "POST /api/rfxRequest/<int:request_id>/award/report": "everyone who may read it",
    "PUT /api/rfxRequest/<int:request_id>/evaluation/mark": "the evaluator, who may be a guest",
    "PUT /api/rfxRequest/<int:request_id>/evaluation/conflict": "the evaluator, who may be a guest",
    "PUT /api/rfxRequest/<int:request_id>/evaluation/finished": "the evaluator, who may be a guest",
    "DELETE /api/rfxRequest/<int:request_id>/note/<int:note_id>": "its author, or MANAGE_ORGANISATION",
    "POST /api/docForm/<int:form_id>/previewPdf": "everyone who may read it",
    "PUT /api/user/preview": "the own values, for everyone who may read the form",
    "POST /api/assessment/<int:assessment_id>/report": "everyone who may read it",
    "POST /api/ncr/<int:ncr_id>/export": "everyone who may read it",
    "POST /api/ncr/figure/export": "everyone who may read it",
    "PUT /api/correctiveAction/<int:action_id>/step/<string:step>": "MANAGE_NCRS of the supplier, or the guest",
    "POST /api/correctiveAction/<int:action_id>/step/<string:step>/send": "MANAGE_NCRS of the supplier, or the guest",
    "POST /api/correctiveAction/<int:action_id>/contest": "MANAGE_NCRS of the supplier, or the guest",
    "POST /api/bulk/preview": "the permission of the kind; it changes nothing",
    "POST /api/bulk": "the permission of the kind, row by row",
    "POST /api/bulk/<int:bulk_job_id>/undo": "the own job, then the permission of the kind, row by row",
}
"""Endpoints that write but require no permission of a role, with the check that replaces it."""


def views_of(app: Flask) -> list[tuple[str, str, object]]:
    """Return method, path and function of every route except those that Flask adds."""
    views = []
    for rule in app.url_map.iter_rules():
        view = app.view_functions[rule.endpoint]
        view_class = getattr(view, "view_class", None)
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            function = getattr(view_class, method.lower()) if view_class else view
            views.append((method, str(rule), function))
    return views


def routes_without_rule(app: Flask) -> list[str]:
    return [f"{method} {path}" for method, path, view in views_of(app) if not hasattr(view, "route_rule")]


def test_every_route_states_its_rule(app: Flask) -> None:
    assert routes_without_rule(app) == []


def test_a_route_without_rule_is_detected(committed_app: Flask) -> None:
    committed_app.add_url_rule("/bare", "bare", lambda: "")
    assert routes_without_rule(committed_app) == ["GET /bare"]


def test_every_write_requires_a_permission_or_has_a_reason(app: Flask) -> None:
    without = {
        f"{method} {path}"
        for method, path, view in views_of(app)
        if method != "GET"
        and view.route_rule.rule is not ADMIN
        and not isinstance(view.route_rule.rule, Permission)
    }
    assert without == set(WRITES_WITHOUT_A_PERMISSION)


def test_api_uses_tokens_and_pages_use_cookies(app: Flask) -> None:
    wrong = [
        path
        for _, path, view in views_of(app)
        if view.route_rule.page
        and path.startswith("/api/")
        and path not in {"/api/openapi.json", "/api/docs"}
    ]
    assert wrong == []


def registry_of(app: Flask) -> Registry:
    registry: Registry = app.extensions[EXTENSION]
    return registry


def test_every_enqueued_job_is_registered(app: Flask) -> None:
    enqueued = set()
    for path in (ROOT / "app").rglob("*.py"):
        enqueued |= set(re.findall(r'(?<![.\w])enqueue\(\s*"([\w.]+)"', path.read_text(encoding="utf-8")))
    assert enqueued
    assert enqueued <= set(registry_of(app).jobs)


def test_every_mail_template_is_used_and_has_three_parts(app: Flask) -> None:
    used = set()
    for path in (ROOT / "app").rglob("*.py"):
        if path.parent.name != "sysadmin":
            used |= set(re.findall(r"\b\w+Mail\.([A-Z]+)\b", path.read_text(encoding="utf-8")))
    assert registry_of(app).mail_templates == used
    for template in used:
        folder = ROOT / "templates" / "email" / template.lower()
        assert sorted(path.name for path in folder.iterdir()) == ["body.html", "body.txt", "subject.txt"]


def test_every_template_is_used(app: Flask) -> None:
    sources = [*(ROOT / "app").rglob("*.py"), *(ROOT / "templates").rglob("*.*")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    named = set(re.findall(r'"((?:layouts|macros|email|[a-z]+)/[\w./-]+\.(?:html|txt))"', text))
    named |= {f"layouts/{name}.html" for name in re.findall(r'layout(?:: str)? ?= ?"(\w+)"', text)}
    folders = {f"email/{template.lower()}/" for template in registry_of(app).mail_templates}
    unused = [
        path.relative_to(ROOT / "templates").as_posix()
        for path in (ROOT / "templates").rglob("*.*")
        if path.is_file()
    ]
    unused = [p for p in unused if p not in named and not any(p.startswith(folder) for folder in folders)]
    assert unused == []


def test_generated_api_types_are_current(app: Flask, tmp_path: object) -> None:
    with app.app_context():
        (tmp_path / "openapi.json").write_text(json.dumps(document(), indent=1, sort_keys=True))
    generated = tmp_path / "schema.d.ts"
    subprocess.run(
        ["npx", "openapi-typescript", str(tmp_path / "openapi.json"), "-o", str(generated)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    committed = (ROOT / "static_src" / "api" / "schema.d.ts").read_text(encoding="utf-8")
    assert generated.read_text(encoding="utf-8") == committed, "run `make openapi`"
