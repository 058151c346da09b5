"""Types of JSON in requests and responses."""

from collections.abc import Sequence
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, object]
"""Object that a serializer builds for a schema to dump."""
Arguments: TypeAlias = dict[str, Any]
"""Body or query of a request, which a schema has loaded and so determines the types of the values."""
ListResponse: TypeAlias = tuple[Sequence[object], int, dict[str, str]]
"""Response of a list endpoint (`listed`): rows, status and headers."""
