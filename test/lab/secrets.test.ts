import { afterEach, expect, it, vi } from 'vitest';
import { log } from '../../lib/process/log.ts';
import { memoryQueue } from './doubles/memory-queue.ts';
import { memoryTable } from './doubles/memory-table.ts';
import { thinBox } from './doubles/thin-box.ts';
import { aWebhookReceiver } from './hosts/webhook-receiver.ts';
import { secret, takeLeaks } from './secrets.ts';

vi.spyOn(process.stdout, 'write').mockReturnValue(true);

const token = secret('token');
afterEach(() => expect(takeLeaks()).toEqual([]));

it.each<[string, () => unknown]>([
  ['the log', () => log.info('renewed', { token })],
  ['the log', () => log.error('failed', {}, new Error('no', { cause: new Error(`refused ${token}`) }))],
  ['the table', () => memoryTable().write({ put: { pk: 'a', sk: 'b', token } })],
  ['the table', () => memoryTable().update({ update: { pk: 'a', sk: 'b' }, append: { tokens: [token] } })],
  ['a queue', () => memoryQueue().send([{ body: { token } }])],
  [
    'what a client is sent',
    async () => {
      await using receiver = await aWebhookReceiver();
      await fetch(receiver.url, { method: 'POST', body: JSON.stringify({ token }) });
    },
  ],
])('a secret is found in %s', async (place, write) => {
  await write();
  expect(takeLeaks()).toEqual([expect.stringMatching(new RegExp(`^${place}: ….*${token}$`, 's'))]);
});

it('a secret that is sealed is found nowhere, and comes out as it was', async () => {
  const sealed = await thinBox.seal('prj_1', token);
  await memoryTable().write({ put: { pk: 'a', sk: 'b', sealed } });
  expect(await thinBox.open('prj_1', sealed)).toBe(token);
});
