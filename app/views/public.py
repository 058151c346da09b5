"""The names of saved views that other features use."""

from app.views.opening import OpenedList, open_list, pinned_views

__all__ = ["OpenedList", "open_list", "pinned_views"]
