"""Decodes recordings with libav, which must find no fault, and prints what is in each: a line of JSON for every path."""

import json
import sys

import av
import av.logging

av.logging.set_level(av.logging.ERROR)


def decoded(path):
    pictures, samples, faults = [], 0, []
    with av.logging.Capture() as said, av.open(path) as container:
        for stream in container.streams:
            stream.codec_context.options = {"err_detect": "explode"}
        for packet in container.demux():
            try:
                frames = packet.decode()
            except av.FFmpegError as error:
                faults.append(f"{packet.stream.type} at {packet.pts}: {error}")
                continue
            for frame in frames:
                if packet.stream.type == "audio":
                    samples += frame.samples
                    rate = frame.sample_rate
                else:
                    pictures.append((frame.time, frame.width, frame.height))
    faults += [f"{name}: {message.strip()}" for _, name, message in said]
    sizes = [f"{width}x{height}" for _, width, height in pictures]
    return {
        "pictures": len(pictures),
        # As they follow each other.
        "sizes": [size for i, size in enumerate(sizes) if i == 0 or size != sizes[i - 1]],
        "sound_ms": round(samples * 1000 / rate) if samples else 0,
        "is_in_order": all(a[0] < b[0] for a, b in zip(pictures, pictures[1:])),
        "faults": faults,
    }


for path in sys.argv[1:]:
    print(json.dumps(decoded(path)))
