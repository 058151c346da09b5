"""Rules for recognising the same organisation."""
