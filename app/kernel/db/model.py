"""The base of all models: names of constraints, column types for Python types, and enum columns."""

from collections.abc import Callable
from datetime import date, datetime
from enum import StrEnum
from typing import Any, TypeVar

from sqlalchemy import BigInteger, CheckConstraint, Date, DateTime, Dialect, MetaData, Table, Text, event
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import DeclarativeBase, MappedColumn, mapped_column
from sqlalchemy.types import TypeDecorator

E = TypeVar("E", bound=StrEnum)

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """Base of all models. Integers have 64 bits, times have a time zone, dictionaries are JSONB."""

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


class EnumText(TypeDecorator[E]):
    """A text column with the values of a string enum, which it returns as members.

    A check constraint guards it (see `enum_column`). SQLAlchemy's Enum would be a VARCHAR, whose length changes with
    the longest value.
    """

    impl = Text
    cache_ok = True

    def __init__(self, enum_class: type[E]) -> None:
        super().__init__()
        self.enum_class = enum_class

    def bind_processor(self, dialect: Dialect) -> None:
        """Bind members unchanged: they are strings."""

    def result_processor(
        self,
        dialect: Dialect,  # noqa: ARG002  (SQLAlchemy's signature)
        coltype: object,  # noqa: ARG002
    ) -> Callable[[str | None], E | None]:
        """Convert values with one dictionary lookup, since a page reads thousands of them."""
        members: dict[str | None, E] = {member.value: member for member in self.enum_class}
        return members.get


def enum_column(enum_class: type[E], **options: Any) -> MappedColumn[E]:
    """Declare a column for `Mapped[enum_class]` or `Mapped[enum_class | None]`.

    The table gets the check constraint `ck_<table>_<column>`; a new member needs a migration that replaces it.
    """
    return mapped_column(EnumText(enum_class), **options)


@event.listens_for(Table, "after_parent_attach")
def _add_enum_checks(table: Table, _metadata: MetaData) -> None:
    for column in table.columns:
        if isinstance(column.type, EnumText):
            values = [member.value for member in column.type.enum_class]
            table.append_constraint(CheckConstraint(column.in_(values), name=column.name))
