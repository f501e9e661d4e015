import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAudioEncoder } from '../../../../lib/capture/media/encoding/audio-encoder.ts';
import type { MediaPacket } from '../../../../lib/capture/media/encoding/packets.ts';
import { holdWorkersInThread } from '../../../../lib/capture/media/encoding/workers-in-thread.ts';
import type { SoundCodec } from '../../../../lib/capture/programs/protocol/codecs.ts';

const sample_rate = 48_000;
const tone = Float32Array.from(
  { length: sample_rate },
  (_, n) => 0.3 * Math.sin((2 * Math.PI * 440 * n) / sample_rate),
);

const encoded = async (codec: SoundCodec, sound = tone): Promise<MediaPacket[]> => {
  const packets: MediaPacket[] = [];
  const encoder = createAudioEncoder(
    { codec, bitrate: 64_000, sample_rate },
    (packet) => packets.push(packet),
    (error) => {
      throw error;
    },
  );
  encoder.take(sound.slice());
  await encoder.finish();
  return packets;
};

afterEach(() => expect(globalThis).not.toHaveProperty('Worker'));

describe('an encoder', () => {
  it('makes the same of sound in this thread as in one of its own', async () => {
    const inItsOwn = await encoded('mp3');
    using _ = holdWorkersInThread();
    const asked = vi.spyOn(globalThis.Worker.prototype, 'postMessage');
    const here = await encoded('mp3');
    expect(asked).toHaveBeenCalled();
    expect(here.length).toBeGreaterThan(30);
    expect(here).toEqual(inItsOwn);
  });

  // What it makes of it: encoded-sound.contract.test.ts.
  it('of AAC finds in another way what may be left out', async () => {
    const inItsOwn = await encoded('aac');
    using _ = holdWorkersInThread();
    const here = await encoded('aac');
    expect(here).not.toEqual(inItsOwn);
    const moments = (packets: readonly MediaPacket[]) => packets.map(({ timestamp_us }) => timestamp_us);
    expect(moments(here)).toEqual(moments(inItsOwn));
  });

  it.each(['aac', 'mp3'] as const)('of %s that was given nothing ends without a word', async (codec) => {
    using _ = holdWorkersInThread();
    expect(await encoded(codec, new Float32Array())).toEqual([]);
  });

  it('whose script is no good says so', async () => {
    using _ = holdWorkersInThread();
    const url = URL.createObjectURL(new Blob(['this is no script']));
    const worker = new Worker(url);
    const fault = new Promise((resolve) => worker.addEventListener('error', resolve));
    worker.postMessage('hello');
    expect(await fault).toMatchObject({ data: expect.any(SyntaxError) });
  });

  it('runs in this thread as long as anybody wants it to', async () => {
    const one = holdWorkersInThread();
    const other = holdWorkersInThread();
    one[Symbol.dispose]();
    expect(globalThis).toHaveProperty('Worker');
    other[Symbol.dispose]();
  });
});
