import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBStreamEvent, SQSEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { type LocalDatabase, openDatabase } from '../../../lib/adapters/local/database.ts';
import { sqliteQueue } from '../../../lib/adapters/local/queue.ts';
import { sqliteTable } from '../../../lib/adapters/local/table.ts';
import { deliverMessages } from '../../../lib/local-home/background/deliver-messages.ts';
import { followChanges } from '../../../lib/local-home/background/follow-changes.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { aDataFolder } from '../../lab/hosts/data-folder.ts';

const withDatabase = (test: (database: LocalDatabase) => Promise<void>) => async (): Promise<void> => {
  await using folder = await aDataFolder();
  const database = openDatabase(folder.path);
  await test(database);
  database.close();
};

describe('following changes', () => {
  type Record = DynamoDBStreamEvent['Records'][number];
  const image = (record: Record): object => unmarshall((record.dynamodb?.NewImage ?? {}) as never);

  it(
    'hands them over as records of a DynamoDB stream',
    withDatabase(async (database) => {
      const records: Record[] = [];
      const pump = followChanges({
        database,
        consumer: 'test',
        invoke: async ({ Records }) => {
          records.push(...Records);
          return { batchItemFailures: [] };
        },
        onFault: () => undefined,
      });
      const table = sqliteTable(database);
      const key = { pk: 'p', sk: 's' };
      const item = { ...key, n: 1, list: ['a', { b: null }], on: true };
      await table.write({ put: item });
      await table.write({ update: key, set: { n: 2 } });
      await table.write({ delete: key });
      await expect.poll(() => records.map(({ eventName }) => eventName)).toEqual(['INSERT', 'MODIFY', 'REMOVE']);
      const images = records.map(({ dynamodb }) => [dynamodb?.OldImage, dynamodb?.NewImage]);
      expect(images.map((pair) => pair.map((it) => it && unmarshall(it as never)))).toEqual([
        [undefined, item],
        [item, { ...item, n: 2 }],
        [{ ...item, n: 2 }, undefined],
      ]);
      expect(records[0]?.dynamodb?.Keys).toEqual({ pk: { S: 'p' }, sk: { S: 's' } });
      await pump.close();
    }),
  );

  it.each<[string, (record: Record) => unknown]>([
    ['names the failed record', (bad) => ({ batchItemFailures: [{ itemIdentifier: bad.dynamodb?.SequenceNumber }] })],
    ['says that something failed but not what', () => ({ batchItemFailures: [{ itemIdentifier: '' }] })],
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
  ])('goes on with other items when the function %s, and comes back to it', async (_, answer) => {
    await withDatabase(async (database) => {
      const done: unknown[] = [];
      let failures = 3;
      const pump = followChanges({
        database,
        consumer: 'test',
        invoke: async ({ Records }) => {
          const bad = Records.find((record) => (image(record) as { pk: string }).pk === 'bad');
          if (bad && failures > 0) {
            failures -= 1;
            const result = answer(bad);
            done.push(...Records.slice(0, Records.indexOf(bad)).map((record) => (image(record) as { pk: string }).pk));
            return result;
          }
          done.push(...Records.map((record) => (image(record) as { pk: string }).pk));
          return { batchItemFailures: [] };
        },
        onFault: () => undefined,
      });
      const table = sqliteTable(database);
      await table.write(
        { put: { pk: 'good', sk: 's' } },
        { put: { pk: 'bad', sk: 's' } },
        { put: { pk: 'fine', sk: 's' } },
      );
      await expect.poll(() => new Set(done)).toEqual(new Set(['good', 'bad', 'fine']));
      await expect.poll(() => database.all('SELECT * FROM changes')).toEqual([]);
      await pump.close();
    })();
  });

  it(
    'tells of each change once, when it is dealt with',
    withDatabase(async (database) => {
      const told: unknown[] = [];
      let tries = 0;
      const pump = followChanges({
        database,
        consumer: 'test',
        invoke: async () => {
          tries += 1;
          if (tries === 1) throw new Error('broken');
          return { batchItemFailures: [] };
        },
        onFault: () => undefined,
        onDone: (batch) => told.push(...batch.map(({ key }) => key.pk)),
      });
      await sqliteTable(database).write({ put: { pk: 'first', sk: 's' } }, { put: { pk: 'second', sk: 's' } });
      await expect.poll(() => told).toContain('first');
      expect(told.toSorted()).toEqual(['first', 'second']);
      await pump.close();
    }),
  );

  it.each(Array.from({ length: 20 }, (_, n) => 5 * (n + 1)))(
    'comes back to a change also when it falls due between two looks at a clock that moves by %d ms',
    async (step_ms) => {
      const clock = aClock();
      const moving = {
        now: () => {
          clock.advance(step_ms / 1000);
          return clock.now();
        },
      };
      await withDatabase(async (database) => {
        let tries = 0;
        const invoke = async () => {
          tries += 1;
          return { batchItemFailures: tries < 2 ? [{ itemIdentifier: '' }] : [] };
        };
        const onFault = () => undefined;
        const pump = followChanges({ database, consumer: 'test', invoke, onFault, clock: moving });
        await sqliteTable(database).write({ put: { pk: 'p', sk: 's' } });
        await expect.poll(() => tries).toBe(2);
        await pump.close();
      })();
    },
  );
});

describe('delivering messages', () => {
  it(
    'hands them over as SQS does, and again those that failed',
    withDatabase(async (database) => {
      const queue = sqliteQueue(database, 'test');
      const events: SQSEvent[] = [];
      await queue.send([{ body: { n: 1 } }, { body: { n: 2 } }, { body: { n: 3 }, delay_seconds: 1 }]);
      const pump = deliverMessages({
        database,
        queue,
        invoke: async (event) => {
          events.push(event);
          const failed = event.Records.filter(
            ({ body, attributes }) => body === '{"n":2}' && attributes.ApproximateReceiveCount === '1',
          );
          return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
        },
        onFault: () => undefined,
      });
      const received = () =>
        events
          .flatMap(({ Records }) => Records)
          .map(({ body, attributes }) => `${body} ${attributes.ApproximateReceiveCount}`)
          .sort();
      await expect.poll(received).toEqual(['{"n":1} 1', '{"n":2} 1', '{"n":2} 2', '{"n":3} 1']);
      const sources = events.flatMap(({ Records }) => Records.map(({ eventSourceARN }) => eventSourceARN));
      expect(new Set(sources)).toEqual(new Set(['arn:aws:sqs:local:000000000000:test']));
      await expect.poll(() => database.all('SELECT * FROM messages')).toEqual([]);
      await pump.close();
    }),
  );

  it(
    'is not held up by slow receivers, nor when it closes; what they have comes again',
    withDatabase(async (database) => {
      const queue = sqliteQueue(database, 'test');
      const bodies: string[] = [];
      const pump = deliverMessages({
        database,
        queue,
        invoke: async ({ Records }) => {
          bodies.push(...Records.map(({ body }) => body));
          if (Records.some(({ body }) => body === '"slow"')) await new Promise(() => undefined);
          return null;
        },
        onFault: () => undefined,
      });
      for (const body of ['slow', 'slow', 'quick']) await queue.send([{ body }]);
      await expect.poll(() => bodies).toContain('"quick"');
      await pump.close();
      queue.recover();
      expect(queue.receive(10).map(({ body }) => body)).toEqual(['slow', 'slow']);
    }),
  );

  it(
    'leaves room for others when one receiver of many messages is slow',
    withDatabase(async (database) => {
      const queue = sqliteQueue(database, 'test');
      const bodies: string[] = [];
      let finish = (): void => undefined;
      const waiting = new Promise<void>((resolve) => {
        finish = resolve;
      });
      await queue.send(Array.from({ length: 40 }, () => ({ body: 'slow', group: 'slow' })));
      await queue.send(Array.from({ length: 40 }, () => ({ body: 'quick', group: 'quick' })));
      const pump = deliverMessages({
        database,
        queue,
        invoke: async ({ Records: [record] }) => {
          if (record?.body === '"slow"') await waiting;
          bodies.push(record?.body ?? '');
          return null;
        },
        onFault: () => undefined,
      });
      await expect.poll(() => bodies).toEqual(Array(40).fill('"quick"'));
      finish();
      await expect.poll(() => bodies.length).toBe(80);
      await pump.close();
    }),
  );

  it(
    'leaves room for those who have no message in hand, however many slow ones of others there are',
    withDatabase(async (database) => {
      const queue = sqliteQueue(database, 'test');
      const bodies: string[] = [];
      let finish = (): void => undefined;
      const waiting = new Promise<void>((resolve) => {
        finish = resolve;
      });
      const taken = () => database.all('SELECT id FROM messages WHERE receipt IS NOT NULL').length;
      const slow = (group: string) => queue.send(Array.from({ length: 40 }, () => ({ body: 'slow', group })));
      await slow('');
      const pump = deliverMessages({
        database,
        queue,
        invoke: async ({ Records: [record] }) => {
          if (record?.body === '"slow"') await waiting;
          bodies.push(record?.body ?? '');
          return null;
        },
        onFault: () => undefined,
      });
      await expect.poll(taken).toBe(28);
      await slow('somebody');
      await expect.poll(taken).toBe(29);
      await queue.send([{ body: 'late', group: 'late' }]);
      await expect.poll(() => bodies).toEqual(['"late"']);
      finish();
      await expect.poll(() => bodies.length).toBe(81);
      await pump.close();
    }),
  );
});
