"""List suppliers, send an RFx to one of them, and follow it by webhook. Needs httpx and standardwebhooks.

ASSAY_URL is the address of the platform, ASSAY_KEY an API key with the scopes suppliers:read, forms:read and rfx:write,
WEBHOOK_SECRET the secret of a webhook that sends its events to this machine, port WEBHOOK_PORT.
"""

import os
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import httpx
from standardwebhooks import Webhook

KEY = os.environ["ASSAY_KEY"]
api = httpx.Client(base_url=os.environ["ASSAY_URL"], headers={"Authorization": f"Bearer {KEY}"})


def call(method: str, path: str, **options: Any) -> Any:
    """Return the JSON of a response; raise for an error."""
    return api.request(method, path, **options).raise_for_status().json()


class Receiver(BaseHTTPRequestHandler):
    """Verifies each event and prints it."""

    def do_POST(self) -> None:
        payload = self.rfile.read(int(self.headers["Content-Length"]))
        event = Webhook(os.environ["WEBHOOK_SECRET"]).verify(payload, dict(self.headers))
        self.send_response(204)
        self.end_headers()
        print(event["type"], event["data"].get("rfxTitle", ""), flush=True)


suppliers = call("GET", "/api/organisation", params={"approvedSuppliers": True})
print("Suppliers:", ", ".join(supplier["name"] for supplier in suppliers))
[form, *_] = call("GET", "/api/docForm", params={"type": "RFI", "status": "PUBLISHED"})
rfx = {
    "type": "RFI",
    "subject": "Sent by a program",
    "html": "<p>Please answer.</p>",
    "docFormIds": [form["id"]],
}
recipients = {"organisationIds": [suppliers[0]["id"]]}
# Repeating the request with this key sends nothing twice.
sent = call(
    "POST", "/api/rfxRequest", json=rfx | {"recipients": recipients}, headers={"Idempotency-Key": "example-1"}
)
print("Sent request", sent["id"])
HTTPServer(("", int(os.environ["WEBHOOK_PORT"])), Receiver).serve_forever()
