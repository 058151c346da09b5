"""Endpoints of documents."""
