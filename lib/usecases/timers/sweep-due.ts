import type { Clock } from '../../ports/clock.ts';
import type { Queue } from '../../ports/queue.ts';
import { type Due, type DueRepository, type DueShard, dueShards } from '../../storage/due.ts';

export interface SweepDuePorts {
  readonly due: DueRepository;
  readonly queue: Queue;
  readonly clock: Clock;
}

/** So long a sweep's claim holds: what was claimed and is lost on its way falls due again then. */
const claimedForMs = 5 * 60_000;
const mostAtOnce = 500;
/** So many are more than fall due in a minute: they have gathered, and are claimed together. */
const many = 100;

/**
 * Sends everything that is due to where it is worked on, as `{ id }`, each to one of however many sweeps run at a time.
 * Whoever works on it says when it is due again. Answers how many were sent.
 */
export const createSweepDue = ({ due, queue, clock }: SweepDuePorts) => {
  const claim = async (found: readonly Due[]): Promise<Due[]> => {
    const until = new Date(clock.now().getTime() + claimedForMs);
    const isClaimed =
      found.length < many
        ? await Promise.all(found.map((one) => due.move(one, until)))
        : await due.moveMany(found, until);
    return found.filter((_, i) => isClaimed[i]);
  };

  const sweep = async (shard: DueShard): Promise<number> => {
    const now = clock.now();
    let sent = 0;
    for (let after: Due | undefined; ; ) {
      const found = await due.list(shard, now, { limit: mostAtOnce, ...(after && { after }) });
      const claimed = await claim(found);
      if (claimed.length > 0) await queue.send(claimed.map(({ id }) => ({ body: { id } })));
      sent += claimed.length;
      after = found.at(-1);
      if (found.length < mostAtOnce) return sent;
    }
  };

  return async (): Promise<number> => (await Promise.all(dueShards.map(sweep))).reduce((sum, sent) => sum + sent, 0);
};
