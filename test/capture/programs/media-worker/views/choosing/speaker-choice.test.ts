import { describe, expect, it } from 'vitest';
import { createSpeakerChoice } from '../../../../../../lib/capture/programs/media-worker/views/choosing/speaker-choice.ts';

type Turn = readonly [who: string, from_ms: number, until_ms: number];

/** Who is chosen when, as `[from_ms, who]`, looked at ten times a second. */
const follow = (turns: readonly Turn[], leaves: readonly (readonly [string, number])[] = [], until_ms = 20_000) => {
  const choice = createSpeakerChoice();
  const changes: [number, string | undefined][] = [];
  for (let now_ms = 0; now_ms <= until_ms; now_ms += 50) {
    for (const [who, from_ms, end_ms] of turns) {
      if (from_ms === now_ms) choice.hear(who, { type: 'speech_start', at_ms: now_ms });
      if (end_ms === now_ms) choice.hear(who, { type: 'speech_stop', at_ms: now_ms });
    }
    for (const [who, at_ms] of leaves) if (at_ms === now_ms) choice.leave(who);
    const chosen = choice.choose(now_ms);
    if (chosen !== changes.at(-1)?.[1]) changes.push([now_ms, chosen]);
  }
  return changes;
};

describe('who is shown large', () => {
  it('is nobody in particular until somebody speaks, and the first speaker at once', () => {
    expect(follow([['ada', 1000, 3000]])).toEqual([[1000, 'ada']]);
  });

  it('is somebody else within half a second of their speaking alone', () => {
    expect(
      follow([
        ['ada', 0, 3000],
        ['ben', 3500, 6000],
      ]),
    ).toEqual([
      [0, 'ada'],
      [3850, 'ben'],
    ]);
  });

  it('remains the same in silence', () => {
    expect(follow([['ada', 0, 3000]]).at(-1)).toEqual([0, 'ada']);
  });

  it('remains the same while others throw in a word, in a pause or over the speaker', () => {
    expect(
      follow([
        ['ada', 0, 3000],
        ['ben', 3000, 3300],
        ['cleo', 5000, 6000],
        ['ada', 3400, 9000],
      ]),
    ).toEqual([[0, 'ada']]);
  });

  it('changes at once when the speaker stops and another is well under way', () => {
    expect(
      follow([
        ['ada', 0, 3000],
        ['ben', 2500, 6000],
      ]),
    ).toEqual([
      [0, 'ada'],
      [3000, 'ben'],
    ]);
  });

  it('changes before it is told that the speaker has stopped, when they are not heard any more', () => {
    const choice = createSpeakerChoice();
    const silenceOf = (id: string, now_ms: number): number => (id === 'ada' ? now_ms - 3_000 : 0);
    choice.hear('ada', { type: 'speech_start', at_ms: 0 });
    expect(choice.choose(500, () => 0)).toBe('ada');
    choice.hear('ben', { type: 'speech_start', at_ms: 2_900 });
    expect([3_200, 3_300].map((now_ms) => choice.choose(now_ms, silenceOf))).toEqual(['ada', 'ben']);
  });

  it('is who talks over the speaker for long, and does not go to and fro between the two', () => {
    expect(
      follow([
        ['ada', 0, 20_000],
        ['ben', 2000, 20_000],
      ]),
    ).toEqual([
      [0, 'ada'],
      [6000, 'ben'],
    ]);
  });

  it('is who began first of several who take over', () => {
    expect(
      follow([
        ['ada', 0, 3000],
        ['cleo', 2200, 6000],
        ['ben', 2600, 9000],
      ]),
    ).toEqual([
      [0, 'ada'],
      [3000, 'cleo'],
      [6000, 'ben'],
    ]);
  });

  it('is not somebody who has left', () => {
    expect(
      follow(
        [
          ['ada', 0, 9000],
          ['ben', 8000, 9500],
        ],
        [['ada', 3000]],
      ),
    ).toEqual([
      [0, 'ada'],
      [3000, undefined],
      [8000, 'ben'],
    ]);
  });
});

describe('those who spoke', () => {
  it('are known with the last one first, without those who left', () => {
    const choice = createSpeakerChoice();
    for (const [index, who] of ['ada', 'ben', 'cleo', 'ada'].entries()) {
      choice.hear(who, { type: 'speech_start', at_ms: index * 1000 });
      choice.choose(index * 1000 + 500);
      choice.hear(who, { type: 'speech_stop', at_ms: index * 1000 + 600 });
    }
    choice.leave('ben');
    expect(choice.recent).toEqual(['ada', 'cleo']);
  });
});
