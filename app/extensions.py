"""The Flask extensions, not yet bound: `factory.create_app` binds them to the application."""

from flask_jwt_extended import JWTManager
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from flask_smorest import Api
from flask_sqlalchemy import SQLAlchemy

from app.kernel.model import Base

db = SQLAlchemy(metadata=Base.metadata, session_options={"expire_on_commit": False})
jwt = JWTManager()
limiter = Limiter(key_func=get_remote_address)
api = Api()
