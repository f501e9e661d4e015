/** The service of one machine whose API is asked for all that it answers, by several clients at a time. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryOf } from '../../lib/demo/process-tree.ts';
import { type Ready, startService } from '../../lib/demo/service.ts';
import { nodeHeapMb } from './heaps.ts';

const clients = 8;
const dayMs = 24 * 3600 * 1000;

export interface BusyApi extends AsyncDisposable {
  /** Asks so many times, of each thing as often as of every other. */
  ask(requests: number): Promise<void>;
  /** What the service's scripts hold once garbage is collected. */
  heapMb(): Promise<number>;
  /** What its process takes at this moment. */
  residentMb(): Promise<number>;
}

/** What one client does again and again with a bot of its own: seven requests, one of them refused. */
const turn = async ({ base_url, api_key }: Ready): Promise<void> => {
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${base_url}/api/v1${path}`, {
      method,
      headers: { authorization: `Token ${api_key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status >= 500) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const { id } = (await call('POST', '/bots', {
    meeting_url: 'https://meet.google.com/abc-defg-hij',
    bot_name: 'Scribe',
    join_at: new Date(Date.now() + dayMs).toISOString(),
    metadata: { customer: 'x'.repeat(1000) },
    // Nobody listens there, so that each is tried again and kept.
    webhooks: [{ url: 'http://127.0.0.1:9/hook', triggers: ['bot.state_change'] }],
  })) as { id: string };
  await call('GET', `/bots/${id}`);
  await call('PATCH', `/bots/${id}`, { metadata: { n: 1 } });
  await call('GET', '/bots?page_size=25');
  await call('GET', `/bots/${id}/transcript`);
  await call('POST', '/bots', { bot_name: 'x'.repeat(10_000) });
  await call('DELETE', `/bots/${id}`);
};
const requestsOfATurn = 7;

export const startBusyApi = async (): Promise<BusyApi> => {
  await using cleanUp = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'meeting-bots-memory-'));
  cleanUp.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const log = join(folder, 'stderr');
  const service = cleanUp.use(
    await startService(join(folder, 'data'), {
      // The inspector says there where it is to be asked.
      through: ['sh', '-c', `exec "$@" 2>${log}`, 'sh'],
      // No bot is sent anywhere, so any program serves as its Chromium; and more is asked than a project may.
      environment: { ...process.env, CHROMIUM_PATH: process.execPath, REQUESTS_PER_SECOND: '1000000' },
    }),
  );
  const pid = service.process.pid as number;
  const running = cleanUp.move();
  return {
    ask: async (requests) => {
      let left = Math.ceil(requests / requestsOfATurn);
      const client = async (): Promise<void> => {
        for (; left > 0; left -= 1) await turn(service.ready);
      };
      await Promise.all(Array.from({ length: clients }, client));
    },
    heapMb: () => nodeHeapMb(pid, log),
    residentMb: async () => (await memoryOf(pid)).all_mb,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
};
