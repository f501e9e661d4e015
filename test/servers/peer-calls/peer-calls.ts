/**
 * Peer Calls, a video-call app of strangers (https://github.com/peer-calls/peer-calls) in which everybody is connected to
 * everybody: its own server on a free loopback port, and people in its own page.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'puppeteer-core';
import { installedOnce } from '../../facsimiles/makers.ts';
import { freePort } from '../../lab/hosts/free-port.ts';
import { answers, startProgram } from '../program.ts';
import { firstLine, type Had, type Stranger } from '../stranger.ts';

const run = promisify(execFile);
/** A busy machine is slow. */
const patiently = { timeout: 0 } as const;
const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

const joinCall = async (page: Page, nickname: string): Promise<void> => {
  const field = await page.waitForSelector('form.media input[name=nickname]', patiently);
  await field?.evaluate((element, nickname) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
    set?.call(element, nickname);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  }, nickname);
  await page.$eval('form.media button[type=submit]', (button) => (button as HTMLElement).click());
  await page.waitForFunction(() => !document.querySelector('form.media'), patiently);
};

const shows = { player: '.video-container video', box: '.video-container', name: '.video-footer' };

const startPeerCalls = async (folder: string): Promise<Stranger> => {
  await using cleanUp = new AsyncDisposableStack();
  const work = await mkdtemp(join(tmpdir(), 'peer-calls-'));
  cleanUp.defer(() => rm(work, { recursive: true, force: true }));
  // As it comes it asks a public STUN server.
  await mkdir(join(work, 'config'));
  await writeFile(join(work, 'config', 'local.yaml'), 'baseUrl: ""\niceServers: []\n');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/call/standup`;
  const program = join(folder, 'node_modules', 'peer-calls', 'lib', 'index.js');
  const env = { ...process.env, BIND: '127.0.0.1', PORT: String(port) };
  cleanUp.use(await startProgram([process.execPath, program], { cwd: work, env }, () => answers(url)));
  const owned = cleanUp.move();
  return { url, watchUrl: url, join: joinCall, shows, [Symbol.asyncDispose]: () => owned.disposeAsync() };
};

/** Its packages, 24 MB, are installed once for a machine. */
export const peerCalls = async (): Promise<Had> => {
  const pins = ['package.json', 'package-lock.json'].map(here);
  try {
    const folder = await installedOnce('peer-calls', pins, async (half) => {
      for (const pin of pins) await cp(pin, join(half, basename(pin)));
      await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: half, timeout: 240_000 });
    });
    return { start: () => startPeerCalls(folder) };
  } catch (error) {
    return { missing: `Peer Calls could not be installed: ${firstLine(error)}` };
  }
};
