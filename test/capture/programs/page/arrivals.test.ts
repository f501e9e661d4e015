import { describe, expect, it } from 'vitest';
import { type Arrivals, arrivalsIn, arrivalsOf, delayBetween } from '../../../../lib/capture/programs/page/arrivals.ts';

const counted = (total_delay_s: number, delayed: number): Arrivals => ({
  packets: 0,
  bytes: 0,
  frames: 0,
  total_delay_s,
  delayed,
});

/** A connection that counts so. */
const aConnection = (stats: readonly object[]) =>
  ({ getStats: async () => new Map(stats.map((one, index) => [index, one])) }) as unknown as RTCPeerConnection;

describe('how long what is received takes until it is played', () => {
  it('is the mean of what came out between two looks', () => {
    expect(delayBetween(counted(1_000, 48_000), counted(6_760, 96_000))).toBeCloseTo(120);
    expect(delayBetween(undefined, counted(1_440, 48_000))).toBeCloseTo(30);
  });

  it('is not known while nothing comes out, nor where the counts begin anew', () => {
    expect(delayBetween(counted(1, 100), counted(1, 100))).toBeUndefined();
    expect(delayBetween(counted(1, 100), counted(0.1, 10))).toBeUndefined();
  });
});

describe('what has arrived', () => {
  const sound = { type: 'inbound-rtp', kind: 'audio', mid: '0', packetsReceived: 50, bytesReceived: 4_000 };
  const pictures = { type: 'inbound-rtp', kind: 'video', mid: '1', packetsReceived: 90, bytesReceived: 90_000 };

  it('is counted by track, with the delay that its kind has', () => {
    expect(arrivalsOf({ ...sound, jitterBufferDelay: 480, jitterBufferEmittedCount: 9_600 })).toEqual({
      packets: 50,
      bytes: 4_000,
      frames: 0,
      total_delay_s: 480,
      delayed: 9_600,
    });
    expect(arrivalsOf({ ...pictures, framesDecoded: 30, totalProcessingDelay: 1.5 })).toEqual({
      packets: 90,
      bytes: 90_000,
      frames: 30,
      total_delay_s: 1.5,
      delayed: 30,
    });
  });

  it('adds up the sources of a track, and leaves out what is no track or belongs to none yet', async () => {
    const arrivals = await arrivalsIn(
      aConnection([
        sound,
        { ...sound, packetsReceived: 7, bytesReceived: 100 },
        pictures,
        { type: 'outbound-rtp', mid: '2' },
        { type: 'inbound-rtp', kind: 'audio', packetsReceived: 3 },
      ]),
    );
    expect([...arrivals].map(([mid, { packets, bytes }]) => [mid, packets, bytes])).toEqual([
      ['0', 57, 4_100],
      ['1', 90, 90_000],
    ]);
  });

  it('is nothing of a connection that cannot tell', async () => {
    const broken = { getStats: () => Promise.reject(new Error('closed')) } as unknown as RTCPeerConnection;
    expect(await arrivalsIn(broken)).toEqual(new Map());
  });
});
