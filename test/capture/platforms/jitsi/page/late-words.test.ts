import { describe, expect, it } from 'vitest';
import { createJitsiBridge, ownerBy } from '../../../../../lib/capture/platforms/jitsi/page/bridge.ts';
import { everyTrackOf } from '../../../../../lib/capture/platforms/jitsi/page/room.ts';
import { createTrackSpans } from '../../../../../lib/capture/programs/page/track-spans.ts';
import { chanceOf } from '../../../../lab/pages/mutations.ts';
import { aParticipant, aTrack } from './a-page.ts';

const ssrc = 1;
const media = { ssrc };
const jitsiTrack = { getTrack: () => media, getSsrc: () => ssrc, getSourceName: () => '' };

interface Told {
  readonly at_ms: number;
  readonly owner: string;
}

/** Whose a stream is, from which moment on. */
type Truth = readonly { readonly from_ms: number; readonly owner: string }[];

const ownersBetween = (truth: Truth, from_ms: number, until_ms: number): ReadonlySet<string> =>
  new Set(
    truth
      .filter((one, at) => one.from_ms < until_ms && (truth[at + 1]?.from_ms ?? Number.POSITIVE_INFINITY) > from_ms)
      .map(({ owner }) => owner),
  );

/** In order, as the bridge's channel is; what is held up on its way holds up what comes behind it. */
const toldOf = (truth: Truth, late: () => number): readonly Told[] => {
  let at_ms = 0;
  return truth.map(({ from_ms, owner }) => {
    at_ms = Math.max(at_ms, from_ms + late());
    return { at_ms, owner };
  });
};

/**
 * One stream of a bridge that rewrites, on which people follow each other; the page hears of people when it likes, makes its track
 * at the first word of the bridge, and is looked at about ten times a second.
 */
const heard = (seed: number, most_late_ms: number, every_ms: readonly [number, number]) => {
  const chance = chanceOf(seed);
  const between = (least: number, most: number): number => least + chance() * (most - least);
  const people = ['ada', 'ben', 'cy', 'dee'];
  const truth: { from_ms: number; owner: string }[] = [];
  for (let from_ms = 0; from_ms < 600_000; from_ms += between(...every_ms)) {
    const others = people.filter((one) => one !== truth.at(-1)?.owner);
    truth.push({ from_ms, owner: others[Math.floor(chance() * others.length)] as string });
  }
  const told = [...toldOf(truth, () => between(0, most_late_ms))];
  let heard_ms = 0;
  const bridge = createJitsiBridge(() => heard_ms);
  const spansOf = createTrackSpans(() => bridge.told_within_ms);
  const known = new Map<string, object>();
  const counts = { right_ms: 0, wrong_ms: 0, none_ms: 0 };
  const wrong: string[] = [];
  let page: string | undefined;
  let counted_ms = 0;
  for (let now_ms = told[0]?.at_ms ?? 0; told.length > 0; now_ms += between(80, 130)) {
    for (let [next] = told; next && next.at_ms <= now_ms; [next] = told) {
      told.shift();
      heard_ms = next.at_ms;
      const message = { colibriClass: 'AudioSourcesMap', mappedSources: [{ ssrc, owner: next.owner }] };
      bridge.hear('other', new TextEncoder().encode(JSON.stringify(message)));
      // The page leaves out some of what it is told, and knows it by the next one.
      if (page === undefined || chance() < 0.8) page = next.owner;
    }
    const person = people[Math.floor(chance() * people.length)] as string;
    if (chance() < 0.1 && known.has(person)) known.delete(person);
    else known.set(person, aParticipant(person, person));
    const [track] = everyTrackOf({
      'features/base/participants': { local: { id: 'bot', local: true }, remote: known },
      'features/base/tracks': page === undefined ? [] : [{ ...aTrack(page, { jitsiTrack }), participantId: page }],
    });
    const owner = track && ownerBy(track, bridge.wordOn(track.ssrc));
    for (const { until_ms, speaker } of spansOf(owner?.participant_id ?? null, now_ms, owner?.handed)) {
      const owners = ownersBetween(truth, counted_ms, until_ms);
      const is = speaker === null ? 'none_ms' : owners.size === 1 && owners.has(speaker) ? 'right_ms' : 'wrong_ms';
      counts[is] += until_ms - counted_ms;
      if (is === 'wrong_ms') wrong.push(`${speaker} until ${until_ms}, and not ${[...owners].join(' or ')}`);
      counted_ms = until_ms;
    }
  }
  return { counts, wrong };
};

describe('whose the sound of a stream is that Jitsi’s bridge hands on', () => {
  it.each([1, 2, 3, 4])('is never told wrong where the bridge’s word comes up to a second late (%d)', (seed) => {
    expect(heard(seed, 1_000, [200, 8_000]).wrong).toEqual([]);
  });

  it('is never told wrong where it is handed on quickly, and back', () => {
    expect(heard(5, 1_000, [30, 600]).wrong).toEqual([]);
  });

  it('is told of most of what is said where people speak for some seconds', () => {
    const { counts } = heard(6, 300, [2_000, 20_000]);
    expect(counts.wrong_ms).toBe(0);
    expect(counts.right_ms).toBeGreaterThan(5 * counts.none_ms);
  });
});
