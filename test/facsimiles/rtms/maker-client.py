"""Joins a stream with Zoom's own client and prints what it hears, a JSON array a line. Ends when the client leaves, or after a minute.

Reads {"join": {...}, "audio": {...} or null} from standard input. ZM_RTMS_CA names the certificate to trust.
"""
import json
import os
import sys
import time

import rtms

order = json.load(sys.stdin)
client = rtms.Client()
left = []


def tell(what, *details):
    print(json.dumps([what, *details]), flush=True)


def media(what):
    def heard(data, size, timestamp, metadata):
        tell(what, metadata.userId, metadata.userName, bytes(data).hex(), timestamp, metadata.startTs, metadata.endTs)

    return heard


def leave(reason):
    tell("left", reason)
    left.append(reason)


if order["audio"]:
    given = order["audio"]
    params = rtms.AudioParams()
    params.content_type, params.codec, params.sample_rate = given["content_type"], given["codec"], given["sample_rate"]
    params.channel, params.data_opt = given["channel"], given["data_opt"]
    params.duration, params.frame_size = given["duration"], given["frame_size"]
    client.set_audio_params(params)
client.on_join_confirm(lambda reason: tell("joined", reason))
client.on_session_update(lambda operation, session: tell("session", operation, session.sessionId))
client.on_leave(leave)
client.on_audio_data(media("audio"))
client.on_video_data(media("video"))
client.on_deskshare_data(media("share"))
client.on_transcript_data(media("transcript"))
# What it subscribes to by itself: speakers, joins and leaves, cameras.
client.on_user_update(lambda operation, person: None)
client.on_participant_video(lambda people, is_on: tell("camera", people, is_on))
client.on_participant_event(lambda event, timestamp, people: tell(event, timestamp, people))
client.on_active_speaker_event(lambda timestamp, user_id, user_name: tell("speaker", user_id, user_name))
client.join(**order["join"])
give_up_at = time.monotonic() + 60
while not left and time.monotonic() < give_up_at:
    time.sleep(0.01)
# Its threads do not survive an orderly end of the interpreter.
sys.stdout.flush()
os._exit(0)
