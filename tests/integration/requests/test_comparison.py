"""The comparison of a request: answers side by side, differences, best and worst, the workbook, sealed requests."""

import io
from datetime import datetime

from openpyxl import load_workbook
from sqlalchemy import update
from sqlalchemy.orm import Session

from app.files.operations import store_bytes
from app.files.types import AttachmentKind
from app.kernel.clock import now
from app.requests.exports.comparison import build
from app.rfx.models import RfxRequest
from tests.factories.accounts import UserFactory, actor_of, colleague_of
from tests.factories.compared import (
    SentRequest,
    answer,
    column,
    compare,
    marks,
    put_direction,
    put_rates,
    question,
    rate,
    send_request,
)
from tests.factories.rfx import field
from tests.fixtures.people import SignedIn
from tests.integration.requests.conftest import BLOCKS


def test_submitted_suppliers_are_first_by_score_then_those_with_answers(
    signed_in: SignedIn, answered: SentRequest
) -> None:
    comparison = compare(signed_in, answered)
    suppliers = comparison["suppliers"]
    assert [(each["name"], each["status"], each["score"]) for each in suppliers] == [
        ("Bergmann", "COMPLETED", 100),
        ("Aurora", "COMPLETED", 75),
        ("Calder", "COMPLETED", 0),
        ("Delta", "INPROGRESS", 50),
        ("Eastgate", "DECLINED", None),
    ]
    assert [each["mayReview"] for each in suppliers] == [True, True, True, True, False]
    assert suppliers[4]["endedBecause"] == "We have no capacity."
    counts = ("supplierCount", "answeredCount", "submittedCount", "allCount")
    assert [comparison[name] for name in counts] == [5, 4, 3, 5]


def test_questions_are_in_document_order_with_the_respondents_fields_only(
    signed_in: SignedIn, answered: SentRequest
) -> None:
    comparison = compare(signed_in, answered)
    assert [(each["number"], each["key"]) for each in comparison["questions"]] == [
        ("1.1", "price"), ("1.2", "capacity"), ("1.3", "weeks"), ("5.1", "iso"), ("5.2", "why"), ("5.3", "site"),
    ]  # fmt: skip
    assert [section["title"] for section in comparison["sections"]] == ["Offer", "5. Quality"]


def test_cells_have_text_number_points_and_conditions(signed_in: SignedIn, answered: SentRequest) -> None:
    comparison = compare(signed_in, answered)
    bergmann, calder, eastgate = (column(comparison, name) for name in ("Bergmann", "Calder", "Eastgate"))
    price = question(comparison, "price")["cells"][bergmann]
    assert (price["text"], price["number"], price["currency"]) == ("SEK 512", "512", "SEK")
    assert "converted" not in price
    assert question(comparison, "capacity")["cells"][bergmann]["text"] == "35%"
    assert question(comparison, "weeks")["cells"][bergmann]["points"] == {
        "points": 10, "most": 10, "percent": 100,
    }  # fmt: skip
    assert question(comparison, "why")["cells"][bergmann] == {"isHidden": True}
    assert question(comparison, "why")["cells"][calder] is None
    assert question(comparison, "price")["cells"][eastgate] is None


def test_same_and_different_answers(signed_in: SignedIn, answered: SentRequest) -> None:
    comparison = compare(signed_in, answered)
    site = question(comparison, "site")
    assert (site["differs"], site["sameCount"], site["sameText"]) == (False, 3, "uppsala ")
    iso = question(comparison, "iso")
    assert (iso["differs"], iso["sameCount"], iso["sameText"]) == (True, 0, None)
    different = [bool(cell and cell.get("isDifferent")) for cell in iso["cells"]]
    assert different == [supplier["name"] == "Calder" for supplier in comparison["suppliers"]]
    only = compare(signed_in, answered, differing="true")
    assert [each["key"] for each in only["questions"]] == ["price", "capacity", "weeks", "iso"]
    assert (only["questionCount"], only["differingCount"]) == (6, 4)


def test_filters_of_section_and_score(signed_in: SignedIn, answered: SentRequest) -> None:
    scored = compare(signed_in, answered, scored="true")
    assert [each["key"] for each in scored["questions"]] == ["weeks", "iso"]
    section = compare(signed_in, answered, section="0.2")
    assert [each["key"] for each in section["questions"]] == ["iso", "why", "site"]
    assert [each["id"] for each in section["sections"]] == ["0.2"]
    submitted = compare(signed_in, answered, submitted="true")
    assert [each["name"] for each in submitted["suppliers"]] == ["Bergmann", "Aurora", "Calder"]
    assert (submitted["supplierCount"], submitted["allCount"]) == (3, 5)


def test_points_decide_best_and_worst_of_scored_questions(signed_in: SignedIn, answered: SentRequest) -> None:
    comparison = compare(signed_in, answered)
    assert marks(comparison, "weeks") == {"Bergmann": "BEST", "Calder": "WORST"}
    # Three of four have the best answer, so only the worst one stands out.
    assert marks(comparison, "iso") == {"Calder": "WORST"}
    assert marks(comparison, "capacity") == {}
    scores = comparison["sections"][0]["scores"]
    names = [supplier["name"] for supplier in comparison["suppliers"]]
    by_name = dict(zip(names, scores, strict=True))
    assert by_name["Bergmann"] == {"percent": 100, "mark": "BEST"}
    assert by_name["Aurora"] == {"percent": 50, "mark": None}
    assert by_name["Eastgate"] is None


def test_suppliers_are_on_pages_of_columns(signed_in: SignedIn, answered: SentRequest) -> None:
    first = compare(signed_in, answered, pageSize=2)
    second = compare(signed_in, answered, pageSize=2, page=2)
    assert [each["name"] for each in first["suppliers"]] == ["Bergmann", "Aurora"]
    assert [each["name"] for each in second["suppliers"]] == ["Calder", "Delta"]
    # Differences and marks count the suppliers of all pages.
    assert marks(second, "weeks") == {"Calder": "WORST"}
    assert question(first, "iso")["differs"]
    last = compare(signed_in, answered, pageSize=2, page=4)
    assert (last["suppliers"], last["questions"][0]["cells"]) == ([], [])
    path = f"{answered.path}/comparison"
    assert signed_in(answered.sender).get(path, query_string={"pageSize": 13}).status_code == 422


def test_acceptance_follow_ups_and_files_are_shown(session: Session, signed_in: SignedIn) -> None:
    request = send_request("Aurora", "Bergmann", blocks=(field("paper", "FILE"), field("city")))
    aurora = request.rfxs[0]
    file = store_bytes(
        organisation_id=aurora.respondent.organisation_id, user_id=aurora.respondent.id, filename="iso.pdf",
        content=b"%PDF-1.4 x", kind=AttachmentKind.RFXANSWER,
    )  # fmt: skip
    stored = {"attachmentId": file.id, "filename": "iso.pdf", "size": 10, "contentType": "application/pdf"}
    answer(signed_in, aurora, paper=[stored], city="Ulm")
    buyer = signed_in(request.sender)
    city = {"field": "city", "iteration": 1}
    buyer.put(f"{aurora.path}/acceptance", json={"answers": [city], "accepted": True})
    asked = {"field": "paper", "descriptionHtml": "<p>Which site?</p>", "assigneeUserId": None, "due": None}
    assert buyer.post(f"{aurora.path}/task", json=asked).status_code == 201
    comparison = compare(signed_in, request)
    paper, cell = (question(comparison, key)["cells"][0] for key in ("paper", "city"))
    assert paper["files"] == [{"id": file.id, "filename": "iso.pdf", "size": 10}]
    assert paper["followUps"] == 1
    assert (cell["isAccepted"], cell["iteration"]) == (True, 1)
    assert "isAccepted" not in paper


def test_long_answers_are_clipped(signed_in: SignedIn) -> None:
    request = send_request("Aurora", blocks=(field("story", "TEXTAREA"),))
    answer(signed_in, request.rfxs[0], story="x" * 4000)
    cell = compare(signed_in, request)["questions"][0]["cells"][0]
    assert (len(cell["text"]), cell["isClipped"]) == (2000, True)


def test_guests_have_their_safe_name(signed_in: SignedIn) -> None:
    request = send_request("Aurora", blocks=(field("city"),), guests=1)
    names = [supplier["name"] for supplier in compare(signed_in, request)["suppliers"]]
    guest = request.rfxs[1].respondent
    assert len(names) == 2
    assert any(name.startswith("Guest") and (guest.name in name or guest.email in name) for name in names)


def test_an_unanswered_request_has_no_differences(signed_in: SignedIn) -> None:
    request = send_request("Aurora", "Bergmann", blocks=BLOCKS)
    comparison = compare(signed_in, request)
    assert (comparison["answeredCount"], comparison["differingCount"]) == (0, 0)
    assert {each["sameCount"] for each in comparison["questions"]} == {0}


def test_sealed_requests_show_no_answers_before_the_seal_opens(session: Session, signed_in: SignedIn) -> None:
    request = send_request("Aurora", blocks=(field("price", "NUMBER"),), is_sealed=True)
    buyer = signed_in(request.sender)
    sentence = "This request is sealed: its answers can be read after the deadline."
    for response in (
        buyer.get(f"{request.path}/comparison"),
        buyer.post(f"{request.path}/comparison/export", json={"format": "xlsx"}),
        put_rates(signed_in, request, "EUR"),
        put_direction(signed_in, request, "price", "LOWER"),
    ):
        assert (response.status_code, response.json["code"], response.json["message"]) == (
            409, "requestSealed", sentence,
        )  # fmt: skip
    session.execute(update(RfxRequest).where(RfxRequest.id == request.id).values(seal_opened=now()))
    assert buyer.get(f"{request.path}/comparison").status_code == 200


def test_only_the_requesters_users_compare(signed_in: SignedIn, answered: SentRequest) -> None:
    respondent = answered.rfxs[0].respondent
    for user in (respondent, UserFactory()):
        client = signed_in(user)
        assert client.get(f"{answered.path}/comparison").status_code == 404
        assert client.post(f"{answered.path}/comparison/export", json={"format": "xlsx"}).status_code == 404
        direction = {"key": "capacity", "direction": "LOWER"}
        assert client.put(f"{answered.path}/comparison/direction", json=direction).status_code == 404
        rates = {"baseCurrency": "EUR", "rates": []}
        assert client.put(f"{answered.path}/comparison/rates", json=rates).status_code == 404


def test_colleagues_without_the_permission_read_only(signed_in: SignedIn, answered: SentRequest) -> None:
    viewer = signed_in(colleague_of(answered.sender, role_name="Viewer"))
    comparison = viewer.get(f"{answered.path}/comparison").json
    assert [each["mayReview"] for each in comparison["suppliers"]] == [False] * 5
    direction = {"key": "capacity", "direction": "LOWER"}
    assert viewer.put(f"{answered.path}/comparison/direction", json=direction).status_code == 403


def test_statements_do_not_grow_with_the_suppliers(signed_in: SignedIn, answered: SentRequest) -> None:
    client = signed_in(answered.sender)
    client.get(f"{answered.path}/comparison")
    client.get(f"{answered.path}/comparison")
    assert client.statements <= 8, client.statement_log


def test_the_workbook_has_rates_first_then_the_grid(signed_in: SignedIn, answered: SentRequest) -> None:
    put_rates(signed_in, answered, "EUR", rate("SEK", "0.0898"), rate("GBP", "1.17"))
    put_direction(signed_in, answered, "price", "LOWER")
    response = signed_in(answered.sender).post(f"{answered.path}/comparison/export", json={"format": "xlsx"})
    assert response.status_code == 202, response.text
    file = build(actor_of(answered.sender), "xlsx", {"request_id": answered.id})
    assert file.filename == "Comparison Housing 4711.xlsx"
    book = load_workbook(io.BytesIO(file.content))
    assert book.sheetnames == ["Summary", "Comparison"]
    summary = [tuple(row) for row in book["Summary"].iter_rows(values_only=True, max_col=3)]
    assert ("Amounts are converted into", "EUR", None) in summary
    assert ("SEK", 0.0898, datetime.fromisoformat("2026-01-05")) in summary
    grid = book["Comparison"]
    assert grid.freeze_panes == "E3"
    rows = list(grid.iter_rows(values_only=True))
    assert rows[0][4] == "Bergmann"
    assert rows[1][:8] == (
        "Section", "No.", "Question", "Better", "Answer", "In EUR", "Points", "Rank",
    )  # fmt: skip
    price, weeks, why = rows[2], rows[4], rows[6]
    assert price[:8] == ("Offer", "1.1", "Label of price", "lower", "SEK 512", 45.98, None, "Best")
    assert weeks[4:8] == (5, None, 10, "Best")
    assert why[4] == "(not shown to this supplier)"


def test_text_in_the_workbook_is_no_formula(signed_in: SignedIn) -> None:
    request = send_request("=Evil Ltd", blocks=(field("city"),), title="=1+1")
    answer(signed_in, request.rfxs[0], city='=HYPERLINK("http://evil")')
    book = load_workbook(
        io.BytesIO(build(actor_of(request.sender), "xlsx", {"request_id": request.id}).content)
    )
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert '=HYPERLINK("http://evil")' in [cell.value for cell in cells]
    assert all(cell.data_type != "f" for cell in cells)
