"""The report of an assessment, read back from the PDF (product decisions, Assessments)."""

import io
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from pypdf import PdfReader
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.assessments.exports import build_report, percent, result_sentence
from app.assessments.policies import supplier_scoring
from app.kernel.files.pdf import WITHOUT_DIRECTION
from app.kernel.http.errors import ConflictError
from app.rfx.models import Rfx
from tests.factories.accounts import OrganisationFactory, UserFactory, actor_of, colleague_of
from tests.factories.assessments import make_assessment
from tests.factories.network import relate
from tests.factories.rfx import answers_json
from tests.fixtures.people import SignedIn


def test_report_contains_stored_data_only(
    session: Session, signed_in: SignedIn, run_jobs: Callable[[], int]
) -> None:
    buyer: User = UserFactory(in_organisation=OrganisationFactory(name="Northwind Buying"))
    relationship = relate(buyer.organisation_id, OrganisationFactory(name="Bergmann & Söhne 株式会社").id)
    people = [colleague_of(buyer, name=f"Person <b>{n}</b>") for n in range(8)]
    assessment = make_assessment(
        buyer, relationship, title="Spring / review", internal_recipients=[p.id for p in people]
    )
    rfxs = session.query(Rfx).filter_by(assessment_id=assessment.id).order_by(Rfx.id).all()
    for person, rfx in zip(people, rfxs, strict=True):
        client = signed_in(person)
        client.put(f"/api/rfx/{rfx.id}/value", json=answers_json(goods="4", dates="2", why="All <i>fine</i>"))
        client.post(f"/api/rfx/{rfx.id}/submission", json={})
    client = signed_in(buyer)
    assert client.post(f"/api/assessment/{assessment.id}/close", json={}).json["completedScore"] == 0.666667
    created = client.post(f"/api/assessment/{assessment.id}/report", json={"html": "<h1>FALSE 99%</h1>"})
    assert created.status_code == 202
    run_jobs()
    state = client.get(f"/api/export/{created.json['id']}").json
    assert state["status"] == "DONE"
    file = client.get(state["url"])
    assert file.content_type == "application/pdf"
    assert "Spring" in file.headers["Content-Disposition"]
    pdf = PdfReader(io.BytesIO(file.data))
    text = " ".join(" ".join(page.extract_text() for page in pdf.pages).split())
    for words in (
        "67%", "Performance score", "Spring / review", "Bergmann & Söhne", "株式会社", "Person <b>0</b>",
        "Person <b>7</b>", "How good are the goods?", "80%", "40%", "All <i>fine</i>", "Quality", "Completed",
        "No follow-up tasks were raised.", "Scores by respondent",
    ):  # fmt: skip
        assert words in text, (words, text)
    assert "99%" not in text
    assert "FALSE" not in text


def test_report_with_one_respondent_is_marked_internal_on_every_page(
    session: Session, signed_in: SignedIn, run_jobs: Callable[[], int]
) -> None:
    buyer: User = UserFactory(in_organisation=OrganisationFactory(name="Northwind Buying"))
    relationship = relate(buyer.organisation_id, OrganisationFactory(name="Bergmann").id)
    only = colleague_of(buyer, name="Bartholomew Montgomery-Featherstonehaugh")
    assessment = make_assessment(buyer, relationship, internal_recipients=[only.id])
    rfx = session.query(Rfx).filter_by(assessment_id=assessment.id).one()
    client = signed_in(only)
    client.put(f"/api/rfx/{rfx.id}/value", json=answers_json(goods="4", dates="2", why="Long " * 700))
    client.post(f"/api/rfx/{rfx.id}/submission", json={})
    client = signed_in(buyer)
    created = client.post(f"/api/assessment/{assessment.id}/report", json={})
    run_jobs()
    file = client.get(client.get(f"/api/export/{created.json['id']}").json["url"])
    pages = [
        " ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(file.data)).pages
    ]  # fmt: skip
    assert len(pages) > 1
    for text in pages:
        assert "Internal: for Northwind Buying alone. It names who gave which mark." in text
    text_of_all_pages = " ".join(pages)
    # The name is not hyphenated, and the only column is the mean.
    assert "Bartholomew Montgomery-Featherstonehaugh Mean" in text_of_all_pages
    assert "How good are the goods? 80% 80% Are dates kept? 40% 40% Mean 67% 67%" in text_of_all_pages


def test_comments_are_next_to_their_authors(
    session: Session, signed_in: SignedIn, run_jobs: Callable[[], int]
) -> None:
    buyer: User = UserFactory()
    relationship = relate(buyer.organisation_id, OrganisationFactory().id)
    people = [colleague_of(buyer, name=name) for name in ("Ada First", "Ben Second", "Cleo Third")]
    assessment = make_assessment(buyer, relationship, internal_recipients=[p.id for p in people])
    rfxs = session.query(Rfx).filter_by(assessment_id=assessment.id).order_by(Rfx.id).all()
    for person, rfx, why in zip(people, rfxs, ("Early", "Late", "Long " * 1_900), strict=True):
        client = signed_in(person)
        client.put(f"/api/rfx/{rfx.id}/value", json=answers_json(goods="4", dates="2", why=why))
        client.post(f"/api/rfx/{rfx.id}/submission", json={})
    client = signed_in(buyer)
    created = client.post(f"/api/assessment/{assessment.id}/report", json={})
    run_jobs()
    file = client.get(client.get(f"/api/export/{created.json['id']}").json["url"])
    pages = PdfReader(io.BytesIO(file.data)).pages
    lines: list[tuple[str, float]] = []

    def record_line(text: str, outer: Any, inner: Any, _font: Any, _size: Any) -> None:
        if text.strip():
            lines.append((text.strip(), outer[5] + inner[5]))

    for page in pages:
        page.extract_text(visitor_text=record_line)
    index = [text for text, _ in lines].index("Early")
    (_, comment), (author, own), (following, other) = lines[index : index + 3]
    assert (author, following) == ("Ada First", "Late")
    assert 0 < comment - own < own - other
    assert sum(page.extract_text().count("Long") for page in pages) == 1_900


def performance_assessment(
    signed_in: SignedIn, session: Session, buyer: User, *, names: Sequence[str], supplier: str = "Bergmann"
) -> int:
    """Create a performance assessment that `names` have answered; only the first one has rated the dates."""
    relationship = relate(buyer.organisation_id, OrganisationFactory(name=supplier).id)
    people = [colleague_of(buyer, name=name) for name in names]
    assessment = make_assessment(buyer, relationship, internal_recipients=[person.id for person in people])
    rfxs = session.query(Rfx).filter_by(assessment_id=assessment.id).order_by(Rfx.id).all()
    for number, (person, rfx) in enumerate(zip(people, rfxs, strict=True)):
        client = signed_in(person)
        answers = {"goods": str(5 - number), "why": f"Comment {9 - number}"} | (
            {"dates": "1"} if not number else {}
        )
        client.put(f"/api/rfx/{rfx.id}/value", json=answers_json(**answers))
        assert client.post(f"/api/rfx/{rfx.id}/submission", json={}).status_code == 200
    return assessment.id


def test_supplier_gets_averages_and_comments_without_names(
    session: Session, signed_in: SignedIn, run_jobs: Callable[[], int]
) -> None:
    buyer: User = UserFactory(
        name="Rosa Raiser", in_organisation=OrganisationFactory(name="Northwind Buying")
    )
    names = ("Ada First", "Ben Second", "Cleo Third")
    assessment_id = performance_assessment(signed_in, session, buyer, names=names)
    client = signed_in(buyer)
    created = client.post(f"/api/assessment/{assessment_id}/report", json={"audience": "SUPPLIER"})
    assert created.status_code == 202
    run_jobs()
    file = client.get(client.get(f"/api/export/{created.json['id']}").json["url"])
    pages = [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(file.data)).pages]
    text = " ".join(pages)
    assert not any(
        name in text for name in (*names, "Rosa Raiser", "Internal", "Weight", "Surveys", "Follow-up")
    )
    assert "the average of 3 respondents." in text
    assert "How good are the goods? 80%" in text
    assert "Are dates kept? 7%" in text
    assert not any(mark in text for mark in ("100%", "60%", "20%", "73%"))
    assert text.index("Comment 7") < text.index("Comment 8") < text.index("Comment 9")
    assert all("From Northwind Buying." in page for page in pages)


def test_averages_of_fewer_than_three_marks_are_hidden_with_their_topic() -> None:
    def row(question: str, topic: str, *scores: float | None) -> dict[str, Any]:
        return {"question": question, "topic": topic, "weight": 1, "scores": scores, "mean": 0.5}

    scoring = supplier_scoring({
        "overall": 0.5,
        "respondents": [{"rfx_id": n, "name": "Ada", "score": 0.5} for n in range(4)],
        "topics": [{"topic": name, "score": 0.5, "weight": 1, "questions": 2} for name in ("Goods", "Dates")],
        "questions": [
            row("a", "Goods", 0.1, 0.2, 0.3, None), row("b", "Dates", 0.1, 0.2, 0.3, 0.4),
            row("c", "Dates", None, None, 0.3, 0.4),
        ],
        "comments": [{"question": "a", "answers": [{"respondent": "Ada", "text": t} for t in ("z", "B", "a")]}],
    })  # fmt: skip
    assert [(q["mean"], q["is_hidden"]) for q in scoring["questions"]] == [
        (0.5, False),
        (0.5, False),
        (None, True),
    ]
    assert [(t["score"], t["is_hidden"]) for t in scoring["topics"]] == [(0.5, False), (None, True)]
    assert scoring["comments"] == [
        {"question": "a", "answers": [{"text": "a"}, {"text": "B"}, {"text": "z"}]}
    ]
    assert "Ada" not in str(scoring)
    assert "weight" not in str(scoring)


def test_supplier_report_is_refused_below_three_respondents_and_for_qualifications(
    session: Session, signed_in: SignedIn
) -> None:
    buyer: User = UserFactory()
    two = performance_assessment(signed_in, session, buyer, names=("Ada First", "Ben Second"))
    qualification = make_assessment(
        buyer, relate(buyer.organisation_id, OrganisationFactory().id), type="QUALIFICATION"
    ).id
    client = signed_in(buyer)
    for assessment_id, sentence in (
        (two, "at least 3 respondents"),
        (qualification, "Only performance assessments"),
    ):
        refused = client.post(f"/api/assessment/{assessment_id}/report", json={"audience": "SUPPLIER"})
        assert refused.status_code == 409
        assert sentence in refused.json["message"]
        reason = client.get(f"/api/assessment/{assessment_id}").json["supplierReportRefusal"]
        assert reason == refused.json["message"]
        with pytest.raises(ConflictError):
            build_report(actor_of(buyer), "pdf", {"assessment_id": assessment_id, "audience": "SUPPLIER"})


def scored(**changes: Any) -> dict[str, Any]:
    """Return the parts of an assessment that the result depends on."""
    return {
        "relationship": {"with_organisation": {"name": "Northlight Pumps"}}, "status": "COMPLETED",
        "scoring": {"overall": 0.82}, "previous_score": 0.76, "tasks": [{"status": "OPEN"}, {"status": "CLOSED"}],
    } | changes  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({}, "Northlight Pumps scored 82%, up from 76%, and has 1 open follow-up."),
        ({"previous_score": 0.9, "tasks": []}, "Northlight Pumps scored 82%, down from 90%, and has no open follow-ups."),
        ({"previous_score": 0.8199}, "Northlight Pumps scored 82%, the same as before, and has 1 open follow-up."),
        ({"previous_score": None, "status": "INPROGRESS"}, "So far, Northlight Pumps scores 82% and has 1 open follow-up."),
        ({"scoring": {"overall": None}}, "Northlight Pumps has no score and 1 open follow-up."),
    ],
)  # fmt: skip
def test_result_is_one_sentence(changes: dict[str, Any], sentence: str) -> None:
    assert result_sentence(scored(**changes)).translate(WITHOUT_DIRECTION) == sentence


def test_open_assessment_has_a_report_and_strangers_cannot_request_it(
    session: Session, signed_in: SignedIn, run_jobs: Callable[[], int]
) -> None:
    buyer: User = UserFactory()
    supplier: User = UserFactory()
    assessment = make_assessment(
        buyer, relate(buyer.organisation_id, supplier.organisation_id), type="QUALIFICATION"
    )  # fmt: skip
    client = signed_in(buyer)
    created = client.post(f"/api/assessment/{assessment.id}/report", json={})
    run_jobs()
    url = client.get(f"/api/export/{created.json['id']}").json["url"]
    text = PdfReader(io.BytesIO(client.get(url).data)).pages[0].extract_text()
    assert "still open" in text
    assert "Nothing has been scored." in text
    assert "No surveys were sent." in text
    other = signed_in(supplier)
    assert other.post(f"/api/assessment/{assessment.id}/report", json={}).status_code == 404
    assert other.get(f"/api/export/{created.json['id']}").status_code == 404


def test_pending_respondents_are_named_in_any_script(
    signed_in: SignedIn, run_jobs: Callable[[], int]
) -> None:
    buyer: User = UserFactory(in_organisation=OrganisationFactory(name="北京采购有限公司"))
    relationship = relate(buyer.organisation_id, OrganisationFactory().id)
    assessment = make_assessment(
        buyer, relationship, internal_recipients=[colleague_of(buyer, name="李娜").id]
    )
    client = signed_in(buyer)
    created = client.post(f"/api/assessment/{assessment.id}/report", json={})
    run_jobs()
    pdf = PdfReader(io.BytesIO(client.get(client.get(f"/api/export/{created.json['id']}").json["url"]).data))
    fonts: dict[str, str] = {}

    def record_font(text: str, _cm: object, _tm: object, font: dict[str, str] | None, _size: object) -> None:
        if font:
            fonts.update(dict.fromkeys(text, font["/BaseFont"]))

    for page in pdf.pages:
        page.extract_text(visitor_text=record_font)
    assert all("NotoSansSC" in fonts.get(letter, "") for letter in "李娜北京"), fonts


def test_scores_are_whole_percentages_rounded_half_up() -> None:
    assert [percent(score) for score in (0.666, 0.665, 0.125, 0.0049, 0, 1, None, -0.125)] == [
        "67%", "67%", "13%", "0%", "0%", "100%", "no score", "-13%",
    ]  # fmt: skip
