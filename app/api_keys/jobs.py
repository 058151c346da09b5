"""The periodic job of API keys."""

from app.api_keys.operations.using import warn_of_end
from app.api_keys.queries import keys_to_warn_of
from app.kernel.db.session import commit


def warn_of_ends() -> None:
    """Mail about the keys that end soon, one key in each transaction, so that a killed worker repeats none."""
    for key_id in keys_to_warn_of():
        warn_of_end(key_id)
        commit()
