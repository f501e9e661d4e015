/**
 * Peer Calls, a video-call app of strangers (https://github.com/peer-calls/peer-calls) in which everybody is connected to
 * everybody: its own server on a free loopback port, and people in its own page.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Page } from 'puppeteer-core';
import { bundle } from '../../../lib/demo-room/assets.ts';
import { installedOnce } from '../../facsimiles/makers.ts';
import { longestMs } from '../../lab/until.ts';
import type { Actor, ActorSettings } from '../actor.ts';
import { freePort } from '../free-port.ts';

const run = promisify(execFile);
const readyWithin_ms = 60_000;
/** A busy machine is slow. */
const patiently = { timeout: 0 } as const;
const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** The folder of its packages, 24 MB, installed once for a machine; or a sentence that says why they are not there. */
export const peerCallsPackages = async (): Promise<{ readonly folder: string } | { readonly missing: string }> => {
  const pins = ['package.json', 'package-lock.json'].map(here);
  try {
    const folder = await installedOnce('peer-calls', pins, async (half) => {
      for (const pin of pins) await cp(pin, join(half, basename(pin)));
      await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: half, timeout: 240_000 });
    });
    return { folder };
  } catch (error) {
    return { missing: `Peer Calls could not be installed: ${String(error).split('\n')[0]}` };
  }
};

export interface PeerCalls extends AsyncDisposable {
  callUrl(call: string): string;
}

const isUp = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
};

export const startPeerCalls = async (folder: string): Promise<PeerCalls> => {
  await using cleanUp = new AsyncDisposableStack();
  const work = await mkdtemp(join(tmpdir(), 'peer-calls-'));
  cleanUp.defer(() => rm(work, { recursive: true, force: true }));
  // As it comes it asks a public STUN server.
  await mkdir(join(work, 'config'));
  await writeFile(join(work, 'config', 'local.yaml'), 'baseUrl: ""\niceServers: []\n');
  const port = await freePort();
  const env = { ...process.env, BIND: '127.0.0.1', PORT: String(port) };
  const program = join(folder, 'node_modules', 'peer-calls', 'lib', 'index.js');
  const child = spawn(process.execPath, [program], { cwd: work, env, stdio: 'ignore' });
  const killNow = (): void => void child.kill('SIGKILL');
  process.on('exit', killNow);
  cleanUp.defer(async () => {
    process.off('exit', killNow);
    await kill(child);
  });
  const callUrl = (call: string): string => `http://127.0.0.1:${port}/call/${call}`;
  const until = Date.now() + readyWithin_ms;
  while (!(await isUp(callUrl('nobody')))) {
    if (child.exitCode !== null || Date.now() > until) throw new Error('Peer Calls did not start');
    await pause(50);
  }
  const owned = cleanUp.move();
  return { callUrl, [Symbol.asyncDispose]: () => owned.disposeAsync() };
};

/** Comes into a call by the page's own field and button. */
export const joinCall = async (page: Page, nickname: string): Promise<void> => {
  const field = await page.waitForSelector('form.media input[name=nickname]', patiently);
  await field?.evaluate((element, nickname) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
    set?.call(element, nickname);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  }, nickname);
  await page.$eval('form.media button[type=submit]', (button) => (button as HTMLElement).click());
  await page.waitForFunction(() => !document.querySelector('form.media'), patiently);
};

export interface Caller {
  readonly page: Page;
  speak(for_ms: number): Promise<unknown>;
}

/** Somebody with a camera and a voice. */
export const enterCall = async (
  browser: Browser,
  { url, name, colour, hertz }: { url: string; name: string; colour: string; hertz: number },
): Promise<Caller> => {
  const page = await browser.newPage();
  page.setDefaultTimeout(longestMs);
  // Peers find each other by addresses that Chromium gathers for those who may use a camera only.
  await page.browserContext().overridePermissions(new URL(url).origin, ['camera', 'microphone']);
  const settings: ActorSettings = { name, camera: { style: 'portrait', colour }, hertz };
  const code = await bundle(new URL('../actor.ts', import.meta.url), 'iife');
  await page.evaluateOnNewDocument(`window.actorSettings = ${JSON.stringify(settings)};\n${code}`);
  await page.goto(url, { waitUntil: 'load' });
  await joinCall(page, name);
  return {
    page,
    speak: (for_ms) => page.evaluate((for_ms) => (window as unknown as { actor: Actor }).actor.speak(for_ms), for_ms),
  };
};
