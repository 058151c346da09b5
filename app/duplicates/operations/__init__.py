"""Writing of duplicates and merges."""
