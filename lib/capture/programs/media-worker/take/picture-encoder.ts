/** H.264 from captured pictures, at a rate that the machine holds. */

import { type MediaPacket, segmentSeconds } from '../../../media/encoding/packets.ts';
import type { PictureOptions, TakeStats } from '../../protocol/media.ts';
import { createFramePacer } from './frame-pacer.ts';

const beforeTakeUs = -1_000_000;

// Baseline, level 4.0: OpenH264 refuses level 3.1 for 1080p.
const codec = 'avc1.420028';

export const createPictureEncoder = (
  { width, height, max_fps, min_fps, video_bitrate }: PictureOptions,
  onPacket: (packet: MediaPacket) => void,
  onRate: (fps: number) => void,
  onError: (error: unknown) => void,
) => {
  const pacer = createFramePacer({ max_fps, min_fps, key_interval_us: segmentSeconds * 1e6, max_queue: 3 });
  let config: VideoDecoderConfig | undefined;
  let last: VideoFrame | undefined;
  let last_us = Number.NEGATIVE_INFINITY;
  let cuts = false;
  let frames = 0;
  let repeated = 0;
  let fps = max_fps;

  const encoder = new VideoEncoder({
    output: (chunk, metadata) => {
      config ??= metadata?.decoderConfig;
      if (chunk.timestamp < 0) return;
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      const { timestamp, duration, type } = chunk;
      onPacket({
        kind: 'video',
        data,
        timestamp_us: timestamp,
        duration_us: duration ?? 1e6 / fps,
        key: type === 'key',
      });
    },
    error: onError,
  });
  encoder.configure({
    codec,
    width,
    height,
    bitrate: video_bitrate,
    framerate: max_fps,
    latencyMode: 'realtime',
    avc: { format: 'avc' },
  });

  const encode = (frame: VideoFrame, at_us: number): boolean => {
    if (encoder.state !== 'configured' || at_us <= last_us) return false;
    const verdict = pacer.judge(at_us, encoder.encodeQueueSize, cuts);
    if (pacer.fps !== fps) {
      fps = pacer.fps;
      onRate(fps);
    }
    if (verdict === 'skip') return false;
    const stamped = new VideoFrame(frame, { timestamp: Math.round(at_us) });
    encoder.encode(stamped, { keyFrame: verdict === 'encode_key' });
    stamped.close();
    cuts = false;
    last_us = at_us;
    frames += 1;
    return true;
  };

  /** An encoder takes its time over the first picture: it gets one that is thrown away. */
  const warmUp = (frame: VideoFrame): void => {
    const stamped = new VideoFrame(frame, { timestamp: beforeTakeUs });
    encoder.encode(stamped, { keyFrame: true });
    stamped.close();
  };

  const hold = (frame: VideoFrame): void => {
    if (!last) warmUp(frame);
    last?.close();
    last = frame;
  };

  return {
    get config(): VideoDecoderConfig | undefined {
      return config;
    },
    /** Takes a picture over without recording it: `repeat` may need it. */
    hold,
    /** Takes a picture over and encodes it, unless it comes too soon; after a cut the next one stands for itself. */
    take(frame: VideoFrame, at_us: number, isCut = false): void {
      cuts ||= isCut;
      encode(frame, at_us);
      last?.close();
      last = frame;
    },
    /** Encodes the last picture again when there has been none for a while. */
    repeat(at_us: number): void {
      if (last && pacer.lacksPicture(at_us) && encode(last, at_us)) repeated += 1;
    },
    /** Shows the last picture until the end and waits for the encoder. */
    async finish(at_us: number | undefined): Promise<void> {
      if (last && at_us !== undefined && encode(last, at_us)) repeated += 1;
      last?.close();
      last = undefined;
      if (encoder.state !== 'configured') return;
      await encoder.flush();
      encoder.close();
    },
    stats(): TakeStats {
      return { frames, dropped_frames: pacer.dropped, repeated_frames: repeated, fps };
    },
  };
};
