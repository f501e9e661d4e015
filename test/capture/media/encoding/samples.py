"""Decodes a recording's sound with libav, and writes its samples: mono, 32-bit floats."""

import sys

import av

with av.open(sys.argv[1]) as container:
    for frame in container.decode(audio=0):
        sys.stdout.buffer.write(bytes(frame.planes[0])[: frame.samples * 4])
