/** What the page's outlet is told, by a worker that a busy machine holds up. */
import type { CDPSession } from 'puppeteer-core';
import { afterEach, expect, it, vi } from 'vitest';
import { openOutletChannel } from '../../../lib/capture/browser/outlet-channel.ts';

afterEach(() => void vi.useRealTimers());

it('is told where its answer came while the worker was held up, however long that was by the clock', async () => {
  // A worker that was held up has had none of the time that the clock says.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const answer = Promise.withResolvers<unknown>();
  const session = {
    on: () => undefined,
    send: (method: string) => (method === 'Runtime.evaluate' ? answer.promise : Promise.resolve()),
  } as unknown as CDPSession;
  const outlet = await openOutletChannel(session, { agent: 'agent', binding: 'binding' });
  const sent = outlet.send({ type: 'listen', on: true, steady: false });
  sent.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(20_000);
  answer.resolve({ result: { value: true } });
  expect(await sent).toBe(true);
});
