/**
 * The browser of a bot's voice agents: apart from the meeting's, without credentials in its environment. It runs while
 * there is a page in it, or all the time once it was asked to be ready.
 */
import type { Browser } from 'puppeteer-core';
import type { GuardOptions } from '../../net/address-guard.ts';
import { closeChromium, launchChromium } from '../browser/chromium/chromium.ts';
import { agentScripts, agentSize, openAgentPage } from './agent-page.ts';
import type { AgentBrowser } from './agents.ts';

/**
 * Flags that leave a browser no network but the proxies of its pages: traffic outside of a page's context gets nowhere.
 */
const confining: readonly string[] = [
  '--proxy-server=127.0.0.1:1',
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

interface Running {
  readonly browser: Promise<Browser>;
  pages: number;
}

export const createAgentBrowser = (guard: GuardOptions, launch = launchChromium): AgentBrowser => {
  const { width, height } = agentSize;
  let running: Running | undefined;
  let isReserved = false;
  const closing = new Set<Promise<void>>();

  const start = (): Running => {
    const browser = launch({ width, height, args: confining });
    const made: Running = { browser, pages: 0 };
    const forget = (): void => {
      if (running === made) running = undefined;
    };
    browser.then((it) => it.once('disconnected', forget), forget);
    return made;
  };

  /** Opens no more pages in this browser; it ends with its last page. */
  const retire = (old: Running): void => {
    if (running === old) running = undefined;
    if (old.pages > 0) return;
    const closed = old.browser.then(closeChromium, () => undefined);
    closing.add(closed);
    closed.then(() => closing.delete(closed));
  };

  return {
    prepare() {
      if (isReserved) return;
      isReserved = true;
      running ??= start();
      agentScripts().catch(() => undefined);
    },
    async open({ onLost, ...options }) {
      running ??= start();
      const home = running;
      home.pages += 1;
      // When a page fails, its whole browser may be ill: the next page gets another one.
      let isWell = true;
      let isClosing = false;
      const fail = (reason: string): void => {
        if (isClosing) return;
        isWell = false;
        onLost(reason);
      };
      const leave = (): void => {
        home.pages -= 1;
        if (!isWell || !isReserved || running !== home) retire(home);
      };
      try {
        const page = await openAgentPage(await home.browser, guard, { ...options, onLost: fail });
        return {
          send: page.send,
          async [Symbol.asyncDispose]() {
            isClosing = true;
            try {
              await page[Symbol.asyncDispose]();
            } catch {
              isWell = false;
            }
            leave();
          },
        };
      } catch (error) {
        isWell = false;
        leave();
        throw error;
      }
    },
    async [Symbol.asyncDispose]() {
      isReserved = false;
      if (running) retire(running);
      await Promise.all(closing);
    },
  };
};
