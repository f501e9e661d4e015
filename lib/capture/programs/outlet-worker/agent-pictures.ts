/** The agent's pictures as they come from its page, decoded. */
import { agentCodec } from '../protocol/codecs.ts';

export const createAgentPictures = (show: (frame: VideoFrame) => void, wantKey: () => void) => {
  let decoder: VideoDecoder | undefined;
  let isWhole = false;

  const reset = (): void => {
    if (decoder && decoder.state !== 'closed') decoder.close();
    decoder = undefined;
    isWhole = false;
  };

  const start = (): VideoDecoder => {
    const made = new VideoDecoder({ output: show, error: reset });
    made.configure({ codec: agentCodec, optimizeForLatency: true });
    return made;
  };

  return {
    reset,
    take(key: boolean, data: Uint8Array<ArrayBuffer>): void {
      if (!isWhole && !key) {
        wantKey();
        return;
      }
      isWhole = true;
      decoder ??= start();
      decoder.decode(new EncodedVideoChunk({ type: key ? 'key' : 'delta', timestamp: performance.now() * 1000, data }));
    },
  };
};
