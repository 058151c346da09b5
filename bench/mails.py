"""Mails a second: the worker sends the outbox to an SMTP server that stores nothing."""

import asyncio
import smtplib
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from email.message import EmailMessage

from app.config import ROOT
from bench.load import WORKER_GOAL
from bench.process import own_memory, tree
from bench.server import environment
from bench.table import Row
from bench.world import World

GOAL = 300
START_SECONDS = 30
SEND_SECONDS = 300
OUTBOX = """
with mails as (
  insert into outbox_mail (dedupe_key, template, to_name, to_email, subject, html, text, message_id, status, attempts,
                           created)
  select %(prefix)s || '-' || n, 'GENERAL', 'Reader', 'reader-' || n || '@people.example', 'Mail ' || n, %(html)s, %(text)s,
         '<' || %(prefix)s || '-' || n || '@assay.example>', 'QUEUED', 0, now()
  from generate_series(1, cast(%(count)s as int)) n returning id)
insert into job (name, args, rank, status, attempts, run_at, created)
select 'mail.send', jsonb_build_object('mail_id', id), 0, 'QUEUED', 0, now(), now() from mails
"""
WAITING = "select count(*) from outbox_mail where dedupe_key like %s and status <> 'SENT'"
HTML, TEXT = "<p>Please look at the questionnaire.</p>" * 150, "Please look at the questionnaire.\n" * 60


async def _serve() -> None:
    """Run a minimal SMTP server, because the product is measured and not the server."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 localhost\r\n")
        while line := await reader.readline():
            match line[:4].upper():
                case b"EHLO":
                    writer.write(b"250-localhost\r\n250 8BITMIME\r\n")
                case b"DATA":
                    writer.write(b"354 go on\r\n")
                    await reader.readuntil(b"\r\n.\r\n")
                    writer.write(b"250 OK\r\n")
                case b"QUIT":
                    writer.write(b"221 bye\r\n")
                    break
                case _:
                    writer.write(b"250 OK\r\n")
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, limit=2**22)
    print(server.sockets[0].getsockname()[1], flush=True)
    async with server:
        await server.serve_forever()


def run(world: World) -> Iterator[Row]:
    """Measure sending `sizes.mails` mails, with one bare connection as baseline, and the memory of the worker."""
    with smtp_server() as port:
        bare = _bare(port, world.sizes.mails)
        with started_workers({**world.settings, "SMTP_URL": f"smtp://127.0.0.1:{port}"}) as [worker]:
            rate, taken = send_all(world, worker.pid, prefix="measured")
    yield Row(
        figure=f"milliseconds for a mail, of {world.sizes.mails:,} ({rate:.0f} a second)", measured=1000 / rate,
        baseline=1000 / bare, against="a bare connection, the same mail", goal=1000 / GOAL,
    )  # fmt: skip
    yield Row(
        figure="memory of the worker's processes without a supervisor", measured=taken, unit="MB", goal=WORKER_GOAL
    )  # fmt: skip


@contextmanager
def smtp_server() -> Iterator[int]:
    """Run the minimal SMTP server in a separate process; yield its port."""
    with subprocess.Popen(
        [sys.executable, "-m", "bench.mails"], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            yield int(server.stdout.readline()) if server.stdout else 0
        finally:
            server.terminate()


@contextmanager
def started_workers(
    settings: Mapping[str, str], count: int = 1
) -> Iterator[Sequence["subprocess.Popen[bytes]"]]:
    """Run `count` workers of the product."""
    command, values = [sys.executable, "-m", "app.worker"], environment(settings)
    workers = [
        subprocess.Popen(command, cwd=ROOT, env=values, stderr=subprocess.DEVNULL) for _ in range(count)
    ]
    try:
        yield workers
    finally:
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.wait()


def send_all(world: World, pid: int, *, prefix: str) -> tuple[float, float]:
    """Queue `sizes.mails` mails with keys that begin with `prefix`, and wait until the workers have sent them.

    Return mails a second since the first mail, and the megabytes of the worker `pid` when half of them are sent.
    """
    parameters = {"count": world.sizes.mails, "html": HTML, "text": TEXT, "prefix": prefix}
    world.connection.execute(OUTBOX, parameters)
    started = time.monotonic()
    while (first := world.value(WAITING, f"{prefix}-%")) == world.sizes.mails:
        _within(started, START_SECONDS)
        time.sleep(0.01)
    started = time.monotonic()
    taken = 0.0
    while left := world.value(WAITING, f"{prefix}-%"):
        _within(started, SEND_SECONDS)
        if not taken and left < first / 2:
            taken = sum(map(own_memory, tree(pid)))
        time.sleep(0.02)
    return first / (time.monotonic() - started), taken or sum(map(own_memory, tree(pid)))


def _within(started: float, seconds: float) -> None:
    if time.monotonic() - started > seconds:
        raise RuntimeError(f"the mails were not sent within {seconds:g} seconds")


def _bare(port: int, count: int) -> float:
    """Return mails a second of one connection that sends the same message again and again."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "a@b.example", "c@d.example", "Mail"
    message.set_content(TEXT)
    message.add_alternative(HTML, subtype="html")
    started = time.monotonic()
    with smtplib.SMTP("127.0.0.1", port, local_hostname="localhost") as client:
        for _ in range(count):
            client.send_message(message)
    return count / (time.monotonic() - started)


if __name__ == "__main__":
    asyncio.run(_serve())
