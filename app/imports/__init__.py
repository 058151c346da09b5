"""Imports of suppliers and contacts from spreadsheets: one plan, which is what runs."""
