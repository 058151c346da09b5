"""The Flask extensions, not yet bound: `factory.create_app` binds them to the application."""

from flask_jwt_extended import JWTManager
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from flask_sqlalchemy import SQLAlchemy
from flask_sqlalchemy.session import Session
from sqlalchemy import Connection, Engine

from app.kernel.db.model import Base

READER = "assay_reader"
"""Key of `Session.info` for the engine of the replica that the session reads from at the moment."""


class RoutedSession(Session):
    """A session that `app.kernel.db.replica` can point at the replica for a while."""

    def get_bind(
        self,
        mapper: object = None,
        clause: object = None,
        bind: Engine | Connection | None = None,
        **options: object,
    ) -> Engine | Connection:
        reader: Engine | None = self.info.get(READER)
        return reader if reader and bind is None else super().get_bind(mapper, clause, bind, **options)


db = SQLAlchemy(metadata=Base.metadata, session_options={"expire_on_commit": False, "class_": RoutedSession})
jwt = JWTManager()
limiter = Limiter(key_func=get_remote_address)
