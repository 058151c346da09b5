"""Company sign-in: the organisation's identity provider (OpenID Connect)."""
