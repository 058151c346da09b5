"""Reading of duplicates and merges."""
