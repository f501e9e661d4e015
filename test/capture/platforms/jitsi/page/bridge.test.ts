import { describe, expect, it } from 'vitest';
import { createJitsiBridge, ownerBy } from '../../../../../lib/capture/platforms/jitsi/page/bridge.ts';
import { everyTrackOf, type JitsiTrack } from '../../../../../lib/capture/platforms/jitsi/page/room.ts';
import { chanceOf } from '../../../../lab/pages/mutations.ts';
import { aParticipant, aTrack } from './a-page.ts';

const bytesOf = (message: unknown) => new TextEncoder().encode(JSON.stringify(message));
const mapOf = (ssrc: number, owner: string, kind = 'AudioSourcesMap') =>
  bytesOf({ colibriClass: kind, mappedSources: [{ ssrc, owner, source: `${owner}-a0` }] });

describe('what Jitsi’s bridge says of its streams', () => {
  it('is whose each is by now, of sound and of pictures', () => {
    const bridge = createJitsiBridge();
    expect(bridge.wordOn(1)).toBeUndefined();
    bridge.hear('other', mapOf(1, 'ada'));
    bridge.hear('other', mapOf(2, 'ben', 'VideoSourcesMap'));
    bridge.hear('other', mapOf(1, 'cy'));
    expect([1, 2, 3, undefined].map((ssrc) => bridge.wordOn(ssrc)?.owner)).toEqual(['cy', 'ben', undefined, undefined]);
  });

  it('is told with how often each was handed on, and when, but for what is said again', () => {
    let now_ms = 0;
    const bridge = createJitsiBridge(() => now_ms);
    const handed = ['ada', 'ada', 'ben', 'ada'].map((owner) => {
      now_ms += 100;
      bridge.hear('other', mapOf(1, owner));
      return bridge.wordOn(1)?.handed;
    });
    expect(handed).toEqual([
      { turn: 1, since_ms: 100 },
      { turn: 1, since_ms: 100 },
      { turn: 2, since_ms: 300 },
      { turn: 3, since_ms: 400 },
    ]);
  });

  it('may come later where it hands streams on', () => {
    const bridge = createJitsiBridge();
    const before_ms = bridge.told_within_ms;
    bridge.hear('other', mapOf(1, 'ada'));
    expect([before_ms, bridge.told_within_ms]).toEqual([300, 1_000]);
  });

  it('is said by the bridge alone, and by what is a map', () => {
    const bridge = createJitsiBridge();
    bridge.hear('page', mapOf(1, 'ada'));
    bridge.hear('other', bytesOf({ colibriClass: 'EndpointMessage', mappedSources: [{ ssrc: 1, owner: 'ada' }] }));
    for (const message of [
      null,
      {},
      { colibriClass: 'AudioSourcesMap' },
      { colibriClass: 'AudioSourcesMap', mappedSources: [null, { ssrc: '1', owner: 'ada' }, { ssrc: 1 }] },
    ])
      bridge.hear('other', bytesOf(message));
    bridge.hear('other', new TextEncoder().encode('no JSON'));
    expect(bridge.wordOn(1)).toBeUndefined();
  });

  const track = (kind: JitsiTrack['kind'], participant_id = 'ada'): JitsiTrack => ({
    participant_id,
    kind,
    isMuted: false,
    isOwn: false,
    source: '',
    media: {},
  });
  const handed = { turn: 1, since_ms: 0 };

  it.each([
    ['voice', undefined, { participant_id: 'ada', kind: 'voice' }],
    ['voice', 'ada', { participant_id: 'ada', kind: 'voice', handed }],
    ['voice', 'ben', { participant_id: 'ben', kind: 'voice', handed }],
    ['camera', 'ada', { participant_id: 'ada', kind: 'camera' }],
    ['camera', 'ben', undefined],
  ] as const)('goes before what the page has of a %s: %s', (kind, told, owner) => {
    expect(ownerBy(track(kind), told === undefined ? told : { owner: told, handed })).toEqual(owner);
  });

  it.each([
    ['voice', 'ben', { participant_id: 'ben', kind: 'voice', handed }],
    ['voice', undefined, undefined],
    ['camera', 'ben', undefined],
  ] as const)('is known of a %s of somebody whom the page does not list: %s', (kind, told, owner) => {
    expect(ownerBy(track(kind, ''), told === undefined ? told : { owner: told, handed })).toEqual(owner);
  });
});

/**
 * Six people on three streams. The page leaves out each map that comes before it has made a track of the stream, and hears of
 * people when it likes; some share a screen.
 */
describe('whose a track of Jitsi Meet’s page is', () => {
  it.each([1, 2, 3, 4])('is never somebody’s who is not heard through it (%d)', (seed) => {
    const chance = chanceOf(seed);
    const one = <T>(of: readonly T[]): T => of[Math.floor(chance() * of.length)] as T;
    const people = ['ada', 'ben', 'cy', 'dee', 'eve', 'fay'];
    const bridge = createJitsiBridge();
    const known = new Map<string, object>();
    const heard = new Map<number, string>();
    const made = new Map<number, ReturnType<typeof aTrack> & { participantId: string }>();
    const first = new Map<number, string>();
    const [counts, steps] = [{ right: 0, none: 0 }, 20_000];
    for (let step = 0; step < steps; step += 1) {
      const ssrc = one([1, 2, 3]);
      const does = chance();
      if (does < 0.3) {
        const owner = one(people);
        heard.set(ssrc, owner);
        if (!first.has(ssrc)) first.set(ssrc, owner);
        bridge.hear('other', mapOf(ssrc, owner));
        const track = made.get(ssrc);
        if (track) made.set(ssrc, { ...track, participantId: owner });
      } else if (does < 0.4 && first.has(ssrc) && !made.has(ssrc)) {
        const media = { ssrc };
        const jitsiTrack = { getTrack: () => media, getSsrc: () => ssrc, getSourceName: () => '' };
        made.set(ssrc, { ...aTrack(first.get(ssrc) ?? '', { jitsiTrack }), participantId: first.get(ssrc) ?? '' });
      } else if (does < 0.43) {
        // The connection is made anew: all tracks are gone, and the numbers are used by others.
        for (const memory of [made, first, heard]) memory.clear();
      } else if (does < 0.6) {
        const person = one(people);
        if (known.has(person)) known.delete(person);
        else known.set(person, aParticipant(person, person));
        const screen = `${person}-v1`;
        if (chance() < 0.5) known.set(screen, { id: screen, fakeParticipant: 'RemoteScreenShare' });
        else known.delete(screen);
      }
      const tracks = everyTrackOf({
        'features/base/participants': { local: { id: 'bot', local: true }, remote: known },
        'features/base/tracks': [...made.values()],
      });
      for (const track of tracks) {
        const owner = ownerBy(track, bridge.wordOn(track.ssrc));
        if (owner === undefined) counts.none += 1;
        else if (owner.participant_id === heard.get(track.ssrc ?? 0)) counts.right += 1;
        else expect([step, owner.participant_id]).toEqual([step, heard.get(track.ssrc ?? 0)]);
      }
    }
    expect(counts.right).toBeGreaterThan(counts.none);
  });
});
