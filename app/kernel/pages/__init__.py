"""Page shells, and server rendering of their islands."""
