"""The PDF of the preview and the thumbnail, both created by the worker (specification section 2, Forms)."""

import io
from typing import Any

import pytest
from PIL import Image
from pypdf import PdfReader
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.files.models import Attachment, AttachmentUse
from app.files.public import AttachmentKind, store_bytes
from app.forms.exports.builder import build
from app.forms.exports.thumbnail import draw_thumbnail
from app.forms.models import DocForm
from app.kernel.jobs.exports import make_export
from app.kernel.jobs.queue import Job, run_waiting
from tests.factories.accounts import UserFactory, actor_of, colleague_of
from tests.factories.forms import make_draft
from tests.factories.rfx import field, form_document, heading, make_form, send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


@pytest.fixture
def user(session: Session) -> User:
    created: User = UserFactory()
    return created


@pytest.fixture
def client(user: User, signed_in: SignedIn) -> CheckedClient:
    return signed_in(user)


def store_picture(user: User, size: tuple[int, int] = (900, 300)) -> Attachment:
    file = io.BytesIO()
    Image.new("RGB", size, "teal").save(file, "PNG")
    return store_bytes(
        organisation_id=user.organisation_id, user_id=user.id, filename="site.png", content=file.getvalue(),
        kind=AttachmentKind.FORMIMAGE,
    )  # fmt: skip


def text_of(content: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)


def test_preview_pdf_contains_its_values(client: CheckedClient, session: Session, user: User) -> None:
    form = make_form(
        user, heading("Company"), field("legal"), field("iso", "YESNO"),
        field("hidden", visibleWhen={"field": "iso", "operator": "equals", "value": True}), field("papers", "FILE"),
        title="Quest: 2027/A",
    )  # fmt: skip
    client.put(
        "/api/user/preview",
        json={"docFormId": form.id, "values": {"legal": "Bergmann <b> GmbH", "iso": False, "__mode": "pdf"}},
    )
    created = client.post(f"/api/docForm/{form.id}/previewPdf", json={})
    assert created.status_code == 202
    export_id = created.json["id"]
    assert client.get(f"/api/export/{export_id}").json["status"] == "QUEUED"
    make_export(export_id)
    session.flush()
    state = client.get(f"/api/export/{export_id}").json
    assert (state["status"], state["progress"]) == ("DONE", 100)
    response = client.get(state["url"])
    assert response.headers["Content-Type"] == "application/pdf"
    assert 'filename="Quest 2027 A.pdf"' in response.headers["Content-Disposition"]
    text = text_of(response.data)
    assert "Quest: 2027/A" in text
    assert "Bergmann <b> GmbH" in text
    assert "Not answered" in text
    assert "Label of hidden" not in text
    assert "SHA-256" not in text


def test_short_form_is_printed_on_one_page(user: User) -> None:
    form = make_form(user, *(field(f"line{n}") for n in range(8)))
    [page] = PdfReader(io.BytesIO(build(actor_of(user), "pdf", {"form_id": form.id}).content)).pages
    text = page.extract_text()
    assert all(f"Label of line{n}" in text for n in range(8))


def left_positions(content: bytes) -> list[tuple[str, float]]:
    """Return the texts of the first page with their left positions in points."""
    texts: list[tuple[str, float]] = []
    PdfReader(io.BytesIO(content)).pages[0].extract_text(
        visitor_text=lambda text, cm, tm, *_: (
            texts.append((text.strip(), cm[4] + tm[4])) if text.strip() else None
        )
    )
    return texts


def test_arabic_text_is_printed_on_the_right(user: User, session: Session) -> None:
    arabic = "أسئلة"
    form = make_form(user, heading("Company"), heading(arabic), field("site", label=f"{arabic}؟"))
    texts = left_positions(build(actor_of(user), "pdf", {"form_id": form.id}).content)
    lefts = dict(texts)
    assert lefts["Company"] < 100
    arabic_lefts = [left for text, left in texts if any("\u0600" <= c <= "\ufeff" for c in text)]
    assert len(arabic_lefts) >= 2
    assert min(arabic_lefts) > 300
    assert lefts["Not answered"] > 300


def test_answer_is_aligned_with_its_question(client: CheckedClient, user: User) -> None:
    columns = [
        {"name": "town", "label": "Town", "type": "TEXT"},
        {"name": "staff", "label": "Staff", "type": "TEXT"},
    ]
    arabic, latin = "سؤال؟", "Question?"
    form = make_form(
        user, field("right", label=arabic), field("sites", "TABLE", label=arabic, columns=columns),
        field("left", label=latin), field("other", label=latin),
    )  # fmt: skip
    values = {
        "right": "Ends here.",
        "sites": [{"town": "Jena", "staff": "12"}],
        "left": "Starts here.",
        "other": arabic,
    }
    client.put("/api/user/preview", json={"docFormId": form.id, "values": values})
    texts = left_positions(build(actor_of(user), "pdf", {"form_id": form.id}).content)
    lefts = dict(texts)
    assert lefts["Ends here."] > 300  # right-aligned under an Arabic question, with the full stop at its end
    assert lefts["Town"] > 300  # the first column is on the right
    assert 300 > lefts["Staff"] > 100
    assert lefts["Starts here."] < 100
    assert [left > 300 for text, left in texts if any("\u0600" <= c <= "\ufeff" for c in text)] == [True] * 3


def test_preview_pdf_is_for_its_requester_and_own_forms_only(
    client: CheckedClient, user: User, signed_in: SignedIn
) -> None:
    form = make_form(user, field("a"))
    export_id = client.post(f"/api/docForm/{form.id}/previewPdf", json={}).json["id"]
    colleague = signed_in(colleague_of(user))
    assert colleague.get(f"/api/export/{export_id}").status_code == 404
    assert signed_in(UserFactory()).post(f"/api/docForm/{form.id}/previewPdf", json={}).status_code == 404


def test_pictures_are_printed_and_visible_to_readers_of_the_form(
    client: CheckedClient, user: User, signed_in: SignedIn
) -> None:
    image = store_picture(user)
    body = {"version": 1, "title": "With a picture"}
    document = form_document(
        {"type": "image", "attrs": {"attachmentId": image.id, "alt": "The site"}}, field("a")
    )
    form = make_draft(user)
    saved = client.put(f"/api/docForm/{form.id}", json={**body, "doc": document})
    assert saved.status_code == 200
    pdf = build(actor_of(user), "pdf", {"form_id": form.id})
    assert len(PdfReader(io.BytesIO(pdf.content)).pages[0].images) == 1
    colleague, stranger = signed_in(colleague_of(user)), signed_in(UserFactory())
    assert colleague.get(f"/api/attachment/{image.id}").status_code == 200
    assert stranger.get(f"/api/attachment/{image.id}").status_code == 404
    client.post(f"/api/docForm/{form.id}/publish", json={})
    sent = send_rfx(user, forms=[form])
    assert signed_in(sent.respondent).get(f"/api/attachment/{image.id}").status_code == 200
    foreign_image = store_picture(UserFactory())
    stolen = form_document({"type": "image", "attrs": {"attachmentId": foreign_image.id}})
    refused = colleague.put(f"/api/docForm/{form.id}", json={**body, "version": 2, "doc": stolen})
    assert refused.status_code == 422
    text = store_bytes(
        organisation_id=user.organisation_id, user_id=user.id, filename="a.txt", content=b"words",
        kind=AttachmentKind.MESSAGE,
    )  # fmt: skip
    no_picture = form_document({"type": "image", "attrs": {"attachmentId": text.id}})
    refused = client.put(f"/api/docForm/{form.id}", json={**body, "version": 2, "doc": no_picture})
    assert (refused.status_code, refused.json["message"]) == (
        422,
        "'a.txt' is no picture that a form can show.",
    )


def thumbnail_jobs(session: Session, form: DocForm) -> list[dict[str, Any]]:
    jobs = session.query(Job).filter_by(name="forms.drawThumbnail").order_by(Job.id)
    return [job.args for job in jobs if job.args["form_id"] == form.id]


def test_thumbnail_is_drawn_after_saving(client: CheckedClient, session: Session, user: User) -> None:
    form = make_draft(user, heading("Company"), field("a", hint="Take care"))
    assert thumbnail_jobs(session, form) == [{"form_id": form.id, "version": n} for n in (1, 2)]
    draw_thumbnail(form_id=form.id, version=1)
    assert session.get_one(DocForm, form.id).thumbnail_id is None
    draw_thumbnail(form_id=form.id, version=2)
    row = client.get("/api/docForm").json[0]
    drawn = client.get(f"/api/attachment/{row['thumbnail']['id']}")
    assert drawn.headers["Content-Type"] == "image/png"
    with Image.open(io.BytesIO(drawn.data)) as image:
        assert image.width < image.height == 480
        assert len(set(image.convert("L").get_flattened_data())) > 10
    draw_thumbnail(form_id=form.id, version=2)
    session.expire_all()
    current_id = session.get_one(DocForm, form.id).thumbnail_id
    uses = session.query(AttachmentUse).filter_by(subject_type="docForm", subject_id=form.id).all()
    assert [use.attachment_id for use in uses] == [current_id] != [row["thumbnail"]["id"]]


def test_waiting_thumbnails_can_be_drawn_at_once(session: Session, user: User) -> None:
    form_id = make_draft(user, heading("Company"), field("a")).id
    assert run_waiting("forms.drawThumbnail") == 2
    assert session.get_one(DocForm, form_id).thumbnail_id is not None
    assert set(session.scalars(select(Job.status))) == {"DONE"}
    assert run_waiting("forms.drawThumbnail") == 0


def test_next_draft_shows_the_old_thumbnail_until_redrawn(
    client: CheckedClient, session: Session, user: User
) -> None:
    form = make_form(user, field("a"))
    draw_thumbnail(form_id=form.id, version=1)
    thumbnail_id = session.get_one(DocForm, form.id).thumbnail_id
    body = {"version": 1, "title": "Next", "doc": form_document(field("a"), field("b"))}
    draft = client.put(f"/api/docForm/{form.id}", json=body).json
    assert draft["thumbnail"] == {"id": thumbnail_id}
    draw_thumbnail(form_id=draft["id"], version=1)
    session.expire_all()
    assert session.get_one(DocForm, draft["id"]).thumbnail_id != thumbnail_id
    assert client.get(f"/api/attachment/{thumbnail_id}").status_code == 200
