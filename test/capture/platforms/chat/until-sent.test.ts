import { describe, expect, it } from 'vitest';
import { untilSent } from '../../../../lib/capture/platforms/chat/until-sent.ts';

/** What is done of a message that is shown at a look, if at any. */
const sent = async (shownAt: number | undefined) => {
  const done: string[] = [];
  const isShown = async (): Promise<void> => {
    done.push('look');
    if (done.filter((one) => one === 'look').length !== shownAt) throw new Error(`not shown after ${done.join(', ')}`);
  };
  const outcome = untilSent(isShown, async () => void done.push('press again'));
  return { outcome: await outcome.then(() => 'sent', String), done };
};

describe('a message that was sent', () => {
  it('is not pressed again once it is shown', async () => {
    expect(await sent(1)).toEqual({ outcome: 'sent', done: ['look'] });
  });

  it('is pressed again, and looked for once more, where it is not shown', async () => {
    expect(await sent(2)).toEqual({ outcome: 'sent', done: ['look', 'press again', 'look'] });
  });

  it('is missing where that shows nothing either', async () => {
    expect((await sent(undefined)).outcome).toBe('Error: not shown after look, press again, look');
  });
});
