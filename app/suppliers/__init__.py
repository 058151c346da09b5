"""Suppliers: the figures of a supplier from all features, for the summary on its page."""
