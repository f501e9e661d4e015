import { checkQueueDelay } from '../../../lib/domain/queue-delay.ts';
import { type Clock, systemClock } from '../../../lib/ports/clock.ts';
import type { Queue } from '../../../lib/ports/queue.ts';
import { lookForSecrets } from '../secrets.ts';

export interface MemoryQueue extends Queue {
  /** Bodies of everything that was ever sent, oldest first. */
  readonly sent: readonly unknown[];
  /** Whom each of these was for. */
  readonly groups: readonly (string | undefined)[];
  /** Takes the bodies of the messages that are due. */
  takeDue(): unknown[];
  /** Seconds until the next message is due, undefined when there is none. */
  nextDueSeconds(): number | undefined;
}

/** A queue that is gone with the test. The clock decides what is due. */
export const memoryQueue = (clock: Clock = systemClock): MemoryQueue => {
  const sent: unknown[] = [];
  const groups: (string | undefined)[] = [];
  let waiting: { body: string; due: number }[] = [];
  const now = () => clock.now().getTime();
  return {
    sent,
    groups,
    send: async (messages) => {
      messages.forEach(checkQueueDelay);
      for (const { body, delay_seconds = 0, group } of messages) {
        const text = JSON.stringify(body);
        lookForSecrets('a queue', text);
        sent.push(JSON.parse(text));
        groups.push(group);
        waiting.push({ body: text, due: now() + delay_seconds * 1000 });
      }
    },
    takeDue: () => {
      const due = waiting.filter((message) => message.due <= now());
      waiting = waiting.filter((message) => message.due > now());
      return due.map(({ body }) => JSON.parse(body));
    },
    nextDueSeconds: () =>
      waiting.length === 0 ? undefined : (Math.min(...waiting.map(({ due }) => due)) - now()) / 1000,
  };
};
