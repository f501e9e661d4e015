/** Hands encoded pictures on to the decoder or not, and writes the speaker's into a file. An entry point of its own. */
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny';
import { createClockMapping } from '../../../lib/capture/media/audio-timeline.ts';

export interface TapOptions {
  readonly codec: 'avc' | 'vp8';
  /** What the decoder gets: everybody's key frames and all of the speaker's pictures, key frames only, or nothing. */
  readonly decoded: 'speaker' | 'keys' | 'none';
}
interface Transformer extends TransformStream<RTCEncodedVideoFrame, RTCEncodedVideoFrame> {
  /** Whose pictures these are. */
  readonly options: number;
  sendKeyFrameRequest(): Promise<void>;
}

// Senders ignore a request that comes too soon after a key frame.
const askAgainMs = 400;
const { codec, decoded }: TapOptions = JSON.parse(self.name);
const target = new BufferTarget();
const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'fragmented' }), target });
const pictures = new EncodedVideoPacketSource(codec);
output.addVideoTrack(pictures);
let writing = output.start();

const transformers = new Map<number, Transformer>();
const seen = { keys: 0, deltas: 0, bytes: 0, switches_ms: [] as number[], sizes: {} as Record<string, number> };
let [wanted, shown, since_ms, asked_ms, last_s] = [-1, -1, 0, 0, 0];
let start_ms: number | undefined;

const write = ({ data, type }: RTCEncodedVideoFrame, at_ms: number, [codedWidth = 0, codedHeight = 0]: number[]) => {
  start_ms ??= at_ms;
  last_s = Math.max((at_ms - start_ms) / 1000, last_s + 0.001);
  const packet = new EncodedPacket(new Uint8Array(data.slice(0)), type === 'key' ? 'key' : 'delta', last_s, 0);
  const decoderConfig = { codec: codec === 'avc' ? 'avc1.42e01f' : 'vp8', codedWidth, codedHeight };
  writing = writing.then(() => pictures.add(packet, { decoderConfig }));
};

const take = async ({ readable, writable, options: person }: Transformer): Promise<void> => {
  const frames = readable.getReader();
  const decoder = writable.getWriter();
  const mapped = createClockMapping();
  let size: number[] = [];
  for (let next = await frames.read(); !next.done; next = await frames.read()) {
    const frame = next.value;
    const metadata: RTCEncodedVideoFrameMetadata & { width?: number; height?: number } = frame.getMetadata();
    const isKey = frame.type === 'key';
    seen[isKey ? 'keys' : 'deltas'] += 1;
    seen.bytes += frame.data.byteLength;
    if (isKey) {
      size = [metadata.width ?? 0, metadata.height ?? 0];
      seen.sizes[size.join('x')] = (seen.sizes[size.join('x')] ?? 0) + 1;
      if (person === wanted && person !== shown) seen.switches_ms.push(Math.round(performance.now() - since_ms));
      if (person === wanted) shown = person;
    }
    // The RTP clock of pictures runs at 90 kHz.
    const at_ms = mapped((metadata.rtpTimestamp ?? 0) / 0.09, performance.now());
    if (decoded !== 'speaker' && person === shown) write(frame, at_ms, size);
    if (decoded !== 'none' && (isKey || (decoded === 'speaker' && person === shown))) await decoder.write(frame);
  }
};

addEventListener('rtctransform', (event) => {
  const { transformer } = event as Event & { transformer: Transformer };
  // A person's screen comes after their camera, and nobody shares one here.
  transformers.set(transformer.options, transformers.get(transformer.options) ?? transformer);
  take(transformer);
});

addEventListener('message', async ({ data }: MessageEvent<number | 'end'>) => {
  const now_ms = performance.now();
  if (data === 'end') {
    await writing.then(() => output.finalize());
    const file = decoded !== 'speaker' && target.buffer && new Uint8Array(target.buffer).toBase64();
    postMessage({ ...seen, file });
  } else {
    if (data !== wanted) [wanted, since_ms, asked_ms] = [data, now_ms, 0];
    if (wanted === shown || now_ms - asked_ms < askAgainMs) return;
    asked_ms = now_ms;
    await transformers.get(data)?.sendKeyFrameRequest();
  }
});
