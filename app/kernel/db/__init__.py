"""The database: models, units of work, statements, lists, search, and merging of concurrent saves."""
