"""Mails: the outbox, their subjects, and delivery by SMTP."""
