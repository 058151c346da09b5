"""The names of saved views that other features use."""

from app.views.opening import open_list, pinned_views

__all__ = ["open_list", "pinned_views"]
