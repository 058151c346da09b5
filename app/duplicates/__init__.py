"""Duplicates: suppliers that are in the network twice, and their merge."""
