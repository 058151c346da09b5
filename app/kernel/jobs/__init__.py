"""Background work: the table of jobs, and downloads that the worker makes."""
