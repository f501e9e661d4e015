/**
 * A browser of its own for a client's page: apart from the meeting, without credentials in its environment, and with no
 * way out but the guarded proxy.
 */
import { randomBytes } from 'node:crypto';
import type { Browser, CDPSession, Page } from 'puppeteer-core';
import type { GuardOptions } from '../../net/address-guard.ts';
import { isLoopbackHost } from '../../net/client-url.ts';
import { startForwardProxy } from '../../net/forward-proxy.ts';
import { bundle } from '../browser/bundle.ts';
import { closeChromium, launchChromium } from '../browser/chromium.ts';
import { within } from '../deadline.ts';
import type { AgentHookOptions } from './agent/hooks.ts';
import { type AgentCommand, AgentMessage, type AgentSize } from './agent/protocol.ts';

const load_timeout_ms = 30_000;
const open_timeout_ms = 60_000;
const longest_payload = 3 * 1024 * 1024;
const size: AgentSize = { width: 1280, height: 720, max_fps: 15 };

export interface AgentBrowserOptions {
  readonly url: string;
  readonly guard: GuardOptions;
  readonly onMessage: (message: AgentMessage) => void;
  /** The page is gone and does not come back by itself. */
  readonly onLost: (reason: string) => void;
  /** Hears what the page was not let to: the host and why. */
  readonly onRefused: (reason: string) => void;
  readonly launch?: typeof launchChromium;
}

export interface AgentBrowser extends AsyncDisposable {
  send(command: AgentCommand): void;
}

/** What keeps a browser from every network but the proxy's. */
const confining = (proxy: string): string[] => [
  `--proxy-server=${proxy}`,
  // Without this, Chromium goes to this machine by itself.
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  // WebRTC over TCP through the proxy at most. The second is its name in a full Chromium.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--disable-extensions',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--no-pings',
];

const parsed = (payload: string): AgentMessage | undefined => {
  try {
    return AgentMessage.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
};

/** Installs the hooks before the page's scripts, and hears what they say. */
const hook = async (page: Page, session: CDPSession, onMessage: (message: AgentMessage) => void): Promise<string> => {
  const agent = `_${randomBytes(8).toString('hex')}`;
  const binding = `_${randomBytes(8).toString('hex')}`;
  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name !== binding || payload.length > longest_payload) return;
    const message = parsed(payload);
    if (message) onMessage(message);
  });
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: binding });
  const [hooks, worker] = await Promise.all([
    bundle(new URL('./agent/hooks.ts', import.meta.url), 'hooks'),
    bundle(new URL('./agent/worker.ts', import.meta.url)),
  ]);
  const options: AgentHookOptions = { agent, binding, worker, size };
  await page.evaluateOnNewDocument(`(() => { ${hooks}; hooks.install(${JSON.stringify(options)}); })();`);
  return agent;
};

/** No windows, no downloads, no dialogues: nobody is there to look at them. */
const restrain = async (browser: Browser, page: Page): Promise<void> => {
  browser.on('targetcreated', async (target) => {
    const other = target.type() === 'page' ? await target.page().catch(() => null) : null;
    if (other && other !== page) await other.close().catch(() => undefined);
  });
  page.on('dialog', (dialog) => {
    dialog.dismiss().catch(() => undefined);
  });
  const session = await browser.target().createCDPSession();
  await session.send('Browser.setDownloadBehavior', { behavior: 'deny' });
};

/**
 * Opens the page, and carries its pictures and sound. This machine is reached from pages of this machine only, where
 * the guard allows that at all.
 */
export const openAgentBrowser = async (options: AgentBrowserOptions): Promise<AgentBrowser> => {
  const { url, guard, onMessage, onLost, onRefused, launch = launchChromium } = options;
  await using held = new AsyncDisposableStack();
  const allow_loopback = guard.allow_loopback === true && isLoopbackHost(new URL(url).hostname);
  const proxy = held.use(await startForwardProxy({ ...guard, allow_loopback }, onRefused));
  const { width, height } = size;
  const browser = held.adopt(await launch({ width, height, args: confining(proxy.address) }), closeChromium);
  browser.once('disconnected', () => onLost('its browser ended'));

  const open = async () => {
    const page = await browser.newPage();
    page.once('error', () => onLost('it crashed'));
    page.once('close', () => onLost('it closed itself'));
    await restrain(browser, page);
    // The worker is made from text, which strict pages forbid.
    await page.setBypassCSP(true);
    const session = await page.createCDPSession();
    const agent = await hook(page, session, onMessage);
    const answer = await page.goto(url, { waitUntil: 'domcontentloaded', timeout: load_timeout_ms });
    if (answer && answer.status() >= 400) throw new Error(`it answers with ${answer.status()}`);
    return { session, agent };
  };
  const { session, agent } = await within(open_timeout_ms, 'opening the page of the voice agent', open());
  const release = held.move();

  return {
    send(command) {
      const expression = `globalThis['${agent}']?.(${JSON.stringify(command)})`;
      session.send('Runtime.evaluate', { expression }).catch(() => undefined);
    },
    [Symbol.asyncDispose]: () => release.disposeAsync(),
  };
};
