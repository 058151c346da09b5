"""The form document: one stored format for editor, responder, read-only view, PDF and exports.

Pure: no database, no web framework. `schema` checks what is stored, `walk` finds the fields, `rules` judges
the answers.
"""
