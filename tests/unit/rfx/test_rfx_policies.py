"""Permissions to write answers, progress, and the validity of signatures."""

from dataclasses import dataclass
from datetime import datetime

import pytest

from app.forms.public import PlacedField, walk_forms
from app.kernel.http.auth import Actor, Permission
from app.rfx.policies.access import actions_of, type_label, writable_now
from app.rfx.policies.answers import (
    answers_hash,
    independent_keys,
    keys_to_reopen,
    outdated_signatures,
    progress_of,
)
from app.rfx.types import OPEN_STATUSES, RfxStatus, ViewerRole


@dataclass
class Facts:
    status: str = "INPROGRESS"
    type: str = "RFI"
    organisation_id: int = 1
    recipient_user_id: int | None = None
    assessment_closed: bool = False
    deadline: datetime | None = None
    reopened_fields: list[str] | None = None
    withdrawn_reason: str | None = None
    is_sealed: bool = False


def fields(*attrs: dict[str, object]) -> list[PlacedField]:
    content = [
        {"type": "dvFieldBlock", "attrs": {"fid": f"fid-{n:06}", "type": "TEXT", **each}}
        for n, each in enumerate(attrs)
    ]
    return walk_forms([(1, {"schemaVersion": 1, "doc": {"type": "doc", "content": content}})])


def actor(*permissions: Permission, guest: bool = False) -> Actor:
    return Actor(
        user_id=1, organisation_id=1, name="Ann", organisation_name="A", permissions=frozenset(permissions),
        is_guest=guest,
    )  # fmt: skip


ALL = tuple(Permission)
FORM = fields(
    {"name": "ours"},
    {"name": "theirs", "writableBy": "REQUESTER"},
    {"name": "both", "writableBy": "BOTH"},
    {"name": "sign", "type": "FORMSIGNATURE"},
)


@pytest.mark.parametrize(
    ("role", "writer", "expected"),
    [
        (ViewerRole.RESPONDENT, actor(*ALL), {"ours", "both", "sign"}),
        (ViewerRole.RESPONDENT, actor(Permission.ANSWER_RFX), {"ours", "both"}),
        (ViewerRole.RESPONDENT, actor(Permission.SUBMIT_RFX), {"sign"}),
        (ViewerRole.REQUESTER, actor(Permission.SUBMIT_RFX), set()),
        (ViewerRole.REQUESTER, actor(*ALL), {"theirs", "both"}),
        (ViewerRole.REQUESTER, actor(Permission.ANSWER_RFX), set()),
        (ViewerRole.GUEST, actor(guest=True), {"ours", "both", "sign"}),
    ],
)
def test_each_party_writes_its_own_fields(role: ViewerRole, writer: Actor, expected: set[str]) -> None:
    for status in RfxStatus:
        keys = writable_now(writer, role, Facts(status), FORM, {})
        if status in OPEN_STATUSES:
            assert keys == expected
        else:
            assert keys == (expected & {"theirs"} if status == "COMPLETED" else set())


def test_limited_reopening_restricts_the_fields() -> None:
    facts = Facts(reopened_fields=["both", "theirs"])
    assert writable_now(actor(*ALL), ViewerRole.RESPONDENT, facts, FORM, {}) == {"both"}
    facts = Facts(reopened_fields=["ours"])
    assert writable_now(actor(*ALL), ViewerRole.REQUESTER, facts, FORM, {}) == {"theirs"}


def test_requester_cannot_change_a_submitted_response() -> None:
    """The requester's own fields stay writable, except those that decide which answers are visible. If the respondent has
    signed, the requester may only add one signature.
    """
    writer, submitted = actor(*ALL), Facts("COMPLETED")
    own = {"writableBy": "REQUESTER"}
    form = fields(
        {"name": "scope", **own},
        {"name": "detail", "visibleWhen": {"field": "scope", "operator": "answered"}},
        {"name": "verdict", **own},
        {"name": "ours", "type": "FORMSIGNATURE", **own},
        {"name": "theirs", "type": "FORMSIGNATURE"},
        {"name": "both", "writableBy": "BOTH"},
    )

    def writable(*signed: str, role: ViewerRole = ViewerRole.REQUESTER, facts: Facts = submitted) -> set[str]:
        return set(writable_now(writer, role, facts, form, {key: {"name": "T"} for key in signed}))

    assert writable() == writable("ours") == {"verdict", "ours"}
    assert writable("theirs") == {"ours"}
    assert writable("theirs", "ours") == set()
    assert writable(role=ViewerRole.RECIPIENT) == set()
    assert writable(facts=Facts("COMPLETED", assessment_closed=True)) == set()


@pytest.mark.parametrize("status", list(RfxStatus))
def test_actions_depend_on_status_and_permission(status: RfxStatus) -> None:
    requester = actions_of(actor(*ALL), ViewerRole.REQUESTER, Facts(status))
    assert requester.reopen == (status in {"COMPLETED", "DECLINED"})
    assert requester.change_deadline == (status in {*OPEN_STATUSES, "EXPIRED"})
    assert requester.remind == (status in OPEN_STATUSES)
    assert requester.answer == requester.sign == (status in {*OPEN_STATUSES, "COMPLETED"})
    assert not requester.submit
    assert requester.see_scoring
    respondent = actions_of(actor(*ALL), ViewerRole.RESPONDENT, Facts(status))
    assert respondent.submit == respondent.decline == (status in OPEN_STATUSES)
    assert [respondent.reopen, respondent.remind, respondent.see_scoring] == [False] * 3
    without_permission = actions_of(actor(), ViewerRole.REQUESTER, Facts(status))
    assert [
        without_permission.answer,
        without_permission.reopen,
        without_permission.remind,
        without_permission.change_deadline,
    ] == [False] * 4


def test_progress_counts_the_respondents_visible_fields() -> None:
    form = fields(
        {"name": "a", "required": True},
        {"name": "b", "visibleWhen": {"field": "a", "operator": "answered"}, "required": True},
        {"name": "c", "writableBy": "REQUESTER", "required": True},
    )
    empty = progress_of(form, {})
    assert (empty.total.completion.total, empty.total.valid, set(empty.faults)) == (1, False, {"a"})
    half = progress_of(form, {"a": "x"})
    assert (half.total.completion.percent, set(half.faults)) == (50, {"b"})
    assert progress_of(form, {"a": "x", "b": "y"}).total.valid


def test_every_field_of_a_group_of_conditions_decides() -> None:
    own = {"writableBy": "REQUESTER"}
    conditions = [{"field": name, "operator": "answered"} for name in ("scope", "kind")]
    form = fields(
        {"name": "scope", **own},
        {"name": "kind", **own},
        {"name": "free", **own},
        {"name": "detail", "visibleWhen": {"any": conditions}},
        {
            "name": "more",
            "visibleWhen": {"all": [{"field": "detail", "operator": "answered"}, conditions[1]]},
        },
    )
    assert independent_keys(form, {}) == {"free"}
    assert keys_to_reopen(form, {}, ["scope"]) == {"scope", "detail", "more"}
    assert keys_to_reopen(form, {}, ["kind"]) == {"kind", "detail", "more"}


def test_signature_covers_the_answers_of_its_party() -> None:
    signature = FORM[3]
    values: dict[str, object] = {"ours": "x", "both": "y", "theirs": "z"}
    signed = values | {"sign": {"name": "T", "answersHash": answers_hash(FORM, values, signature)}}
    assert outdated_signatures(FORM, signed) == []
    assert outdated_signatures(FORM, signed | {"theirs": "changed"}) == []
    assert outdated_signatures(FORM, signed | {"ours": "changed"}) == ["sign"]
    assert outdated_signatures(FORM, signed | {"both": None}) == ["sign"]


def test_order_of_answers_does_not_change_their_hash() -> None:
    one, two = {"ours": "x", "both": "y"}, {"both": "y", "ours": "x"}
    assert answers_hash(FORM, one, FORM[3]) == answers_hash(FORM, two, FORM[3])


def test_rfx_with_only_ndas_is_labelled_nda() -> None:
    assert type_label("RFI", ["NDA", "NDA"]) == "NDA"
    assert type_label("RFI", ["NDA", "RFI"]) == "RFI"
    assert type_label("ASSESSMENT_SELF_SURVEY", ["SELF_SURVEY"]) == "Self Survey"
