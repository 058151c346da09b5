"""Encryption, with the keys of the setting DATA_KEYS, of secrets that the product has to read back."""

from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from sqlalchemy import select, update

from app.extensions import db
from app.kernel.db.session import commit
from app.kernel.registry import current_registry

BATCH = 500


class DataKeysError(Exception):
    """DATA_KEYS is empty, or lacks the key of a stored secret."""


def has_data_keys() -> bool:
    """Return True if secrets can be stored."""
    return bool(current_registry().settings.data_keys)


def new_data_key() -> str:
    """Return a random key for DATA_KEYS."""
    return Fernet.generate_key().decode()


def encrypt(text: str) -> str:
    """Encrypt with the newest key; raise DataKeysError without one."""
    return _fernet().encrypt(text.encode()).decode()


def decrypt(text: str) -> str:
    """Decrypt with the key that fits; raise DataKeysError if none does."""
    try:
        return _fernet().decrypt(text.encode()).decode()
    except InvalidToken as error:
        raise DataKeysError("DATA_KEYS lacks the key of a stored secret.") from error


def check_secrets() -> None:
    """Raise DataKeysError if the newest secret of a table cannot be read. One statement."""
    newest = []
    for column in current_registry().secret_columns:
        [key] = column.class_.__table__.primary_key
        newest.append(select(column).order_by(key.desc()).limit(1).scalar_subquery())
    for secret in db.session.execute(select(*newest)).one():
        if secret is not None:
            decrypt(secret)


def rotate_secrets() -> int:
    """Encrypt every stored secret again with the newest key, and return their number. Commits after each batch.

    Raises DataKeysError if a secret cannot be read; the batches before it are done, and the command can be repeated.
    """
    fernet = _fernet()
    count = 0
    for column in current_registry().secret_columns:
        [key] = column.class_.__table__.primary_key
        last = 0
        while rows := db.session.execute(
            select(key, column).where(key > last).order_by(key).limit(BATCH).with_for_update()
        ).all():
            try:
                values = [
                    {key.name: row_id, column.key: fernet.rotate(secret.encode()).decode()}
                    for row_id, secret in rows
                ]
            except InvalidToken as error:
                raise DataKeysError("DATA_KEYS lacks the key of a stored secret.") from error
            db.session.execute(update(column.class_), values)
            commit()
            count += len(rows)
            last = rows[-1][0]
    return count


def _fernet() -> MultiFernet:
    keys = current_registry().settings.DATA_KEYS
    if not keys:
        raise DataKeysError("DATA_KEYS is not set.")
    return _fernet_of(tuple(current_registry().settings.data_keys))


@lru_cache(maxsize=4)
def _fernet_of(keys: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(key) for key in keys])
