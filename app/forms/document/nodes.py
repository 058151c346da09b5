"""Types of form documents. `check_document` guarantees their structure, so the values are `Any`."""

from collections.abc import Mapping
from typing import Any, TypeAlias

Node: TypeAlias = Mapping[str, Any]
"""ProseMirror node: `type`, and depending on it `attrs`, `content`, `marks` and `text`."""
Attributes: TypeAlias = Mapping[str, Any]
"""Attributes of a node, a mark, an option, a column or a rule, by stored name."""
NewNode: TypeAlias = dict[str, Any]
"""Node or attributes that a function builds."""
Document: TypeAlias = Mapping[str, Any]
"""Form document to read: `{"schemaVersion": 1, "doc": Node}`."""
StoredDocument: TypeAlias = dict[str, Any]
"""Form document that a function builds, or that a model stores."""
