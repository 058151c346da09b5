"""Bulk jobs: one action on many rows, with a preview, a result for each row, and undo.

A feature registers a `BulkAction` (`registry.add_bulk`); docs/recipes/bulk-action.md has the steps.
"""
