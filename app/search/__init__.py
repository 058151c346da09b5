"""Search over all types of records, for the palette "Find or do"."""
