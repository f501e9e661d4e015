import { describe, expect, it } from 'vitest';
import type { ReceivedTrack, TrackOwner } from '../../../../lib/capture/programs/page/platform-page.ts';
import { createReceivedTracks } from '../../../../lib/capture/programs/page/received-tracks.ts';

const world = () => {
  let now_ms = 0;
  let owner: TrackOwner | undefined;
  let packets = 0;
  let framesDecoded = 0;
  const track = Object.assign(new EventTarget(), { kind: 'video', readyState: 'live' });
  const connection = {
    signalingState: 'stable',
    getStats: async () =>
      new Map([
        [
          'in',
          {
            type: 'inbound-rtp',
            kind: 'video',
            mid: '0',
            packetsReceived: packets,
            framesDecoded,
            totalProcessingDelay: framesDecoded / 50,
          },
        ],
      ]),
  };
  const received = { track, connection, mid: '0', streams: [], receiver: {} } as unknown as ReceivedTrack;
  const log: string[] = [];
  const tracks = createReceivedTracks(
    () => owner,
    [
      {
        take: () => log.push(`${now_ms / 1000} take`),
        drop: () => log.push(`${now_ms / 1000} drop`),
        delayed: (delays) =>
          log.push(...[...delays.values()].map((delay_ms) => `${now_ms / 1000} waits ${delay_ms} ms`)),
      },
    ],
    () => now_ms,
  );
  return {
    log,
    tracks,
    track,
    connection,
    add: () => tracks.add(received),
    /** Lets seconds pass, in each of which so much comes. */
    async pass(seconds: number, changes: { owner?: TrackOwner | undefined; packets?: number; frames?: number } = {}) {
      if ('owner' in changes) owner = changes.owner;
      for (let second = 0; second < seconds; second += 1) {
        now_ms += 1_000;
        packets += changes.packets ?? 0;
        framesDecoded += changes.frames ?? 0;
        await tracks.look();
      }
    },
  };
};
const ada: TrackOwner = { participant_id: 'ada', kind: 'camera' };

describe('a track that the page receives', () => {
  it('is taken at once, and counted by what comes of it', async () => {
    const { add, pass, log, tracks } = world();
    add();
    await pass(2, { packets: 10, frames: 5 });
    expect(log).toEqual(['0 take', '1 waits 20 ms', '2 waits 20 ms']);
    await pass(3);
    expect(tracks.used).toMatchObject([
      { number: 1, arrivals: { packets: 20, frames: 10 }, arrived_ms: 2_000, decoded_ms: 2_000 },
    ]);
  });

  it('is kept while somebody owns it, and while something comes of it', async () => {
    const owned = world();
    owned.add();
    await owned.pass(120, { owner: ada });
    expect(owned.log).toEqual(['0 take']);
    const heard = world();
    heard.add();
    await heard.pass(120, { packets: 1 });
    expect(heard.log).toEqual(['0 take']);
  });

  it('is let go when it has been nobody’s for half a minute and nothing came of it', async () => {
    const { add, pass, log, tracks } = world();
    add();
    await pass(10, { owner: ada, packets: 1 });
    await pass(60, { owner: undefined, packets: 0 });
    expect(log).toEqual(['0 take', '40 drop']);
    expect(tracks.used).toEqual([]);
  });

  it.each([
    ['packets come', { packets: 1 }],
    ['somebody owns it', { owner: ada }],
  ])('is taken again when %s', async (_, again) => {
    const { add, pass, log } = world();
    add();
    await pass(60);
    await pass(2, again);
    expect(log).toEqual(['0 take', '30 drop', '61 take']);
  });

  it('is taken again at once when it comes again', async () => {
    const { add, pass, log, tracks } = world();
    add();
    await pass(60);
    add();
    expect(log).toEqual(['0 take', '30 drop', '60 take']);
    expect(tracks.used.length).toBe(1);
  });

  it.each([
    ['it says so', ({ track }: ReturnType<typeof world>) => track.dispatchEvent(new Event('ended'))],
    [
      'its end was told by nothing',
      ({ track }: ReturnType<typeof world>) => Object.assign(track, { readyState: 'ended' }),
    ],
    [
      'its connection is closed',
      ({ connection }: ReturnType<typeof world>) => Object.assign(connection, { signalingState: 'closed' }),
    ],
  ])('is forgotten when it is over: %s', async (_, end) => {
    const one = world();
    one.add();
    await one.pass(1, { owner: ada });
    end(one);
    await one.pass(1);
    expect(one.log.filter((line) => line.endsWith('drop')).length).toBe(1);
    expect(one.tracks.used).toEqual([]);
  });
});
