import { describe, expect, it } from 'vitest';
import { askingPlatform, troubleOfStatus } from '../../lib/calendars/asking.ts';
import { type AskJson, type JsonAnswer, NoAnswerError } from '../../lib/net/ask-json.ts';
import { aClock } from '../lab/doubles/clock.ts';

const url = 'https://calendar.example.com/events';

const noAnswer = (): never => {
  throw new NoAnswerError('calendar.example.com: no answer in time');
};
const patience = (): JsonAnswer => ({
  status: 429,
  header: (name) => (name === 'retry-after' ? '20' : undefined),
  body: undefined,
});

/** The seconds at which a platform is asked that fails each time after so long. */
const triesOf = async (fails: () => JsonAnswer, after_seconds: number): Promise<number[]> => {
  const clock = aClock();
  const began = clock.now().getTime();
  const tries: number[] = [];
  const ask: AskJson = async () => {
    tries.push((clock.now().getTime() - began) / 1000);
    clock.advance(after_seconds);
    return fails();
  };
  const pause = async (ms: number): Promise<void> => clock.advance(ms / 1000);
  const asking = askingPlatform(
    { ask, clock, pause, chance: () => 0, onRequest: () => undefined, isPatient: true },
    new URL(url).origin,
    ({ status }) => ({ trouble: troubleOfStatus(status), word: '' }),
  );
  await expect(asking('token', { method: 'GET', url })).rejects.toThrow();
  return tries;
};

describe('a page that is asked for again', () => {
  it.each<[string, () => JsonAnswer, number, number[]]>([
    ['fails at once', noAnswer, 0, [0, 2, 6]],
    ['is waited for in vain', noAnswer, 30, [0, 32]],
    ['is answered with a wish for patience', patience, 0, [0, 20, 40]],
    ['is answered with such a wish after a second', patience, 1, [0, 21]],
  ])('and %s is not asked for so late that the lease of its run may end first', async (_, fails, after, tries) => {
    expect(await triesOf(fails, after)).toEqual(tries);
  });
});
