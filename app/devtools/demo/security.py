"""The demo's second factors, sign-in domains, API keys and webhooks."""

from app.devtools.demo.factors import load_domains, load_factors
from app.devtools.demo.keys import load_keys
from app.devtools.demo.network import Network
from app.devtools.demo.webhooks import load_webhooks


def load_security(network: Network) -> None:
    """Add what the screens Security and Integrations show."""
    load_factors()
    load_domains(network.meridian.organisation_id)
    load_webhooks(network)
    load_keys()
