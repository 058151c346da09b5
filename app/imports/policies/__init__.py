"""Rules of imports without database access."""
