"""The names of documents that other features use."""

from app.documents.queries.ends import DocumentEnd, next_end

__all__ = ["DocumentEnd", "next_end"]
