import { describe, expect, it } from 'vitest';
import { createNews } from '../../../lib/capture/session/news.ts';

/** What a client and an operator are told by the news of a worker, whose first tellings fail. */
const aWorker = ({ isSuccessor = false, failures = 0 } = {}) => {
  const told: string[] = [];
  const logged: string[] = [];
  const tell = async (what: string): Promise<void> => {
    if (told.push(what) <= failures) throw new Error('the table is slow');
  };
  const news = createNews('no_captions', {
    bot: {
      missing: (kind, since, why) => tell(`${kind} since ${since.getTime()}${why ? `: ${why}` : ''}`),
      nothingMissing: (kinds, at) => tell(`no ${kinds.join()} any more at ${at.getTime()}`),
    },
    log: (message) => void logged.push(message),
    isSuccessor,
  });
  return { told, logged, news };
};

describe('what a client is told of what is missing', () => {
  it('is told when it begins and when it is over, each once, and to the operator when it begins', () => {
    const { told, logged, news } = aWorker();
    for (const [at_ms, isMissing] of [false, true, true, false, false].entries()) news(isMissing, at_ms);
    expect(told).toEqual(['no_captions since 1', 'no no_captions any more at 3']);
    expect(logged).toEqual(['something is not as it was asked for']);
  });

  it('is told anew when it is missing for another reason, and to the operator too', () => {
    const { told, logged, news } = aWorker();
    const reasons = ['', 'pictures', 'pictures', 'sound, pictures', ''];
    for (const [at_ms, why] of reasons.entries()) news(why !== '', at_ms, why);
    expect(told).toEqual([
      'no_captions since 1: pictures',
      'no_captions since 3: sound, pictures',
      'no no_captions any more at 4',
    ]);
    expect(logged).toHaveLength(2);
  });

  it('is told to be over by a worker that follows another one, which may have missed it', () => {
    const { told, news } = aWorker({ isSuccessor: true });
    news(false, 5);
    news(false, 6);
    expect(told).toEqual(['no no_captions any more at 5']);
  });

  it('is told again where that failed', async () => {
    const { told, news } = aWorker({ failures: 1 });
    news(true, 1);
    await new Promise((resolve) => setImmediate(resolve));
    news(true, 2);
    news(true, 3);
    expect(told).toEqual(['no_captions since 1', 'no_captions since 2']);
  });
});
