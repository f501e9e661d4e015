/** What every queue does. An adapter is a queue if this suite says so. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Queue } from '../../lib/ports/queue.ts';

export interface ReceivedInTest {
  readonly body: unknown;
  readonly receive_count: number;
  acknowledge(): Promise<void>;
  /** Asks for the message to come again, soon. */
  refuse(): Promise<void>;
}

export interface QueueUnderTest {
  readonly queue: Queue;
  /** What is there to receive now, maybe nothing. */
  receive(): Promise<ReceivedInTest[]>;
  close(): Promise<void>;
}

/** Runs the suite on one queue that nobody else uses; every test leaves it empty. */
export const describeQueue = (name: string, open: () => Promise<QueueUnderTest>): void => {
  describe(`the queue, ${name}`, () => {
    let opened: QueueUnderTest;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(async () => opened?.close());

    const receiveAll = async (count: number): Promise<ReceivedInTest[]> => {
      const received: ReceivedInTest[] = [];
      await expect
        .poll(async () => {
          received.push(...(await opened.receive()));
          return received.length;
        })
        .toBe(count);
      return received;
    };
    const bodies = (messages: ReceivedInTest[]): unknown[] => messages.map(({ body }) => body);
    const acknowledgeAll = (messages: ReceivedInTest[]) => Promise.all(messages.map((it) => it.acknowledge()));

    it('hands a message over as it was sent', async () => {
      const body = { text: 'ä 🎉 <&>"', list: [1, null, true], nested: { empty: {} } };
      await opened.queue.send([{ body }]);
      const received = await receiveAll(1);
      expect(bodies(received)).toEqual([body]);
      expect(received[0]?.receive_count).toBe(1);
      await acknowledgeAll(received);
    });

    it('takes any number of messages at once, also none', async () => {
      await opened.queue.send([]);
      await opened.queue.send(Array.from({ length: 25 }, (_, n) => ({ body: { n, filler: 'x'.repeat(20_000) } })));
      const received = await receiveAll(25);
      const numbers = received.map(({ body }) => (body as { n: number }).n);
      expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, n) => n));
      await acknowledgeAll(received);
    });

    it('holds a delayed message back', async () => {
      const sentAt = Date.now();
      await opened.queue.send([{ body: 'later', delay_seconds: 1 }, { body: 'now' }]);
      const received = await receiveAll(2);
      expect(Date.now() - sentAt).toBeGreaterThan(900);
      expect(bodies(received)).toEqual(['now', 'later']);
      await acknowledgeAll(received);
    });

    it('hands a refused message over again, and counts', async () => {
      await opened.queue.send([{ body: 'again' }]);
      const [first] = await receiveAll(1);
      await first?.refuse();
      const second = await receiveAll(1);
      expect(second.map(({ body, receive_count }) => [body, receive_count])).toEqual([['again', 2]]);
      await acknowledgeAll(second);
    });

    it('hands over messages of every group', async () => {
      await opened.queue.send(['a', 'a', 'b'].map((group, n) => ({ body: n, group })));
      const received = await receiveAll(3);
      expect(bodies(received).sort()).toEqual([0, 1, 2]);
      await acknowledgeAll(received);
    });

    it('refuses a delay of more than 15 minutes and sends nothing', async () => {
      await expect(opened.queue.send([{ body: 1 }, { body: 2, delay_seconds: 901 }])).rejects.toThrow();
      expect(await opened.receive()).toEqual([]);
    });
  });
};
