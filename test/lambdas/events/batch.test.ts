import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { changesTogether, eachMessage } from '../../../lambdas/events/batch.ts';
import type { ItemChange } from '../../../lib/ports/table.ts';
import { log } from '../../../lib/process/log.ts';
import { aQueueEvent, aStreamEvent, aStreamRecord } from '../../lab/builders/events.ts';

beforeEach(() => void vi.spyOn(log, 'error').mockReturnValue());

describe('a batch of messages', () => {
  const handle = eachMessage(z.object({ n: z.int() }), async ({ n }) => {
    if (n < 0) throw new Error('negative');
  });
  it('is acknowledged when all went well', async () => {
    expect(await handle(aQueueEvent('{"n":1}', '{"n":2}'))).toEqual({ batchItemFailures: [] });
  });
  it('reports those that failed or cannot be read, and no others', async () => {
    expect(await handle(aQueueEvent('{"n":1}', '{"n":-1}', 'no json', '{"m":1}', '{"n":2}'))).toEqual({
      batchItemFailures: ['message-2', 'message-3', 'message-4'].map((itemIdentifier) => ({ itemIdentifier })),
    });
  });
});

describe('a batch of changes', () => {
  const item = (kind: string, n: number) => ({ pk: `p${n}`, sk: 's', kind, n, nested: { list: [1, null, 'a'] } });
  const unreadable = (sequence: number) => {
    const record = aStreamRecord({ new: item('bot', 0) }, sequence);
    return { ...record, dynamodb: { ...record.dynamodb, NewImage: { kind: { S: 'bot' }, n: { X: 1 } as never } } };
  };
  const collecting = () => {
    const seen: (readonly ItemChange[])[] = [];
    return { seen, handle: changesTogether(['bot'], async (changes) => void seen.push(changes)) };
  };

  it('is worked on together, in order, other kinds left out', async () => {
    const { seen, handle } = collecting();
    const event = aStreamEvent(
      { new: item('bot', 1) },
      { new: item('captured', 2) },
      { old: item('bot', 1), new: item('bot', 3) },
      { old: item('bot', 3) },
    );
    expect(await handle(event)).toEqual({ batchItemFailures: [] });
    expect(seen).toEqual([
      [{ new: item('bot', 1) }, { old: item('bot', 1), new: item('bot', 3) }, { old: item('bot', 3) }],
    ]);
  });
  it('without anything of interest is no work', async () => {
    const { seen, handle } = collecting();
    expect(await handle(aStreamEvent({ new: item('captured', 1) }, {}))).toEqual({ batchItemFailures: [] });
    expect(seen).toEqual([]);
  });
  it('is worked on up to a record that cannot be read, where the stream resumes', async () => {
    const { seen, handle } = collecting();
    const records = [
      aStreamRecord({ new: item('bot', 1) }, 1),
      unreadable(2),
      aStreamRecord({ new: item('bot', 3) }, 3),
    ];
    expect(await handle({ Records: records })).toEqual({ batchItemFailures: [{ itemIdentifier: '1002' }] });
    expect(seen).toEqual([[{ new: item('bot', 1) }]]);
  });
  it('fails as a whole when the work does: it comes again in halves', async () => {
    const handle = changesTogether(['bot'], () => Promise.reject(new Error('no table')));
    const event = aStreamEvent({ new: item('captured', 1) }, { new: item('bot', 2) }, { new: item('bot', 3) });
    await expect(handle(event)).rejects.toThrow('no table');
  });
});
