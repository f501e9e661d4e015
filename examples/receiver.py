"""Receives the webhooks of your bots: checks the signature of each, answers at once, and works on each event once.

    WEBHOOK_SECRET=whsec_… PORT=9000 python3 receiver.py

Python 3.9 or newer, nothing to install. Put it behind whatever gives your other services TLS and a limit on sizes.
"""

import base64
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

try:
    secret = base64.b64decode(os.environ.get("WEBHOOK_SECRET", "").removeprefix("whsec_"), validate=True)
except ValueError:
    secret = b""
if not secret:
    sys.exit("set WEBHOOK_SECRET to the secret that signs your webhooks: whsec_…")
oldest_seconds = 5 * 60
refused = (
    "refused: the signature does not verify: is WEBHOOK_SECRET that of the subscription,"
    " or the project's for webhooks of a bot's own?"
)

# In production a column with a unique index in your database, whose rows are kept for two days.
seen = set()


def is_genuine(headers, body):
    """Whether these bytes were signed with our secret in the last minutes (https://www.standardwebhooks.com)."""
    message_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > oldest_seconds:
        return False
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.digest(secret, signed, "sha256")).decode()
    # Several, while a secret is being changed: one of them is enough.
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected.encode(), one.encode()) for one in given)


def handle(event):
    # What is told of calendars and connections is of no bot.
    bot_id, trigger, data = event.get("bot_id"), event["trigger"], event["data"]
    if trigger == "bot.state_change":
        why = f" ({data['event_sub_type']})" if data["event_sub_type"] else ""
        print(f"{bot_id} is {data['new_state']}{why}", flush=True)
    elif trigger == "transcript.update":
        print(f"{bot_id} {data['speaker_name']}: {data['transcription']['transcript']}", flush=True)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", "0")))
        genuine = is_genuine(self.headers, body)
        # The answer first, the work afterwards: whoever waits longer than 15 seconds sends it again.
        self.send_response(204 if genuine else 401)
        self.end_headers()
        self.wfile.flush()
        if not genuine:
            print(refused, file=sys.stderr, flush=True)
            return
        event = json.loads(body)
        if event["idempotency_key"] not in seen:
            seen.add(event["idempotency_key"])
            handle(event)

    def log_message(self, *_):
        """Says nothing of each request: what was signed is said by `handle`."""


server = ThreadingHTTPServer(("", int(os.environ.get("PORT", "9000"))), Receiver)
print(f"listening on port {server.server_port}", flush=True)
server.serve_forever()
