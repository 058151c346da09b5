"""The base of all models: names of constraints, and how Python types become columns."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import BigInteger, Date, DateTime, MetaData, Text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import DeclarativeBase

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """Base of all models. Numbers are 64 bit, times carry their zone, dictionaries are JSONB."""

    metadata = MetaData(naming_convention=NAMING)
    type_annotation_map = {  # noqa: RUF012  (SQLAlchemy reads it from the class)
        int: BigInteger,
        str: Text,
        datetime: DateTime(timezone=True),
        date: Date,
        dict[str, Any]: JSONB,
        list[str]: ARRAY(Text),
        list[Any]: JSONB,
    }
