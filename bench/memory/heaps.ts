/** What the scripts of a running worker hold once garbage is collected: in Node, in the meeting's page, in its media worker. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import puppeteer, { type CDPSession } from 'puppeteer-core';
import { WebSocket } from 'ws';
import * as z from 'zod';

const answerTimeoutMs = 10_000;
const megabyte = 1024 * 1024;

/** With it a browser can also be asked from outside. */
export const inspectable = '--remote-debugging-port=0';

const Heap = z.object({ usedSize: z.number() });

type Ask = (method: string) => Promise<unknown>;
const heapOf = async (ask: Ask): Promise<number> => {
  await ask('HeapProfiler.collectGarbage');
  return Heap.parse(await ask('Runtime.getHeapUsage')).usedSize / megabyte;
};

/** Opens the inspector of a Node process whose standard error goes into a log, which tells where to ask. */
export const nodeHeapMb = async (pid: number, log: string): Promise<number> => {
  process.kill(pid, 'SIGUSR1');
  const url = await addressIn(log);
  const socket = new WebSocket(url);
  try {
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    let id = 0;
    return await heapOf(
      (method) =>
        new Promise((resolve, reject) => {
          id += 1;
          const asked = id;
          setTimeout(() => reject(new Error(`${method} took too long`)), answerTimeoutMs).unref();
          socket.on('message', (data) => {
            const answer = JSON.parse(String(data)) as { id?: number; result?: unknown };
            if (answer.id === asked) resolve(answer.result);
          });
          socket.send(JSON.stringify({ id: asked, method }));
        }),
    );
  } finally {
    socket.close();
  }
};

const addressIn = async (log: string): Promise<string> => {
  for (const giveUp = Date.now() + answerTimeoutMs; Date.now() < giveUp; ) {
    const found = /ws:\/\/127\.0\.0\.1:\S+/.exec(await readFile(log, 'utf8'));
    if (found) return found[0];
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the worker opened no inspector');
};

const asking =
  (session: CDPSession): Ask =>
  (method) =>
    session.send(method as 'Runtime.getHeapUsage');

/** The heaps of the page that the browser with this profile shows, and of its largest worker. */
export const pageHeapsMb = async (profile: string): Promise<{ page: number; media_worker: number }> => {
  const [port, path] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
  const browser = await puppeteer.connect({
    browserWSEndpoint: `ws://127.0.0.1:${port}${path}`,
    protocolTimeout: answerTimeoutMs,
    // Or the page would change its size in the middle of its recording.
    defaultViewport: null,
  });
  try {
    const pages = await browser.pages();
    const page = pages.find((one) => one.url().startsWith('http'));
    if (!page) throw new Error('the browser shows no meeting');
    const session = await page.createCDPSession();
    const workers = await Promise.all(page.workers().map(({ client }) => heapOf(asking(client))));
    return { page: await heapOf(asking(session)), media_worker: Math.max(0, ...workers) };
  } finally {
    await browser.disconnect();
  }
};
