/** A client's page in a context of its own of the agents' browser, with no way out but a guarded proxy of its own. */
import type { Browser, BrowserContext, CDPSession, Page } from 'puppeteer-core';
import type { GuardOptions } from '../../net/address-guard.ts';
import { isLoopbackHost } from '../../net/client-url.ts';
import { startForwardProxy } from '../../net/forward-proxy.ts';
import { within } from '../../process/deadline.ts';
import { openBinding } from '../browser/binding.ts';
import { loadPage } from '../browser/heard-requests.ts';
import { hiddenName, installProgram } from '../browser/hooks.ts';
import { watchAnswers } from '../browser/watch-answers.ts';
import { programScript } from '../build/scripts.ts';
import { type AgentHookOptions, AgentMessage, type AgentSize } from '../programs/protocol/agent.ts';
import type { AgentPage, AgentPageOptions } from './agents.ts';

const loadTimeoutMs = 30_000;
const openTimeoutMs = 60_000;
const closeTimeoutMs = 3_000;
/** A page that hangs still gives its last picture, from a thread of its own. */
const silentForMs = 15_000;
const longestPayload = 3 * 1024 * 1024;
/** What is seen of an agent. */
export const agentSize: AgentSize = { width: 1280, height: 720, max_fps: 15 };

/** What runs in the page. */
export const agentScripts = async () => {
  const [hooks, worker] = await Promise.all([programScript('agent-page'), programScript('agent-worker')]);
  return { hooks, worker };
};

/** Installs the hooks before the page's scripts, and hears what they say. */
const hook = async (page: Page, session: CDPSession, onMessage: (message: AgentMessage) => void): Promise<string> => {
  const agent = hiddenName();
  const binding = hiddenName();
  await openBinding(session, {
    name: binding,
    message: AgentMessage,
    longest_payload: longestPayload,
    hear: onMessage,
  });
  const { hooks, worker } = await agentScripts();
  const options: AgentHookOptions = { agent, binding, worker, size: agentSize };
  await installProgram(page, hooks, options);
  return agent;
};

/** No windows and no dialogues: nobody is there to look at them. */
const restrain = (context: BrowserContext, page: Page): void => {
  context.on('targetcreated', async (target) => {
    const other = target.type() === 'page' ? await target.page().catch(() => null) : null;
    if (other && other !== page) await other.close().catch(() => undefined);
  });
  page.on('dialog', (dialog) => {
    dialog.dismiss().catch(() => undefined);
  });
};

/** The page finds the devices that its hooks give it. Code that gets round the hooks is refused those of this machine. */
const keepFromDevices = (context: BrowserContext): Promise<void> =>
  context.setPermission(
    '*',
    ...(['camera', 'microphone'] as const).map((name) => ({ permission: { name }, state: 'denied' as const })),
  );

/** Closes the context, and with it its page. @throws when the browser does not do it in time */
const closeContext = (context: BrowserContext): Promise<void> =>
  within(closeTimeoutMs, 'closing the page of the voice agent', context.close());

/**
 * Opens the page, and carries its pictures and sound. Only a page of this machine can reach this machine, and only where
 * the guard allows loopback at all.
 */
export const openAgentPage = async (
  browser: Browser,
  guard: GuardOptions,
  { url, onMessage, onLost, onRefused }: AgentPageOptions,
): Promise<AgentPage> => {
  await using held = new AsyncDisposableStack();
  const allow_loopback = guard.allow_loopback === true && isLoopbackHost(new URL(url).hostname);
  const proxy = held.use(await startForwardProxy({ ...guard, allow_loopback }, onRefused));
  const isGone = (): void => onLost('its browser ended');
  browser.once('disconnected', isGone);
  held.defer(() => void browser.off('disconnected', isGone));

  const open = async () => {
    const context = held.adopt(
      await browser.createBrowserContext({
        proxyServer: proxy.address,
        // Without this, Chromium reaches addresses of this machine without the proxy.
        proxyBypassList: ['<-loopback>'],
        downloadBehavior: { policy: 'deny' },
      }),
      closeContext,
    );
    await keepFromDevices(context);
    const page = await context.newPage();
    page.once('error', () => onLost('it crashed'));
    page.once('close', () => onLost('it closed itself'));
    restrain(context, page);
    const session = await page.createCDPSession();
    const agent = await hook(page, session, onMessage);
    const status = await loadPage(page, url, loadTimeoutMs);
    if (status !== undefined && status >= 400) throw new Error(`it answers with ${status}`);
    return { page, session, agent };
  };
  const { page, session, agent } = await within(openTimeoutMs, 'opening the page of the voice agent', open());
  held.use(watchAnswers(page.mainFrame(), silentForMs, () => onLost('it does not answer')));
  const release = held.move();

  return {
    send(command) {
      const expression = `globalThis['${agent}']?.(${JSON.stringify(command)})`;
      session.send('Runtime.evaluate', { expression }).catch(() => undefined);
    },
    [Symbol.asyncDispose]: () => release.disposeAsync(),
  };
};
