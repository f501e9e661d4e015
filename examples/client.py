"""Sends a bot to a meeting, waits until it has come back, prints who said what and saves the recording.

    BASE_URL=http://127.0.0.1:8080 API_KEY=mb_… python3 client.py MEETING_URL [recording.mp4]

What was said goes to the output, everything else to the error output. Ctrl-C has the bot leave, and brings home what
it has until then. With WEBHOOK_URL set, your server (receiver.py) is told what happens, too. Python 3.9 or newer,
nothing to install.
"""

import json
import os
import shutil
import signal
import sys
import time
import urllib.error
import urllib.request

try:
    base_url, api_key = os.environ["BASE_URL"].rstrip("/"), os.environ["API_KEY"]
except KeyError as name:
    sys.exit(f"set {name}: `npm start` prints both the base URL and the API key")
poll_seconds = 2


def call(method, path, body=None):
    """The answer of the API. Ends the program with the service's own words when it refuses."""
    request = urllib.request.Request(
        f"{base_url}/api/v1{path}",
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Token {api_key}", "Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        problem = json.load(error)
        sys.exit(f"{problem['code']}: {problem['detail']} {json.dumps(problem.get('errors', {}))}")
    except urllib.error.URLError as error:
        sys.exit(f"{base_url} does not answer: {error.reason}")


def say(text):
    print(text, file=sys.stderr, flush=True)


def main(meeting_url, save_as=None):
    bot = call("POST", "/bots", {
        "meeting_url": meeting_url,
        "bot_name": "Minutes",
        "webhooks": [
            {"url": url, "triggers": ["bot.state_change", "transcript.update"]}
            for url in filter(None, [os.environ.get("WEBHOOK_URL")])
        ],
    })

    def leave(*_):
        signal.signal(signal.SIGINT, signal.default_int_handler)  # the second Ctrl-C ends this program
        say(f"{bot['id']}: asked to leave")
        call("POST", f"/bots/{bot['id']}/leave")

    signal.signal(signal.SIGINT, leave)
    told = 0
    while True:
        for event in bot["events"][told:]:
            say(f"{bot['id']}: {event['type']}" + (f" ({event['sub_type']})" if event["sub_type"] else ""))
        told = len(bot["events"])
        if bot["state"] in ("ended", "fatal_error", "data_deleted"):
            break
        time.sleep(poll_seconds)
        bot = call("GET", f"/bots/{bot['id']}")
    if bot["state"] != "ended":
        sys.exit(f"the bot is {bot['state']}: GET /bots/{bot['id']}/diagnostics may tell what it saw")

    for utterance in call("GET", f"/bots/{bot['id']}/transcript"):
        print(f"{utterance['speaker_name']}: {utterance['transcription']['transcript']}")

    if save_as:
        recording = call("GET", f"/bots/{bot['id']}/recording")
        # The link holds for half an hour and needs no key.
        with urllib.request.urlopen(recording["url"]) as source, open(save_as, "wb") as target:
            shutil.copyfileobj(source, target)
        say(f"{save_as}: {recording['duration_ms'] / 1000:.0f} s, {recording['size_bytes']} bytes")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: client.py MEETING_URL [recording.mp4]")
    main(*sys.argv[1:])
