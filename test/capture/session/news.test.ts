import { describe, expect, it } from 'vitest';
import { createNews, createNewsOfSeveral, type NewsPorts } from '../../../lib/capture/session/news.ts';

/** What a client and an operator are told by the news of a worker, whose first tellings fail. */
const telling = ({ isSuccessor = false, failures = 0 } = {}) => {
  const told: string[] = [];
  const logged: string[] = [];
  const tell = async (what: string): Promise<void> => {
    if (told.push(what) <= failures) throw new Error('the table is slow');
  };
  const ports: NewsPorts = {
    bot: {
      missing: (kind, since, why) => tell(`${kind} since ${since.getTime()}${why ? `: ${why}` : ''}`),
      nothingMissing: (kinds, at) => tell(`no ${kinds.join()} any more at ${at.getTime()}`),
    },
    log: (message) => void logged.push(message),
    isSuccessor,
  };
  return { told, logged, ports };
};
const aWorker = (worker: Parameters<typeof telling>[0] = {}) => {
  const { ports, ...rest } = telling(worker);
  return { ...rest, news: createNews('no_captions', ports) };
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

  describe('of several things', () => {
    const several = (...worker: Parameters<typeof telling>) => {
      const { told, ports } = telling(...worker);
      const news = createNewsOfSeveral(['encrypted', 'not_shown', 'other_view'], ports);
      const know = (at_ms: number, ...kinds: ('encrypted' | 'not_shown' | 'other_view')[]) =>
        news(new Map(kinds.map((kind) => [kind, { since_ms: at_ms }])), at_ms);
      return { told, know };
    };

    it('is told of each when it begins, and of those that are over together', () => {
      const { told, know } = several();
      expect(know(0)).toEqual([]);
      expect(know(1, 'encrypted')).toEqual(['encrypted']);
      expect(know(2, 'encrypted', 'other_view')).toEqual(['other_view']);
      know(3, 'other_view');
      know(4);
      know(5);
      expect(told).toEqual([
        'encrypted since 1',
        'other_view since 2',
        'no encrypted,not_shown any more at 3',
        'no encrypted,not_shown,other_view any more at 4',
      ]);
    });

    it('goes on where an earlier worker told of it, and what else that told is over', () => {
      const { told, know } = several({ isSuccessor: true });
      know(1, 'encrypted');
      know(2, 'encrypted');
      expect(told).toEqual(['no not_shown,other_view any more at 1', 'encrypted since 1']);
    });

    it('is told to be over again where that failed', async () => {
      const { told, know } = several({ isSuccessor: true, failures: 1 });
      know(1);
      await new Promise((resolve) => setImmediate(resolve));
      know(2);
      know(3);
      const over = 'no encrypted,not_shown,other_view any more at';
      expect(told).toEqual([`${over} 1`, `${over} 2`]);
    });
  });
});
