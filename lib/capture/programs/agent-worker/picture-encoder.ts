/** The agent's page as a video that can be shown at once. */

import type { AgentSize } from '../protocol/agent.ts';
import { agentCodec } from '../protocol/codecs.ts';

const keyEveryMs = 4_000;
const stillAfterMs = 1_000;
const mostQueued = 2;
const bitrate = 1_500_000;

export const createPictureEncoder = (
  { width, height, max_fps }: AgentSize,
  send: (key: boolean, data: Uint8Array) => void,
  onError: (error: unknown) => void,
) => {
  let last: VideoFrame | undefined;
  let encoded_ms = 0;
  let key_ms = Number.NEGATIVE_INFINITY;

  const encoder = new VideoEncoder({
    output: (chunk) => {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      send(chunk.type === 'key', data);
    },
    error: onError,
  });
  encoder.configure({
    codec: agentCodec,
    width,
    height,
    bitrate,
    framerate: max_fps,
    latencyMode: 'realtime',
    avc: { format: 'annexb' },
  });

  const encode = (frame: VideoFrame): void => {
    const now_ms = performance.now();
    if (encoder.state !== 'configured' || encoder.encodeQueueSize > mostQueued) return;
    const keyFrame = now_ms - key_ms >= keyEveryMs;
    if (keyFrame) key_ms = now_ms;
    encoded_ms = now_ms;
    const stamped = new VideoFrame(frame, { timestamp: Math.round(now_ms * 1000) });
    encoder.encode(stamped, { keyFrame });
    stamped.close();
  };

  // A page that does not move gives no pictures.
  setInterval(() => {
    if (last && performance.now() - encoded_ms >= stillAfterMs) encode(last);
  }, stillAfterMs / 2);

  return {
    take(frame: VideoFrame): void {
      encode(frame);
      last?.close();
      last = frame;
    },
    giveKey(): void {
      key_ms = Number.NEGATIVE_INFINITY;
      if (last) encode(last);
    },
  };
};
