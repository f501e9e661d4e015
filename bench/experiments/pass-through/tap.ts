/** Takes people's pictures as they were encoded, before a decoder has them. Runs in the page, after the hooks. */
import type { TapOptions } from './tap-worker.ts';

const loud = 0.01;
const lookEveryMs = 200;

/** Without options pictures take their usual way, and are only counted. `endTap()` answers what was seen. */
export const install = (script: string, options?: TapOptions): void => {
  const connections: RTCPeerConnection[] = [];
  let tap: Worker | undefined;
  const follow = (): void => {
    const voices = connections.flatMap((each) => each.getReceivers().find(({ track }) => track.kind === 'audio') ?? []);
    const levels = voices.map((voice) => voice.getSynchronizationSources()[0]?.audioLevel ?? 0);
    if (Math.max(...levels) > loud) tap?.postMessage(levels.indexOf(Math.max(...levels)));
  };
  const preferH264 = (transceiver: RTCRtpTransceiver): void => {
    const isH264 = ({ mimeType }: RTCRtpCodec): boolean => mimeType === 'video/H264';
    const codecs = RTCRtpReceiver.getCapabilities('video')?.codecs ?? [];
    transceiver.setCodecPreferences(codecs.toSorted((a, b) => +isH264(b) - +isH264(a)));
  };
  window.RTCPeerConnection = class extends window.RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      connections.push(this);
      this.addEventListener('track', ({ transceiver }) => this.#tap(transceiver));
    }
    // A receiver that was made without a transform gives its frames to the decoder for ever.
    override addTransceiver(what: MediaStreamTrack | string, init?: RTCRtpTransceiverInit): RTCRtpTransceiver {
      const transceiver = super.addTransceiver(what, init);
      this.#tap(transceiver);
      return transceiver;
    }
    #tap(transceiver: RTCRtpTransceiver): void {
      const { receiver } = transceiver;
      if (receiver.track.kind !== 'video' || !options || receiver.transform) return;
      if (options.codec === 'avc') preferH264(transceiver);
      if (!tap) setInterval(follow, lookEveryMs);
      tap ??= new Worker(URL.createObjectURL(new Blob([script])), { name: JSON.stringify(options) });
      receiver.transform = new RTCRtpScriptTransform(tap, connections.indexOf(this));
    }
  };
  const endTap = async (): Promise<object> => {
    const reports = await Promise.all(
      connections.map(async (connection) => [...(await connection.getStats()).values()]),
    );
    const videos = reports.flat().filter(({ type, kind }) => type === 'inbound-rtp' && kind === 'video');
    const decoded = videos.reduce((sum, { framesDecoded }) => sum + framesDecoded, 0);
    const { promise, resolve } = Promise.withResolvers<object>();
    tap?.addEventListener('message', ({ data }) => resolve(data));
    tap?.postMessage('end');
    return { decoded, ...(tap && (await promise)) };
  };
  Object.assign(window, { endTap });
};
