"""The migration that groups the RFxs of earlier versions into requests."""

from datetime import UTC, datetime, timedelta

from alembic.command import downgrade, upgrade
from flask import Flask
from sqlalchemy import select, text, update

from app.extensions import db
from app.factory import add_migrations
from app.rfx.models import Rfx, RfxRequest, RfxRequestDocForm
from tests.factories.accounts import UserFactory
from tests.factories.rfx import make_form, send_rfx

MOMENT = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def test_rfxs_of_one_sending_become_one_request(committed_app: Flask) -> None:
    """The RFxs differ from the first in one respect each: the time, the title, the forms or the sender."""
    with committed_app.app_context():
        config = add_migrations(committed_app).get_config()
        buyer, other_buyer = UserFactory(), UserFactory()
        form, other_form = make_form(buyer), make_form(buyer)
        sent = {
            "first": send_rfx(buyer, forms=[form]),
            "a minute later": send_rfx(buyer, forms=[form]),
            "the next day": send_rfx(buyer, forms=[form]),
            "another title": send_rfx(buyer, forms=[form], title="Other questions"),
            "another form": send_rfx(buyer, forms=[other_form]),
            "another sender": send_rfx(other_buyer),
        }
        later = {"a minute later": timedelta(seconds=59), "the next day": timedelta(days=1)}
        for name, each in sent.items():
            moment = MOMENT + later.get(name, timedelta())
            db.session.execute(update(Rfx).where(Rfx.id == each.id).values(sent_date=moment))
        ids = {name: each.id for name, each in sent.items()}
        form_id = form.id
        db.session.commit()
        db.session.remove()
        downgrade(config, "0012_requests-1")
        upgrade(config, "head")
        requests = {
            name: db.session.execute(select(Rfx.request_id).where(Rfx.id == rfx_id)).scalar()
            for name, rfx_id in ids.items()
        }
        assert requests["first"] is not None
        assert requests["first"] == requests["a minute later"]
        assert len(set(requests.values())) == 5
        request = db.session.get_one(RfxRequest, requests["first"])
        assert (request.title, request.type, request.state) == ("Supplier questions", "RFI", "OPEN")
        assert (request.sent_date, request.is_sealed) == (MOMENT, False)
        forms = select(RfxRequestDocForm.doc_form_id).where(RfxRequestDocForm.request_id == request.id)
        assert db.session.scalars(forms).all() == [form_id]
        jobs = db.session.execute(text("SELECT count(*) FROM job WHERE name = 'rfx.countAnswers'")).scalar()
        assert jobs == 1
