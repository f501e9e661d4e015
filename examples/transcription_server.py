"""A server for `custom_async` that hears with a real model on this machine: what is said leaves the house for nobody.

    pip install faster-whisper          # Whisper, which knows about a hundred languages
    python3 transcription_server.py --model small

    pip install pocketsphinx            # small, quick and less exact: English, its model comes with it
    python3 transcription_server.py --engine pocketsphinx

Then `CUSTOM_ASYNC_TRANSCRIPTION_URL=http://127.0.0.1:9001/transcribe npm start`. `--model` is a name that faster-whisper
fetches once, or a folder with a model in CTranslate2's form, which needs no network. Python 3.9 or newer.
"""

import argparse
import array
import json
import os
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

most_bytes = 16 * 1024 * 1024
# Of 32767. Models make words of silence.
quietest_speech = 150


def whisper(model):
    """Hears with Whisper: `model` is a name, or the folder of one."""
    import numpy
    from faster_whisper import WhisperModel

    loaded = WhisperModel(model, device="auto", compute_type="int8")

    def hear(pcm, rate, language):
        if rate != 16000:
            raise ValueError("hears_16000_hz_only")
        sound = numpy.frombuffer(pcm, dtype="<i2").astype("float32") / 32768
        segments, _ = loaded.transcribe(sound, language=language, word_timestamps=True)
        return [{"word": w.word.strip(), "start": w.start, "end": w.end} for s in segments for w in s.words]

    return hear


def pocketsphinx(model):
    """Hears with CMU Sphinx, by the model of English that comes with the package."""
    from pocketsphinx import Decoder

    if model:
        raise SystemExit("pocketsphinx brings its own model: leave --model away")
    frames_per_second = 100
    decoder = Decoder(samprate=16000, loglevel="FATAL")

    def hear(pcm, rate, language):
        if rate != 16000 or language not in (None, "en"):
            raise ValueError("hears_english_at_16000_hz_only")
        decoder.start_utt()
        decoder.process_raw(pcm, full_utt=True)
        decoder.end_utt()
        # What is no word is called <sil> or [NOISE]; a second way to say one is called word(2).
        return [
            {
                "word": re.sub(r"\(\d+\)$", "", s.word),
                "start": s.start_frame / frames_per_second,
                "end": (s.end_frame + 1) / frames_per_second,
            }
            for s in decoder.seg() or ()
            if s.word[0] not in "<["
        ]

    return hear


def parts_of(content_type, body):
    """The parts of a form by name (RFC 7578), as bytes. Python has no reader for them any more."""
    boundary = b"\r\n--" + re.search(r'boundary="?([^";]+)', content_type)[1].encode()
    found = {}
    for part in (b"\r\n" + body).split(boundary)[1:-1]:
        head, _, content = part.partition(b"\r\n\r\n")
        found[re.search(rb'name="([^"]*)"', head)[1].decode()] = content
    return found


def loudest(pcm):
    return max(map(abs, array.array("h", pcm)), default=0)


def receiver(hear):
    # A model uses all cores for one piece: another one waits for its turn.
    turn = threading.Lock()

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self):
            length = int(self.headers.get("content-length", "0"))
            if length > most_bytes:
                return self.answer(413, {"status": "error", "error_code": "too_large"})
            try:
                parts = parts_of(self.headers.get("content-type", ""), self.rfile.read(length))
                pcm, rate = parts["audio"], int(parts["sample_rate"])
            except (KeyError, TypeError, ValueError):
                return self.answer(400, {"status": "error", "error_code": "not_the_form_of_custom_async"})
            language = parts["language"].decode() if "language" in parts else None
            try:
                with turn:
                    words = hear(pcm, rate, language) if loudest(pcm) > quietest_speech else []
            except ValueError as error:
                # 422: the same request would fail again, so nobody need try.
                return self.answer(422, {"status": "error", "error_code": str(error)})
            text = " ".join(word["word"] for word in words)
            transcription = {"full_transcript": text, "utterances": [{"words": words}] if words else []}
            self.answer(200, {"status": "done", "result": {"transcription": transcription}})

        def answer(self, status, body):
            content = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_):
            """Says nothing of each request."""

    return Receiver


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--engine", choices=("whisper", "pocketsphinx"), default="whisper")
    parser.add_argument("--model")
    parser.add_argument("--port", type=int, default=int(os.environ.get("PORT", "9001")), help="9001, or that of PORT")
    options = parser.parse_args()
    hear = pocketsphinx(options.model) if options.engine == "pocketsphinx" else whisper(options.model or "small")
    # On this machine alone: it asks nobody for a key.
    server = ThreadingHTTPServer(("127.0.0.1", options.port), receiver(hear))
    print(f"listening on port {server.server_port}", flush=True)
    server.serve_forever()
