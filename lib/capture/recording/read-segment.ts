/** Takes segments apart again. */
import { BufferSource, EncodedPacket, Input, MP4 } from 'mediabunny';
import type { DecoderConfigs } from '../programs/protocol/codecs.ts';
import { isWholeSegment } from './mp4/boxes.ts';
import { fragmentOf, type Run } from './mp4/fragment.ts';
import { tracksOf } from './mp4/movie-index.ts';
import { readAhead } from './read-ahead.ts';
import type { SegmentStore } from './segment-store.ts';
import type { StoredTake } from './stored-takes.ts';

// Each is at most a few megabytes.
const mostInMemory = 8;

const packetsOf = ({ start, offset, sizes, durations }: Run, data: Uint8Array, scale: number): EncodedPacket[] => {
  let [at, time] = [offset, start];
  return sizes.map((size, index) => {
    const duration = durations[index] ?? 0;
    const packet = new EncodedPacket(data.subarray(at, at + size), 'key', time / scale, duration / scale);
    at += size;
    time += duration;
    return packet;
  });
};

/**
 * The packets of sound of a take, as many together as were recorded without a break, of each segment that is there and
 * whole: a worker that was killed may leave a torn one behind.
 */
export async function* readSound(
  store: Pick<SegmentStore, 'get'>,
  { init, segments }: StoredTake,
): AsyncGenerator<EncodedPacket[]> {
  const sounds = new Map([...tracksOf(init)].filter(([, { isVideo }]) => !isVideo));
  for await (const media of readAhead(segments, mostInMemory, (name) => store.get(name))) {
    const fragment = media && isWholeSegment(media) ? fragmentOf(media) : undefined;
    if (!media || !fragment) continue;
    const data = media.subarray(fragment.data_start);
    for (const run of fragment.runs) {
      const { scale } = sounds.get(run.track) ?? {};
      if (scale) yield packetsOf(run, data, scale);
    }
  }
}

/** How to decode a take, which its initialisation tells. */
export const decoderConfigs = async ({ init }: Pick<StoredTake, 'init'>): Promise<DecoderConfigs> => {
  using input = new Input({ source: new BufferSource(init), formats: [MP4] });
  const video = await (await input.getPrimaryVideoTrack())?.getDecoderConfig();
  const audio = await (await input.getPrimaryAudioTrack())?.getDecoderConfig();
  if (!audio) throw new Error('a take does not tell how to decode it');
  return { video: video ?? undefined, audio };
};
