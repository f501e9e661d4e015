import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type CaptionWays,
  createCaptionWays,
} from '../../../../../lib/capture/platforms/google-meet/page/caption-ways.ts';
import {
  createMeetCaptions,
  type MeetCaptions,
} from '../../../../../lib/capture/platforms/google-meet/page/captions.ts';
import { createCaptionFollower } from '../../../../../lib/capture/platforms/google-meet/page/page-captions.ts';
import { runs } from '../../../../lab/properties.ts';

let now_ms = 0;
let version = 0;
let captions: MeetCaptions;
let ways: CaptionWays;
const begin = (): void => {
  now_ms = 100_000;
  const now = () => now_ms;
  captions = createMeetCaptions(now);
  ways = createCaptionWays(
    captions,
    createCaptionFollower((name) => name, now),
    now,
  );
};
beforeEach(begin);

const texts = (): string[] => captions.captions(() => '').map(({ text }) => text);
const hear = (speaker_id: string, id: string, text: string): void => {
  version += 1;
  ways.hear({ id, speaker_id, version, isFinal: false, text }, 'captions');
};
type Line = readonly [name: string, text: string];
const lookFor = (ms: number, ...shown: readonly Line[]): void => {
  for (const end_ms = now_ms + ms; now_ms < end_ms; now_ms += 250)
    ways.look(shown.map(([name, text]) => ({ name, text })));
};

describe('the captions of a Google Meet whose page is heard once its channel has died', () => {
  it('lack nothing that is said in the words a caption of the channel began with', () => {
    const words = ['i', 'think', 'we', 'should', 'go'];
    for (const text of ['hello', 'hello everyone']) hear('Ada', '1', text);
    for (const at of words.keys()) hear('Ada', '2', words.slice(0, at + 1).join(' '));
    lookFor(8_000, ['Ada', 'hello everybody i think we should go now but i think it is late']);
    expect(texts().slice(2)).toEqual(['now but i think it is late']);
  });

  it('lack nothing between what a caption of the channel said and the same words said again', () => {
    hear('Ada', '1', 'hello everyone');
    hear('Ada', '2', 'thank you');
    lookFor(8_000, ['Ada', 'hello everybody thank you for your time and once more thank you']);
    expect(texts().slice(2)).toEqual(['for your time and once more thank you']);
  });

  it('lack nothing that comes up as a caption goes that began alike, a while before', () => {
    hear('Ada', '1', 'Yes I agree');
    lookFor(60_000, ['Ada', 'Yes I agree']);
    lookFor(8_000, ['Ada', 'Yes I do']);
    expect(texts()).toEqual(['Yes I agree', 'Yes I do']);
  });

  it('lack nothing that begins as the same person did right before', () => {
    hear('Ada', '1', 'I think we should go');
    lookFor(1_500, ['Ada', 'I think we should go']);
    hear('Ben', '2', 'No');
    lookFor(500, ['Ada', 'I think we should go'], ['Ben', 'No']);
    lookFor(8_000, ['Ada', 'I think we should go'], ['Ben', 'No'], ['Ada', 'I think we shall stay']);
    expect(texts()).toEqual(['I think we should go', 'No', 'I think we shall stay']);
  });

  it('lack nothing that is said where more words were heard at first', () => {
    for (const text of ['we go to the sea soon', 'we go to the sea']) hear('Ada', '1', text);
    lookFor(8_000, ['Ada', 'we go to the sea this year']);
    expect(texts()).toEqual(['we go to the sea', 'this year']);
  });

  const word = fc.constantFrom('a', 'few', 'words', 'that', 'are', 'said', 'and', 'heard', 'again');
  const sentences = (of: fc.Arbitrary<string>) =>
    fc.array(
      fc.record({
        name: fc.constantFrom('Ada', 'Ben'),
        words: fc.array(of, { minLength: 1, maxLength: 8 }),
        pause_ms: fc.integer({ min: 0, max: 7_000 }),
      }),
      { minLength: 1, maxLength: 5 },
    );

  /** Whether these are among those, in their order. */
  const areAmong = (some: readonly string[], words: readonly string[]): boolean => {
    let at = 0;
    for (const one of words) if (one === some[at]) at += 1;
    return at === some.length;
  };

  /** Somebody says two words in a row once more: within three seconds it cannot be told which of both a source has. */
  const saysAgain = (sentences: readonly { name: string; words: readonly string[] }[]): boolean =>
    ['Ada', 'Ben'].some((name) => {
      const words = sentences.filter((one) => one.name === name).flatMap((one) => one.words);
      const pairs = words.slice(1).map((next, at) => `${words[at]} ${next}`);
      return new Set(pairs).size < pairs.length;
    });

  /** What is said before the channel dies, in the midst of a sentence, and after that. */
  const lackNothing = (since: fc.Arbitrary<string>, otherwise: fc.Arbitrary<number>) =>
    fc.property(
      sentences(word),
      fc.array(since, { maxLength: 4 }),
      sentences(since),
      otherwise,
      (before, rest, after, other) => {
        const cut = { name: before.at(-1)?.name ?? '', words: rest, pause_ms: 3_500 };
        fc.pre(!saysAgain([...before, cut]));
        begin();
        let shown: Line[] = [];
        const say = (name: string, seen: readonly string[], pause_ms: number, tell?: (count: number) => void): void => {
          const last = shown.at(-1);
          const [others, first] = last?.[0] === name ? [shown.slice(0, -1), `${last[1]} `] : [shown, ''];
          for (const at of seen.keys()) {
            tell?.(at + 1);
            now_ms += 100;
            shown = [...others, [name, first + seen.slice(0, at + 1).join(' ')]];
            lookFor(250, ...shown);
          }
          lookFor(pause_ms, ...shown);
        };
        for (const [id, { name, words, pause_ms }] of before.entries()) {
          const seen = words.map((one, at) => (id === 0 && at === other ? 'otherwise' : one));
          say(name, seen, pause_ms, (count) => hear(name, String(id), words.slice(0, count).join(' ')));
        }
        const wordsTold = (of: string): string[] =>
          captions.captions(() => '').flatMap(({ speaker_id, text }) => (speaker_id === of ? text.split(' ') : []));
        const told = { Ada: wordsTold('Ada'), Ben: wordsTold('Ben') };
        // What is said anew within three seconds cannot be told from what comes late.
        const then = [cut, ...after];
        for (const { name, words, pause_ms } of then) say(name, words, pause_ms);
        lookFor(8_000, ...shown);
        for (const name of ['Ada', 'Ben'] as const) {
          const said = then.filter((one) => one.name === name).flatMap(({ words }) => words);
          const toldSince = wordsTold(name).slice(told[name].length);
          expect({ said, toldSince, areTold: areAmong(said, toldSince) }).toMatchObject({ areTold: true });
        }
      },
    );

  it('lack no word that is said since where the page has the same words', () => {
    fc.assert(lackNothing(word, fc.constant(-1)), { numRuns: runs(20) });
  });

  it('lack no new word that is said since where the page has one of the first otherwise', () => {
    const since = fc.constantFrom('now', 'nobody', 'tells', 'it', 'but', 'the', 'page');
    fc.assert(lackNothing(since, fc.nat(7)), { numRuns: runs(20) });
  });
});
