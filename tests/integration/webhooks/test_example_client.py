"""docs/example-client.py, run unchanged against a running product."""

import os
import subprocess
import sys

import httpx
import pytest

from app.config import ROOT, VERSION
from app.devtools.demo_accounts import DEMO_PASSWORD
from tests.fixtures.live_server import StartLiveServer
from tests.fixtures.ports import free_port

SCOPES = ["suppliers:read", "forms:read", "rfx:write"]


@pytest.mark.long
def test_example_lists_suppliers_sends_an_rfx_and_gets_its_event(start_live_server: StartLiveServer) -> None:
    port = free_port()
    server = start_live_server(demo=True, PRIVATE_HOSTS=f"127.0.0.1:{port}")
    with httpx.Client(base_url=server.url, headers={"Client-Version": VERSION}, trust_env=False) as client:

        def send(method: str, path: str, body: object = None) -> dict[str, object]:
            answer = client.request(method, path, json=body).raise_for_status().json()
            return {"rows": answer} if isinstance(answer, list) else answer

        account = {"email": "buyer@demo.example", "password": DEMO_PASSWORD}
        client.headers["Authorization"] = f"Bearer {send('POST', '/api/session', account)['accessToken']}"
        [role_id, *_] = [
            role["id"] for role in send("GET", "/api/role")["rows"] if role["name"] == "Super User"
        ]
        key = send("POST", "/api/apiKey", {"name": "Example", "roleId": role_id, "scopes": SCOPES})
        webhook = {"url": f"http://127.0.0.1:{port}/", "eventTypes": ["rfx.sent"]}
        webhook_id = send("POST", "/api/webhook", webhook)["id"]
        secret = send("POST", f"/api/webhook/{webhook_id}/secret", {})["secret"]
    environment = {
        "ASSAY_URL": server.url,
        "ASSAY_KEY": str(key["secret"]),
        "WEBHOOK_SECRET": str(secret),
        "WEBHOOK_PORT": str(port),
        "PYTHONUNBUFFERED": "1",
        "NO_PROXY": "*",
    }
    with subprocess.Popen(
        [sys.executable, ROOT / "docs" / "example-client.py"],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        text=True,
    ) as program:
        try:
            assert program.stdout is not None
            suppliers, sent, event = [program.stdout.readline().strip() for _ in range(3)]
        finally:
            program.kill()
    assert "Alder & Finch Tooling" in suppliers
    assert sent.startswith("Sent request ")
    assert event == "rfx.sent Sent by a program"
