/**
 * A page that decodes people's sound by itself, from the frames as they were sent: the tracks that it receives then carry nothing,
 * and what it plays is one track, of no receiver's. Runs in the page.
 */
import type { Decoding } from './protocol.ts';

interface Frame {
  readonly data: ArrayBuffer;
  readonly timestamp: number;
}
type Taker = (frame: Frame) => void;
type EncodedReceiver = RTCRtpReceiver & {
  createEncodedStreams?(): { readonly readable: ReadableStream<Frame> };
  transform?: unknown;
};

const inWorker = `onrtctransform = ({ transformer: { readable } }) => readable.pipeTo(
  new WritableStream({ write: ({ data, timestamp }) => postMessage({ data, timestamp }, [data]) }));`;

const takeInWorker = (receiver: EncodedReceiver, take: Taker): void => {
  const url = URL.createObjectURL(new Blob([inWorker], { type: 'text/javascript' }));
  const worker = new Worker(url);
  worker.addEventListener('message', ({ data }) => take(data as Frame));
  receiver.transform = new RTCRtpScriptTransform(worker);
};

/** Whether a page that would decode so can. */
const canTake = (decoding: Decoding): boolean =>
  decoding === 'by_worker' || 'createEncodedStreams' in RTCRtpReceiver.prototype;

export interface OwnDecoding {
  readonly configuration: RTCConfiguration & { readonly encodedInsertableStreams?: boolean };
  hear(receiver: RTCRtpReceiver): void;
}

/** Nothing where the browser decodes. */
export const createOwnDecoding = (decoding: Decoding | undefined): OwnDecoding | undefined => {
  if (!decoding || !canTake(decoding)) return undefined;
  const mixed = new AudioContext({ sampleRate: 48_000 });
  const output = new MediaStreamAudioDestinationNode(mixed);
  const player = Object.assign(new Audio(), { srcObject: output.stream });
  player.play().catch(() => undefined);

  const decoderOf = (): AudioDecoder => {
    const decoded = new MediaStreamTrackGenerator({ kind: 'audio' });
    const writer = decoded.writable.getWriter();
    new MediaStreamAudioSourceNode(mixed, { mediaStream: new MediaStream([decoded]) }).connect(output);
    const decoder = new AudioDecoder({
      output: (data) => void writer.write(data).catch(() => undefined),
      error: () => undefined,
    });
    decoder.configure({ codec: 'opus', sampleRate: 48_000, numberOfChannels: 2 });
    return decoder;
  };

  return {
    configuration: decoding === 'if_offered' ? { encodedInsertableStreams: true } : {},
    hear(receiver: EncodedReceiver) {
      const decoder = decoderOf();
      const take: Taker = ({ data, timestamp }) =>
        decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp: Math.round((timestamp / 48) * 1_000), data }));
      if (decoding === 'by_worker') takeInWorker(receiver, take);
      else void receiver.createEncodedStreams?.().readable.pipeTo(new WritableStream({ write: take }));
    },
  };
};
