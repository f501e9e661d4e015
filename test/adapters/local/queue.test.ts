import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../lib/adapters/local/database.ts';
import { type ReceivableQueue, sqliteQueue } from '../../../lib/adapters/local/queue.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { aDataFolder } from '../../lab/hosts/data-folder.ts';

const withQueue = async (test: (queue: ReceivableQueue, clock: ReturnType<typeof aClock>) => Promise<void>) => {
  await using folder = await aDataFolder();
  const database = openDatabase(folder.path);
  const clock = aClock();
  await test(sqliteQueue(database, 'test', { clock, visibility_seconds: 30, most_receives: 3 }), clock);
  database.close();
};

describe('a queue in SQLite', () => {
  it('shows a message again when its receiver says nothing, and ignores the late one', () =>
    withQueue(async (queue, clock) => {
      await queue.send([{ body: 1 }]);
      const [first] = queue.receive(10);
      clock.advance(29);
      expect(queue.receive(10)).toEqual([]);
      clock.advance(1);
      const [second] = queue.receive(10);
      if (!first || !second) throw new Error('nothing received');
      queue.acknowledge(first);
      clock.advance(30);
      expect(queue.receive(10)).toHaveLength(1);
    }));

  it('pauses longer after each failure, then sets the message aside', () =>
    withQueue(async (queue, clock) => {
      await queue.send([{ body: { n: 1 } }]);
      const fates: unknown[] = [];
      for (const pause of [1, 2, 4]) {
        for (const message of queue.receive(10)) fates.push(queue.refuse(message));
        clock.advance(pause - 0.001);
        expect(queue.receive(10)).toEqual([]);
        clock.advance(0.001);
      }
      expect(fates).toEqual(['again', 'again', 'set aside']);
      expect(queue.receive(10)).toEqual([]);
      expect(queue.nextDue()).toBeUndefined();
      expect(queue.deadLetters().map(({ body }) => body)).toEqual([{ n: 1 }]);
    }));

  it('shows what a dead receiver had in hand as soon as it is told', () =>
    withQueue(async (queue) => {
      await queue.send([{ body: 1 }]);
      queue.receive(10);
      expect(queue.receive(10)).toEqual([]);
      queue.recover();
      expect(queue.receive(10).map(({ receive_count }) => receive_count)).toEqual([2]);
    }));

  it('tells when the next message falls due', () =>
    withQueue(async (queue, clock) => {
      await queue.send([
        { body: 1, delay_seconds: 60 },
        { body: 2, delay_seconds: 20 },
      ]);
      expect(queue.nextDue()).toEqual(new Date(clock.now().getTime() + 20_000));
    }));
});
