/** Who is said to speak in a Teams meeting whose packets name nobody, against who does. Time is the test's. */
import { describe, expect, it } from 'vitest';
import { createMix } from '../../../../../../lib/capture/platforms/teams/page/call/mix.ts';
import type { TeamsMember } from '../../../../../../lib/capture/platforms/teams/page/people/roster.ts';
import type { SourceKind } from '../../../../../../lib/capture/platforms/teams/page/people/roster-entries.ts';
import { createLineSpeakers } from '../../../../../../lib/capture/programs/page/line-speakers.ts';
import type { SpeakerSpan } from '../../../../../../lib/capture/programs/protocol/speech.ts';
import { chanceOf, oneOf } from '../../../../../lab/pages/mutations.ts';

const numbers: Readonly<Record<string, string>> = { ada: '11', ben: '22', cy: '33', notes: '99' };
const member = (id: string): TeamsMember => ({
  id,
  name: id,
  isHost: false,
  sources: [{ id: numbers[id] ?? '', kind: 'voice', isSending: true }],
});
const rosterOf = (ids: readonly string[], isWhole = true, gone: readonly string[] = []) => {
  const members = [...ids, 'notes'].map(member);
  const owner = (source: string) => members.find(({ sources }) => sources[0]?.id === source);
  return {
    members,
    isWhole,
    recall: (id: string) => [...members, ...gone.map(member)].find((one) => one.id === id),
    ownerOf(source: string): { member: TeamsMember; kind: SourceKind } | undefined {
      const found = owner(source);
      return found && { member: found, kind: 'voice' };
    },
  };
};

interface Turn {
  readonly who: string;
  readonly from_ms: number;
  readonly until_ms: number;
}
interface Told {
  /** The servers' list comes so long after a turn began; never where it is absent. */
  readonly list_ms?: (turn: number) => number | undefined;
  /** Words are recognised so long after they were said; never where it is absent. */
  readonly caption_ms?: number;
  readonly people?: readonly string[];
  /** The page knows of everybody. */
  readonly isWhole?: boolean;
  /** The page is held up between these moments, each time. */
  readonly stalls?: readonly (readonly [from_ms: number, until_ms: number])[];
  /** What has waited meanwhile is heard after the first look, not before it. */
  readonly looksFirst?: boolean;
  /** From that moment on nobody else is there. */
  readonly leaves?: { readonly at_ms: number; readonly ids: readonly string[] };
}

const lookEveryMs = 50;
const captionEveryMs = 400;

/** For how long each moment of speech was given to somebody who did not speak, and to whoever did. */
const listened = (turns: readonly Turn[], told: Told) => {
  const { list_ms, caption_ms, people = ['ada', 'ben', 'cy'], isWhole, stalls = [], looksFirst = false, leaves } = told;
  let now = 0;
  const roster = () => rosterOf(leaves && now >= leaves.at_ms ? leaves.ids : people, isWhole);
  const mix = createMix(
    {
      recall: (id) => roster().recall(id),
      ownerOf: (source) => roster().ownerOf(source),
      get members() {
        return roster().members;
      },
      get isWhole() {
        return roster().isWhole;
      },
    },
    () => 'notes',
    () => now,
  );
  const speakers = createLineSpeakers(mix.speakerOf, mix.certainAfterMs, true);
  const lists = turns.flatMap(({ who, from_ms }, turn) => {
    const late_ms = list_ms?.(turn);
    return late_ms === undefined ? [] : [{ at_ms: from_ms + late_ms, tell: () => mix.history([numbers[who] ?? '']) }];
  });
  const captions = turns.flatMap(({ who, from_ms, until_ms }) => {
    const count = caption_ms === undefined ? 0 : Math.ceil((until_ms - from_ms) / captionEveryMs);
    return Array.from({ length: count }, (_, index) => {
      const said_ms = Math.min(until_ms, from_ms + (index + 1) * captionEveryMs);
      return { at_ms: said_ms + (caption_ms ?? 0), tell: () => mix.said(who, said_ms) };
    });
  });
  // The page has another track, of which is asked first each time.
  const other = createLineSpeakers(mix.speakerOf, mix.certainAfterMs, true);
  const news = [...lists, ...captions].toSorted((one, other) => one.at_ms - other.at_ms);
  const given = { right_ms: 0, wrong_ms: 0 };
  const last_ms = Math.max(...turns.map(({ until_ms }) => until_ms));
  let since_ms = 0;
  const note = ({ until_ms, speaker }: SpeakerSpan): void => {
    for (; since_ms < until_ms; since_ms += 10) {
      const speaking = turns.filter((turn) => since_ms >= turn.from_ms && since_ms < turn.until_ms);
      if (speaking.length === 0 || speaker === null) continue;
      given[speaking.some(({ who }) => who === speaker) ? 'right_ms' : 'wrong_ms'] += 10;
    }
  };
  const hear = (): void => {
    while (news[0] && news[0].at_ms <= now) news.shift()?.tell();
  };
  for (; now <= last_ms + 2_000; now += lookEveryMs) {
    if (stalls.some(([from_ms, until_ms]) => now > from_ms && now < until_ms)) continue;
    if (!looksFirst) hear();
    other([], now);
    for (const span of speakers([], now)) note(span);
    hear();
  }
  return given;
};

/** One after the other, ten seconds each, with half a second between. */
const aTalk = (...who: readonly string[]): Turn[] =>
  who.map((one, turn) => ({ who: one, from_ms: 1_000 + turn * 10_500, until_ms: 11_000 + turn * 10_500 }));
const talk = aTalk('ada', 'ben', 'ada', 'cy', 'ben');

describe('who speaks in a mix whose packets name nobody', () => {
  it.each([1_000, 3_000])('is nobody whose words are only recognised, %i ms later', (caption_ms) => {
    expect(listened(talk, { caption_ms })).toEqual({ right_ms: 0, wrong_ms: 0 });
  });

  it('is nobody where the list of speakers comes once, and never again', () => {
    const list_ms = (turn: number) => (turn === 0 ? 300 : undefined);
    expect(listened(talk, { list_ms })).toEqual({ right_ms: 0, wrong_ms: 0 });
    expect(listened(talk, { list_ms, caption_ms: 1_500 })).toEqual({ right_ms: 0, wrong_ms: 0 });
  });

  it('is whom the list names until it changes, however long they go on', () => {
    const { right_ms, wrong_ms } = listened(talk, { list_ms: () => 300 });
    expect(wrong_ms).toBe(0);
    // That it changes is seen with the second speaker; what came in the second before it changes is nobody's.
    expect(right_ms).toBeGreaterThan(4 * (9_700 - 200) - lookEveryMs);
  });

  it('is nobody else where the list is up to a second late, however people take turns', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const chance = chanceOf(seed);
      const turns: Turn[] = [];
      for (let from_ms = 1_000; from_ms < 120_000; ) {
        const others = ['ada', 'ben', 'cy'].filter((one) => one !== turns.at(-1)?.who);
        const until_ms = from_ms + 1_500 + chance() * 15_000;
        turns.push({ who: oneOf(others, chance), from_ms, until_ms });
        from_ms = until_ms - 500 + chance() * 1_500;
      }
      const lates = turns.map(() => 100 + chance() * 850);
      const { right_ms, wrong_ms } = listened(turns, { list_ms: (turn) => lates[turn] });
      expect([seed, wrong_ms]).toEqual([seed, 0]);
      expect(right_ms).toBeGreaterThan(0.6 * 120_000);
    }
  });

  describe.each([100, 600, 850, 950])(
    'is nobody else where the page is held up, and the list comes %i ms late',
    (late_ms) => {
      const turns = ['ada', 'ben', 'ada', 'cy', 'ben'].map(
        (who, turn): Turn => ({ who, from_ms: 1_000 + turn * 10_000, until_ms: 11_000 + turn * 10_000 }),
      );
      it.each([false, true])('looks first: %s', (looksFirst) => {
        for (let from = -600; from <= 1_200; from += 50) {
          const stalls = turns.map(({ from_ms }) => [from_ms + from, from_ms + from + 500] as const);
          const { right_ms, wrong_ms } = listened(turns, { list_ms: () => late_ms, stalls, looksFirst });
          expect([from, wrong_ms]).toEqual([from, 0]);
          expect(right_ms).toBeGreaterThan(4 * 7_500);
        }
      });
    },
  );

  it('is the same whatever is recognised meanwhile, and of others who say a word', () => {
    const told = { list_ms: () => 300, caption_ms: 2_000 };
    expect(listened(talk, told)).toEqual(listened(talk, { list_ms: () => 300 }));
    const words = [16_000, 18_000, 29_000].map((from_ms) => ({ who: 'cy', from_ms, until_ms: from_ms + 900 }));
    const list_ms = (turn: number) => (turn < talk.length ? 300 : undefined);
    const { wrong_ms } = listened([...talk, ...words], { list_ms, caption_ms: 2_000 });
    expect(wrong_ms).toBe(0);
  });

  it('is nobody any more once somebody else is known to go on, until the list changes', () => {
    // The list misses that Ada speaks again.
    const list_ms = (turn: number) => (turn === 2 ? undefined : 300);
    const missed = listened(talk, { list_ms });
    const noticed = listened(talk, { list_ms, caption_ms: 1_500 });
    expect(missed.wrong_ms).toBeGreaterThan(9_500);
    expect(noticed.wrong_ms).toBeLessThan(1_500 + 2_000 + 2 * captionEveryMs);
    expect(noticed.right_ms).toBe(missed.right_ms);
  });

  /** Whom the list names, which names Ada, once words of somebody are known to have gone on. */
  const named = (who: string, isWhole = true): string | null | undefined => {
    const mix = createMix(
      rosterOf(['ada', 'ben'], isWhole, ['cy']),
      () => 'notes',
      () => 0,
    );
    for (const source of ['22', '11']) mix.history([source]);
    mix.said(who, 5_000);
    return mix.speakerOf({ at_ms: 0, sources: [] });
  };

  it('is whom the list names while words go on of whoever is in no list, as people in a room have the device of that', () => {
    expect([named('7f2a@local'), named('7f2a@local', false), named('di')]).toEqual(['ada', 'ada', 'ada']);
  });

  it('is nobody any more while words go on of somebody else, who may have left, or may not have been told of', () => {
    expect([named('ben'), named('cy'), named('di', false)]).toEqual([null, null, null]);
  });

  it('is the only other one there is, whoever is told or not', () => {
    const alone = aTalk('ada', 'ada');
    expect(listened(alone, { people: ['ada'] })).toEqual({ right_ms: 20_000, wrong_ms: 0 });
    expect(listened(alone, { people: ['ada'], list_ms: () => 300 })).toEqual({ right_ms: 20_000, wrong_ms: 0 });
  });

  it.each([100, 400, 700, 1_500])('is nobody else where whoever has spoken for %i ms leaves one person', (spoke_ms) => {
    const left_ms = 31_000 + spoke_ms;
    const talks: Turn[] = [
      { who: 'ada', from_ms: 1_000, until_ms: 11_000 },
      { who: 'ben', from_ms: 11_000, until_ms: 21_000 },
      { who: 'ada', from_ms: 21_000, until_ms: 31_000 },
      { who: 'ben', from_ms: 31_000, until_ms: left_ms },
      { who: 'ada', from_ms: left_ms, until_ms: left_ms + 10_000 },
    ];
    const leaves = { at_ms: left_ms, ids: ['ada'] };
    const { right_ms, wrong_ms } = listened(talks, { people: ['ada', 'ben'], list_ms: () => 900, leaves });
    expect(wrong_ms).toBe(0);
    expect(right_ms).toBeGreaterThan(3 * 8_500);
  });

  it('is nobody where only one other is known, and the page was not told of all', () => {
    expect(listened(aTalk('ada', 'ben'), { people: ['ada'], isWhole: false })).toEqual({ right_ms: 0, wrong_ms: 0 });
  });

  it('is whom a list names at once that tells of somebody before them', () => {
    const mix = createMix(rosterOf(['ada', 'ben']), () => 'notes');
    mix.history(['11']);
    expect(mix.speakerOf({ at_ms: Date.now(), sources: [] })).toBeNull();
    mix.history(['11', '22']);
    expect(mix.speakerOf({ at_ms: Date.now(), sources: [] })).toBe('ada');
  });

  it('is nobody while the list names somebody who is not known, or the bot', () => {
    const mix = createMix(rosterOf(['ada']), () => 'notes');
    mix.history(['77']);
    expect(mix.speakerOf({ at_ms: Date.now(), sources: [] })).toBeNull();
    mix.history(['99']);
    expect(mix.speakerOf({ at_ms: Date.now(), sources: [] })).toBeNull();
  });

  it('is told by the packets alone once they name anybody', () => {
    const mix = createMix(rosterOf(['ada', 'ben']), () => 'notes');
    mix.history(['11']);
    expect(mix.certainAfterMs()).toBeUndefined();
    mix.history(['22']);
    expect(mix.certainAfterMs()).toBeGreaterThan(0);
    expect(mix.speakerOf({ at_ms: 0, sources: [{ source: 11, level: 1 }] })).toBe('ada');
    expect(mix.speakerOf({ at_ms: 0, sources: [] })).toBeUndefined();
    expect(mix.certainAfterMs()).toBeUndefined();
  });
});
