/** Queues as rows: messages that come back until they are dealt with, and rest as dead letters after too many tries. */
import { randomUUID } from 'node:crypto';
import { checkQueueDelay } from '../../domain/queue-delay.ts';
import { type Clock, systemClock } from '../../ports/clock.ts';
import type { Queue } from '../../ports/queue.ts';
import { pauseAfter } from '../../process/retry.ts';
import { type LocalDatabase, openDatabase } from './database.ts';
import { dataFolder } from './environment.ts';

export interface QueueOptions {
  readonly clock?: Clock;
  /** How long a received message stays hidden from other receivers. */
  readonly visibility_seconds?: number;
  /** A message that failed so often is set aside. */
  readonly most_receives?: number;
}

export interface ReceivedMessage {
  readonly id: string;
  readonly receipt: string;
  readonly body: unknown;
  /** Whom it is for; empty for nobody in particular. */
  readonly group: string;
  readonly sent_at: Date;
  readonly first_received_at: Date;
  readonly receive_count: number;
}

export interface ReceivableQueue extends Queue {
  readonly name: string;
  /** Whether there is a message that is due, leaving out the groups that are `full`. */
  isDue(full?: readonly string[]): boolean;
  /** Up to so many messages that are due, hidden from then on from others; none of the groups that are `full`. */
  receive(atMost: number, full?: readonly string[]): ReceivedMessage[];
  /** The message is dealt with. Nothing happens when it has been received again meanwhile. */
  acknowledge(message: ReceivedMessage): void;
  /** The message is to come back after a pause, or was tried too often: then answers that it is set aside. */
  refuse(message: ReceivedMessage): 'again' | 'set aside';
  /** Makes what a receiver that died had in hand visible at once. Only for the one process that receives. */
  recover(): void;
  /** When the next message falls due, leaving out the groups that are `full`. */
  nextDue(full?: readonly string[]): Date | undefined;
  /** Messages set aside, oldest first. */
  deadLetters(): { readonly id: string; readonly body: unknown }[];
  /** Removes a message that was set aside. */
  removeDeadLetter(id: string): void;
  /** What is left of a message that was set aside. */
  rewriteDeadLetter(id: string, body: unknown): void;
}

/** The groups that have messages, each with the time of its first one: as many steps as groups, however long the queue. */
const groupsByDue = `
  WITH RECURSIVE groups (name) AS (
    SELECT min(message_group) FROM messages WHERE queue = ?1 AND dead_since IS NULL
    UNION ALL
    SELECT (SELECT min(message_group) FROM messages
            WHERE queue = ?1 AND dead_since IS NULL AND message_group > groups.name)
    FROM groups WHERE groups.name IS NOT NULL
  ), first (name, due_at) AS (
    SELECT name, (SELECT min(visible_at) FROM messages
                  WHERE queue = ?1 AND dead_since IS NULL AND message_group = groups.name)
    FROM groups WHERE name IS NOT NULL AND name NOT IN (SELECT value FROM json_each(?2))
  )
  SELECT name, due_at FROM first ORDER BY due_at`;

/** A queue over a local database; messages of other names are not seen. */
export const sqliteQueue = (database: LocalDatabase, name: string, options: QueueOptions = {}): ReceivableQueue => {
  const { clock = systemClock, visibility_seconds = 120, most_receives = 10 } = options;
  const nowMs = (): number => clock.now().getTime();

  const receiveOne = (id: string, group: string, sentAt: number, body: string): ReceivedMessage => {
    const now = nowMs();
    const receipt = randomUUID();
    const row = database.get(
      `UPDATE messages SET visible_at = ?, receipt = ?, receive_count = receive_count + 1,
         first_received_at = coalesce(first_received_at, ?)
       WHERE id = ? RETURNING receive_count, first_received_at`,
      now + visibility_seconds * 1000,
      receipt,
      now,
      id,
    );
    return {
      id,
      receipt,
      body: JSON.parse(body),
      group,
      sent_at: new Date(sentAt),
      first_received_at: new Date(Number(row?.first_received_at)),
      receive_count: Number(row?.receive_count),
    };
  };

  const nextDue = (full: readonly string[] = []): Date | undefined => {
    const row = database.get(`${groupsByDue} LIMIT 1`, name, JSON.stringify(full));
    return row && new Date(Number(row.due_at));
  };
  const isDue = (full?: readonly string[]): boolean => {
    const due = nextDue(full);
    return due !== undefined && due.getTime() <= nowMs();
  };
  /** Up to so many messages of a group that are due, oldest first. */
  const receiveOf = (group: string, atMost: number): ReceivedMessage[] =>
    database
      .all(
        `SELECT id, sent_at, body FROM messages
         WHERE queue = ? AND dead_since IS NULL AND message_group = ? AND visible_at <= ? ORDER BY visible_at LIMIT ?`,
        name,
        group,
        nowMs(),
        atMost,
      )
      .map(({ id, sent_at, body }) => receiveOne(String(id), group, Number(sent_at), String(body)));

  return {
    name,
    send: async (messages) => {
      messages.forEach(checkQueueDelay);
      const now = nowMs();
      database.transaction(() => {
        for (const { body, delay_seconds = 0, group = '' } of messages) {
          database.run(
            'INSERT INTO messages (id, queue, body, message_group, sent_at, visible_at) VALUES (?, ?, ?, ?, ?, ?)',
            randomUUID(),
            name,
            JSON.stringify(body),
            group,
            now,
            now + delay_seconds * 1000,
          );
        }
      });
    },
    isDue,
    receive: (atMost, full = []) => {
      if (atMost <= 0 || !isDue(full)) return [];
      return database.transaction(() => {
        const received: ReceivedMessage[] = [];
        for (const { name: group } of database.all(groupsByDue, name, JSON.stringify(full))) {
          if (received.length === atMost) break;
          received.push(...receiveOf(String(group), atMost - received.length));
        }
        return received;
      });
    },
    acknowledge: ({ id, receipt }) => {
      database.run('DELETE FROM messages WHERE id = ? AND receipt = ?', id, receipt);
    },
    refuse: ({ id, receipt, receive_count }) => {
      const now = nowMs();
      if (receive_count >= most_receives) {
        database.run(
          'UPDATE messages SET dead_since = ?, receipt = NULL WHERE id = ? AND receipt = ?',
          now,
          id,
          receipt,
        );
        return 'set aside';
      }
      const pause = pauseAfter(receive_count, { first_ms: 1000, longest_ms: visibility_seconds * 1000 });
      database.run(
        'UPDATE messages SET visible_at = ?, receipt = NULL WHERE id = ? AND receipt = ?',
        now + pause,
        id,
        receipt,
      );
      return 'again';
    },
    recover: () => {
      database.run(
        'UPDATE messages SET visible_at = ?, receipt = NULL WHERE queue = ? AND receipt IS NOT NULL',
        nowMs(),
        name,
      );
    },
    nextDue,
    deadLetters: () =>
      database
        .all('SELECT id, body FROM messages WHERE queue = ? AND dead_since IS NOT NULL ORDER BY dead_since, id', name)
        .map(({ id, body }) => ({ id: String(id), body: JSON.parse(String(body)) })),
    removeDeadLetter: (id) => {
      database.run('DELETE FROM messages WHERE id = ? AND queue = ? AND dead_since IS NOT NULL', id, name);
    },
    rewriteDeadLetter: (id, body) => {
      database.run(
        'UPDATE messages SET body = ? WHERE id = ? AND queue = ? AND dead_since IS NOT NULL',
        JSON.stringify(body),
        id,
        name,
      );
    },
  };
};

/** The queues of webhook deliveries in a local database: those to make at once, and those that may take long. */
export const webhookQueue = (database: LocalDatabase): ReceivableQueue => sqliteQueue(database, 'webhooks');
export const slowWebhookQueue = (database: LocalDatabase): ReceivableQueue => sqliteQueue(database, 'webhooks-slow');

/** The queue of speech that is to be transcribed; `visibility_seconds` is longer than an attempt may take. */
export const transcriptionQueue = (database: LocalDatabase, options: QueueOptions = {}): ReceivableQueue =>
  sqliteQueue(database, 'transcription', options);

/** The queue of calendars, and of events, that are to be looked at; `visibility_seconds` is longer than a look may take. */
export const calendarQueue = (database: LocalDatabase, options: QueueOptions = {}): ReceivableQueue =>
  sqliteQueue(database, 'calendars', options);

/** The queue of connections that are to be looked at; `visibility_seconds` is longer than a look may take. */
export const connectionQueue = (database: LocalDatabase, options: QueueOptions = {}): ReceivableQueue =>
  sqliteQueue(database, 'connections', options);

/** The queues of webhook deliveries of this process's data folder. */
export const openWebhookQueue = (): Queue => webhookQueue(openDatabase(dataFolder()));
export const openSlowWebhookQueue = (): Queue => slowWebhookQueue(openDatabase(dataFolder()));
export const openTranscriptionQueue = (): Queue => transcriptionQueue(openDatabase(dataFolder()));
export const openCalendarQueue = (): Queue => calendarQueue(openDatabase(dataFolder()));
export const openConnectionQueue = (): Queue => connectionQueue(openDatabase(dataFolder()));
