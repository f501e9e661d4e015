import { describe, expect, it } from 'vitest';
import { createHeardTracks } from '../../../../lib/capture/programs/page/heard-tracks.ts';
import { mediaFacts } from '../../../../lib/capture/programs/page/media-facts.ts';
import type { ReceivedTrack } from '../../../../lib/capture/programs/page/platform-page.ts';
import { createMediaWatch } from '../../../../lib/capture/session/media/media-watch.ts';

const aTrack = (id: string, connectionState: RTCPeerConnectionState = 'connected') =>
  ({ track: { id, kind: 'audio' }, connection: { connectionState } }) as unknown as ReceivedTrack;
const ignore = () => undefined;
const user = { take: ignore, drop: ignore, takeOutput: ignore, dropOutput: ignore };

/** What is missed after half a minute in which packets come of the mix and of what repeats it, and sound of some of them. */
const missedOf = (comesOut: readonly string[]) => {
  const heard = createHeardTracks({ repeats: ({ track }) => track.id !== 'mix' }, undefined, [user]);
  const received = ['mix', 'again'].map((id) => aTrack(id));
  for (const one of received) heard.take(one);
  heard.look([]);
  const watch = createMediaWatch({ hasPictures: true });
  let seen: ReturnType<typeof watch.look> | undefined;
  const began_ms = Date.now();
  for (let second = 0; second < 30; second += 1) {
    const now_ms = performance.now();
    const tracks = received.map((one, number) => ({
      ...{ received: one, number, arrivals: undefined, arrived_ms: now_ms, decoded_ms: undefined },
    }));
    const facts = mediaFacts(tracks, {
      ownerOf: () => ({ kind: 'line' }),
      voices: { heardAt: ({ id }) => (comesOut.includes(id) ? now_ms : undefined) },
      video: { wants: () => true },
      heard,
    });
    // It is as if a second had passed.
    const at_ms = began_ms + second * 1_000;
    const media = facts.map((fact) => ({
      ...fact,
      arrived_ms: at_ms,
      came_out_ms: fact.came_out_ms === null ? null : at_ms,
    }));
    seen = watch.look({ media, last_sound_ms: null }, [], at_ms);
  }
  return seen?.missing?.kind;
};

describe('sound that arrives', () => {
  it('is missed where it is listened to and does not come out', () => {
    expect(missedOf([])).toBe('sound_not_heard');
  });

  it('is not missed where it only repeats what is listened to', () => {
    expect(missedOf(['mix'])).toBeUndefined();
  });
});

it('does not come of what the page plays while the page asks for it in vain', () => {
  const output = { id: 'mix' } as MediaStreamTrack;
  const factOf = (lacksSound?: () => boolean) =>
    mediaFacts([], {
      ownerOf: ignore,
      lacksSound,
      voices: { heardAt: ignore },
      video: { wants: () => true },
      heard: { output, isHeard: () => false },
    })[0]?.is_cut_off;
  expect([factOf(), factOf(() => false), factOf(() => true)]).toEqual([null, null, true]);
});

describe('a track', () => {
  it.each<[RTCPeerConnectionState, boolean]>([
    ['new', false],
    ['connecting', true],
    ['connected', false],
    ['disconnected', true],
    ['failed', true],
  ])('whose connection is %s is cut off: %s', (state, is_cut_off) => {
    const received = aTrack('voice', state);
    const track = { received, number: 1, arrivals: undefined, arrived_ms: undefined, decoded_ms: undefined };
    const [fact] = mediaFacts([track], {
      ownerOf: ignore,
      voices: { heardAt: ignore },
      video: { wants: () => true },
      heard: createHeardTracks({}, undefined, [user]),
    });
    expect(fact?.is_cut_off).toBe(is_cut_off);
  });
});
